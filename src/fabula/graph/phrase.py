"""A fact as a sentence: the story's own where there is one, else a plain one in the story's script."""

from dataclasses import replace

from fabula.claims.text import is_ideographic
from fabula.graph.facts import Fact
from fabula.graph.relation_attributes import MARK, is_attribute_of_relation
from fabula.graph.view import View

_CHINESE_VALUES = {"dead": "已经死了", "alive": "还活着"}
"""Values that readers write as tokens, whatever the story's language."""


def phrase(fact: Fact, view: View) -> str:
    """What a fact says, in one line, with names as they are written."""
    if fact.sentence:
        return fact.sentence
    if is_attribute_of_relation(fact):
        return _of_a_relation(fact, view)
    subject = view.name_of(fact.subject)
    far = view.name_of(fact.object) if fact.object else fact.value
    predicate = view.table.meaning(fact.predicate).predicate
    is_chinese = _is_chinese(subject + far)
    if is_chinese and not fact.object:
        far = _CHINESE_VALUES.get(far, far)
    template = predicate.chinese if is_chinese else predicate.english
    if template:
        return template.format(subject=subject, object=far)
    return f"{subject}: {fact.predicate.replace('_', ' ')}: {far}"


def _of_a_relation(fact: Fact, view: View) -> str:
    predicate, _, attribute = fact.predicate.partition(MARK)
    relation = phrase(replace(fact, predicate=predicate, value=""), view)
    return f"{relation} ({attribute.replace('_', ' ')}: {fact.value})"


def _is_chinese(text: str) -> bool:
    return not text.isascii() and any(map(is_ideographic, text))
