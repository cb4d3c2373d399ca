"""What the proxy remembers of one story between requests; all of it can be lost, and is found again by and by.

Of texts that may be the story's only digests are kept: what is purged cannot be read out of what is remembered.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

from fabula.ledger.match import taken_apart
from fabula.serve.proxy.placing.evidence import Sightings, canon

_KEPT_MARKS = 1024
_KEPT_WHISPERS = 16
_KEPT_CHATS = 256
_PIECE = 16  # characters by which a cut whisper is recognised: of what was cut, fewer than these go unseen
_MOST_PIECES = 256


class Marks:
    """Marks of texts: a set that forgets those that were added longest ago, once there are too many."""

    def __init__(self, marks: Iterable[str] = ()) -> None:
        self._marks = dict.fromkeys(marks)

    def __contains__(self, mark: object) -> bool:
        return mark in self._marks

    def __iter__(self) -> Iterator[str]:
        return iter(self._marks)

    def add(self, mark: str) -> None:
        """Keep a mark as the latest one."""
        self._marks.pop(mark, None)
        self._marks[mark] = None
        while len(self._marks) > _KEPT_MARKS:
            del self._marks[next(iter(self._marks))]

    def update(self, marks: Iterable[str]) -> None:
        """Keep several marks."""
        for mark in marks:
            self.add(mark)

    def discard(self, mark: str) -> None:
        """Forget a mark, if it is there."""
        self._marks.pop(mark, None)


@dataclass(frozen=True, slots=True)
class Whisper:
    """A reply to a quiet request, as far as is needed to know it again, whole or cut: digests of how it begins.

    ``forms`` are its forms with and without a name in front; of each the digests of its first 16, 32, 48 and so on
    characters, and that of the whole last.
    """

    forms: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, relayed: str) -> "Whisper":
        """What is kept of a reply as it was relayed."""
        return cls(tuple(dict.fromkeys(_digests(form) for form in _forms(relayed) if form)))

    def is_shown(self, text: str) -> bool:
        """Whether a text may be the reply: as it was, or cut at the end."""
        *begins, whole = _digests(canon(text)) or ("",)
        return any(
            (whole and whole == form[-1])
            or (bool(begins) and len(begins) < len(form) and begins[-1] == form[len(begins) - 1])
            for form in self.forms
        )


@dataclass(slots=True)
class Memory:
    """What earlier requests showed of a story.

    ``notes`` are texts known to be no part of it, ``fresh`` ones that were taken for turns on first sight.
    ``whispers`` are replies to quiet requests and drafts: outside the story until a request shows them.
    ``endings`` are texts that stood behind the person's message in ordinary requests, ``relayed`` replies that were
    passed on: no greeting is among them. ``branch`` is where the
    story was last followed, ``chats`` says which branch a front end's chat is on.
    """

    sightings: Sightings = field(default_factory=Sightings)
    notes: Marks = field(default_factory=Marks)
    fresh: Marks = field(default_factory=Marks)
    whispers: deque[Whisper] = field(default_factory=lambda: deque(maxlen=_KEPT_WHISPERS))
    endings: Marks = field(default_factory=Marks)
    relayed: Marks = field(default_factory=Marks)
    streams: bool = False
    branch: str = ""
    chats: dict[str, str] = field(default_factory=dict)

    def whispered(self, text: str) -> bool:
        """Whether a text is one that was given to a quiet request, as it was or cut at the end."""
        return any(one.is_shown(text) for one in self.whispers)

    def hold_chat(self, chat: str, branch: str) -> None:
        """Remember the branch of a front end's chat as the latest one."""
        self.chats.pop(chat, None)
        self.chats[chat] = branch
        while len(self.chats) > _KEPT_CHATS:
            del self.chats[next(iter(self.chats))]


def is_shown(text: str, relayed: str) -> bool:
    """Whether a text of a history may be what was relayed: as it was, trimmed, cut, or freed of a name in front."""
    words = canon(text)
    return bool(words) and any(one.startswith(words) for one in _forms(relayed))


def _forms(relayed: str) -> Iterator[str]:
    form = taken_apart(relayed)
    yield form.body
    yield " ".join(relayed.split())


@lru_cache(maxsize=1 << 10)
def _digests(words: str) -> tuple[str, ...]:
    """The digests of how some words begin, and of the whole; none of no words."""
    if not words:
        return ()
    running = blake2b(digest_size=6)
    found: list[str] = []
    for end in range(_PIECE, min(len(words), _PIECE * _MOST_PIECES) + 1, _PIECE):
        running.update(words[end - _PIECE : end].encode())
        found.append(running.hexdigest())
    return (*found, "=" + blake2b(words.encode(), digest_size=6).hexdigest())
