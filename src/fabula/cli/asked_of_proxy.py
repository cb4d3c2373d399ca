"""The options about the memory proxy, and the proxy that they describe."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.models import ModelOptions, model_reader
from fabula.errors import InvalidInputError
from fabula.serve.connections.chosen import ChosenUpstream, Source
from fabula.settings import ExtractSettings

if TYPE_CHECKING:
    from fabula.extraction.reader import Extractor
    from fabula.extraction.schedule import Schedule
    from fabula.serve.access import Access
    from fabula.serve.proxy.proxy import Proxy
    from fabula.serve.stories import Stories

PROXY = "The proxy"
UPSTREAM_KEY = "FABULA_UPSTREAM_KEY"
_MILLISECONDS = 1000

UpstreamUrl = Annotated[
    str,
    typer.Option(
        "--upstream",
        metavar="URL",
        show_default=False,
        rich_help_panel=PROXY,
        help="Stand between front ends and the model at this URL, such as http://localhost:11434/v1: "
        "they are to call this server's /v1 instead.",
    ),
]
UpstreamKey = Annotated[
    str,
    typer.Option(
        "--upstream-key",
        metavar="KEY",
        show_default=False,
        rich_help_panel=PROXY,
        help="Its key; without one that of the front end is passed on. "
        f"Better in {UPSTREAM_KEY}: others may see what you type.",
    ),
]
Deadline = Annotated[
    int,
    typer.Option(
        "--deadline",
        metavar="MS",
        min=1,
        rich_help_panel=PROXY,
        help="How long a request may wait for its memory, in milliseconds.",
    ),
]
Budget = Annotated[
    int,
    typer.Option(
        "--budget",
        metavar="N",
        min=0,
        rich_help_panel=PROXY,
        help="How many tokens of memory a request gets at most.",
    ),
]
Inject = Annotated[
    str,
    typer.Option(
        "--inject",
        metavar="HOW",
        rich_help_panel=PROXY,
        help="Where the memory goes: 'system' adds messages, 'append' adds to those that are there, 'auto' chooses.",
    ),
]


@dataclass(frozen=True, slots=True)
class ProxyOptions:
    """What was typed about the proxy; without ``upstream`` there is none."""

    upstream: str = ""
    key: str = field(default="", repr=False)
    deadline: int = 300
    budget: int = 800
    inject: str = "auto"


def upstream_of(asked: ProxyOptions) -> ChosenUpstream | None:
    """Where the proxy that was asked for goes, if one was."""
    if not asked.upstream:
        return None
    key, source = (asked.key, Source.FLAG) if asked.key else (_key_around(), Source.ENVIRONMENT)
    return ChosenUpstream(asked.upstream, key, {"url": Source.FLAG, **({"key": source} if key else {})})


def proxy_of(
    asked: ProxyOptions,
    options: ModelOptions,
    stories: "Stories",
    access: "Access",
    reader: "Callable[[], Extractor | None] | None" = None,
) -> "Proxy | None":
    """The proxy that was asked for, if one was. It reads what was told with ``reader``, or as the options say.

    Raises:
        InvalidInputError: the URL, the key or the word for where memory goes cannot be one.
    """
    if not asked.upstream:
        return None
    # Loads a second's worth of libraries.
    from fabula.serve.proxy.injecting import Injection  # noqa: PLC0415
    from fabula.serve.proxy.placing.placer import Placer  # noqa: PLC0415
    from fabula.serve.proxy.proxy import Proxy, ProxySettings  # noqa: PLC0415

    if asked.inject not in {*Injection}:
        raise InvalidInputError(f"--inject is one of {', '.join(Injection)}, not {asked.inject!r}.")
    settings = ProxySettings(
        asked.upstream,
        asked.key or _key_around(),
        deadline=asked.deadline / _MILLISECONDS,
        budget=asked.budget,
        injection=Injection(asked.inject),
        schedule=_schedule(options.settings.extract),
    )
    return Proxy(stories, access, settings, placer=Placer(stories.store), reader=reader or _reader(options))


def _key_around() -> str:
    return os.environ.get(UPSTREAM_KEY, "").strip()


def _reader(options: ModelOptions) -> "Callable[[], Extractor] | None":
    return partial(model_reader, options) if options.wanted else None


def _schedule(usual: ExtractSettings) -> "Schedule":
    from fabula.extraction.schedule import Schedule  # noqa: PLC0415 - as above

    plain = Schedule()
    return Schedule(
        usual.every or plain.every,
        usual.smart,
        usual.words or plain.words,
        usual.patterns or plain.patterns,
        usual.marks or plain.marks,
    )
