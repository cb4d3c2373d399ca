"""Who speaks the quoted words of a turn: whom the words around them name, else the turn's own speaker."""

from collections.abc import Sequence
from dataclasses import dataclass

from fabula.claims.text import name_key
from fabula.extraction.rules.findings import Phrase, Reading
from fabula.extraction.rules.listed import word_set
from fabula.extraction.rules.quotes import Passage
from fabula.extraction.rules.sentences import Sentence

_NOBODY = word_set(
    """narrator narration storyteller system assistant gm dm ai bot world scenario ooc 旁白 叙述者 系统 助手 主持人 说书人"""
) | {"game master", "dungeon master"}
_NEAR = 40


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence as read, with the passage that it stands in."""

    passage: Passage
    sentence: Sentence
    reading: Reading


def is_nobody(speaker: str) -> bool:
    """Whether a turn's speaker is nobody in the story: a narrator, a system, or not given."""
    return not speaker or name_key(speaker) in _NOBODY


def speakers(read: Sequence[Read], speaker: str) -> list[str]:
    """For every sentence who speaks it: empty for narration and for words of somebody unknown."""
    return [_speaker(read, at, speaker) if one.passage.is_speech else "" for at, one in enumerate(read)]


def _speaker(read: Sequence[Read], at: int, default: str) -> str:
    passage = read[at].passage
    after = next((one for one in read[at:] if one.passage != passage), None)
    before = next((one for one in reversed(read[:at]) if one.passage != passage), None)
    return _named_after(after, passage) or _named_before(before, passage) or _goes_on(read, at) or default


def _named_after(one: Read | None, passage: Passage) -> str:
    if one is None or one.sentence.start - passage.end > 3:  # noqa: PLR2004 - a quote mark and a space
        return ""
    actor = _actor(one.reading)
    return actor.text if actor and actor.start - passage.end < _NEAR else ""


def _named_before(one: Read | None, passage: Passage) -> str:
    if one is None:
        return ""
    leads_on = one.sentence.text.endswith((",", ":", "，", "：", "—"))
    if not leads_on and passage.start - one.sentence.end > 2:  # noqa: PLR2004 - a space and a quote mark
        return ""
    actor = _actor(one.reading)
    return actor.text if actor else ""


def _goes_on(read: Sequence[Read], at: int) -> str:
    """The speaker named between this speech and the one before it in one paragraph: "Yes," said Mira. "Come."."""
    passage = read[at].passage
    between = [one for one in read[:at] if one.passage != passage]
    last = between[-1] if between else None
    if last is None or passage.start - last.sentence.end > 2 or len(between) < 2:  # noqa: PLR2004 - a space and a mark
        return ""
    spoken = next((one for one in reversed(between) if one.passage.is_speech), None)
    narrated = [one for one in between if one.passage == last.passage]
    return _named_after(narrated[0], spoken.passage) if spoken is not None else ""


def _actor(reading: Reading) -> Phrase | None:
    actors = {
        finding.ends["a"][0]: None
        for finding in reading.findings
        if finding.action == "appear" and not finding.ends["a"][0].person
    }
    return next(iter(actors)) if len(actors) == 1 else None
