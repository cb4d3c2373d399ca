"""What may stand in a context: facts, entities and quoted turns as lines, each with its section and score."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from fabula.claims.statements import NARRATOR, Modality
from fabula.context.fence import inert
from fabula.context.receipt import Row
from fabula.context.template import BEFORE, CLAIMED, PINNED, RELATIONS, STATE, TOLD, Template
from fabula.graph.facts import Fact, Standing
from fabula.graph.phrase import phrase
from fabula.graph.relation_attributes import MARK
from fabula.graph.view import View
from fabula.models.tokens import ESTIMATE, QUARTERS
from fabula.recall.hits import Hit, Recall
from fabula.recall.relations import ACTORS
from fabula.recall.turns import TurnIndex

FULL = 1000
BACKGROUND = 100
"""Scores in thousandths: what the author pinned and what sets the stable block right; what holds of the cast
and of those the cue names."""

FIRST, CHOSEN, BESIDE = range(3)
"""Groups of items: what must stand before all others, what was chosen, and what stands beside a chosen one."""

MOST_BACKGROUND = 60

MOST_OF_A_QUOTE = 40 * QUARTERS
"""How much of its words a thin fact brings along."""


# A tuple: a hundred of them are made for a request, each in a quarter of the time that a frozen class takes.
class Item(NamedTuple):
    """One candidate line. ``number`` is the turn that it is told in and orders lines within a section.

    ``place`` orders groups within a section, such as the people of the cast; ``rank`` is the recall's.
    No item of a later ``group`` takes the room of one of an earlier.
    """

    kind: str
    id: str
    score: int
    section: str
    line: str
    number: int = 0
    place: int = 0
    rank: int = 0
    fact: Fact | None = None
    group: int = CHOSEN

    @property
    def is_whole(self) -> bool:
        """Whether the line is told whole or not at all: a fact cut short would say something else."""
        return self.fact is not None

    @property
    def choosing(self) -> tuple[int, int, int, str, str]:
        """The key by which items are chosen: group by group, the better, the later, and then by their words."""
        return (self.group, -self.score, -self.number, self.line, self.id)

    @property
    def telling(self) -> tuple[int, int, str, str]:
        """The key by which lines stand: in the order of the story."""
        return (self.place, self.number, self.line, self.id)

    def row(self, *, clipped: bool = False, why: str = "") -> Row:
        """What the receipt says of it."""
        return Row(self.kind, self.id, self.section, self.score, clipped, why, self.rank)


def candidates(
    view: View, recall: Recall, turns: TurnIndex, known: Collection[str] | None = None
) -> tuple[Hit, ...]:
    """Everything that may be told: hits, pinned facts, the words that facts rest on, and who is there.

    ``known`` are the ids of the facts that hold as far as a point of view knows: then no other fact is
    brought in beside the hits, and no whole turn for one fact in it.
    """
    own = [*_pinned(view, known), *_other_sides(recall, view), *_background(view, recall, known)]
    words = _words_of(recall, turns) if known is None else ()
    allowed = (hit for hit in own if known is None or hit.id in known)
    chosen: dict[tuple[str, str], Hit] = {}
    for hit in (*recall.hits, *words, *allowed):
        before = chosen.get((hit.kind, hit.id))
        if before is None:
            chosen[hit.kind, hit.id] = hit
        elif before.score < hit.score:
            chosen[hit.kind, hit.id] = replace(hit, reasons=before.reasons)
    return tuple(chosen.values())


def item_of(
    hit: Hit,
    view: View,
    template: Template,
    visible: Collection[str] = (),
    *,
    known: Collection[str] | None = None,
) -> Item:
    """A hit as a line. A fact that is thin by itself brings its words, unless they are visible anyway.

    With ``known`` it is told as it stands for a point of view (see ``candidates``).
    """
    fact = hit.fact
    if fact is None:
        pattern = template.said if hit.speaker else template.turn
        line = pattern.format(number=hit.number, speaker=inert(hit.speaker), text=inert(hit.text))
    else:
        quote = _quote(fact, view, visible)
        line = line_of(fact, view, template, inert(hit.text), quote=quote, known=known)
    return Item(
        hit.kind,
        hit.id,
        hit.score,
        _section(fact, view, known),
        line,
        number=hit.number,
        fact=fact,
        group=FIRST if fact and fact.pinned else CHOSEN,
    )


def line_of(
    fact: Fact,
    view: View,
    template: Template,
    text: str,
    *,
    quote: str = "",
    known: Collection[str] | None = None,
) -> str:
    """A fact as a line, with what keeps it from being simply so; ``text`` and ``quote`` are inert."""
    said = template.quoted.format(text=text, quote=quote) if quote else text
    marks = "; ".join(_marks(fact, view, template, known))
    marks = marks and inert(marks)
    return template.marked.format(marks=marks, text=said) if marks else template.fact.format(text=said)


def is_visible(hit: Hit, visible: Collection[str]) -> bool:
    """Whether everything that it rests on stands in turns that the model sees anyway."""
    if hit.fact and (hit.fact.pinned or any(piece.act for piece in hit.fact.evidence)):
        return False
    return all(turn in visible for turn in hit.evidence_turns)


def fact_hit(fact: Fact, view: View, score: int) -> Hit:
    """A fact as a hit that no lane found."""
    text = phrase(fact, view)
    return Hit("fact", fact.id, score, text, fact=fact, turn=fact.opened_turn, number=fact.opened)


def _pinned(view: View, known: Collection[str] | None) -> Iterator[Hit]:
    yield from (fact_hit(fact, view, FULL) for fact in pinned_facts(view, known))


def pinned_facts(view: View, known: Collection[str] | None = None) -> tuple[Fact, ...]:
    """What the author pinned and holds, oldest first."""
    if not view.rules.pins:
        return ()
    subjects = dict.fromkeys(pin.subject for pin in view.rules.pins)
    found = {
        fact.id: fact
        for one in subjects
        for fact in view.about(one)
        if fact.pinned and is_held(fact, view, known)
    }
    return tuple(sorted(found.values(), key=lambda fact: (fact.opened, fact.place, fact.id)))


def is_held(fact: Fact, view: View, known: Collection[str] | None = None) -> bool:
    """Whether canon holds it where the view stands; with ``known``, as far as a point of view knows."""
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED and _holds(fact, view, known)


def _holds(fact: Fact, view: View, known: Collection[str] | None) -> bool:
    return view.holds(fact) if known is None else fact.id in known


def _background(view: View, recall: Recall, known: Collection[str] | None) -> Iterator[Hit]:
    """What holds of the cast on stage, of the place, and of whom the search set out from; the latest of it."""
    spoken_of = dict.fromkeys((*recall.starts, *view.stage.present, view.stage.place))
    facts = {fact.id: fact for one in spoken_of if one for fact in _held_of(one, view, known)}
    latest = sorted(facts.values(), key=lambda fact: -fact.opened)
    hits = [fact_hit(fact, view, BACKGROUND) for fact in _with_ties(latest, MOST_BACKGROUND)]
    yield from sorted(hits, key=lambda hit: (-hit.number, hit.text, hit.id))[:MOST_BACKGROUND]


def _held_of(identity: str, view: View, known: Collection[str] | None) -> Sequence[Fact]:
    if known is None:
        return view.held_of(identity)
    return [fact for fact in view.about(identity) if is_held(fact, view, known)]


def _with_ties(latest: Sequence[Fact], most: int) -> Sequence[Fact]:
    """So many of some facts, and those told in the same turn as the last of these."""
    if len(latest) <= most:
        return latest
    return [fact for fact in latest if fact.opened >= latest[most - 1].opened]


def _other_sides(recall: Recall, view: View) -> Iterator[Hit]:
    """What stands against a recalled fact: one side alone would pass for the truth."""
    for hit in recall.hits:
        fact = hit.fact
        slot = view.state.slots.get(fact.slot) if fact and fact.disputes else None
        for version in slot.versions if slot else ():
            if fact and version.id in fact.disputes:
                yield fact_hit(version, view, hit.score)


def _words_of(recall: Recall, turns: TurnIndex) -> Iterator[Hit]:
    """The turn that each recalled fact was told in last, at half of the fact's score."""
    for hit in recall.hits:
        quotes = [piece for piece in hit.fact.evidence if piece.quote] if hit.fact else []
        passage = turns.passage(quotes[-1].number) if quotes else None
        if passage and passage.id == quotes[-1].turn and passage.text:
            yield replace(
                hit,
                kind="turn",
                id=passage.id,
                score=hit.score // 2,
                text=passage.text,
                fact=None,
                turn=passage.id,
                number=passage.number,
                speaker=passage.speaker,
            )


def _marks(fact: Fact, view: View, template: Template, known: Collection[str] | None) -> Iterator[str]:
    """What keeps a fact from being simply so, of what a point of view knows."""
    is_open = known is not None and fact.id in known
    if fact.standing is not Standing.CURRENT and fact.closed is not None and not is_open:
        yield template.until.format(number=fact.closed)
    if any(known is None or other in known for other in fact.disputes):
        yield template.disputed
    if fact.holder != NARRATOR:
        yield template.believes.format(holder=view.name_of(fact.holder))
    if fact.modality is not Modality.ASSERTED:
        yield template.modalities[fact.modality.value]


def _section(fact: Fact | None, view: View, known: Collection[str] | None) -> str:
    if fact is None:
        return TOLD
    if fact.holder != NARRATOR or fact.modality is not Modality.ASSERTED:
        return CLAIMED
    if not _holds(fact, view, known):
        return BEFORE
    if fact.pinned:
        return PINNED
    ends = (view.state.entities.get(identity) for identity in (fact.subject, fact.object))
    return RELATIONS if all(end is not None and end.kind in ACTORS for end in ends) else STATE


def _quote(fact: Fact, view: View, visible: Collection[str]) -> str:
    """The words that a thin fact rests on last, unless the model sees them: it has no sentence and no known name."""
    if fact.sentence or fact.predicate.partition(MARK)[0] in view.table.known:
        return ""
    pieces = [piece for piece in fact.evidence if piece.quote and piece.turn not in visible]
    return ESTIMATE.clipped(inert(pieces[-1].quote), MOST_OF_A_QUOTE) if pieces else ""
