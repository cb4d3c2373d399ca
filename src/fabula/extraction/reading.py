"""Reading a line: which turns still have to be read, in what windows, and what becomes of the answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabula.claims.canonical import digest
from fabula.claims.codec import claim_to_json
from fabula.claims.statements import Quote
from fabula.extraction.reader import Extractor, Window
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.view import View
from fabula.ledger.ids import body_id
from fabula.ledger.records import Binding, Body, Changes, Refusal, Selection, Status, Stem, Turn

PLAIN = "rules/"
"""Extractors whose identity starts so read without a model; they only fill gaps, and models read over them."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring turns of a line that are still to be read: places ``first`` up to ``last``, excluded."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Extracted:
    """What came of an extraction: how many turns were read, how many taken from earlier readings.

    ``bodies`` are those that count now, by turn id, for the turns that were touched.
    """

    read: int = 0
    reused: int = 0
    claims: int = 0
    refused: int = 0

    def plus(self, bodies: Sequence[Body], *, reused: bool = False) -> "Extracted":
        """The report with some more bodies in it."""
        count = len(bodies)
        return Extracted(
            self.read + (0 if reused else count),
            self.reused + (count if reused else 0),
            self.claims + sum(len(body.claims) for body in bodies),
            self.refused + sum(len(body.refused) for body in bodies),
        )


def stretches(readers: Sequence[str], extractor: Extractor) -> tuple[Stretch, ...]:
    """The parts of a line that this extractor has to read: gaps, and for a model what only rules have read.

    ``readers`` gives, for each turn of the line, the identity of the extractor whose reading counts,
    empty for a turn that nobody has read.
    """
    fills_gaps = extractor.identity.startswith(PLAIN)
    found: list[Stretch] = []
    for place, reader in enumerate(readers):
        if reader == extractor.identity or (reader and fills_gaps):
            continue
        if found and found[-1].last == place:
            found[-1] = Stretch(found[-1].first, place + 1)
        else:
            found.append(Stretch(place, place + 1))
    return tuple(found)


def windows(
    turns: Mapping[int, Turn], stretch: Stretch, extractor: Extractor
) -> Iterator[tuple[int, Window]]:
    """The windows that cover a stretch, each with the place of its first fresh turn. Purged turns end one."""
    place = stretch.first
    while place < stretch.last:
        if turns[place].purged:
            place += 1
            continue
        end = place + 1
        while end < min(place + extractor.batch, stretch.last) and not turns[end].purged:
            end += 1
        start = max(place - extractor.look_back, 0)
        yield place, Window(tuple(turns[at] for at in range(start, end)), place - start)
        place = end


def same_again(window: Window, extractor: Extractor) -> tuple[str, ...]:
    """The ids that the bodies of a window have if its words were read before, here or on another branch."""
    read = [(turn.speaker, turn.key) for turn in window.turns]
    places = range(window.start, len(window.turns))
    return tuple(body_id(read, at, extractor.identity, 1) for at in places)


def with_true_quotes(window: Window, bodies: Sequence[Body]) -> tuple[Body, ...]:
    """The bodies without claims whose quoted words do not stand where they are said to: those are refused."""
    texts = [turn.normal for turn in window.turns]
    return tuple(_with_true_quotes(texts, body) for body in bodies)


def _with_true_quotes(texts: Sequence[str], body: Body) -> Body:
    untrue = [
        claim for claim in body.claims if not all(_stands(texts, body.back, one) for one in claim.evidence)
    ]
    if not untrue:
        return body
    reasons = tuple(Refusal(str(claim_to_json(claim)), "its quote is not in the turn") for claim in untrue)
    claims = tuple(claim for claim in body.claims if claim not in untrue)
    status = Status.SUSPICIOUS if body.status is Status.OK and not claims else body.status
    return replace(body, claims=claims, refused=(*body.refused, *reasons), status=status)


def _stands(texts: Sequence[str], at: int, quote: Quote) -> bool:
    place = at - quote.back
    return (
        0 <= place < len(texts) and texts[place][quote.start : quote.end] == quote.text and quote.start >= 0
    )


def another_attempt(window: Window, bodies: Sequence[Body], attempt: int) -> tuple[Body, ...]:
    """The bodies of a deliberate re-reading, under ids of their own."""
    read = [(turn.speaker, turn.key) for turn in window.turns]
    return tuple(
        replace(body, attempt=attempt, id=body_id(read, body.back, body.extractor, attempt))
        for body in bodies
    )


def attached(window: Window, bodies: Sequence[Body], before: Mapping[str, str | None]) -> Changes:
    """What to write so that bodies count for the fresh turns of a window; ``before`` says what counted."""
    run = digest([body.id for body in bodies])
    pairs = list(zip(window.fresh, bodies, strict=True))
    return Changes(
        bodies=tuple(bodies),
        bindings=tuple(Binding(turn.id, body.id, run) for turn, body in pairs),
        selections=tuple(Selection(turn.id, body.id, before.get(turn.id)) for turn, body in pairs),
    )


def grown(view: View, line: Sequence[Stem], place: int, body: Body) -> View:
    """The view after one more turn, as the reader knows it while its answers are not yet written."""
    stem = line[place]
    told = TurnClaims(stem, (body,), (), lambda back: line[max(place - back, 0)])
    return replace(
        view, turn=stem.id, number=stem.number, state=fold_turn(view.state, told, view.rules, view.table)
    )
