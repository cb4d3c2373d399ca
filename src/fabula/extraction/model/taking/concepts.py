"""Finds the key that a story has for a concept already, before a new predicate is made."""

from collections.abc import Iterable

from fabula.claims.text import is_ideographic
from fabula.extraction.rules.listed import word_set
from fabula.graph.predicates import predicate_key
from fabula.graph.relation_attributes import MARK
from fabula.graph.view import View

_SMALL = word_set("the a an of is are was has have had current main own his her their being 的 是")


def story_keys(view: View) -> set[str]:
    """Every key under which the story has anything."""
    return {slot.predicate for slot in view.state.slots}


def concept_key(predicate: str, subject: str, view: View, keys: Iterable[str]) -> str:
    """The key to write for a predicate: the table's or the story's own where there is one, else as it is told.

    Two keys are one concept where they have the same words but for small ones, order and plural aside:
    ``color_of_cloak`` and ``cloak_color``, ``hobbies`` and ``hobby``. The subject's own keys come first, then those of
    the whole story (``keys``); where two fit, a new one is made rather than a guess. ``subject`` is an id.
    """
    base, mark, attribute = predicate.partition(MARK)
    key = predicate_key(base)
    if key in view.table.known:
        return predicate
    own = {fact.predicate for fact in view.about(subject)} if subject else set()
    for known in (own, keys):
        if key in known:
            return predicate
        fitting = sorted(_alike(key, known))
        if len(fitting) == 1:
            return f"{fitting[0]}{mark}{attribute}"
    return predicate


def _alike(key: str, keys: Iterable[str]) -> Iterable[str]:
    wanted = _concept(key)
    return {one for one in keys if MARK not in one and wanted and _concept(one) == wanted}


def _concept(key: str) -> tuple[str, ...]:
    words = [word for word in key.split("_") if word and word not in _SMALL]
    if len(words) == 1 and all(map(is_ideographic, words[0])):
        return (words[0].replace("的", ""),)
    return tuple(sorted(_singular(word) for word in words))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    is_plural = word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > len("his")
    return word[:-1] if is_plural else word
