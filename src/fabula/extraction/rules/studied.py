"""What a study of the whole telling adds to the reading of a turn: whose a name is, and who speaks."""

from collections.abc import Sequence

from fabula.claims.statements import EntityClaim, Quote
from fabula.claims.text import name_key
from fabula.extraction.rules.cast import Cast
from fabula.extraction.rules.findings import Phrase
from fabula.extraction.rules.voices import Read
from fabula.extraction.whole.study import Person, Speech, Study
from fabula.graph.entities import coarse_class
from fabula.graph.view import View

_PERSON = "npc"
_SURE = 0.8


class StudiedCast(Cast):
    """A cast that knows from a study which names are one person's."""

    def __init__(self, known: View, study: Study) -> None:
        super().__init__(known)
        self._study = study

    def __contains__(self, key: str) -> bool:
        return super().__contains__(key) or self._person(key) is not None

    def leads(self) -> None:
        """Any word may begin a name that only the study knows."""

    def class_of(self, name: str) -> str:
        """As for every cast; whom the study knows is a person."""
        return super().class_of(name) or (_PERSON if self._person(name) else "")

    def name_for(self, phrase: Phrase, kind: str, evidence: tuple[Quote, ...]) -> str | None:
        """As for every cast; a name that nobody bears yet is a further name of whom the study says."""
        person = self._person(phrase.text) if coarse_class(kind) == _PERSON else None
        if person is None or self._known(phrase.text, _PERSON):
            return super().name_for(phrase, kind, evidence)
        full = self._called(person)
        aliases = () if name_key(full) == name_key(phrase.text) else (phrase.text,)
        self._enter(EntityClaim(full, kind, aliases=aliases, evidence=evidence))
        return full

    def who(self, phrase: Phrase) -> str:
        """As for every cast, with the study's word for whom nobody knows yet."""
        person = self._person(phrase.text)
        return self._known(phrase.text, _PERSON) or (self._called(person) if person else super().who(phrase))

    def _person(self, name: str) -> Person | None:
        found = self._study.person(name)
        return found if found and found.kind == "character" else None

    def _called(self, person: Person) -> str:
        """The name under which the view knows somebody, or else the study's canonical one."""
        known = (self._known(name, _PERSON) for name in person.names)
        return next((name for name in known if name), person.name)


def heard(study: Study, text: str, read: Sequence[Read], voices: Sequence[str]) -> list[str]:
    """The speaker of every sentence: where the turn itself does not say, whom the study is sure of."""
    speeches = [
        one
        for one in study.speeches_in(text)
        if one.confidence >= _SURE and (person := study.person(one.speaker)) and person.kind == "character"
    ]
    return [voice or _speaker(one, speeches) for one, voice in zip(read, voices, strict=True)]


def _speaker(one: Read, speeches: Sequence[Speech]) -> str:
    if not one.passage.is_speech:
        return ""
    start, end = one.passage.start, one.passage.end
    over = (speech for speech in speeches if any(a < end and start < b for a, b in speech.spans))
    return next((speech.speaker for speech in over), "")
