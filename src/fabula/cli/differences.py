"""What a command changed: which facts held before it and which hold after it."""

from typing import Any

from fabula.shapes import fact_shape
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View


def difference(before: View, after: View) -> list[str]:
    """What no longer holds and what holds now, a line each."""
    closed, opened = _changes(before, after)
    return [
        *(f"  - {phrase(fact, before)}" for fact in closed),
        *(f"  + {phrase(fact, after)}" for fact in opened),
    ]


def difference_shape(before: View, after: View) -> dict[str, Any]:
    """The same as a JSON object."""
    closed, opened = _changes(before, after)
    return {
        "no_longer": [fact_shape(fact, before) for fact in closed],
        "now": [fact_shape(fact, after) for fact in opened],
    }


def _changes(before: View, after: View) -> tuple[list[Fact], list[Fact]]:
    """What held before and no longer does, and what holds now and did not; by what they say."""
    was = {_meaning(fact): fact for fact in before.facts()}
    now = {_meaning(fact): fact for fact in after.facts()}
    return (
        [fact for meaning, fact in was.items() if meaning not in now],
        [fact for meaning, fact in now.items() if meaning not in was],
    )


def _meaning(fact: Fact) -> tuple[str, ...]:
    return (fact.subject, fact.predicate, fact.object, fact.value, fact.sentence, str(fact.strength))
