"""What a clause must have before a Chinese pattern is worth trying: classes of verbs, and single characters."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from fabula.extraction.rules.chinese_verbs import VERBS

_TOKEN = re.compile(
    r"<(?P<verb>[^>]+)>(?P<maybe0>[?*]?)|\[(?P<set>[^\]]+)\](?P<maybe>[?*]?)|\((?:\?:)?(?P<group>[^()]*)\)(?P<maybe2>[?*]?)"
    r"|(?P<char>[\u3400-\u9fff])(?P<maybe3>[?*]?)|."
)
_OPTIONAL = re.compile(r"\((?:\?:)?[^()]*\)[?*]")
_NESTED = re.compile(r"\((?:\?:)?[^()]*\((?:[^()]|\([^()]*\))*\)[+?*]?")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Needs:
    """Classes of verbs that must occur, and sets of characters of each of which one must."""

    classes: frozenset[str]
    characters: tuple[frozenset[str], ...]

    def are_met(self, characters: AbstractSet[str]) -> bool:
        """Whether a clause with these characters may fit."""
        return not any(needed.isdisjoint(characters) for needed in self.characters)


def classes_in(text: str) -> frozenset[str]:
    """The classes of the verbs that occur in a clause without its 了."""
    verbs, longest = _verbs()
    found: set[str] = set()
    for at in range(len(text)):
        for end in range(at + 1, min(at + longest, len(text)) + 1):
            found.update(verbs.get(text[at:end], ()))
    return frozenset(found)


@cache
def needs_of(pattern: str) -> Needs:
    """What every clause that fits a pattern has, as far as it is plain to see."""
    classes: set[str] = set()
    characters: list[frozenset[str]] = []
    for token in _TOKEN.finditer(_plain(pattern)):
        if token["maybe0"] or token["maybe"] or token["maybe2"] or token["maybe3"]:
            continue
        if token["verb"]:
            classes.add(token["verb"])
        elif token["char"]:
            characters.append(frozenset(token["char"]))
        elif token["set"] and not {"^", "-"} & set(token["set"]):
            characters.append(frozenset(token["set"]))
        elif token["group"] is not None:
            characters += _of_group(token["group"])
    return Needs(frozenset(classes), tuple(characters))


def _plain(pattern: str) -> str:
    """A pattern without its optional groups, and without groups that have groups inside."""
    while (shorter := _OPTIONAL.sub("", pattern)) != pattern:
        pattern = shorter
    return _NESTED.sub("", pattern)


def _of_group(group: str) -> list[frozenset[str]]:
    """The first characters of the alternatives of a group; nothing if one of them is not plain."""
    firsts = [_HAN.match(one) for one in group.split("|")]
    plain = [
        first.group()
        for first, one in zip(firsts, group.split("|"), strict=True)
        if first and one[1:2] not in {"?", "*"}
    ]
    return [frozenset(plain)] if len(plain) == len(firsts) else []


@cache
def _verbs() -> tuple[dict[str, tuple[str, ...]], int]:
    """Every verb without its 了 with the classes that it is in, and the length of the longest."""
    found: dict[str, tuple[str, ...]] = {}
    for name, verbs in VERBS.items():
        for verb in verbs:
            plain = verb.replace("了", "")
            found[plain] = (*found.get(plain, ()), name)
    return found, max(map(len, found))
