"""An author's act in a person's words."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from fabula.cli.show import one_line, short, styled
from fabula.ledger.acts import ActKind
from fabula.ledger.records import Act
from fabula.story import Story


def done(told: Story, act: Act) -> str:
    """What was just done, with the id by which it can be undone."""
    return f"{act.kind}  {said(act.kind, act.payload)}{_place(told, act)}  ({short(act.id)})"


def act_row(told: Story, act: Act, *, stands: bool) -> list[Text]:
    """An act as a row of the story log."""
    is_gone = not stands and act.kind != ActKind.UNDO
    words = said(act.kind, act.payload) + _place(told, act)
    return [
        styled((str(act.seq), "dim")),
        styled((short(act.id), "yellow")),
        styled((act.kind, "cyan")),
        styled((words, "strike dim"), " (undone)") if is_gone else styled(words),
        styled((act.by, "dim")),
        styled((act.at, "dim")),
    ]


def said(kind: str, payload: Mapping[str, Any]) -> str:
    """What an act says; an act whose words were purged says nothing."""
    match kind:
        case _ if not payload:
            return "(purged)"
        case ActKind.MERGE:
            return f"{payload['absorb']} is {payload['keep']}"
        case ActKind.UNMERGE | ActKind.SEPARATE:
            return f"{payload['one']} is not {payload['other']}"
        case ActKind.RENAME:
            return f"{payload['entity']} is called {one_line(payload['name'])}"
        case ActKind.UNDO:
            return short(str(payload["act"]))
        case _:
            return _claimed(payload.get("claim", payload))


def _claimed(claim: Mapping[str, Any]) -> str:
    if claim.get("type") == "entity":
        return one_line(f"{claim['name']} ({claim.get('kind', 'character')})")
    holder = f"{claim['holder']}: " if claim.get("holder") else ""
    far = claim.get("object") or claim.get("value") or ""
    return one_line(f"{holder}{claim.get('subject', '')} {claim.get('predicate', '')} {far}")


def _place(told: Story, act: Act) -> str:
    return f", from turn {told.turn(act.turn).number}" if act.turn else ""
