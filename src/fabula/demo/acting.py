"""Acting out a script upon a story, step by step, with what each step changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fabula.demo.script import Script
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.story import Story


@dataclass(frozen=True, slots=True)
class Acted:
    """One step that was done: where the story stands, and what holds now and no longer.

    ``before`` is the turn that a swipe or an edit replaced, or where a rewind, fork or switch left from;
    ``carried`` and ``read`` count the readings that an edit could keep and those that it could not.
    """

    do: str
    step: Mapping[str, Any]
    story: Story
    turn: Turn
    before: Turn | None
    opened: tuple[str, ...]
    closed: tuple[str, ...]
    carried: int = 0
    read: int = 0


def acted_out(script: Script, story: Story) -> Iterator[Acted]:
    """Every step of a script, done; the rules read after each one. The last one's story is on its last branch."""
    for step in script.steps:
        held = story.view()
        story, before, carried = _do(step, story)
        read = story.extract().read
        holds = story.view()
        opened, closed = difference(held, holds)
        turn = _turn_of(step, story)
        yield Acted(step["do"], step, story, turn, before, opened, closed, carried, read)


def difference(before: View, after: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What holds after and not before, and what held before and no longer does, in sentences."""
    was, now = _said(before), _said(after)
    return tuple(said for said in now if said not in was), tuple(said for said in was if said not in now)


def at_odds(one: View, other: View) -> Sequence[tuple[Fact, Fact]]:
    """The slots in which two views hold different things, each with both facts."""
    theirs = {fact.slot: fact for fact in other.facts()}
    return tuple(
        (fact, theirs[fact.slot])
        for fact in one.facts()
        if fact.slot in theirs and _far(fact) != _far(theirs[fact.slot])
    )


def in_order(versions: Sequence[Fact]) -> Sequence[Fact]:
    """The versions of a slot as they followed each other, those too that one turn opens and closes."""
    return sorted(versions, key=lambda fact: (fact.opened, fact.closed is None, fact.closed or 0))


def _do(step: Mapping[str, Any], story: Story) -> tuple[Story, Turn | None, int]:
    """Do one step; give the story's handle after it, the turn that was left or replaced, and readings carried."""
    before, back, carried = story.head, step.get("back", 0), 0
    number = before.number if before else 0
    match step["do"]:
        case "tell":
            story.tell(step["text"], speaker=step["speaker"], role=step["role"], **_present(step))
        case "swipe":
            story.swipe(step["text"], speaker=step["speaker"], role=step["role"], **_present(step))
        case "edit":
            before = story.turn(-1 - back)
            carried = story.edit(before, step["text"]).carried
        case "rewind":
            story.rewind(number - back)
        case "fork":
            story = story.fork(step["branch"], number - back)
        case "switch":
            story = story.switch(step["branch"])
        case "tag":
            story.branches.tag(step["name"], story.turn(-1).id)
    return story, before, carried


def _turn_of(step: Mapping[str, Any], story: Story) -> Turn:
    return story.turn(-1 - step["back"]) if step["do"] == "edit" else story.turn(-1)


def _present(step: Mapping[str, Any]) -> dict[str, Any]:
    return {"present": tuple(step["present"])} if "present" in step else {}


def _said(view: View) -> dict[str, Fact]:
    return {phrase(fact, view): fact for fact in view.facts()}


def _far(fact: Fact) -> str:
    return fact.object or fact.value
