"""Where a long paragraph may be cut: after sentences, with the quotes that close them."""

import re
from itertools import pairwise

LIMIT = 2000
"""How many characters a turn of prose has at most, where sentence ends allow it."""

_ENDS = re.compile(
    r"[.!?…]+[\"'”’»)\]*_]*(?=\s|$)"  # where words are set apart by spaces
    r"|(?:[。！？!?]|…+)[”’」』》）)*_\"]*"  # and where they are not
)
_CLAUSES = re.compile(r"[;,:](?=\s)|[；，：、]|--|—+")
_SHORTENED = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Col|Gen|Lt|Sr|Jr|vs|etc|No|Vol)|\b[A-Z])\.$")
_OPENING, _CLOSING = "“「『«", "”」』»"


def pieces(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """The paragraph in pieces of at most ``limit`` characters, cut at sentence ends.

    A cut outside quoted speech is preferred to one inside. A sentence that is longer than the limit is
    cut after a clause; one without any mark stays whole.
    """
    if len(text) <= limit:
        return (text,)
    found = []
    start = 0
    ends = _cuts(text, limit)
    while len(text) - start > limit:
        cut = _best(ends, start, limit)
        if cut is None or cut >= len(text):
            break
        found.append(text[start:cut].strip())
        start = cut
    found.append(text[start:].strip())
    return tuple(piece for piece in found if piece)


def _cuts(text: str, limit: int) -> list[tuple[int, bool]]:
    """Every place to cut at, in order, and whether quoted speech is open there."""
    ends = [match.end() for match in _ENDS.finditer(text) if not _shortened(text, match)]
    places = {0, len(text), *ends}
    ordered = sorted(places)
    for before, after in pairwise(ordered):
        if after - before > limit:
            places.update(match.end() for match in _CLAUSES.finditer(text, before, after))
    return _with_quotes(text, sorted(places))


def _shortened(text: str, end: re.Match[str]) -> bool:
    return end.group() == "." and bool(_SHORTENED.search(text, max(0, end.start() - 6), end.end()))


def _with_quotes(text: str, places: list[int]) -> list[tuple[int, bool]]:
    depth, straight, at = 0, False, 0
    found = []
    for place in places:
        for char in text[at:place]:
            depth = max(0, depth + (char in _OPENING) - (char in _CLOSING))
            straight ^= char == '"'
        at = place
        found.append((place, depth > 0 or straight))
    return found


def _best(cuts: list[tuple[int, bool]], start: int, limit: int) -> int | None:
    """The last place within the limit, outside speech if one is not far from it; else the first beyond."""
    within = [(place, quoted) for place, quoted in cuts if start < place <= start + limit]
    outside = [place for place, quoted in within if not quoted and place > start + limit // 3]
    if outside:
        return outside[-1]
    if within:
        return within[-1][0]
    return next((place for place, _ in cuts if place > start), None)
