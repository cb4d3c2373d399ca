"""Keeps what the story says apart from what the prompt says: story text is data inside a fence."""

import re
import unicodedata

OPEN = "<memory>"
CLOSE = "</memory>"

_INSTEAD = str.maketrans(dict.fromkeys("<＜﹤", "‹") | dict.fromkeys(">＞﹥", "›"))
_INVISIBLE = frozenset({"Cc", "Cs", "Co", "Cn"})
_REORDERING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE0080))))
_ESCAPED = re.compile(r"&(?:(lt|#60|#x3c)|gt|#62|#x3e);?", re.IGNORECASE)
_INSTRUCTION = re.compile(r"\[\s*(/?\s*(?:[A-Z][A-Z_]{2,}|inst))\s*\]")
_BRACES = re.compile(r"\{(?=\{)|\}(?=\})")
_SUSPECT = re.compile(r"[<＜﹤>＞﹥&\[{}]")
"""What is in every text that is told otherwise than it stands, if it is printable."""


def inert(text: str) -> str:
    """A text as one line that opens and closes no tag and reorders nothing: white space runs are one space.

    Angle brackets, also wide, small or escaped ones (&lt;), become ‹ and ›, so neither this fence nor a chat
    template's marks can be written in it; ``[INST]`` and its like get round brackets; doubled braces, with
    which front ends write macros ({{user}}), are set apart.
    """
    seen = " ".join(text.split())
    if seen.isprintable() and not _SUSPECT.search(seen):
        return seen
    seen = seen.translate(_INSTEAD)
    if not seen.isprintable():
        seen = " ".join("".join(filter(_is_seen, seen)).split())
    plain = _ESCAPED.sub(lambda found: "‹" if found[1] else "›", seen)
    plain = _INSTRUCTION.sub(lambda found: f"({found[1]})", plain)
    return _BRACES.sub(lambda found: f"{found[0]} ", plain)


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in _INVISIBLE and char not in _REORDERING
