"""The models of a server that runs: what is chosen now, until the server ends. Nothing of it is written down."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_address
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from fabula.errors import InvalidInputError
from fabula.extraction.reader import Extractor
from fabula.extraction.spending import Cap
from fabula.models.address import address
from fabula.serve.access import is_address
from fabula.serve.connections.chosen import ChosenEmbedder, ChosenModel, ChosenUpstream, Source
from fabula.serve.job import Arguments

Making = Callable[[ChosenModel], Extractor]
"""Makes the reader with a model. Raises ``InvalidInputError`` for what cannot be one."""

log = logging.getLogger("fabula.connections")


@dataclass(frozen=True, slots=True)
class Change:
    """What a person sets; what is None stays as it is. An empty ``name`` lets rules read, an empty ``key`` drops it."""

    name: str | None = None
    url: str | None = None
    key: str | None = field(default=None, repr=False)
    form: str | None = None
    timeout: float | None = None
    max_calls: int | None = None
    max_tokens: int | None = None

    def given(self) -> Mapping[str, Any]:
        """What is set, by name."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: value.strip() if isinstance(value, str) else value
            for name, value in values.items()
            if value is not None
        }


class Connections:
    """The models of a server. ``make`` makes the reader of a choice; several threads may ask and change.

    A change holds until it is put back or the server ends: a key that is typed into a page is never kept in a file.
    """

    def __init__(
        self,
        make: Making,
        chosen: ChosenModel | None = None,
        embedder: ChosenEmbedder | None = None,
        upstream: ChosenUpstream | None = None,
    ) -> None:
        self._make = make
        self._first = self._chosen = chosen or ChosenModel()
        self._lock = Lock()
        self.embedder = embedder or ChosenEmbedder()
        self.upstream = upstream

    @property
    def chosen(self) -> ChosenModel:
        """The model that reads now."""
        return self._chosen

    @property
    def is_changed(self) -> bool:
        """Whether a person has changed something since the server began."""
        return self._chosen is not self._first

    def spend(self) -> Cap:
        """What one job that reads may spend."""
        return Cap(self._chosen.max_calls or None, self._chosen.max_tokens or None)

    def read_by(self, _arguments: Arguments) -> Extractor | None:
        """The reader of a job, whatever its arguments."""
        return self.reader()

    def reader(self) -> Extractor | None:
        """A reader with the model that is chosen now; None where rules read."""
        chosen = self._chosen
        return self._make(chosen) if chosen.name else None

    def change(self, change: Change) -> None:
        """Let another model read from now on; what is being read is read to its end as it began.

        Raises:
            InvalidInputError: it cannot be a model, and nothing was changed.
        """
        with self._lock:
            wanted = self.after(change)
            if wanted.name:
                self._make(wanted)
            self._chosen = wanted
        log.info("The model that reads was changed")

    def put_back(self) -> None:
        """Let the model read that the server was started with."""
        with self._lock:
            self._chosen = self._first
        log.info("The model that reads was put back")

    def after(self, change: Change) -> ChosenModel:
        """The choice as it would be after a change. A key goes to the place that it was given for, and to no other.

        Raises:
            InvalidInputError: a number is below zero, or the URL cannot be one, or is one of the network itself.
        """
        given = dict(change.given())
        now = self._chosen
        if negative := sorted(
            name for name in ("timeout", "max_calls", "max_tokens") if given.get(name, 0) < 0
        ):
            raise InvalidInputError(f"{negative[0]} is a number from 0 on, which stands for no bound.")
        if given.get("url"):
            given["url"] = _place(given["url"])
        if given.get("url", now.url) != now.url:
            given.setdefault("key", "")
        changed = {name for name, value in given.items() if value != getattr(now, name)}
        sources = {**now.sources, **dict.fromkeys(changed, Source.PANEL)}
        return replace(now, **given, sources=sources)


def _place(url: str) -> str:
    base = address(url).base
    host = urlsplit(base).hostname or ""
    if is_address(host) and ip_address(host).is_link_local:
        # Where hosting services hand out their own keys: no model answers there.
        raise InvalidInputError(
            "A link-local address is for machines among themselves; give the model's own URL."
        )
    return base
