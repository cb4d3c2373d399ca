"""What a command changed: which facts held before it and which hold after it."""

from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.operations.changes import changes_between


def difference(before: View, after: View) -> list[str]:
    """What no longer holds and what holds now, a line each."""
    closed, opened = changes_between(before, after)
    return [
        *(f"  - {phrase(fact, before)}" for fact in closed),
        *(f"  + {phrase(fact, after)}" for fact in opened),
    ]
