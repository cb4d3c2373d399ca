"""What the proxy remembers of one story between requests; all of it can be lost, and is found again by and by."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from fabula.ledger.match import taken_apart
from fabula.serve.proxy.placing.evidence import Sightings, canon

_KEPT_WHISPERS = 16
_LONG = 40  # characters from which a text that goes on from a whisper is one


@dataclass(slots=True)
class Memory:
    """What earlier requests showed of a story.

    ``notes`` are texts known to be no part of it, ``fresh`` ones that were taken for turns on first sight.
    ``whispers`` are replies to quiet requests and drafts: outside the story until a request shows them.
    ``endings`` are texts that stood behind the person's message in ordinary requests. ``branch`` is where the
    story was last followed, ``chats`` says which branch a front end's chat is on.
    """

    sightings: Sightings = field(default_factory=Sightings)
    notes: set[str] = field(default_factory=set)
    fresh: set[str] = field(default_factory=set)
    whispers: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT_WHISPERS))
    endings: set[str] = field(default_factory=set)
    streams: bool = False
    branch: str = ""
    chats: dict[str, str] = field(default_factory=dict)
    turn_of_use: int = 0

    def whispered(self, text: str) -> bool:
        """Whether a text is one that was given to a quiet request, as it was or cut at the end."""
        return any(is_shown(text, one) for one in self.whispers)


def is_shown(text: str, relayed: str) -> bool:
    """Whether a text of a history may be what was relayed: as it was, trimmed, cut, or freed of a name in front."""
    words = canon(text)
    return bool(words) and any(one.startswith(words) for one in _forms(relayed))


def _forms(relayed: str) -> Iterator[str]:
    form = taken_apart(relayed)
    yield form.body
    yield " ".join(relayed.split())
