"""Who is meant: links the phrases of a turn to known names, and introduces whoever is new."""

from collections.abc import Container, Iterable, Mapping, Sequence

from fabula.claims.statements import MAX_NAME, EntityClaim, Identity, Quote
from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.rules.english_words import FEMALE, MALE, TITLES
from fabula.extraction.rules.findings import Phrase
from fabula.extraction.rules.parts import is_fuller, parts_of
from fabula.graph.entities import Entity, coarse_class
from fabula.graph.names import lead_of
from fabula.graph.view import View

_PERSON = "npc"
_THEY, _PAIR = 4, 2


class Cast:
    """The names of a view, and those that turns read since then have added. One for each window."""

    def __init__(self, known: View) -> None:
        self._view = known
        self._met: dict[str, dict[str, str]] = {}
        self._parts: dict[str, set[str]] | None = None
        self._entering: list[EntityClaim] = []
        self._joining: list[Identity] = []
        self._added: list[tuple[str, str]] = []

    def __contains__(self, key: str) -> bool:
        return key in self._met or key in self._view.state.names or self._is_given_name(key)

    def leads(self) -> Container[str] | None:
        """How the names begin that it knows (``fabula.graph.names.lead_of``); None if any word may begin one."""
        leads = self._view.state.leads
        return leads.update(map(lead_of, self._met)) if self._met else leads

    def class_of(self, name: str) -> str:
        """The coarse class of the one entity that is called so; empty for nobody, and for several classes."""
        key = name_key(name)
        classes = {coarse_class(entity.kind) for entity in self._view.bearers(name)} | set(
            self._met.get(key, {})
        )
        if not classes and self._by_part(name):
            return _PERSON
        return classes.pop() if len(classes) == 1 else _PERSON if _PERSON in classes else ""

    def name_for(self, phrase: Phrase, kind: str, evidence: tuple[Quote, ...]) -> str | None:
        """The name of the entity that a phrase means, introduced if it is new; None where that is not sure."""
        if len(phrase.text) > MAX_NAME or not name_key(phrase.text):
            return None
        wanted = coarse_class(kind)
        known = self._known(phrase.text, wanted)
        if known is not None:
            return known or None
        if wanted == _PERSON and len(self._index().get(name_key(phrase.text), ())) > 1:
            return None
        if wanted == _PERSON and (halves := self._halves(phrase.text)):
            self._enter(EntityClaim(halves[0], kind, aliases=(phrase.text,), evidence=evidence))
            self._joining.append(Identity(halves[0], halves[1], evidence))
            for name in (halves[1], phrase.text):
                self._met.setdefault(name_key(name), {})[_PERSON] = halves[0]
            self._parts = None
            return halves[0]
        if wanted == _PERSON and (full := self._by_part(phrase.text)):
            self._enter(EntityClaim(full, kind, aliases=(phrase.text,), evidence=evidence))
            return full
        self._enter(EntityClaim(phrase.text, kind, evidence=evidence))
        return phrase.text

    def who(self, phrase: Phrase) -> str:
        """What to call a phrase without introducing anybody: the known name, or the words themselves."""
        return self._known(phrase.text, _PERSON) or self._by_part(phrase.text) or phrase.text

    def stands(self, name: str, predicate: str) -> bool:
        """Whether the view knows something to hold now of the one thing that is called so."""
        bearers = [one for one in self._view.bearers(name) if coarse_class(one.kind) != _PERSON]
        return any(
            fact.is_current and not fact.holder and (fact.subject, fact.predicate) == (one.id, predicate)
            for one in bearers
            for fact in self._view.about(one.id)
        )

    def place_of(self, name: str) -> str:
        """Where the view has somebody now; empty if it does not say."""
        bearers = [one for one in self._view.bearers(name) if coarse_class(one.kind) == _PERSON]
        places = [
            self._view.name_of(fact.object)
            for one in bearers[:1]
            for fact in self._view.about(one.id)
            if fact.is_current
            and not fact.holder
            and fact.object
            and (fact.subject, fact.predicate) == (one.id, "located_in")
        ]
        return places[-1] if places else ""

    def call(self, name: str, alias: str, evidence: tuple[Quote, ...]) -> None:
        """Note that somebody goes by a further name."""
        if len(alias) > MAX_NAME or not name_key(alias):
            return
        self._enter(EntityClaim(name, aliases=(alias,), evidence=evidence))

    def entered(self) -> Sequence[EntityClaim | Identity]:
        """The introductions since the last call, in order, and the short names that turned out to be one person's."""
        entering: list[EntityClaim | Identity] = [*self._entering, *self._joining]
        self._entering, self._joining, self._added = [], [], []
        return entering

    def drop(self) -> None:
        """Forget the introductions since the last call of ``entered``: nothing was said of them after all."""
        for key, kind in self._added:
            del self._met[key][kind]
            if not self._met[key]:
                del self._met[key]
        self._entering, self._joining, self._added, self._parts = [], [], [], None

    def _known(self, name: str, wanted: str) -> str | None:
        """The name it is known by in a class; empty where several are, or it is known as something else.

        Of an entity's names it is the one that stands here: should two be one only by somebody's word, each
        keeps what was said of it.
        """
        bearers = self._view.bearers(name)
        fitting = [_spelled(entity, name) for entity in bearers if coarse_class(entity.kind) == wanted]
        met = self._met.get(name_key(name), {})
        if wanted in met:
            return met[wanted]
        if fitting:
            return fitting[0] if len(fitting) == 1 else ""
        return "" if (bearers or met) and wanted != "concept" else None

    def _enter(self, claim: EntityClaim) -> None:
        for name in (claim.name, *claim.aliases):
            key, kind = name_key(name), coarse_class(claim.kind)
            if kind not in self._met.get(key, {}):
                self._met.setdefault(key, {})[kind] = claim.name
                self._added.append((key, kind))
            if self._parts is not None and coarse_class(claim.kind) == _PERSON:
                _add_parts(self._parts, name, claim.name)
        self._entering.append(claim)

    def _is_given_name(self, key: str) -> bool:
        """Whether one known character may be called so for short, in a script where no capital shows a name."""
        return len(key) > 1 and is_ideographic(key[0]) and len(self._index().get(key, ())) == 1

    def _index(self) -> dict[str, set[str]]:
        if self._parts is None:
            self._parts = _parts_index(self._characters())
            for key, met in self._met.items():
                if _PERSON in met:
                    _add_parts(self._parts, key, met[_PERSON])
        return self._parts

    def _by_part(self, name: str) -> str:
        """The one character whose full name this is a part of, or of whose name this is the fuller form."""
        bearers = self._index().get(name_key(name), set())
        if len(bearers) == 1:
            return next(iter(bearers))
        shorter = {full for part in parts_of(name) for full in (self._plainly(part),) if full}
        return (
            next(iter(shorter)) if len(shorter) == 1 and not bearers and self._fits_all(name, shorter) else ""
        )

    def _halves(self, name: str) -> tuple[str, str] | None:
        """The two who are known by one half of a name each, and who have nothing to do with each other."""
        words = name.split()
        if len(words) != 2 or name_key(words[0]) in TITLES:  # noqa: PLR2004 - a first and a last name
            return None
        ones = [self._alone(word) for word in words]
        first, last = ones
        if first is None or last is None or first.id == last.id:
            return None
        related = any(last.id in (fact.subject, fact.object) for fact in self._view.about(first.id))
        return None if related else (first.name, last.name)

    def _alone(self, word: str) -> Entity | None:
        """The one character who is known by this word and by nothing else."""
        found = [one for one in self._view.bearers(word) if coarse_class(one.kind) == _PERSON]
        is_alone = len(found) == 1 and not found[0].aliases and name_key(found[0].name) == name_key(word)
        return found[0] if is_alone else None

    def _plainly(self, part: str) -> str:
        return self._known(part, _PERSON) or ""

    def _fits_all(self, name: str, shorter: Iterable[str]) -> bool:
        (full,) = shorter
        entity = next((one for one in self._view.bearers(full) if coarse_class(one.kind) == _PERSON), None)
        names = {full, *(entity.names if entity else ())}
        names |= {key for key, met in self._met.items() if met.get(_PERSON) == full}
        return all(is_fuller(name, one) for one in names)

    def _characters(self) -> Iterable[Entity]:
        return (
            entity for entity in self._view.state.entities.values() if coarse_class(entity.kind) == _PERSON
        )


def antecedent(phrase: Phrase, named: Sequence[Mapping[int, str]]) -> tuple[str, ...]:
    """Whom a third-person pronoun means: the only one (for "they" the only two) named just before.

    ``named`` has, for the sentence before and for this one, who is named by where in the turn (nobody where
    another pronoun stands). With more than that many, or after an earlier pronoun, it means nobody for sure.
    """
    wanted = _PAIR if phrase.person == _THEY else 1
    before, same = named
    here = [name for start, name in sorted(same.items()) if start < phrase.start]
    if here and not here[0]:
        return ()
    chosen = tuple(dict.fromkeys(name for name in here or before.values() if name))
    return (
        chosen if len(chosen) == wanted and not any(_contradict(phrase.text, name) for name in chosen) else ()
    )


def _contradict(pronoun: str, name: str) -> bool:
    """Whether a title says "she" where the pronoun says "he", or the other way round."""
    title, low = name_key(name).split()[0].rstrip("."), pronoun.casefold()
    return (low in MALE and title in FEMALE) or (low in FEMALE and title in MALE)


def _parts_index(characters: Iterable[Entity]) -> dict[str, set[str]]:
    index: dict[str, set[str]] = {}
    for entity in characters:
        for name in entity.names:
            _add_parts(index, name, entity.name)
    return index


def _add_parts(index: dict[str, set[str]], name: str, full: str) -> None:
    for part in parts_of(name):
        index.setdefault(part, set()).add(full)


def _spelled(entity: Entity, name: str) -> str:
    return next((known for known in entity.names if name_key(known) == name_key(name)), entity.name)
