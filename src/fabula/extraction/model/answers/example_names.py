"""The names of the examples in the prompts: a claim about one of them that the story has not was copied."""

from collections.abc import Iterator
from functools import cache

from fabula.claims.text import name_key
from fabula.extraction.model.item_shape import BAR, OBJECT, SUBJECT
from fabula.extraction.model.questions.lines_examples import LINE_EXAMPLES
from fabula.extraction.model.questions.structured_examples_en import ENGLISH
from fabula.extraction.model.questions.structured_examples_zh import CHINESE


@cache
def example_names() -> frozenset[str]:
    """The keys of the names that stand at an end of a claim in some example."""
    return frozenset(name_key(name) for name in _names() if name)


def _names() -> Iterator[str]:
    for examples in LINE_EXAMPLES.values():
        for example in examples:
            ends = example.answer.split(f" {BAR} ")[1:]
            yield from ends[::2]
    for one in (*ENGLISH, *CHINESE):
        for item in one.items:
            yield from (str(item.get(SUBJECT, "")), str(item.get(OBJECT, "")))
