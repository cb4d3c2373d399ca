"""The events of each story: numbered, kept for a while, and told to whoever listens, in order.

Commits of this process are told as they are made. Those of other processes are noticed by the story's version
and told as one ``reset``: read again. So is whatever a listener missed beyond what is kept.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from anyio import to_thread

from fabula.serve.happenings import Happening

KEPT = 1000
LOOK_EVERY = 1.0
"""How often, in seconds, the store is asked for others' commits while anybody listens."""

ELSEWHERE = "another process wrote to the story"
MISSED = "more has happened than is kept"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened to a story. ``id`` is what ``Last-Event-ID`` sends back."""

    id: str
    kind: str
    data: Mapping[str, Any]


Tell = Callable[[int, Iterable[Happening]], None]
"""Told the version that a commit made, and what it means."""


class Channel:
    """One story's events. Safe to tell from any thread; listened to from an event loop."""

    def __init__(self, boot: str, kept: int) -> None:
        self.commits = Lock()
        self.version: int | None = None
        self.looked = 0.0
        self._boot = boot
        self._guard = Lock()
        self._last = 0
        self._events: deque[tuple[int, Event]] = deque(maxlen=kept)
        self._wakers: set[Callable[[], None]] = set()

    def tell(self, told: Iterable[Happening]) -> None:
        """Number what has happened and wake whoever listens."""
        with self._guard:
            for kind, data in told:
                self._last += 1
                self._events.append((self._last, self._event(self._last, kind, data)))
            wakers = tuple(self._wakers)
        for wake in wakers:
            wake()

    def note(self, version: int, *, grown: int) -> bool:
        """Take note of the version that the store gave; tells ``reset`` if others have written meanwhile."""
        strange = self.version is not None and version != self.version + grown
        self.version = version
        if strange:
            self.tell([("reset", {"why": ELSEWHERE})])
        return strange

    def place(self, last_event_id: str) -> int | None:
        """The number of the event with this id, if everything after it is still kept."""
        boot, _, number = last_event_id.partition("-")[2].partition("-")
        with self._guard:
            first = self._last - len(self._events)
            at = int(number) if number.isascii() and number.isdigit() else -1
            return at if boot == self._boot and first <= at <= self._last else None

    def since(self, place: int) -> tuple[int, tuple[Event, ...]]:
        """What came after a place, and where that leads; one ``reset`` where some of it is not kept any more."""
        with self._guard:
            if place < self._last - len(self._events):
                return self._last, (self._event(self._last, "reset", {"why": MISSED}),)
            return self._last, tuple(event for number, event in self._events if number > place)

    def now(self, kind: str, **data: str) -> tuple[int, Event]:
        """The present place, and an event that stands at it without being kept."""
        with self._guard:
            return self._last, self._event(self._last, kind, data)

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """Call a function, in whatever thread, whenever something happens."""
        with self._guard:
            self._wakers.add(wake)
        try:
            yield
        finally:
            with self._guard:
                self._wakers.discard(wake)

    def wake_all(self) -> None:
        """Let every listener look whether there is still something to listen to."""
        with self._guard:
            wakers = tuple(self._wakers)
        for wake in wakers:
            wake()

    def _event(self, number: int, kind: str, data: Mapping[str, Any]) -> Event:
        version = self.version or 0
        return Event(f"{version}-{self._boot}-{number}", kind, {"version": version, **data})


@dataclass(slots=True)
class Channels:
    """The events of every story of a store.

    ``version_of`` asks the store for a story's version; ``kept`` events of each story can be caught up on.
    """

    version_of: Callable[[str], int]
    kept: int = KEPT
    look_every: float = LOOK_EVERY
    is_closed: bool = False
    _boot: str = field(default_factory=lambda: secrets.token_hex(4))
    _channels: dict[str, Channel] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def committing(self, story: str) -> Iterator[Tell]:
        """Commit inside, one at a time a story, and tell what it meant: so events come after commits, in order."""
        channel = self._channel(story)

        def told(version: int, happened: Iterable[Happening]) -> None:
            channel.note(version, grown=1)
            channel.tell(happened)

        with channel.commits:
            yield told

    def tell(self, story: str, kind: str, data: Mapping[str, Any]) -> None:
        """Tell of something that is no commit, such as the progress of a job."""
        self._channel(story).tell([(kind, dict(data))])

    def look(self, story: str) -> None:
        """See whether others have written to the story since; asks the store.

        Raises:
            StoryNotFoundError: there is no such story.
        """
        version = self.version_of(story)
        channel = self._channel(story)
        with channel.commits:
            # Asked again where no commit of our own can be under way between the store and its event.
            version = self.version_of(story)
            channel.looked = time.monotonic()
            channel.note(version, grown=0 if channel.version is not None else version)

    async def listen(self, story: str, last_event_id: str = "") -> AsyncIterator[Event]:
        """The events of a story, from the one after ``last_event_id`` on, or from now; ends when the server does.

        A listener from now on first hears ``listening``: what it reads after that is at least as new.
        """
        channel = self._channel(story)
        loop, happened = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended, and with it whoever listened
                loop.call_soon_threadsafe(happened.set)

        with channel.waking(wake):
            place = channel.place(last_event_id)
            if place is None:
                kind = {"kind": "reset", "why": MISSED} if last_event_id else {"kind": "listening"}
                place, event = channel.now(**kind)
                yield event
            while not self.is_closed:
                happened.clear()
                place, events = channel.since(place)
                for event in events:
                    yield event
                if not events:
                    await self._wait(story, channel, happened)

    def close(self) -> None:
        """Let every listener go."""
        self.is_closed = True
        with self._lock:
            channels = tuple(self._channels.values())
        for channel in channels:
            channel.wake_all()

    async def _wait(self, story: str, channel: Channel, happened: asyncio.Event) -> None:
        try:
            await asyncio.wait_for(happened.wait(), self.look_every)
        except TimeoutError:
            if time.monotonic() - channel.looked >= self.look_every:
                channel.looked = time.monotonic()
                await to_thread.run_sync(self.look, story)

    def _channel(self, story: str) -> Channel:
        with self._lock:
            return self._channels.setdefault(story, Channel(self._boot, self.kept))
