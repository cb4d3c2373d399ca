"""Who is a man and who a woman: by titles and given names, and by the pronouns that follow a name."""

import re
from collections.abc import Iterable, Mapping, Sequence

from fabula.extraction.whole.english_titles import parts_of
from fabula.extraction.whole.sightings import Seen

_PRONOUN = re.compile(r"\b(?:(he|his|him|himself)|(she|her|hers|herself))\b", re.IGNORECASE)
_SPAN = 120
_BY_PRONOUNS = 3
_TITLED, _GIVEN = 1000, 12


def pronoun_counts(text: str, seen: Sequence[Seen]) -> dict[str, tuple[int, int]]:
    """How often "he" and "she" follow each name before another name does: (he, she) by name."""
    counts: dict[str, tuple[int, int]] = {}
    for number, one in enumerate(seen):
        stop = min(one.end + _SPAN, seen[number + 1].start if number + 1 < len(seen) else len(text))
        match = _PRONOUN.search(text, one.end, stop)
        if match and "\n\n" not in text[one.end : match.start()]:
            he, she = counts.get(one.name, (0, 0))
            counts[one.name] = (he + (match.lastindex == 1), she + (match.lastindex == 2))  # noqa: PLR2004
    return counts


def sex_of(names: Iterable[str], counts: Mapping[str, tuple[int, int]]) -> str:
    """``m``, ``f`` or empty for one bearer of some names."""
    he = she = 0
    for name in names:
        near = counts.get(name, (0, 0))
        he, she = he + near[0], she + near[1]
        parts = parts_of(name)
        weight = _TITLED if parts.title else _GIVEN
        he, she = he + weight * (parts.sex == "m"), she + weight * (parts.sex == "f")
    if he + she < _BY_PRONOUNS:
        return ""
    return "m" if he > 2 * she else "f" if she > 2 * he else ""
