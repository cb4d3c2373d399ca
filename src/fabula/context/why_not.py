"""Why something did not come into a context: one plain answer for each fact, turn or person that is meant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fabula.claims.statements import Retraction
from fabula.claims.text import name_key
from fabula.context.frame import Frame
from fabula.context.receipt import Receipt, Row
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.versions import versions_of
from fabula.graph.view import View
from fabula.recall.facts import index_facts
from fabula.recall.scope import Given
from fabula.recall.standpoint import Standpoint
from fabula.recall.turns import TurnIndex
from fabula.recall.words import Passage

Reason: TypeAlias = Literal[
    "kept",
    "not known",
    "not yet told",
    "superseded",
    "unknown to pov",
    "retracted",
    "budget",
    "visible",
    "repeated",
    "limit",
    "model",
    "not found",
]
"""Why something is not there, or that it is (``kept``)."""

MOST_ANSWERS = 12
_SHORTEST_ID = 4

_BECAUSE: dict[str, Reason] = {
    "budget": "budget",
    "visible": "visible",
    "repeated": "repeated",
    "model": "model",
}
_SAID: dict[Reason, str] = {
    "budget": "It was chosen with a score of {score} and cut, as the budget of {budget} tokens was used.",
    "visible": "The model sees the words it rests on anyway, in the latest {visible} turns.",
    "repeated": "Another line says the same.",
    "model": "The model that was asked to choose did not choose it.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one thing that was asked for. ``kind`` is ``fact``, ``turn`` or ``text``, if nothing fits.

    ``score`` and ``rank`` (from 1) are those of the recall, 0 where it did not rank it.
    """

    kind: str
    id: str
    text: str
    reason: Reason
    said: str
    score: int = 0
    rank: int = 0


def why_not(asked: str, receipt: Receipt, *, then: View, now: View, turns: TurnIndex) -> tuple[Answer, ...]:
    """What became of a fact (id or words), a turn (id, #number or words) or all that is told of a name.

    ``then`` is the view that the context was made in, ``now`` one that may know more, ``turns`` the index of
    the line of ``now``. At most twelve answers, what came into the context last.
    """
    asking = _Asking(receipt, then, now, turns)
    facts = [asking.fact(fact) for fact in _facts(asked, now)]
    gone = [fact for fact in _facts(asked, then) if not _is_told(fact, now)]
    taken_back = [fact for fact in _taken_back(now) if _means(asked, fact, now)]
    facts += [asking.retracted(fact) for fact in {fact.id: fact for fact in (*gone, *taken_back)}.values()]
    told = [asking.turn(number) for number in _numbers(asked, turns)]
    answers = sorted((*facts, *told), key=lambda one: (one.reason == "kept", -one.score, one.kind, one.id))
    nothing = Answer(
        "text", "", asked, "not known", "Nothing of the kind was told, as far as it has been read."
    )
    return tuple(answers[:MOST_ANSWERS]) or (nothing,)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What is asked of one receipt."""

    receipt: Receipt
    then: View
    now: View
    turns: TurnIndex

    def fact(self, fact: Fact) -> Answer:
        """What became of a fact."""
        text = phrase(fact, self.now)
        rows = self._rows("fact", fact.id)
        told = self._of_rows(rows)
        reason, said = told or self._of_fact(fact)
        version = self._version(fact)
        if told and reason == "limit" and version and not self.then.holds(version):
            reason, said = "superseded", f"{self._of_fact(fact)[1]} {said}"
        return Answer("fact", fact.id, text, reason, said, *_ranked(rows))

    def retracted(self, fact: Fact) -> Answer:
        """What became of a fact that was taken back."""
        rows = self._rows("fact", fact.id)
        told = self._of_rows(rows)
        since = f" after turn {self.receipt.number}" if self._version(fact) else ""
        said = f"It was told in turn {fact.opened} and was taken back{since}."
        kept = told if told and told[0] == "kept" else None
        reason, said = kept or ("retracted", said)
        return Answer("fact", fact.id, phrase(fact, self.now), reason, said, *_ranked(rows))

    def turn(self, number: int) -> Answer:
        """What became of the turn with this number."""
        passage = self.turns.passage(number)
        identity, text = (passage.id, passage.text) if passage else ("", "")
        rows = self._rows("turn", identity)
        late = f"It was told in turn {number}, and the context stands at turn {self.receipt.number}."
        missing = self._unfound()
        if number > self.receipt.number:
            missing = "not yet told", late
        elif passage and self._pov and not self._hears(passage):
            missing = "unknown to pov", f"Nothing tells that {self._pov} was there to hear it."
        reason, said = self._of_rows(rows) or missing
        return Answer("turn", identity, f"#{number} {' '.join(text.split())}", reason, said, *_ranked(rows))

    def _rows(self, kind: str, identity: str) -> list[Row]:
        every = (*self.receipt.kept, *self.receipt.cut)
        return [row for row in every if (row.kind, row.id) == (kind, identity)]

    def _of_rows(self, rows: Sequence[Row]) -> tuple[Reason, str] | None:
        if not rows:
            return None
        row = rows[0]
        if not row.why:
            return "kept", f"It is there, in the section {row.section}{', cut short' if row.clipped else ''}."
        if row.why in _BECAUSE:
            reason = _BECAUSE[row.why]
            return reason, _SAID[reason].format(
                score=_thousandths(row.score), budget=self.receipt.budget, visible=self.receipt.visible
            )
        limit = self.receipt.scope.get("limit", "")
        place = f"number {row.rank}" if row.rank else "too late"
        beyond = f", and {limit} were asked for" if limit else ""
        return "limit", f"The recall ranked it {place} with a score of {_thousandths(row.score)}{beyond}."

    def _of_fact(self, fact: Fact) -> tuple[Reason, str]:
        version = self._version(fact)
        if version is None:
            at = f"the context stands at turn {self.receipt.number}"
            return "not yet told", f"It was told in turn {fact.opened}, and {at}."
        here = self._frame.standpoint(self.then, self.turns) if self._pov else None
        if self._pov and (here is None or not here.sees(version)):
            return "unknown to pov", f"Nothing tells that {self._pov} can know it."
        if not self.then.holds(version):
            return "superseded", _ended(version, self.then)
        return self._unfound()

    def _version(self, fact: Fact) -> Fact | None:
        slot = self.then.state.slots.get(fact.slot)
        return next((one for one in slot.versions if one.id == fact.id), None) if slot else None

    @property
    def _pov(self) -> str:
        return str(self.receipt.scope.get("pov", ""))

    @property
    def _frame(self) -> Frame:
        return Frame(pov=self._pov, strict=bool(self.receipt.scope.get("strict")))

    def _hears(self, passage: Passage) -> bool:
        entity = self.then.resolve(self._pov)
        if entity is None:
            return False
        given = Given(knower=entity.id, strict=self._frame.strict)
        return Standpoint(self.then, index_facts(self.then, self.turns.shelf), given).hears(passage)

    def _unfound(self) -> tuple[Reason, str]:
        ranked = sum(row.rank > 0 for row in (*self.receipt.kept, *self.receipt.cut))
        return "not found", f"The recall did not find it for this cue among the {ranked} that it ranked."


def _facts(asked: str, view: View) -> Iterator[Fact]:
    """What an id, a name or words mean: one fact, all about somebody, or all whose sentence says the words."""
    if len(asked) >= _SHORTEST_ID and (fact := view.fact(asked)) is not None:
        yield fact
    elif (entity := view.resolve(asked)) is not None:
        yield from view.about(entity.id)
    else:
        wanted = name_key(asked)
        yield from (fact for fact in view.told() if wanted and wanted in name_key(phrase(fact, view)))


def _means(asked: str, fact: Fact, view: View) -> bool:
    """Whether an id, a name or words mean this fact."""
    if len(asked) >= _SHORTEST_ID and fact.id.startswith(asked):
        return True
    entity = view.resolve(asked)
    if entity is not None:
        return entity.id in (fact.subject, fact.object, fact.holder)
    wanted = name_key(asked)
    return bool(wanted) and wanted in name_key(phrase(fact, view))


def _taken_back(view: View) -> Iterator[Fact]:
    """The versions of slots as they would stand if nothing had been retracted, of those that do not stand."""
    for key, slot in sorted(view.state.slots.items()):
        told = list(slot.told)[::-1]
        kept = [entry for entry in told if not isinstance(entry.claim, Retraction)]
        if len(kept) < len(told):
            stand = {version.id for version in slot.versions}
            yield from (one for one in versions_of(key, kept) if one.id not in stand)


def _is_told(fact: Fact, view: View) -> bool:
    slot = view.state.slots.get(fact.slot)
    return slot is not None and any(one.id == fact.id for one in slot.versions)


def _numbers(asked: str, turns: TurnIndex) -> Iterator[int]:
    """The numbers of the turns that a number, the start of an id, or words mean."""
    plain = asked.strip().removeprefix("#")
    if plain.isdecimal() and 0 < int(plain) <= len(turns):
        yield int(plain)
        return
    wanted = name_key(asked)
    for number in range(1, len(turns) + 1):
        passage = turns.passage(number)
        if passage and wanted:
            is_named = len(plain) >= _SHORTEST_ID and passage.id.startswith(plain)
            if is_named or wanted in name_key(passage.text):
                yield number


def _ended(fact: Fact, view: View) -> str:
    until = f"It held until turn {fact.closed}" if fact.closed is not None else "It does not hold here"
    slot = view.state.slots.get(fact.slot)
    after = next((one for one in slot.versions if view.holds(one)), None) if slot else None
    return (
        f"{until}; since then: {phrase(after, view)}."
        if after
        else f"{until}, and was not found for this cue."
    )


def _ranked(rows: Sequence[Row]) -> tuple[int, int]:
    return (rows[0].score, rows[0].rank) if rows else (0, 0)


def _thousandths(score: int) -> str:
    return f"{score / 1000:.3f}"
