"""Joins a name by which somebody is only addressed with the one who is addressed so."""

from collections import Counter
from collections.abc import Sequence

from fabula.extraction.whole.quotations import Page
from fabula.extraction.whole.sightings import Seen
from fabula.extraction.whole.talk import Utterance
from fabula.extraction.whole.tongues import Tongue

_VOTES, _SHARE = 2, 0.6
_SPOKEN_SHARE = 0.7


def addressed_as(heard: Sequence[Utterance]) -> dict[int, Counter[int]]:
    """For each person addressed by name, who is tagged in the utterances next to it, and how often."""
    votes: dict[int, Counter[int]] = {}
    for place, one in enumerate(heard):
        if len(one.addressed) != 1:
            continue
        (called,) = one.addressed
        for near in (place - 1, place + 1):
            if 0 <= near < len(heard) and abs(heard[near].paragraph - one.paragraph) <= 2:  # noqa: PLR2004
                answering = heard[near].tagged - one.tagged
                if len(answering) == 1:
                    votes.setdefault(called, Counter()).update(answering)
    return votes


def joined_by_address(
    page: Page,
    heard: Sequence[Utterance],
    seen: Sequence[Seen],
    people: Sequence[Sequence[str]],
    *,
    tongue: Tongue,
) -> list[list[str]]:
    """The people again, those joined whom nobody but a speaker names and whom one person always answers."""
    owner = {name: number for number, names in enumerate(people) for name in names}
    spoken = Counter(owner[one.name] for one in seen if page.is_spoken(one.start))
    every = Counter(owner[one.name] for one in seen)
    speaking = Counter(who for one in heard for who in one.tagged)
    sexes = tongue.sexes(page.text, seen, people)
    joined = [list(names) for names in people]
    for called, votes in sorted(addressed_as(heard).items()):
        who, count = min(votes.items(), key=lambda one: (-one[1], one[0]))
        is_address = not speaking[called] and spoken[called] >= _SPOKEN_SHARE * every[called]
        is_clear = count >= _VOTES and count >= _SHARE * sum(votes.values()) and who < len(people)
        fits = not (sexes[called] and sexes.get(who)) or sexes[called] == sexes.get(who)
        if (
            is_address
            and is_clear
            and fits
            and who != called
            and tongue.may_be_one(people[called], people[who])
        ):
            joined[who] += joined[called]
            joined[called] = []
    return [names for names in joined if names]
