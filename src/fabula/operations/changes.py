"""What a write changed: which facts held before it and which hold after it."""

from typing import TypedDict

from fabula.graph.facts import Fact
from fabula.graph.view import View
from fabula.shapes import FactShape, fact_shape


class ChangesShape(TypedDict):
    """What no longer holds, and what holds now."""

    no_longer: list[FactShape]
    now: list[FactShape]


def changes_between(before: View, after: View) -> tuple[list[Fact], list[Fact]]:
    """What held before and no longer does, and what holds now and did not; by what they say."""
    was = {_meaning(fact): fact for fact in before.facts()}
    now = {_meaning(fact): fact for fact in after.facts()}
    return (
        [fact for meaning, fact in was.items() if meaning not in now],
        [fact for meaning, fact in now.items() if meaning not in was],
    )


def changes_shape(before: View, after: View) -> ChangesShape:
    """The same as a shape."""
    closed, opened = changes_between(before, after)
    return {
        "no_longer": [fact_shape(fact, before) for fact in closed],
        "now": [fact_shape(fact, after) for fact in opened],
    }


def _meaning(fact: Fact) -> tuple[str, ...]:
    return (fact.subject, fact.predicate, fact.object, fact.value, fact.sentence, str(fact.strength))
