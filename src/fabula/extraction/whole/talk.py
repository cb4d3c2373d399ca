"""Who speaks each quotation: every clue is weighed, then the likeliest course of the whole talk is taken.

The course is found with the Viterbi algorithm over pairs of speakers (this quotation's and the one
before's), because what tells most in untagged dialogue is who spoke last and who spoke before that.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabula.extraction.whole.clues import Clue, Place

NOBODY = -1
_WIDTH = 6
_ALONE, _CLEAR = 2.0, 20.0


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each clue counts, as log odds."""

    tag: float = 10.0
    other_tag: float = -4.0
    beside: float = 4.5
    leading: float = 0.7
    wrong_sex: float = -10.0
    wrong_sex_beside: float = -0.7
    unknown_sex: float = -1.0
    recent: float = 2.0
    leads: float = 1.0
    addressed: float = -5.0
    spoken_of: float = -1.5
    answers: float = 2.0
    will_answer: float = 1.5
    near_tag: float = 2.0
    often: float = 0.2
    again: float = -3.0
    again_after_pause: float = -0.3
    takes_turns: float = 1.5
    goes_on: float = 4.0
    same_breath: float = 4.0


DEFAULT = Weights()


@dataclass(frozen=True, slots=True)
class Utterance:
    """A quotation with what tells of its speaker; people are numbers."""

    start: int
    paragraph: int
    clues: Sequence[Clue]
    tagged: frozenset[int] = frozenset()
    beside: Sequence[int] = ()
    leading: Sequence[int] = ()
    addressed: frozenset[int] = frozenset()
    spoken_of: frozenset[int] = frozenset()
    goes_on: bool = False
    last_paragraph: int = 0

    def with_people(
        self, tagged: frozenset[int], beside: Sequence[int], leading: Sequence[int]
    ) -> "Utterance":
        """The same with other people for its clues."""
        return replace(self, tagged=tagged, beside=tuple(beside), leading=tuple(leading))


@dataclass(slots=True)
class Talk:
    """All utterances of a text with the people who may speak them.

    ``narrated`` has the people named in narration, by place; ``sexes`` the sex of each person.
    """

    utterances: Sequence[Utterance]
    narrated: Sequence[tuple[int, int]]
    sexes: Mapping[int, str]
    narrator: int = NOBODY
    weights: Weights = DEFAULT
    _spoke: Counter[int] = field(default_factory=Counter)
    _tags: list[tuple[int, ...]] = field(default_factory=list)

    def speakers(self) -> list[tuple[int, float]]:
        """The speaker of every utterance (``NOBODY`` where none is in sight) and how sure that is, 0 to 1."""
        self._tags = [tuple(sorted(one.tagged)) for one in self.utterances]
        self._spoke = Counter(who for tags in self._tags for who in tags)
        options: list[dict[int, float]] = []
        for number, one in enumerate(self.utterances):
            same = one.goes_on and not one.tagged and bool(options)
            options.append(dict.fromkeys(options[-1], 0.0) if same else self._weighed(number))
        course = _best_course(options, self._step)
        return [self._sure(options, course, number) for number in range(len(course))]

    # one utterance by itself

    def _weighed(self, number: int) -> dict[int, float]:
        """The likeliest people for an utterance, each with the weight of its own clues."""
        recent = self._recent(self.utterances[number])
        people = self._in_sight(number, recent)
        weighed = {who: self._weight(number, who, recent) for who in sorted(people)}
        best = sorted(weighed.items(), key=lambda one: (-one[1], one[0]))[:_WIDTH]
        return dict(best) or {NOBODY: 0.0}

    def _recent(self, one: Utterance) -> list[int]:
        """Who was named last in narration before an utterance, the latest first."""
        low, high = 0, len(self.narrated)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.narrated[middle][0] < one.start else (low, middle)
        return list(dict.fromkeys(who for _, who in reversed(self.narrated[max(low - 12, 0) : low])))

    def _in_sight(self, number: int, recent: Sequence[int]) -> set[int]:
        one = self.utterances[number]
        people = {*recent[:5], *one.tagged, *one.beside, *one.leading}
        for near in range(max(number - 6, 0), min(number + 7, len(self.utterances))):
            people |= {*self._tags[near], *self.utterances[near].addressed}
        if self.narrator != NOBODY:
            people.add(self.narrator)
        return people

    def _weight(self, number: int, who: int, recent: Sequence[int]) -> float:
        one, w = self.utterances[number], self.weights
        total = w.often * math.log1p(self._spoke[who])
        if one.tagged:
            total += w.tag if who in one.tagged else w.other_tag
        total += w.beside * (who in one.beside) + w.leading * (who in one.leading)
        total += w.addressed * (who in one.addressed) + w.spoken_of * (who in one.spoken_of)
        total += self._by_sex(one, who, recent) + self._by_neighbours(number, who)
        return total

    def _by_sex(self, one: Utterance, who: int, recent: Sequence[int]) -> float:
        """What a pronoun says: whose sex it fits, and who of these was named last."""
        w, total = self.weights, 0.0
        for clue in one.clues:
            if not clue.sex:
                continue
            sex = self.sexes.get(who, "")
            far = clue.place is not Place.TAG
            if (sex and sex != clue.sex) or who == self.narrator:
                total += w.wrong_sex_beside if far else w.wrong_sex
                continue
            fitting = [x for x in recent if self.sexes.get(x, clue.sex) in ("", clue.sex)]
            near = 1 / (1 + fitting.index(who)) if who in fitting else 0.0
            near += w.leads * (not far and who in one.leading)
            total += (w.recent * near + (0 if sex else w.unknown_sex)) * (0.5 if far else 1)
        return total

    def _by_neighbours(self, number: int, who: int) -> float:
        """What the utterances around it say: who was spoken to, and how near somebody's tag is."""
        w, total = self.weights, 0.0
        one = self.utterances[number]
        before = self.utterances[number - 1] if number else None
        after = self.utterances[number + 1] if number + 1 < len(self.utterances) else None
        if before and who in before.addressed and one.paragraph - before.last_paragraph <= 2:  # noqa: PLR2004
            total += w.answers
        if after and who in after.addressed and after.paragraph - one.last_paragraph <= 2:  # noqa: PLR2004
            total += w.will_answer
        steps = [abs(near - number) for near in self._window(number) if who in self._tags[near]]
        return total + (w.near_tag / min(steps) if steps else 0.0)

    def _window(self, number: int) -> list[int]:
        span = range(max(number - 6, 0), min(number + 7, len(self._tags)))
        return [near for near in span if near != number]

    # the course of the talk

    def _step(self, number: int, before: int, last: int, who: int) -> float:
        """What the two utterances before one say of who speaks it."""
        w = self.weights
        if not number:
            return 0.0
        one, prior = self.utterances[number], self.utterances[number - 1]
        if one.goes_on:
            return w.goes_on if who == last else 0.0
        gap = one.paragraph - prior.last_paragraph
        if not gap:
            return w.same_breath if who == last else 0.0
        if gap > 1:
            return w.again_after_pause if who == last else 0.5 * w.takes_turns / gap if who == before else 0.0
        return w.again if who == last else w.takes_turns if who == before else 0.0

    def _sure(self, options: list[dict[int, float]], course: list[int], number: int) -> tuple[int, float]:
        """A speaker, with the odds against the second best while the neighbours stay as they are."""
        chosen = course[number]
        totals = {who: options[number][who] + self._around(course, number, who) for who in options[number]}
        rest = [total for who, total in totals.items() if who != chosen]
        odds = totals[chosen] - max(rest) if rest else _ALONE
        sure = 1 / (1 + math.exp(-max(min(odds, _CLEAR), -_CLEAR)))
        return chosen, 0.0 if chosen == NOBODY else round(sure, 3)

    def _around(self, course: Sequence[int], number: int, who: int) -> float:
        """What the steps through one utterance weigh if this one speaks it."""
        speaking = [NOBODY, NOBODY, *course]
        speaking[number + 2] = who
        places = range(number, min(number + 3, len(course)))
        return sum(self._step(place, *speaking[place : place + 3]) for place in places)


Step = Callable[[int, int, int, int], float]


def _best_course(options: Sequence[Mapping[int, float]], step: Step) -> list[int]:
    """The course with the greatest weight."""
    if not options:
        return []
    scores = {(NOBODY, who): weight for who, weight in options[0].items()}
    back: list[dict[tuple[int, int], int]] = []
    for number in range(1, len(options)):
        scores, came = _next(scores, options[number], lambda *three, at=number: step(at, *three))
        back.append(came)
    best = max(scores, key=lambda pair: (scores[pair], -pair[1], -pair[0]))
    course = [best[1], best[0]]
    for came in reversed(back):
        course.append(came[course[-1], course[-2]])
    return course[::-1][-len(options) :]


def _next(
    scores: Mapping[tuple[int, int], float],
    options: Mapping[int, float],
    step: Callable[[int, int, int], float],
) -> tuple[dict[tuple[int, int], float], dict[tuple[int, int], int]]:
    """The best score for each pair of speakers one utterance further, and who came before the pair."""
    following: dict[tuple[int, int], float] = {}
    came: dict[tuple[int, int], int] = {}
    for (before, last), score in scores.items():
        for who, weight in options.items():
            total = score + weight + step(before, last, who)
            if total > following.get((last, who), -math.inf):
                following[last, who], came[last, who] = total, before
    return following, came
