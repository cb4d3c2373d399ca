"""Which words of a text are names for sure, because they stand with a capital where none is due."""

import re
from collections.abc import Iterable

from fabula.claims.text import name_key
from fabula.extraction.rules.english_words import NOT_NAMES, TITLES

_INSIDE = re.compile(r"(?<=[a-z,;] )(?P<names>[A-Z][a-z'’-]*[a-z](?: [A-Z][a-z'’-]*[a-z])*)")


def seen_names(texts: Iterable[str]) -> frozenset[str]:
    """The keys of the capital words inside the sentences of these texts."""
    return frozenset(
        name_key(word.removesuffix("'s").removesuffix("’s"))
        for text in texts
        for match in _INSIDE.finditer(text)
        for word in match["names"].split()
        if word.casefold() not in NOT_NAMES and word.casefold() not in TITLES
    )
