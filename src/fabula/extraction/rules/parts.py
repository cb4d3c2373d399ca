"""The parts by which a full name is called for short, in scripts with and without spaces."""

from functools import lru_cache

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.rules.chinese_words import COMPOUND_SURNAMES, SURNAMES
from fabula.extraction.rules.english_words import LINKS, TITLES

_FULL_CHINESE = 3


@lru_cache(maxsize=1 << 16)
def parts_of(name: str) -> tuple[str, ...]:
    """The keys of the shorter forms of a name: words without titles, the given name after a surname."""
    key = name_key(name)
    if key and all(map(is_ideographic, key)):
        return _chinese_parts(key)
    words = [
        word for word in key.split() if word.rstrip(".") not in TITLES and word not in LINKS and word != "the"
    ]
    shorter = [" ".join(words), *words, " ".join(words[:-1])]
    return tuple(dict.fromkeys(part for part in shorter if part and part != key))


def is_fuller(name: str, other: str) -> bool:
    """Whether ``other`` is a shorter form of ``name``, and their titles do not contradict."""
    ours, theirs = _title(name), _title(other)
    if ours and theirs and ours != theirs:
        return False
    key = name_key(other)
    return (
        key in parts_of(name)
        or key.removeprefix(theirs).strip(" .") in parts_of(name)
        or key == name_key(name)
    )


def is_surnamed(name: str) -> bool:
    """Whether a Chinese name starts with a surname and is no longer than such names are."""
    return 1 < len(name) <= _FULL_CHINESE + 1 and (name[:2] in COMPOUND_SURNAMES or name[0] in SURNAMES)


def _title(name: str) -> str:
    first, *rest = name_key(name).split()
    return first.rstrip(".") if rest and first.rstrip(".") in TITLES else ""


def _chinese_parts(key: str) -> tuple[str, ...]:
    if "·" in key:
        return tuple(key.split("·"))
    if len(key) > _FULL_CHINESE - 1 + 1 and key[:2] in COMPOUND_SURNAMES:
        return (key[2:],)
    if len(key) == _FULL_CHINESE and key[0] in SURNAMES:
        return (key[1:],)
    return ()
