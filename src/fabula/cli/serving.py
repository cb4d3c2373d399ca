"""Serving: the store's stories over HTTP, until Ctrl-C."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.asked_of_models import Batch, Form, Key, Language, LookBack, Model, SettingsFile, Url
from fabula.cli.asked_of_proxy import (
    Budget,
    Deadline,
    Inject,
    ProxyOptions,
    UpstreamKey,
    UpstreamUrl,
    proxy_of,
    upstream_of,
)
from fabula.cli.embedding import EmbedderModel, EmbedderNamed, chosen_embedder, embedder_of
from fabula.cli.models import ModelOptions, chosen, model_reader, read_settings, reader_with
from fabula.cli.places import StoreAt, author, opened
from fabula.cli.show import say
from fabula.errors import InvalidInputError, MissingExtraError
from fabula.ledger.store import LedgerStore
from fabula.recall.vector_search import VectorSearch
from fabula.stores.vectors import open_vectors
from fabula.story import Story

if TYPE_CHECKING:
    from fabula.models.embedding import Embedder
    from fabula.recall.vector_store import VectorStore
    from fabula.serve.access import Access
    from fabula.serve.app import Annex
    from fabula.serve.connections.chosen import ChosenEmbedder, ChosenUpstream
    from fabula.serve.connections.connections import Connections
    from fabula.serve.stories import Opening, Stories

app = typer.Typer()
PANEL = "Serving"
TOKEN = "FABULA_TOKEN"  # noqa: S105 - the name of a variable
_MEBIBYTE = 1024 * 1024


@app.command(
    rich_help_panel=PANEL,
    epilog="Example: fabula serve moonlit.db --port 7373. For others: --host 0.0.0.0 --token-file token",
)
def serve(
    store: StoreAt,
    *,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Where to listen; beyond this machine with a token only."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", help="On which port; 0 takes a free one.")
    ] = 7373,
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            metavar="FILE",
            help="The tokens that open the server, one a line, as `TOKEN` or `TOKEN story,story`. "
            "Otherwise the one in FABULA_TOKEN.",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Answer to this host name as well."),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option("--allow-origin", metavar="ORIGIN", help="Let web pages of this origin ask as well."),
    ] = None,
    max_body: Annotated[
        int, typer.Option("--max-body", metavar="MIB", min=1, help="The largest body that is taken, in MiB.")
    ] = 32,
    upstream: UpstreamUrl = "",
    upstream_key: UpstreamKey = "",
    deadline: Deadline = 300,
    budget: Budget = 800,
    inject: Inject = "auto",
    model: Model = "",
    url: Url = "",
    key: Key = "",
    form: Form = "",
    language: Language = "",
    batch: Batch = 0,
    look_back: LookBack = None,
    settings: SettingsFile = "",
    embedder: EmbedderNamed = "",
    embedder_model: EmbedderModel = "",
) -> None:
    """Serve the stories of a store over HTTP, with events, until Ctrl-C; with --upstream as a model that remembers.

    What there is to ask is described at /api/openapi.json. Without a model, stories are read by rules.
    """
    # All of this takes a second to load, and no other command should wait for it.
    from fabula.serve.app import app_for  # noqa: PLC0415
    from fabula.serve.connections.annex import connections_annex  # noqa: PLC0415
    from fabula.serve.logs import log_to  # noqa: PLC0415
    from fabula.serve.panel.annex import panel_annex  # noqa: PLC0415
    from fabula.serve.panel.retrying import again_kinds  # noqa: PLC0415
    from fabula.serve.proxy.attached import attach  # noqa: PLC0415
    from fabula.serve.running import LAST, Server  # noqa: PLC0415
    from fabula.serve.stories import Stories  # noqa: PLC0415
    from fabula.serve.work import usual_kinds  # noqa: PLC0415

    access = _access(host, token_file, allow_host or (), allow_origin or ())
    options = ModelOptions(model, url, key, form, language, batch, look_back, read_settings(settings))
    asked = ProxyOptions(upstream, upstream_key, deadline, budget, inject)
    models = _models(options, chosen_embedder(embedder, embedder_model, settings), upstream_of(asked))
    kinds = {**usual_kinds(models.read_by, models.spend), **again_kinds(models.read_by, models.spend)}
    stories = Stories(opened(store), opening=_opening(embedder_of(embedder, embedder_model, settings)))
    try:
        proxy = proxy_of(asked, options, stories, access, models.reader)
        own = (panel_annex(), connections_annex(models))
        annexes = (*own, *_for_agents(stories), *([proxy.annex] if proxy else []))
        application = app_for(stories, access, kinds=kinds, annexes=annexes, body_limit=max_body * _MEBIBYTE)
        if proxy:
            attach(application, proxy)
        log_to(sys.stderr)
        server = Server(application, host, port, ready=_say, last=LAST)
    except BaseException:
        stories.close()
        raise
    server.listen()


def _opening(embedder: "Callable[[VectorStore, str], Embedder | None]") -> "Opening":
    """Handles that are signed, with the embedder that was chosen or that a story's vectors are of."""

    def opening(kept: LedgerStore, name: str) -> Story:
        vectors = open_vectors(kept.location)
        return Story(kept, name, by=author(), meaning=VectorSearch(vectors, embedder(vectors, name)))

    return opening


def _for_agents(stories: "Stories") -> "Sequence[Annex]":
    """The tools of agents, where their extra is installed."""
    try:
        from fabula.serve.mcp_server import mcp_annex  # noqa: PLC0415 - comes with an extra

        return (mcp_annex(stories),)
    except MissingExtraError:
        return ()


def _say(url: str) -> None:
    say(f"Fabula listens at {url}; Ctrl-C ends it.")
    sys.stdout.flush()


def _access(host: str, token_file: Path | None, hosts: Iterable[str], origins: Iterable[str]) -> "Access":
    from fabula.serve.access import access_for, keys_from  # noqa: PLC0415 - as above

    lines = _lines_of(token_file) if token_file else [os.environ.get(TOKEN, "")]
    keys = keys_from(lines)
    if token_file and not keys:
        # Whoever names an empty file means to lock the door, not to leave it open.
        raise InvalidInputError(f"{token_file} holds no token.")
    return access_for(host, keys=keys, allow_hosts=hosts, allow_origins=origins)


def _lines_of(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InvalidInputError(f"The tokens {file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise InvalidInputError(f"The tokens {file} are no text.") from None


def _models(
    options: ModelOptions, embedder: "ChosenEmbedder", upstream: "ChosenUpstream | None"
) -> "Connections":
    from fabula.serve.connections.connections import Connections  # noqa: PLC0415 - as above

    if options.wanted:
        model_reader(options)  # what is wrong with the options is said now, not by the first job
    return Connections(lambda model: reader_with(model, options), chosen(options), embedder, upstream)
