"""Puts together what tells of each utterance: who is tagged, who is spoken to, who is only spoken of."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from fabula.extraction.whole.clues import Clue, Place
from fabula.extraction.whole.quotations import Page, Quotation
from fabula.extraction.whole.sightings import Seen
from fabula.extraction.whole.talk import NOBODY, Talk, Utterance
from fabula.extraction.whole.tongues import Tongue

_SELF = -2
_LEAST_SELVES, _SELF_SHARE, _TAGGED_SHARE = 5, 0.03, 0.02
_STEP = 256
_VOTES = 3


@dataclass(slots=True)
class Hearing:
    """A page as heard by somebody who knows the people, given as their names.

    People who are only described ("the vicar") are added to ``people`` as they are met.
    """

    page: Page
    tongue: Tongue
    people: list[list[str]]
    tell: Callable[[int, int], None]
    owner: dict[str, int] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    described: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, names in enumerate(self.people):
            for name in names:
                self.owner.setdefault(name, number)
        self.seen = self.tongue.find(self.page.text, sorted(self.owner))
        self.described = self._descriptions()

    def talk(self) -> Talk:
        """The talk, ready to say who speaks."""
        heard = self._heard()
        narrator = self._narrator(heard)
        told = [(one.start, self.owner[one.name]) for one in self.seen if not self.page.is_spoken(one.start)]
        sexes = self.tongue.sexes(self.page.text, self.seen, self.people)
        return Talk([_with_narrator(one, narrator) for one in heard], told, sexes, narrator)

    def _heard(self) -> list[Utterance]:
        tags = self.tongue.tags(self.page, self.seen)
        starts = [one.start for one in self.seen]
        heard: list[Utterance] = []
        every = self.page.quotations
        for number, quotation in enumerate(every):
            follows = bool(number) and self.page.goes_on(every[number - 1], quotation)
            heard.append(self._utterance(quotation, tags.clues(quotation), starts, follows=follows))
            if not number % _STEP:
                self.tell(number, len(every))
        return heard

    def _utterance(
        self, quotation: Quotation, clues: Sequence[Clue], starts: Sequence[int], *, follows: bool
    ) -> Utterance:
        meant = [(clue.place, who) for clue in clues if (who := self._who(clue)) is not None]
        addressed, named = self._in_speech(quotation, starts)
        return Utterance(
            start=quotation.start,
            paragraph=quotation.paragraph,
            last_paragraph=self.page.paragraph_of(max(quotation.end - 1, quotation.start)),
            clues=clues,
            tagged=frozenset(who for place, who in meant if place is Place.TAG),
            beside=tuple(who for place, who in meant if place is Place.BESIDE),
            leading=tuple(who for place, who in meant if place is Place.LEADING),
            addressed=addressed,
            spoken_of=named - addressed,
            goes_on=follows,
        )

    def _who(self, clue: Clue) -> int | None:
        """Whom a clue names, as far as it does."""
        if clue.is_self:
            return _SELF
        if clue.name:
            return self.owner[clue.name]
        if not clue.described:
            return None
        bare = clue.described.removeprefix("the ")
        known = self.described.get(bare, self.described.get(bare.rsplit(" ", 1)[-1]))
        if known is None and clue.is_plain and clue.place is Place.TAG:
            known = self.described[bare] = len(self.people)
            self.people.append([clue.described])
        return known

    def _in_speech(
        self, quotation: Quotation, starts: Sequence[int]
    ) -> tuple[frozenset[int], frozenset[int]]:
        """Who is spoken to by name in a quotation, and who is named in it at all."""
        addressed: set[int] = set()
        named: set[int] = set()
        for start, end in quotation.spans:
            speech = self.page.text[start:end]
            for one in self.seen[bisect_left(starts, start) : bisect_left(starts, end)]:
                who = self.owner[one.name]
                named.add(who)
                if self.tongue.addresses(speech, one.start - start, one.end - start):
                    addressed.add(who)
        return frozenset(addressed), frozenset(named)

    def _descriptions(self) -> dict[str, int]:
        """The descriptions that mean one person only, however many names of his they come from."""
        bearers: dict[str, set[int]] = {}
        own: dict[str, int] = {}
        for number, names in enumerate(self.people):
            for name in names:
                first, *others = self.tongue.descriptions(name)
                own.setdefault(first, number)
                for other in others:
                    bearers.setdefault(other, set()).add(number)
        shared = {words: min(them) for words, them in bearers.items() if len(them) == 1}
        return {**shared, **own}

    def _narrator(self, heard: Sequence[Utterance]) -> int:
        """Who tells the story, if an "I" often speaks in it: whom the others answer by name, and no tag names."""
        selves = sum(_SELF in one.tagged for one in heard)
        if selves < max(_LEAST_SELVES, _SELF_SHARE * len(heard)):
            return NOBODY
        tagged = Counter(who for one in heard for who in one.tagged)
        votes: Counter[int] = Counter()
        for one, two in pairwise(heard):
            votes.update(two.addressed if _SELF in one.tagged else ())
            votes.update(one.addressed if _SELF in two.tagged else ())
        able = [
            who for who in votes if tagged[who] <= _TAGGED_SHARE * selves + 1 and self._is_mostly_spoken(who)
        ]
        best = min(able, key=lambda who: (-votes[who], who), default=NOBODY)
        if best != NOBODY and votes[best] >= _VOTES and 2 * votes[best] >= sum(votes[who] for who in able):
            return best
        self.people.append([self.tongue.first_person])
        return len(self.people) - 1

    def _is_mostly_spoken(self, who: int) -> bool:
        """Whether a name stands in speech for the most part: who tells the story seldom names himself."""
        spoken = [self.page.is_spoken(one.start) for one in self.seen if self.owner[one.name] == who]
        return 2 * sum(spoken) >= len(spoken)


def _with_narrator(one: Utterance, narrator: int) -> Utterance:
    def named(people: Sequence[int]) -> list[int]:
        known = [narrator if who == _SELF else who for who in people]
        return [who for who in known if who != NOBODY]

    return one.with_people(frozenset(named(sorted(one.tagged))), named(one.beside), named(one.leading))
