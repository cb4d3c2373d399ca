"""The speaker lane: whose words the cue asks for."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from fabula.claims.text import is_ideographic, name_key
from fabula.graph.entities import Entity
from fabula.graph.names import find_names
from fabula.recall.tokens import terms
from fabula.recall.words import Shelved

MOST_VOICES = 64
"""A line with more speakers than this is looked through only for their whole names."""

_SHORTEST = 3
_CALLED = re.compile(r"[^\W\d_]{3,}")


def voices_meant(cue: str, voices: Sequence[str], named: Iterable[Entity] = ()) -> frozenset[str]:
    """The speakers of a line that a cue means: by name, by part of a name, or as somebody it names otherwise.

    "Mel" means Melanie where nobody else's name begins so.
    """
    if not cue or not voices:
        return frozenset()
    known = {name_key(name): voice for voice in voices for name in _called(voice, len(voices))}
    found = {known[mention.key] for mention in find_names(cue, known)}
    keys = {name_key(name) for entity in named for name in entity.names}
    found |= {voice for voice in voices if name_key(voice) in keys}
    return frozenset(found) or _shortened(cue, voices)


def said_by(shelved: Shelved, places: Collection[int], voices: Collection[str]) -> dict[int, float]:
    """Those of the places at which one of these voices speaks."""
    if not voices:
        return {}
    return {place: 1.0 for place in places if shelved.passage(place).speaker in voices}


def without_voices(weights: Mapping[str, int], voices: Iterable[str]) -> dict[str, int]:
    """The weights of a cue, a speaker's name at half: who is speaking counts, who is spoken to less so."""
    names = {term for voice in voices for term in terms(voice)}
    if names.issuperset(weights):
        return dict(weights)
    return {term: weight // 2 if term in names else weight for term, weight in weights.items()}


def _called(voice: str, count: int) -> Iterable[str]:
    yield voice
    if count <= MOST_VOICES:
        yield from (part for part in voice.split() if len(part) >= _SHORTEST or is_ideographic(part[0]))


def _shortened(cue: str, voices: Sequence[str]) -> frozenset[str]:
    """Speakers of whose name a capitalised word of the cue is the beginning."""
    found: set[str] = set()
    for word in _CALLED.findall(cue):
        beginning = [voice for voice in voices if name_key(voice).startswith(name_key(word))]
        if word[0].isupper() and len(beginning) == 1 and len(voices) <= MOST_VOICES:
            found.update(beginning)
    return frozenset(found)
