"""Which facts a person means when asking why."""

from fabula.errors import EntityNotFoundError, FactNotFoundError
from fabula.graph.facts import Fact
from fabula.graph.view import View

_SHORTEST_ID = 4


def versions_of(view: View, subject: str, predicate: str = "") -> tuple[Fact, ...]:
    """Every version of (subject, predicate), or all that speak of the subject; or the one fact of an id.

    Names come first: an id is only looked up where nobody is called so.

    Raises:
        EntityNotFoundError, AmbiguousNameError: nobody is called so and no fact's id starts so, or several are.
        FactNotFoundError: nothing of the kind was told.
    """
    if predicate:
        found = view.timeline(subject, predicate)
    elif view.resolve(subject) is None:
        found = (_by_id(view, subject),)
    else:
        found = view.about(view.entity(subject).entity.id)
    if not found:
        about = f"{subject} {predicate}".strip()
        raise FactNotFoundError(f"Nothing was told of {about!r} up to turn {view.number}.")
    return tuple(sorted(found, key=lambda fact: (fact.opened, fact.closed is None, fact.closed or 0)))


def _by_id(view: View, identity: str) -> Fact:
    found = view.fact(identity) if len(identity) >= _SHORTEST_ID else None
    if found is None:
        raise EntityNotFoundError(
            f"Nobody and nothing is called {identity!r} at turn {view.number}, and no one fact's id starts so. "
            "`fabula entities` lists the names."
        )
    return found
