"""Reading turns: in what windows, under what ids, and what becomes of the answers."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from fabula.claims.canonical import digest
from fabula.claims.codec import claim_to_json
from fabula.claims.statements import Quote
from fabula.extraction.reader import Extractor, Window
from fabula.extraction.readings import is_good, is_unanswered
from fabula.extraction.remaining import Stretch
from fabula.extraction.spending import NO_USAGE, cost_of
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.memo import digest_after, ground_of
from fabula.graph.view import View
from fabula.ledger.ids import body_id
from fabula.ledger.records import READER, Binding, Body, Changes, Refusal, Selection, Status, Turn
from fabula.models.chat import Usage


@dataclass(frozen=True, slots=True)
class Extracted:
    """What came of an extraction: how many turns were read, how many taken from earlier readings.

    ``failed`` turns got no reading (to ``unanswered`` of them no answer came), ``empty`` ones say nothing to the reader, ``suspicious`` ones should have.
    ``calls`` and ``tokens`` are what this run spent. ``reasons`` counts the ``refused`` items by reason. ``left`` is
    how many turns still wait, and ``stopped`` why the run ended before them: a cap, a schedule or trouble, whose
    error code is in ``trouble``.
    """

    read: int = 0
    reused: int = 0
    claims: int = 0
    refused: int = 0
    failed: int = 0
    empty: int = 0
    suspicious: int = 0
    usage: Usage = NO_USAGE
    reasons: Mapping[str, int] = field(default_factory=dict)
    left: int = 0
    stopped: str = ""
    trouble: str = ""
    unanswered: int = 0

    @property
    def calls(self) -> int:
        """How many calls of a model the run made."""
        return self.usage.calls

    @property
    def tokens(self) -> int:
        """How many tokens the run spent, read and written."""
        return self.usage.tokens

    def plus(self, bodies: Sequence[Body], *, reused: bool = False) -> "Extracted":
        """The report with some more bodies in it."""
        good = [body for body in bodies if is_good(body)]
        reasons = dict(self.reasons)
        items = [one for body in bodies for one in body.refused if one.item]
        for reason in (one.reason for one in items):
            reasons[reason] = reasons.get(reason, 0) + 1
        return replace(
            self,
            read=self.read + (0 if reused else len(good)),
            reused=self.reused + (len(good) if reused else 0),
            claims=self.claims + sum(len(body.claims) for body in bodies),
            refused=self.refused + len(items),
            failed=self.failed + len(bodies) - len(good),
            empty=self.empty + sum(body.status is Status.EMPTY for body in bodies),
            suspicious=self.suspicious + sum(body.status is Status.SUSPICIOUS for body in bodies),
            usage=self.usage if reused else self.usage + cost_of(bodies),
            reasons=reasons,
        )


def window_of(turns: Mapping[int, Turn], part: Stretch, look_back: int) -> Window:
    """The window that shows a stretch as fresh turns, after as many others as the look-back takes."""
    start = max(part.first - look_back, 0)
    return Window(tuple(turns[at] for at in range(start, part.last)), part.first - start)


def windows(
    turns: Mapping[int, Turn], part: Stretch, extractor: Extractor, alone: AbstractSet[int] = frozenset()
) -> Iterator[Stretch]:
    """The stretches to show at once that cover one. Purged turns end one; those in ``alone`` are one each."""
    place = part.first
    while place < part.last:
        if turns[place].purged:
            place += 1
            continue
        end = place + 1
        most = place + (1 if place in alone else extractor.batch)
        while end < min(most, part.last) and not turns[end].purged and end not in alone:
            end += 1
        yield Stretch(place, end)
        place = end


def halves(part: Stretch) -> tuple[Stretch, Stretch]:
    """A stretch of several turns in two."""
    middle = (part.first + part.last) // 2
    return Stretch(part.first, middle), Stretch(middle, part.last)


def ids_of(window: Window, extractor: str, attempt: int) -> tuple[str, ...]:
    """The ids of a window's bodies at one attempt, wherever its words were read: here or on another branch."""
    read = [(turn.speaker, turn.key) for turn in window.turns]
    places = range(window.start, len(window.turns))
    return tuple(body_id(read, at, extractor, attempt) for at in places)


def as_attempt(window: Window, bodies: Sequence[Body], attempt: int) -> tuple[Body, ...]:
    """The bodies under the ids of one attempt."""
    read = [(turn.speaker, turn.key) for turn in window.turns]
    return tuple(
        replace(body, attempt=attempt, id=body_id(read, body.back, body.extractor, attempt))
        for body in bodies
    )


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


def counts_over(body: Body, before: Body | None) -> bool:
    """Whether a new reading counts from now on where ``before`` counted.

    A failed one never takes the place of a good one, nor does one that found nothing where it should have, nor
    one that got no answer the place of one that got a useless one.
    """
    if before is None:
        return True
    if not is_good(before):
        return not is_unanswered(body) or is_unanswered(before)
    return is_good(body) and (body.status is not Status.SUSPICIOUS or before.status is Status.SUSPICIOUS)


def attached(turns: Sequence[Turn], bodies: Sequence[Body], before: Mapping[str, Body]) -> Changes:
    """What to write so that bodies are bound to turns and count where they may; ``before`` says what counted."""
    run = digest([body.id for body in bodies])
    pairs = list(zip(turns, bodies, strict=True))
    return Changes(
        bodies=tuple(bodies),
        bindings=tuple(Binding(turn.id, body.id, run) for turn, body in pairs),
        selections=tuple(_selections(pairs, before)),
    )


def _selections(pairs: Sequence[tuple[Turn, Body]], before: Mapping[str, Body]) -> Iterator[Selection]:
    for turn, body in pairs:
        counting = before.get(turn.id)
        if counting is None:
            yield Selection(turn.id, body.id)
        elif counting.id != body.id and counts_over(body, counting):
            yield Selection(turn.id, body.id, counting.id)


def grown(view: View, told: TurnClaims) -> View:
    """The view after one more turn, as the reader knows it while its answers are not yet written.

    The one body of ``told`` is the reading that counts for the turn, if any does.
    """
    stem, selected = told.stem, {READER: told.bodies[0].id} if told.bodies else {}
    above = view.digest or ground_of(view.rules)
    return replace(
        view,
        turn=stem.id,
        number=stem.number,
        digest=digest_after(above, stem.id, selected, told.acts),
        state=fold_turn(view.state, told, view.rules, view.table),
    )
