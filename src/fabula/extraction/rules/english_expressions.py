"""English patterns as regular expressions over encoded sentences, and which of them are worth trying."""

import re
from functools import cache

from fabula.extraction.rules.english_patterns import PATTERNS
from fabula.extraction.rules.english_verbs import BASES, CLASSES

_SLOTS = {
    "A": r"(?P<a>[npd]@\d+) ",
    "B": r"(?P<b>[np]@\d+) ",
    "D": r"(?P<d>[dp]@\d+) ",
    "I": r"(?P<i>[tn]@\d+) ",
    "W": r"(?P<w>[tn]@\d+) ",
    "P": r"(?P<p>[tn]@\d+) ",
    "F": r"(?P<f>[tn]@\d+) ",
    "R": r"(?P<r>[tn]@\d+ |(?:[a-z-]+ ){1,3}?(?=[,.;:!?—]|$|(?:of|in|by|at|that|and|for|before|after|when|on|fell|passed|went|came) ))",
    "H": r"(?P<b>h@\d+) ",
    "G": r"(?P<a>h@\d+) ",
    "K": r"(?P<k>k@\d+) ",
    "HIS": r"(?:p@\d+ |(?:his|her|their|my|its|your) )",
    "ANY": r"(?:[a-z]@\d+ |[a-z'-]+ )",
    "BANE": r"(?P<bane>t@\d+ |[a-z]+ )",
    "Q": r"(?P<q>t@\d+ )",
    "SPOUSE": r"(?P<spouse>k@\d+ )",
    "D's": r"(?P<d>[dp]@\d+) (?:'s )?",
    "SOMEONE": r"(?P<someone>[pt]@\d+ |[a-z]+ )",
    "SOME": r"(?P<some>[pt]@\d+ |[a-z]+ )",
    "WAS": r"(?:was|were|is|are|am|got|has been|had been|have been|be~) ",
    "END": r"(?=(?:(?:that|this|last|the|one) |t@\d+ )?(?:(?:night|morning|evening|day|dawn|dusk|noon|midnight|winter|spring|summer|autumn|week|year) )?(?:[,.;:!?—)]|and |but |though |$))",
}
_BE = frozenset(["was", "were", "is", "are", "am", "got", "been", "be~"])


def fitting(text: str) -> list[tuple[str, str]]:
    """The patterns of which a word stands in an encoded sentence, in their own order, each with its action."""
    every, by_word = _indexed()
    places = {place for word in {"", *text.split()} for place in by_word.get(word, ())}
    return [every[place] for place in sorted(places)]


@cache
def _indexed() -> tuple[list[tuple[str, str]], dict[str, list[int]]]:
    every = [(action, pattern) for action, patterns in PATTERNS.items() for pattern in patterns]
    by_word: dict[str, list[int]] = {}
    for place, (_, pattern) in enumerate(every):
        for word in _triggers(pattern):
            by_word.setdefault(word, []).append(place)
    return every, by_word


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern as an expression over encoded text."""
    return re.compile(r"(?<!\S)" + "".join(_part(part, pattern) for part in pattern.split()))


def _part(part: str, pattern: str) -> str:
    if part == "S":
        return r"(?P<s>t@\d+) "
    if part == "A" and " S " in f" {pattern} ":
        return r"(?P<a>[np]@\d+) "
    if part in _SLOTS:
        return _SLOTS[part]
    if part.startswith("<"):
        forms = (*CLASSES[part[1:-1]], *(base + "~" for base in BASES[part[1:-1]]))
        return rf"(?:(?:had|has|have) )?(?:{'|'.join(map(re.escape, forms))}) "
    body = rf"(?:{'|'.join(map(re.escape, part.removesuffix('?').split('|')))}) "
    return f"(?:{body})?" if part.endswith("?") else body


def _triggers(pattern: str) -> frozenset[str]:
    """Words of which one must be there for a pattern: those of a verb, or of the first part that must be.

    The empty word is everywhere.
    """
    parts = [
        part for part in pattern.split() if part not in _SLOTS and part != "S" and not part.endswith("?")
    ]
    verb = next((part for part in parts if part.startswith("<")), "")
    if verb:
        return frozenset(CLASSES[verb[1:-1]]) | {base + "~" for base in BASES[verb[1:-1]]}
    words_ = [part for part in parts if part not in {",", "a", "the", "to", "of"}]
    return frozenset(words_[0].split("|")) if words_ else _BE if "WAS" in pattern.split() else frozenset([""])


_BE = frozenset(["was", "were", "is", "are", "am", "got", "been", "be~"])
