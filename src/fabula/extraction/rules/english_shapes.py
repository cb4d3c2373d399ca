"""Whether a phrase can be what a slot of a pattern takes: someone, a thing, a place, a group, an office."""

from collections.abc import Callable

from fabula.extraction.rules import english_words as words
from fabula.extraction.rules.english_verbs import FINITE
from fabula.extraction.rules.findings import Phrase
from fabula.graph.entities import coarse_class

_PEOPLE = words.PERSON_NOUNS | frozenset(words.KIN) | words.ROLE_NOUNS
_NAMES_ONLY = frozenset(["reveal", "unmask", "appear"])
_NEEDS_SURE = frozenset(["appear", "reveal"])


def fits(kind: str, phrase: Phrase, class_of: Callable[[str], str], *, action: str, is_strong: bool) -> bool:
    """Whether a phrase may stand for an entity of this kind; ``class_of`` knows the names of the story.

    ``is_strong`` says that the words around it leave little doubt of what it is.
    """
    if phrase.person:
        return kind == "character" and action not in _NAMES_ONLY
    if kind == "concept":
        return _is_office(phrase, is_strong=is_strong)
    known = class_of(phrase.text)
    return known == coarse_class(kind) if known else _looks_like(kind, phrase, action, is_strong=is_strong)


def _looks_like(kind: str, phrase: Phrase, action: str, *, is_strong: bool) -> bool:
    if kind == "character":
        return _is_someone(phrase, action)
    if kind == "item":
        return _is_thing(phrase, is_strong=is_strong)
    if kind == "place":
        return action == "arrive" and _is_place(phrase)
    return _is_group(phrase)


def head_of(text: str) -> str:
    """The noun that a phrase is about: the word before "of", else the last one."""
    return text.casefold().split(" of ")[0].split()[-1]


def _is_someone(phrase: Phrase, action: str) -> bool:
    head = head_of(phrase.text)
    if phrase.text[:1].islower():
        return action in {"reveal", "unmask"} and head in words.PERSON_NOUNS and phrase.is_epithet
    if phrase.is_epithet and " " not in phrase.text and head in words.ABSTRACT_NOUNS:
        return False
    if phrase.text.casefold().rstrip(".") in words.TITLES:
        return False
    if head in words.GROUP_NOUNS | words.PLACE_NOUNS and phrase.is_epithet:
        return False
    return phrase.is_sure or (action not in _NEEDS_SURE and _looks_like_a_name(phrase.text))


def _looks_like_a_name(text: str) -> bool:
    """A lone capital word at the start of a sentence, before a verb that someone does."""
    low = text.casefold()
    if (
        low in words.TITLES
        or low in words.STARTERS
        or low in words.PERSON_NOUNS | words.GROUP_NOUNS | words.ITEM_NOUNS
    ):
        return False
    if low.endswith(("ing", "ed", "ly", "tion", "ness")):
        return False
    return not low.endswith("s") or low.endswith(("us", "is", "as", "os", "ss"))


def _is_thing(phrase: Phrase, *, is_strong: bool) -> bool:
    head = head_of(phrase.text)
    if phrase.text[:1].isupper() or head in _PEOPLE:
        return False
    if head in words.ITEM_NOUNS:
        return True
    refused = words.NOT_ITEMS | words.PLACE_NOUNS | words.GROUP_NOUNS | words.TIME_WORDS | words.BODY
    return (
        is_strong
        and head not in refused
        and not head.endswith(("ing", "ness", "tion", "ment", "ance", "ence"))
    )


def _is_place(phrase: Phrase) -> bool:
    if phrase.text[:1].isupper():
        return phrase.is_sure and head_of(phrase.text) not in words.NOT_NAMES and not _has_title(phrase.text)
    return head_of(phrase.text) in words.PLACE_NOUNS


def _has_title(text: str) -> bool:
    return text.casefold().split()[0].rstrip(".") in words.TITLES - {"old", "saint", "st", "king", "queen"}


def _is_group(phrase: Phrase) -> bool:
    if not phrase.text[:1].isupper():
        return False
    return head_of(phrase.text) in words.GROUP_NOUNS or (phrase.is_epithet and " " in phrase.text)


_NO_OFFICE = (
    FINITE
    | words.PREPOSITIONS - {"of", "in", "at"}
    | {"been", "as", "named", "chosen", "made", "sworn", "put", "being"}
)


def _is_office(phrase: Phrase, *, is_strong: bool) -> bool:
    head = head_of(phrase.text)
    if phrase.text[:1].isupper() or not _NO_OFFICE.isdisjoint(phrase.text.casefold().split()):
        return False
    if head == "head" and " " in phrase.text and " of " not in phrase.text:
        return False
    return head in words.ROLE_NOUNS or head.endswith(words.OFFICE_ENDINGS) or is_strong
