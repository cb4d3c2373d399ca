"""What differs by language: finding names, joining them, reading tags, telling men from women."""

import re
from collections.abc import Sequence
from typing import Protocol

from fabula.claims.text import is_ideographic
from fabula.extraction.whole.chinese_aliases import chinese_groups
from fabula.extraction.whole.chinese_scan import ChineseLexicon
from fabula.extraction.whole.chinese_tags import ChineseTags
from fabula.extraction.whole.chinese_words import FEMALE_TITLES, MALE_TITLES, TITLES, surname_of
from fabula.extraction.whole.clues import Clue
from fabula.extraction.whole.english_aliases import english_groups
from fabula.extraction.whole.english_genders import pronoun_counts, sex_of
from fabula.extraction.whole.english_scan import Lexicon
from fabula.extraction.whole.english_tags import EnglishTags
from fabula.extraction.whole.english_titles import parts_of
from fabula.extraction.whole.quotations import Page, Quotation
from fabula.extraction.whole.sightings import Seen

_SAMPLE = 20000
_ENGLISH_BEFORE = re.compile(
    r"(?:^|[,;!?.:—\-\"“‘]\s*|\b(?:my|dear|poor|old|oh|o|ah|no|yes|well|and|but|please|why)[, ]+)$",
    re.IGNORECASE,
)
_ENGLISH_AFTER = re.compile(r"\s*(?:[,.!?;:—\-]|$)")
_CHINESE_BEFORE = re.compile(r"(?:^|[，。！？：；、…]|好|我的|老|小)$")
_CHINESE_AFTER = re.compile(r"(?:[啊呀哪吧]|你|您)?(?:[，。！？：；、…]|$)")
_HE = re.compile(r"[他她]")
_NEAR, _SURE = 40, 3


class Tags(Protocol):
    """Reads the clues of quotations."""

    def clues(self, quotation: Quotation) -> list[Clue]:
        """Every clue, tags first."""
        ...


class Tongue(Protocol):
    """One language's way with names and speech. ``first_person`` is what a teller without a name is called."""

    first_person: str

    def groups(self, text: str, names: Sequence[str]) -> list[list[str]]:
        """Names that are one person's, of those given or else of all that the text shows."""
        ...

    def find(self, text: str, names: Sequence[str]) -> list[Seen]:
        """Where names stand in a text, in order."""
        ...

    def tags(self, page: Page, seen: Sequence[Seen]) -> Tags:
        """A reader of a page's tags."""
        ...

    def sexes(self, text: str, seen: Sequence[Seen], people: Sequence[Sequence[str]]) -> dict[int, str]:
        """``m``, ``f`` or empty for each of the people, by number."""
        ...

    def addresses(self, speech: str, start: int, end: int) -> bool:
        """Whether the name at ``start:end`` of a speech is whom it speaks to."""
        ...

    def descriptions(self, name: str) -> list[str]:
        """By which descriptions somebody with this name is meant, without articles."""
        ...

    def fullness(self, name: str) -> int:
        """How much a name says: the fullest is the canonical one."""
        ...

    def may_be_one(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Whether nothing in the names themselves says that they are two people's."""
        ...


class English:
    """English."""

    first_person = "I"

    def groups(self, text: str, names: Sequence[str]) -> list[list[str]]:
        """As the protocol says."""
        return [list(group.names) for group in english_groups(text, names)]

    def find(self, text: str, names: Sequence[str]) -> list[Seen]:
        """As the protocol says."""
        return Lexicon(names).find(text)

    def tags(self, page: Page, seen: Sequence[Seen]) -> Tags:
        """As the protocol says."""
        return EnglishTags(page, seen)

    def sexes(self, text: str, seen: Sequence[Seen], people: Sequence[Sequence[str]]) -> dict[int, str]:
        """As the protocol says."""
        counts = pronoun_counts(text, seen)
        return {number: sex_of(names, counts) for number, names in enumerate(people)}

    def addresses(self, speech: str, start: int, end: int) -> bool:
        """As the protocol says."""
        before = _ENGLISH_BEFORE.search(speech[max(start - 12, 0) : start])
        return bool(before and _ENGLISH_AFTER.match(speech, end))

    def descriptions(self, name: str) -> list[str]:
        """As the protocol says."""
        parts = parts_of(name)
        own = " ".join((*parts.given, parts.last))
        return [own, *([parts.last] if parts.is_described else []), *([parts.title] if parts.title else [])]

    def fullness(self, name: str) -> int:
        """As the protocol says."""
        parts = parts_of(name)
        return 2 * (parts.is_full and not parts.title) or int(bool(parts.title or parts.given))

    def may_be_one(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """As the protocol says."""
        ours, theirs = _surnames(some), _surnames(others)
        return not ours or not theirs or bool(ours & theirs)


class Chinese:
    """Chinese."""

    first_person = "我"

    def groups(self, text: str, names: Sequence[str]) -> list[list[str]]:
        """As the protocol says."""
        return chinese_groups(text, names)

    def find(self, text: str, names: Sequence[str]) -> list[Seen]:
        """As the protocol says."""
        return ChineseLexicon(names).find(text)

    def tags(self, page: Page, seen: Sequence[Seen]) -> Tags:
        """As the protocol says."""
        return ChineseTags(page, seen)

    def sexes(self, text: str, seen: Sequence[Seen], people: Sequence[Sequence[str]]) -> dict[int, str]:
        """As the protocol says."""
        counts: dict[str, list[int]] = {}
        for number, one in enumerate(seen):
            stop = seen[number + 1].start if number + 1 < len(seen) else len(text)
            if match := _HE.search(text, one.end, min(stop, one.end + _NEAR)):
                counts.setdefault(one.name, [0, 0])[match.group() == "她"] += 1
        return {number: _chinese_sex(names, counts) for number, names in enumerate(people)}

    def addresses(self, speech: str, start: int, end: int) -> bool:
        """As the protocol says."""
        return bool(
            _CHINESE_BEFORE.search(speech[max(start - 2, 0) : start]) and _CHINESE_AFTER.match(speech, end)
        )

    def descriptions(self, name: str) -> list[str]:
        """As the protocol says."""
        return [name]

    def fullness(self, name: str) -> int:
        """As the protocol says."""
        return int(bool(surname_of(name)) and name[len(surname_of(name)) :] not in TITLES)

    def may_be_one(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """As the protocol says."""
        ours = {surname for name in some if (surname := surname_of(name))}
        theirs = {surname for name in others if (surname := surname_of(name))}
        return not ours or not theirs or bool(ours & theirs)


def tongue_of(text: str) -> Tongue:
    """The language of a text: Chinese where ideographs are most of its letters."""
    letters = [char for char in text[:_SAMPLE] if char.isalpha()]
    return Chinese() if 2 * sum(map(is_ideographic, letters)) > len(letters) else English()


def _surnames(names: Sequence[str]) -> set[str]:
    every = [parts_of(name) for name in names]
    return {parts.last for parts in every if not parts.is_described and (parts.title or parts.given)}


def _chinese_sex(names: Sequence[str], counts: dict[str, list[int]]) -> str:
    for name in names:
        rest = name[len(surname_of(name)) :]
        if any(rest.endswith(title) for title in FEMALE_TITLES):
            return "f"
        if rest in MALE_TITLES:
            return "m"
    he = sum(counts.get(name, [0, 0])[0] for name in names)
    she = sum(counts.get(name, [0, 0])[1] for name in names)
    return "f" if she > max(2 * he, _SURE) else "m" if he > max(2 * she, _SURE) and she else ""
