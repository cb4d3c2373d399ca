"""Reads structured facts from elsewhere (a world IR) in place of prose: typed records, linked and checked alike."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabula.claims.canonical import digest
from fabula.claims.statements import KINDS
from fabula.claims.text import normal_text
from fabula.errors import InvalidInputError, TurnNotFoundError
from fabula.extraction.model.answers.found import occurs
from fabula.extraction.model.items import Item
from fabula.extraction.model.questions.cutting import lines_of
from fabula.extraction.model.sheet import Known, Line, Sheet
from fabula.extraction.model.taking.link import linked
from fabula.extraction.model.taking.reconcile import Taken, reconciled
from fabula.extraction.model.taking.records_read import Record, flat, items_of, names_in, raw_of
from fabula.extraction.reader import Window, body_of
from fabula.extraction.reading import Extracted
from fabula.extraction.remaining import Stretch
from fabula.extraction.run import read_again
from fabula.graph.memo import Views
from fabula.graph.view import View
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import READER, Body, Refusal, Status, Turn
from fabula.models.nearness import Nearest

VERSION = "world-ir/1"


@dataclass(frozen=True)
class WorldIr:
    """An extractor that takes given records for what a turn says; turns without records say nothing.

    ``records`` has, for each turn (by number or id), records of entities, relations, attributes, events, reveals
    and scenes; see ``docs/reference/world-ir.md``. Each rests on the ``quote`` that it gives, else on the first sentence of the turn that has
    all its names, else on the whole turn. ``kinds`` are those that the graph takes.
    """

    records: Mapping[int | str, Sequence[Record]]
    kinds: tuple[str, ...] = KINDS
    nearest: Nearest | None = None
    batch: int = 1
    look_back: int = 0
    _identity: list[str] = field(default_factory=list, repr=False, compare=False)

    @property
    def identity(self) -> str:
        """The version of the format, and a digest of the records and settings."""
        if not self._identity:
            told = [[str(turn), [raw_of(one) for one in found]] for turn, found in self.records.items()]
            self._identity.append(f"{VERSION} {digest([sorted(told), list(self.kinds)])[:16]}")
        return self._identity[0]

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn, from its records; all of them together see each other."""
        lines: list[Line] = []
        items: list[Item] = []
        unread: list[tuple[int, Refusal]] = []
        for place in range(window.start, len(window.turns)):
            for record in flat(self._records_of(window.turns[place])):
                self._read(record, window.turns[place], place, lines, items, unread)
        sheet = Sheet(window, (), tuple(lines), Known(), known)
        taken = reconciled(linked(items, sheet, self.kinds, typed=True), sheet, self.nearest)
        return [
            self._body(window, place, replace(taken, refused=(*unread, *taken.refused)))
            for place in range(window.start, len(window.turns))
        ]

    def _records_of(self, turn: Turn) -> Sequence[Record]:
        return (*self.records.get(turn.number, ()), *self.records.get(turn.id, ()))

    def _read(
        self,
        record: Record,
        turn: Turn,
        place: int,
        lines: list[Line],
        items: list[Item],
        unread: list[tuple[int, Refusal]],
    ) -> None:
        ref = f"{turn.number}.{sum(line.place == place for line in lines) + 1}"
        line = _line(record, turn, place, ref)
        if isinstance(line, str):
            unread.append((place, Refusal(raw_of(record), line)))
            return
        found = items_of(record, ref)
        if isinstance(found, str):
            unread.append((place, Refusal(raw_of(record), found)))
            return
        lines.append(line)
        items += found

    def _body(self, window: Window, place: int, taken: Taken) -> Body:
        claims = tuple(claim for at, claim in taken.claims if at == place)
        refused = tuple(refusal for at, refusal in taken.refused if at == place)
        status = Status.SUSPICIOUS if refused and not claims else None
        return body_of(window, place, self.identity, status=status, claims=claims, refused=refused)


def by_turn(records: Iterable[Record], last: int | str) -> dict[int | str, tuple[Record, ...]]:
    """Records sorted by the turn that each names under ``turn`` (number or id); those that name none are of ``last``."""
    sorted_out: dict[int | str, list[Record]] = {}
    for record in records:
        if not isinstance(record, Mapping):
            raise InvalidInputError(f"A record of a world IR is a JSON object, not {record!r}.")
        turn = record.get("turn", last)
        number = int(turn) if isinstance(turn, str) and turn.isdecimal() else turn
        if isinstance(number, bool) or not isinstance(number, int | str):
            raise InvalidInputError(f"A record's turn is a number or an id, not {turn!r}.")
        sorted_out.setdefault(number, []).append(record)
    return {turn: tuple(found) for turn, found in sorted_out.items()}


def read_world_ir(
    ledger: Ledger,
    views: Views,
    tip: str,
    records: Iterable[Record],
    *,
    kinds: Collection[str] = KINDS,
    nearest: Nearest | None = None,
) -> Extracted:
    """Let records count as the reading of their turns on the line to ``tip``; other turns keep the reading they have.

    Records that name no turn are of the last one. A turn whose records were taken before is left as it is.

    Raises:
        InvalidInputError: something is no record, or a record's turn neither a number nor an id.
        TurnNotFoundError: a record's turn is not on the line.
    """
    line = ledger.line(tip)
    places = {stem.id: place for place, stem in enumerate(line)} | {
        stem.number: place for place, stem in enumerate(line)
    }
    sorted_out = by_turn(records, line[-1].number if line else 0)
    missing = [turn for turn in sorted_out if turn not in places]
    if missing:
        raise TurnNotFoundError(f"No turn {missing[0]!r} on this line: it has {len(line)} turns.")
    by_place: dict[int, list[Record]] = {}
    for turn, found in sorted_out.items():
        by_place.setdefault(places[turn], []).extend(found)
    reports: list[Extracted] = []
    for place in sorted(by_place):
        extractor = WorldIr({line[place].id: by_place[place]}, tuple(kinds), nearest)
        if _counts(ledger, line[place].id) != extractor.identity:
            stretch = Stretch(place, place + 1)
            reports.append(read_again(ledger, views, tip, extractor, stretch))
    return _together(reports)


def _counts(ledger: Ledger, turn: str) -> str:
    """The identity of the extractor whose reading counts for a turn."""
    body = ledger.selected(turn).get(READER, "")
    found = ledger.bodies([body]) if body else {}
    return found[body].extractor if body in found else ""


def _together(reports: Sequence[Extracted]) -> Extracted:
    reasons: Counter[str] = Counter()
    for report in reports:
        reasons.update(report.reasons)
    return Extracted(
        read=sum(one.read for one in reports),
        claims=sum(one.claims for one in reports),
        refused=sum(one.refused for one in reports),
        failed=sum(one.failed for one in reports),
        empty=sum(one.empty for one in reports),
        suspicious=sum(one.suspicious for one in reports),
        reasons=dict(reasons),
    )


def _line(record: Record, turn: Turn, place: int, ref: str) -> Line | str:
    """The words of a turn that a record rests on, or why it rests on none."""
    text = turn.normal
    quote = record.get("quote")
    if quote:
        words = normal_text(str(quote))
        start = text.find(words)
        if start < 0 or not words:
            return "its quote is not in the turn"
        return Line(ref, place, start, start + len(words), words, turn.speaker)
    names = _names(record)
    for line in lines_of(turn, place) if names else ():
        if all(occurs(name, line.text) for name in names):
            return replace(line, ref=ref)
    return Line(ref, place, 0, len(text), text, turn.speaker)


def _names(record: Record) -> tuple[str, ...]:
    try:
        return names_in(record)
    except TypeError:
        return ()
