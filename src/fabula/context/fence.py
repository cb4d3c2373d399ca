"""Keeps what the story says apart from what the prompt says: story text is data inside a fence."""

import unicodedata

OPEN = "<memory>"
CLOSE = "</memory>"

_INSTEAD = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›"})
_INVISIBLE = frozenset({"Cc", "Cs", "Co", "Cn"})
_REORDERING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE0080))))


def inert(text: str) -> str:
    """A text as one line that opens and closes no tag and reorders nothing: white space runs are one space.

    Angle brackets become ‹ and ›, so neither this fence nor a chat template's marks can be written in it.
    """
    seen = "".join(char for char in " ".join(text.split()).translate(_INSTEAD) if _is_seen(char))
    return " ".join(seen.split())


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in _INVISIBLE and char not in _REORDERING
