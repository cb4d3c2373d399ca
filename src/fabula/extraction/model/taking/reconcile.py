"""What becomes of linked items beside what is known: repeated, corrected, superseded, disputed, ended or new.

Every claim is folded as soon as it is written, so each item meets what those before it said. What no item speaks
of is left alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from fabula.claims.statements import Assertion, Claim, Retraction, Termination
from fabula.errors import AmbiguousNameError, EntityNotFoundError, InvalidInputError
from fabula.extraction.model.items import Change, ItemKind
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.model.taking.claims_of import (
    assertion_of,
    retraction_of,
    scene_of,
    taking_back,
    termination_of,
)
from fabula.extraction.model.taking.concepts import concept_key, story_keys
from fabula.extraction.model.taking.corrections import takes_back
from fabula.extraction.model.taking.link import Linked, LinkedItem, shown
from fabula.extraction.model.taking.near import same_words, says_the_same
from fabula.extraction.model.taking.placing import after
from fabula.graph.authoring import fact_like
from fabula.graph.facts import Fact
from fabula.graph.predicates import Meaning
from fabula.graph.relation_attributes import MARK
from fabula.graph.slots import slot_key
from fabula.graph.statements import meaning_of
from fabula.graph.view import View
from fabula.ledger.records import Refusal
from fabula.models.nearness import Nearest

_MOST_OTHERS = 24


@dataclass(frozen=True, slots=True)
class Taken:
    """Claims and refusals, each with the place of its turn in the window; claims in the order of the telling."""

    claims: tuple[tuple[int, Claim], ...] = ()
    refused: tuple[tuple[int, Refusal], ...] = ()


def reconciled(linked: Linked, sheet: Sheet, nearest: Nearest | None = None) -> Taken:
    """The claims that an answer comes to, each checked against its slot as it stands by then.

    The same again is written as the known value, so that the fold adds evidence and no version; "no, the left
    hand" takes the old value back; another value supersedes within its slot alone; what a model calls a
    contradiction, or another value of what does not change, stands beside the old one, disputed. ``nearest`` finds
    texts that mean the same; without it only texts of the same words do.
    """
    return _Reconciling(sheet, nearest).over(linked)


@dataclass(slots=True)
class _Reconciling:
    """One answer under way: the view grows with each claim; ``before`` is the view before the turn under way."""

    sheet: Sheet
    nearest: Nearest | None
    view: View = field(init=False)
    before: View = field(init=False)
    keys: set[str] = field(default_factory=set)
    place: int = -1
    told: list[Claim] = field(default_factory=list)
    claims: list[tuple[int, Claim]] = field(default_factory=list)
    refused: list[tuple[int, Refusal]] = field(default_factory=list)

    def over(self, linked: Linked) -> Taken:
        self.view = self.before = self.sheet.view
        self.keys = story_keys(self.view)
        self.refused += linked.refused
        places = {one.place for one in linked.items}
        places |= {place for place, _ in (*linked.entities, *linked.identities)}
        for place in sorted(places):
            self._turn(place, linked)
        return Taken(tuple(self.claims), tuple(sorted(self.refused, key=lambda one: one[0])))

    def _turn(self, place: int, linked: Linked) -> None:
        self.before, self.place, self.told = self.view, place, []
        for at, entity in linked.entities:
            if at == place:
                self._write(entity)
        for item in (one for one in linked.items if one.place == place):
            self._take(item)
        for at, identity in linked.identities:
            if at == place:
                self._write(identity)

    def _take(self, item: LinkedItem) -> None:
        try:
            for claim in self._claims(item):
                self._write(claim)
        except (InvalidInputError, EntityNotFoundError, AmbiguousNameError) as error:
            self._refuse(item, str(error))

    def _write(self, claim: Claim) -> None:
        if claim in self.told:
            return
        self.told.append(claim)
        self.claims.append((self.place, claim))
        if isinstance(claim, Assertion):
            self.keys.add(self._meaning(claim).predicate.name)
        self.view = after(self.before, self.sheet, self.place, self.told)

    def _refuse(self, item: LinkedItem, reason: str) -> None:
        self.refused.append((item.place, Refusal(item.item.raw or shown(item.item), reason)))

    # what an item comes to

    def _claims(self, item: LinkedItem) -> Sequence[Claim]:
        if item.item.kind is ItemKind.SCENE:
            return (scene_of(item),)
        predicate = concept_key(item.item.predicate, self._id(item.item.name), self.view, self.keys)
        if item.item.kind is ItemKind.FACT:
            return self._news(item, assertion_of(item, predicate, self.view.table))
        return self._over(item, predicate)

    def _over(self, item: LinkedItem, predicate: str) -> Sequence[Claim]:
        """An ending or a taking back, of something that is there to end or to take back."""
        is_end = item.item.kind is ItemKind.END
        claim = termination_of(item, predicate) if is_end else retraction_of(item, predicate)
        if fact_like(self.view, claim, current=is_end) is not None:
            return (claim,)
        worded = self._as_known(claim, current=is_end)
        if worded is None:
            self._refuse(item, "nothing like that holds" if is_end else "nothing like that was ever told")
            return ()
        return (worded,)

    def _as_known(self, claim: Termination | Retraction, *, current: bool) -> Termination | Retraction | None:
        """The claim with its text as the story has it, where that has the same words or means the same."""
        open_ended = replace(claim, value="")
        fact = fact_like(self.view, open_ended, current=current) if claim.value else None
        if fact is None or not self._same_text(claim.value, fact.value, fact):
            return None
        return replace(claim, value=fact.value)

    def _news(self, item: LinkedItem, claim: Assertion) -> Sequence[Claim]:
        held = self._held(claim)
        same = next((fact for fact in held if self._is_same_end(claim, fact)), None)
        if same is not None:
            return (self._again(item, replace(claim, value=same.value), same),)
        wrong = self._wrong(item, claim, held)
        if wrong:
            return (*(taking_back(fact, self._names(fact), item) for fact in wrong), claim)
        if held and not claim.past and self._disagrees(item, claim):
            return (replace(claim, contradicts=True),)
        return (claim,)

    def _again(self, item: LinkedItem, claim: Assertion, fact: Fact) -> Assertion:
        """What is known, told again: only another strength, or a sentence that says more, is a version of its own."""
        if item.item.change is Change.SAME:
            return replace(claim, strength=None, fact="")
        is_stronger = claim.strength not in (None, fact.strength)
        if is_stronger or not claim.fact or not self._adds_nothing(claim, fact):
            return claim
        return replace(claim, fact="")

    def _adds_nothing(self, claim: Assertion, fact: Fact) -> bool:
        """Whether a sentence is but another wording: of the old one, or of what the table says by itself."""
        if fact.sentence:
            return self._same_text(claim.fact, fact.sentence, fact)
        return bool(self._meaning(claim).predicate.english)

    def _wrong(self, item: LinkedItem, claim: Assertion, held: Sequence[Fact]) -> Sequence[Fact]:
        """The facts that a correction takes back; one that no words speak of is no correction."""
        if item.item.change is not Change.CORRECTION or not takes_back(item.spot.text, self.sheet.language):
            return ()
        named = self.view.fact(item.fact.id) if item.fact else None
        if named is not None and named.is_current and self._shares_an_end(claim, named):
            return (named,)
        return tuple(held)

    def _disagrees(self, item: LinkedItem, claim: Assertion) -> bool:
        is_lasting = self._meaning(claim).predicate.lasting and not claim.attribute
        return item.item.change is Change.CONTRADICTS or is_lasting

    # what is known

    def _meaning(self, claim: Assertion) -> Meaning:
        return meaning_of(self.view.table, claim)

    def _held(self, claim: Assertion) -> tuple[Fact, ...]:
        """The versions that hold in a claim's slot."""
        meaning = self._meaning(claim)
        ends = self._id(claim.subject), self._id(claim.object)
        ordered = ends[::-1] if meaning.reversed else ends
        attribute = self.view.table.attribute(claim.attribute)
        holder = self._id(claim.holder)
        key = slot_key(holder, claim.modality.value, meaning.predicate, ordered, attribute)
        slot = self.view.state.slots.get(key)
        return tuple(fact for fact in slot.versions if fact.is_current) if slot else ()

    def _is_same_end(self, claim: Assertion, fact: Fact) -> bool:
        predicate = self._meaning(claim).predicate.name
        if fact.predicate.partition(MARK)[0] != predicate:
            return False
        if claim.value:
            return claim.value == fact.value or self._same_text(claim.value, fact.value, fact)
        ends = {self._id(claim.subject), self._id(claim.object)}
        return ends == {fact.subject, fact.object}

    def _shares_an_end(self, claim: Assertion, fact: Fact) -> bool:
        is_same_kind = fact.predicate.partition(MARK)[0] == self._meaning(claim).predicate.name
        ends = {self._id(claim.subject), self._id(claim.object)} - {""}
        return is_same_kind and bool(ends & {fact.subject, fact.object})

    def _same_text(self, text: str, known: str, fact: Fact) -> bool:
        if same_words(text, known):
            return True
        if self.nearest is None:
            return False
        return says_the_same(
            text, known, self._others(fact, is_sentence=known == fact.sentence), self.nearest
        )

    def _others(self, fact: Fact, *, is_sentence: bool) -> tuple[str, ...]:
        """Texts of the story that say something else: the measure of how near is near for a model."""
        reading: Callable[[Fact], str] = (
            (lambda one: one.sentence) if is_sentence else (lambda one: one.value)
        )
        found = (reading(one) for one in self._elsewhere(fact.slot.subject, fact))
        return tuple(dict.fromkeys(filter(None, found)))[:_MOST_OTHERS]

    def _elsewhere(self, subject: str, fact: Fact) -> Iterator[Fact]:
        yield from (one for one in self.view.about(subject) if one.slot != fact.slot)
        yield from (one for one in reversed(self.view.facts()) if one.subject != subject)

    def _id(self, name: str) -> str:
        entity = self.view.resolve(name) if name else None
        return entity.id if entity else ""

    def _names(self, fact: Fact) -> tuple[str, str, str]:
        subject, far, holder = (self._name(one) for one in (fact.subject, fact.object, fact.holder))
        return subject, far, holder

    def _name(self, identity: str) -> str:
        """How claims write an entity: by its name where nobody else bears it."""
        name = self.view.name_of(identity) if identity else ""
        return name if len(self.view.bearers(name)) <= 1 else identity
