"""What has become of the turns of a line: which reading counts, what went wrong, what it cost. No turn is silent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fabula.extraction.spending import NO_USAGE, UNANSWERED, cost_of
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import READER, Body, Refusal, Status, Stem
from fabula.models.chat import Usage

PLAIN = "rules/"
"""Extractors whose identity starts so read without a model; they only fill gaps, and models read over them."""

GOOD = frozenset([Status.OK, Status.EMPTY, Status.SUSPICIOUS])
"""The statuses of a reading that may count. One that failed stands in for it only while there is no other."""

_GRAVITY = (Status.SUSPICIOUS, Status.RATE_LIMITED, Status.FAILED, Status.QUARANTINED)


def is_good(body: Body | None) -> bool:
    """Whether a reading came off."""
    return body is not None and body.status in GOOD


def is_plain(body: Body | None) -> bool:
    """Whether it was made without a model."""
    return body is not None and body.extractor.startswith(PLAIN)


def is_unanswered(body: Body) -> bool:
    """Whether it failed because the endpoint gave no answer: that says nothing about the words."""
    return body.status is Status.RATE_LIMITED or bool(body.usage.get(UNANSWERED))


def failed_by_content(body: Body) -> bool:
    """Whether the endpoint answered and nothing could be made of it."""
    return body.status in {Status.FAILED, Status.QUARANTINED} and not is_unanswered(body)


@dataclass(frozen=True, slots=True)
class Made:
    """What has been made of one turn: the reading that counts, and every one that was made, with or without success."""

    counting: Body | None = None
    tried: tuple[Body, ...] = ()

    @property
    def shown(self) -> Body | None:
        """The reading whose status is that of the turn: a model's trouble is not hidden by what rules found."""
        if self.counting is None or (is_good(self.counting) and not is_plain(self.counting)):
            return self.counting
        tried = [body for body in self.tried if not is_plain(body)]
        if any(body.status in {Status.OK, Status.EMPTY} for body in tried):
            return self.counting
        return max(_troubles(tried), key=_gravity, default=self.counting)

    def tried_by(self, extractor: str) -> tuple[Body, ...]:
        """What one extractor has made of it."""
        return tuple(body for body in self.tried if body.extractor == extractor)


def _troubles(tried: Sequence[Body]) -> Iterable[Body]:
    """What went wrong; that no answer came is past where the same extractor got one."""
    answered = {body.extractor for body in tried if not is_unanswered(body)}
    return [
        body
        for body in tried
        if body.status in _GRAVITY and not (is_unanswered(body) and body.extractor in answered)
    ]


def _gravity(body: Body) -> tuple[int, int, str]:
    return _GRAVITY.index(body.status), body.attempt, body.id


def made_of(ledger: Ledger, turns: Iterable[str], *, under_rules: bool = True) -> Mapping[str, Made]:
    """What has been made of each of these turns, without claims and refusals.

    All of what was tried is told where a failed reading counts and, if asked for, where rules' reading does; a
    model's good reading is the last word.
    """
    selected = {turn: ledger.selected(turn).get(READER, "") for turn in turns}
    outlines = ledger.outlines(body for body in selected.values() if body)
    counting = {turn: outlines.get(body) for turn, body in selected.items()}
    open_to_doubt = [
        turn
        for turn, body in counting.items()
        if body and (not is_good(body) or (under_rules and is_plain(body)))
    ]
    tried = all_tried(ledger, open_to_doubt)
    return {turn: Made(body, tried.get(turn, (body,) if body else ())) for turn, body in counting.items()}


def all_tried(ledger: Ledger, turns: Iterable[str]) -> Mapping[str, tuple[Body, ...]]:
    """Every reading of each of these turns, by id, without claims and refusals."""
    wanted = tuple(turns)
    bound = ledger.bound(wanted) if wanted else {}
    outlines = ledger.outlines(body for bodies in bound.values() for body in bodies)
    return {
        turn: tuple(outlines[body] for body in bodies if body in outlines) for turn, bodies in bound.items()
    }


def statuses(ledger: Ledger, turns: Iterable[str]) -> tuple[Status, ...]:
    """How far the reading of each of these turns has come, in their order."""
    ledger.heads()  # what others have read meanwhile is seen as well
    wanted = tuple(turns)
    made = made_of(ledger, wanted)
    return tuple(shown.status if (shown := made[turn].shown) else Status.PENDING for turn in wanted)


@dataclass(frozen=True, slots=True)
class Reading:
    """How far the reading of one turn has come. ``turn`` is its id, ``number`` its place on the branch.

    ``extractor`` and ``claims`` are of the reading that counts; ``status``, ``refused`` and ``reason`` (why it
    is in trouble; ``is_unanswered``: no answer came) of the latest trouble, where there is one. ``usage`` and ``attempts`` cover all that was tried.
    """

    number: int
    turn: str
    status: Status = Status.PENDING
    extractor: str = ""
    claims: int = 0
    refused: tuple[Refusal, ...] = ()
    usage: Usage = NO_USAGE
    attempts: int = 0
    reason: str = ""
    is_unanswered: bool = False


def readings(ledger: Ledger, stems: Sequence[Stem]) -> tuple[Reading, ...]:
    """How far the reading of each of these turns has come, in their order."""
    made = made_of(ledger, [stem.id for stem in stems])
    tried = all_tried(ledger, made)
    wanted = {body.id for one in made.values() for body in (one.counting, one.shown) if body}
    whole = ledger.bodies(sorted(wanted))
    return tuple(_reading(stem, made[stem.id], tried.get(stem.id, ()), whole) for stem in stems)


def _reading(stem: Stem, made: Made, tried: tuple[Body, ...], whole: Mapping[str, Body]) -> Reading:
    if made.counting is None or made.shown is None:
        return Reading(stem.number, stem.id)
    counting, shown = whole[made.counting.id], whole[made.shown.id]
    return Reading(
        stem.number,
        stem.id,
        shown.status,
        counting.extractor if is_good(counting) else "",
        len(counting.claims),
        shown.refused,
        cost_of(tried),
        len(tried),
        _reason(shown),
        is_unanswered(shown),
    )


def _reason(body: Body) -> str:
    if body.status not in _GRAVITY:
        return ""
    if body.refused:
        return body.refused[-1].reason
    return "nothing was found in words that seem to tell something" if is_good(body) else ""
