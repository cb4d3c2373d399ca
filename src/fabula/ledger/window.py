"""The window laid beside the line: which message has which place, what lies between, and the texts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fabula.ledger.ids import text_key
from fabula.ledger.match import Form, collapsed, lines_of, name_and_words, taken_apart, words_of
from fabula.ledger.records import Message, Stem

_REACH = 16  # turns next to a neighbour whose texts are read in any case, plus two for every open line


# A front end shows the same messages again and again.
_key_of = lru_cache(maxsize=1 << 12)(text_key)


@dataclass(slots=True)
class Item:
    """A message of the window, or a part of one, and the place of the known turn that it is.

    ``at`` is the turn whose words stand here, ``edits`` the one that is replaced by new words;
    ``moved`` says that ``at`` stands in another order than the line.
    """

    message: Message
    source: int
    key: str = ""
    at: int | None = None
    moved: bool = False
    edits: int | None = None

    @property
    def place(self) -> int | None:
        """The turn of the line at whose place the item stands, if it is known."""
        return None if self.moved else self.edits if self.at is None else self.at

    @property
    def open(self) -> bool:
        """Whether nothing is known about the item yet."""
        return self.at is None and self.edits is None


@dataclass(frozen=True, slots=True)
class Gap:
    """Open items between two neighbours of known place, and the turns ``low`` up to ``high`` between these.

    ``opened`` and ``closed`` say whether there is a neighbour before and after; the start of a story
    that is sent whole is one.
    """

    items: tuple[int, ...]
    low: int
    high: int
    opened: bool
    closed: bool


class Window:
    """The messages of a window with their places in a line, as far as the passes over it have come.

    ``hidden`` are turns out of sight, ``moved`` those in another order, ``dropped`` the words that are no
    turn's; ``asides`` are the request's other texts, with single spaces.
    """

    def __init__(
        self,
        messages: Sequence[Message],
        line: Sequence[Stem],
        text_of: Callable[[str], str],
        *,
        complete: bool = False,
        asides: Iterable[str] = (),
    ) -> None:
        self.items = [Item(message, source, _key_of(message.text)) for source, message in enumerate(messages)]
        self.line = line
        self.complete = complete
        self.asides = [collapsed(text) for text in asides]
        self.hidden: set[int] = set()
        self.moved: set[int] = set()
        self.dropped: list[str] = []
        self._text_of = text_of
        self._texts: dict[int, str] = {}
        self._forms: dict[int, Form] = {}
        self._words: dict[int, list[str]] = {}

    def gaps(self) -> Iterator[Gap]:
        """What lies between neighbours of known place, from the front."""
        items: list[int] = []
        low, opened = 0, self.complete
        for index, item in enumerate(self.items):
            place = item.place
            if place is not None:
                if items or low < place:
                    yield Gap(tuple(items), low, place, opened, closed=True)
                items, low, opened = [], place + 1, True
            elif not item.moved:
                items.append(index)
        if items or low < len(self.line):
            yield Gap(tuple(items), low, len(self.line), opened, closed=False)

    def two_sided(self) -> list[Gap]:
        """Gaps with open items and with turns."""
        return [gap for gap in self.gaps() if gap.items and gap.low < gap.high]

    def turns(self, gap: Gap) -> list[int]:
        """The turns of a gap that are still to be accounted for."""
        return [
            turn for turn in range(gap.low, gap.high) if turn not in self.hidden and turn not in self.moved
        ]

    def near(self, gap: Gap, lines: int = 0) -> list[int]:
        """The turns of a gap whose texts are worth reading: those next to its neighbours, or to the line's end."""
        reach = _REACH + 2 * max(lines, sum(map(self.height, gap.items)))
        if gap.high - gap.low <= reach:
            return list(range(gap.low, gap.high))
        if gap.opened and gap.closed:
            return [*range(gap.low, gap.low + reach // 2), *range(gap.high - reach // 2, gap.high)]
        if gap.opened:
            return list(range(gap.low, gap.low + reach))
        return list(range(gap.high - reach, gap.high))

    def height(self, index: int) -> int:
        """How many lines an item has."""
        return self.items[index].message.text.count("\n") + 1

    def text(self, turn: int) -> str:
        """A turn's text."""
        if turn not in self._texts:
            self._texts[turn] = self._text_of(self.line[turn].id)
        return self._texts[turn]

    def form(self, turn: int) -> Form:
        """A turn's text taken apart."""
        if turn not in self._forms:
            self._forms[turn] = taken_apart(self.text(turn))
        return self._forms[turn]

    def words_of(self, turn: int) -> list[str]:
        """A turn's words, without name and blocks."""
        if turn not in self._words:
            self._words[turn] = words_of(self.form(turn).body)
        return self._words[turn]

    def lines(self, turn: int) -> list[str]:
        """A turn's lines, without a name in front."""
        return [line.words for line in lines_of(name_and_words(self.text(turn))[1])]

    def first_turn(self) -> int:
        """Where in the line the window begins; all before it is kept."""
        places = [
            place
            for item in self.items
            if (place := item.at if item.at is not None else item.edits) is not None
        ]
        if self.complete or (self.items and not places):
            return 0
        return min(places, default=len(self.line))

    def missing(self, start: int) -> list[int]:
        """Turns from ``start`` on that stand nowhere in the window and are replaced by nothing."""
        taken = {item.at if item.at is not None else item.edits for item in self.items} | self.hidden
        return [turn for turn in range(start, len(self.line)) if turn not in taken]
