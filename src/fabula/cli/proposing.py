"""What later text says against facts that the author locked, and the author's word on it."""

from collections.abc import Iterator
from typing import Annotated

import typer

from fabula.cli.authoring import decide
from fabula.cli.places import AsJson, AsOf, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.show import one_line, say, say_json, short
from fabula.operations.proposing import ProposalsAsked, ProposalShape
from fabula.operations.proposing import proposals as waiting

app = typer.Typer()
PANEL = "The author's word"

Proposal = Annotated[
    str, typer.Argument(metavar="PROPOSAL", help="The start of its id, as `fabula proposals` shows it.")
]
_EFFECTS = {"opens": "it would be", "ends": "would end", "takes_back": "was never so"}


@app.command(rich_help_panel=PANEL, epilog='Example: fabula proposals moonlit.db "silver key"')
def proposals(
    store: StoreAt,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", show_default=False, help="Only about this one.")
    ] = "",
    *,
    as_of: AsOf = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """List what later text says against facts that you locked; `accept` or `decline` it."""
    with story_at(store, story, branch) as told:
        turn = told.turn(as_of).id if as_of else ""
        found = waiting(told, ProposalsAsked(entity=name, as_of=turn))
        if as_json:
            say_json(found)
        elif found["proposals"]:
            say(*(line for one in found["proposals"] for line in _lines(one)))
        else:
            say("Nothing that was told speaks against what you locked.")


@app.command(rich_help_panel=PANEL, epilog="Example: fabula accept moonlit.db 3f9a12c4")
def accept(
    store: StoreAt,
    proposal: Proposal,
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Let a proposal hold from its turn on; later text may change it again."""
    decide(store, story, branch, lambda told: told.author.accept(proposal), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog="Example: fabula decline moonlit.db 3f9a12c4")
def decline(
    store: StoreAt,
    proposal: Proposal,
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Keep what you locked; the same words will not propose it again."""
    decide(store, story, branch, lambda told: told.author.decline(proposal), as_json=as_json)


def _lines(one: ProposalShape) -> Iterator[str]:
    yield f"{short(one['id'])}  turn {one['number']}: {_EFFECTS[one['effect']]}: {one_line(one['phrase'])}"
    yield from (f"    “{one_line(piece['quote'])}”" for piece in one["evidence"] if piece["quote"])
    yield from (f"    locked: {one_line(fact['phrase'])}" for fact in one["against"])
