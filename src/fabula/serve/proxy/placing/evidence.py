"""What stood where in earlier requests: how a note that moves with the end is told from a line that stays.

A front end puts notes and lore between the messages of the history; in the next request they stand at
another place, or nowhere. What keeps its neighbours while the history grows behind it is part of the story.
"""

from collections import OrderedDict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

from fabula.ledger.match import is_distinct, taken_apart

_KEPT_SIGHTINGS = 6
_KEPT_TEXTS = 512
_DISTINCT = "!"
_TURN = 2  # a reply and a question; a reply alone may be shown to be lengthened, with every note where it was


@lru_cache(maxsize=1 << 13)
def canon(text: str) -> str:
    """What the forms of one text share: its words with single spaces, without a name in front and tag blocks."""
    return taken_apart(text).body


@lru_cache(maxsize=1 << 13)
def mark(text: str) -> str:
    """What stands for a text where it is only compared: a digest of its words, with ``!`` if few others say so.

    Nobody can read the words out of it, so that it may outlive them. Empty for a text without words.
    """
    words = canon(text)
    if not words:
        return ""
    return blake2b(words.encode(), digest_size=8).hexdigest() + (_DISTINCT if is_distinct(words) else "")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: the marks of the story's texts before and after it, and how many come after."""

    before: str
    after: str
    to_end: int


class Verdict(Enum):
    """What earlier places of a text say about it."""

    UNKNOWN = "unknown"
    STAYS = "stays"
    MOVED = "moved"


def places_in(order: Sequence[str | None], own: int) -> Place:
    """The place of one text among the story's, by their marks; None for what is not known to be one of them."""
    before = next((text for text in reversed(order[:own]) if text is not None), "")
    behind = [text for text in order[own + 1 :] if text is not None]
    return Place(before, behind[0] if behind else "", len(behind))


def every_place(order: Sequence[str | None]) -> list[Place]:
    """``places_in`` of each text of an order, in one pass over all of them."""
    known = [text for text in order if text is not None]
    places: list[Place] = []
    passed = 0
    for text in order:
        behind = passed + (text is not None)
        places.append(
            Place(
                known[passed - 1] if passed else "",
                known[behind] if behind < len(known) else "",
                len(known) - behind,
            )
        )
        passed = behind
    return places


class Sightings:
    """The places at which the texts of one story were seen, by their marks, latest last."""

    def __init__(self, seen: Iterable[tuple[str, list[Place]]] = ()) -> None:
        self._seen: OrderedDict[str, list[Place]] = OrderedDict(seen)

    def __iter__(self) -> Iterator[tuple[str, Sequence[Place]]]:
        return iter(self._seen.items())

    def __contains__(self, text: str) -> bool:
        return text in self._seen

    def note(self, text: str, place: Place) -> None:
        """Remember that a text was seen at a place."""
        places = self._seen.setdefault(text, [])
        if place not in places:
            places.append(place)
            del places[:-_KEPT_SIGHTINGS]
        self._seen.move_to_end(text)
        if len(self._seen) > _KEPT_TEXTS:
            self._seen.popitem(last=False)

    def verdict(
        self,
        text: str,
        place: Place,
        order: Sequence[str | None],
        *,
        doubted: bool = False,
        taken: bool = False,
    ) -> Verdict:
        """What a text's earlier places say about it, now that it stands here among these texts.

        A ``doubted`` one, that has moved before, must stand between the same two texts to be believed. One that was
        ``taken`` for a turn is only doubted when it keeps its distance from the end: people move messages, too.
        """
        earlier = self._seen.get(text, ())
        if any(_stays(one, place, doubted=doubted) for one in earlier):
            return Verdict.STAYS
        if any(
            _moves_along(one, place, order, self._seen) or (not taken and _has_left(one, place, order))
            for one in earlier
        ):
            return Verdict.MOVED
        return Verdict.UNKNOWN


def _stays(earlier: Place, now: Place, *, doubted: bool) -> bool:
    """Whether the neighbours are the same while the history has grown behind them."""
    if now.to_end < earlier.to_end + _TURN:
        return False
    before, after = earlier.before == now.before, earlier.after == now.after
    if before and (after or not earlier.after) and (not doubted or _is_between(earlier)):
        return True
    return not doubted and (
        (before and now.before.endswith(_DISTINCT)) or (after and now.after.endswith(_DISTINCT))
    )


def _is_between(place: Place) -> bool:
    return bool(place.before and place.after)


def _moves_along(earlier: Place, now: Place, order: Sequence[str | None], seen: Container[str]) -> bool:
    """Whether the text keeps its distance from an end that has moved: it has passed by what it stood before.

    One that stood last has passed by something only if that is new: a line that is taken for a turn by now may have
    stood between from the first.
    """
    elsewhere = earlier.before != now.before and (earlier.after != now.after or not now.after)
    if earlier.to_end != now.to_end or not elsewhere:
        return False
    if now.before not in order:
        return not order
    passed = order[: len(order) - order[::-1].index(now.before)]
    if earlier.after:
        return earlier.after in passed
    if earlier.before not in passed:
        return False
    between = passed[len(passed) - passed[::-1].index(earlier.before) :]
    return any(text is not None and text not in seen for text in between)


def _has_left(earlier: Place, now: Place, order: Sequence[str | None]) -> bool:
    """Whether the text's old place is there, and the text stands elsewhere."""
    if (earlier.before, earlier.after) == (now.before, now.after):
        return False
    return any(pair == (earlier.before, earlier.after) for pair in _neighbours(order))


def _neighbours(order: Sequence[str | None]) -> Iterator[tuple[str, str]]:
    texts = ["", *(text for text in order if text is not None), ""]
    yield from pairwise(texts)
