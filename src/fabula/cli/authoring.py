"""The author's word: acts that stand against every reader, each of which can be undone."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from collections.abc import Callable
from typing import Annotated

import typer

from fabula.claims.statements import Assertion, EntityClaim, Modality, Retraction, Scene, Termination
from fabula.claims.storytime import period_of
from fabula.cli.acts import act_row, done
from fabula.cli.places import AsJson, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.show import columns, say, say_json
from fabula.ledger.records import Act
from fabula.operations.authoring import acts as list_acts
from fabula.operations.authoring import done as act_answer
from fabula.operations.operation import whole
from fabula.story import Story

app = typer.Typer()
PANEL = "The author's word"

Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="A name, alias or id.")]
Predicate = Annotated[str, typer.Argument(metavar="PREDICATE", help="Such as held_by, sibling_of or status.")]
Far = Annotated[
    str,
    typer.Argument(metavar="OBJECT", show_default=False, help="The entity at the far end; or else --value."),
]
Value = Annotated[
    str, typer.Option("--value", metavar="TEXT", show_default=False, help="A text at the far end.")
]
Holder = Annotated[
    str,
    typer.Option(
        "--holder", metavar="NAME", show_default=False, help="Whose belief it is, where it is not canon."
    ),
]
FromTurn = Annotated[
    str,
    typer.Option(
        "--turn", metavar="TURN", show_default=False, help="From where it holds; otherwise from here."
    ),
]
Sentence = Annotated[
    str, typer.Option("--fact", metavar="SENTENCE", show_default=False, help="It in one sentence.")
]
StoryTime = Annotated[
    str,
    typer.Option("--when", metavar="TIME", show_default=False, help="The story's own time, as it is told."),
]
One = Annotated[str, typer.Argument(metavar="ONE", help="A name, alias or id.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="A name, alias or id.")]


@app.command(rich_help_panel=PANEL, epilog='Example: fabula introduce moonlit.db "Lin Yao" --alias "the Fox"')
def introduce(
    store: StoreAt,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name.")],
    *,
    kind: Annotated[
        str, typer.Option("--kind", help="Such as character, group, place or item.")
    ] = "character",
    alias: Annotated[
        list[str] | None, typer.Option("--alias", metavar="NAME", help="Another name; repeatable.")
    ] = None,
    summary: Annotated[str, typer.Option("--summary", metavar="TEXT", show_default=False)] = "",
    namesake: Annotated[
        bool, typer.Option("--namesake", help="Another bearer of a name that is taken.")
    ] = False,
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Bring somebody or something into the story by hand."""
    claim = EntityClaim(name, kind, tuple(alias or ()), summary, namesake=namesake)
    decide(store, story, branch, lambda told: told.author.introduce(claim, _id(told, turn)), as_json=as_json)


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula claim moonlit.db "silver key" held_by "Lin Yao" --turn 12'
)
def claim(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    holder: Holder = "",
    modality: Annotated[Modality, typer.Option("--modality", help="How it is meant.")] = Modality.ASSERTED,
    fact: Sentence = "",
    when: StoryTime = "",
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say that something holds from a turn on."""
    said = Assertion(subject, predicate, far, value, holder, modality, fact=fact, period=period_of(when))
    decide(store, story, branch, lambda told: told.author.claim(said, _id(told, turn)), as_json=as_json)


@app.command(
    rich_help_panel=PANEL, epilog="Example: fabula correct moonlit.db cord colour --value green --instead red"
)
def correct(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    instead: Annotated[
        str, typer.Option("--instead", metavar="WRONG", show_default=False, help="The far end that is wrong.")
    ] = "",
    holder: Holder = "",
    fact: Sentence = "",
    when: StoryTime = "",
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say what is right in place of what is held; later text may still change it."""
    said = Assertion(subject, predicate, far, value, holder, fact=fact, period=period_of(when))
    decide(
        store,
        story,
        branch,
        lambda told: told.author.correct(said, instead, _id(told, turn)),
        as_json=as_json,
    )


@app.command(rich_help_panel=PANEL, epilog='Example: fabula end moonlit.db "Lin Yao" member_of "Night Watch"')
def end(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    holder: Holder = "",
    when: StoryTime = "",
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say that something stopped being true."""
    said = Termination(subject, predicate, far, value, holder, period_of(when))
    decide(store, story, branch, lambda told: told.author.end(said, _id(told, turn)), as_json=as_json)


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula retract moonlit.db "Lin Yao" spouse_of "Lin Feng"'
)
def retract(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    holder: Holder = "",
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say that something never was true."""
    said = Retraction(subject, predicate, far, value, holder)
    decide(store, story, branch, lambda told: told.author.retract(said, _id(told, turn)), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula lock moonlit.db "silver key" held_by')
def lock(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    holder: Holder = "",
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Let no later text change what holds: it becomes a proposal instead."""
    said = Termination(subject, predicate, far, value, holder)
    decide(store, story, branch, lambda told: told.author.lock(said, _id(told, turn)), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula pin moonlit.db "silver key" held_by')
def pin(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Let a fact always be told to the model."""
    said = Termination(subject, predicate, far, value)
    decide(store, story, branch, lambda told: told.author.pin(said), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula reject moonlit.db "Lin Yao" enemy_of "Lin Feng"')
def reject(
    store: StoreAt,
    subject: Subject,
    predicate: Predicate,
    far: Far = "",
    *,
    value: Value = "",
    holder: Holder = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Forbid what was read: the same words will not bring it back, on any branch."""
    said = Retraction(subject, predicate, far, value, holder)
    decide(store, story, branch, lambda told: told.author.reject(said), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula reveal moonlit.db Davin "the stranger" --turn 12')
def reveal(
    store: StoreAt,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The one whose name is kept.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The one that turns out to be the same.")],
    *,
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say that two turn out to be one from a turn on. Before it they stay two."""
    decide(
        store, story, branch, lambda told: told.author.reveal(name, other, _id(told, turn)), as_json=as_json
    )


@app.command(
    rich_help_panel=PANEL, epilog='Example: fabula stage moonlit.db "Lin Yao" Mira --place "Old Mill"'
)
def stage(
    store: StoreAt,
    present: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME...]", show_default=False, help="Who is there: names, aliases or ids."),
    ] = None,
    *,
    place: Annotated[str, typer.Option("--place", metavar="NAME", show_default=False, help="Where.")] = "",
    starts: Annotated[bool, typer.Option("--starts", help="A new scene begins.")] = False,
    when: StoryTime = "",
    turn: FromTurn = "",
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say who is on stage from a turn on, where, and when in the story."""
    scene = Scene(present=tuple(present or ()), place=place, starts=starts, period=period_of(when))
    decide(store, story, branch, lambda told: told.author.stage(scene, _id(told, turn)), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula merge moonlit.db Davin "Grey Tom"')
def merge(
    store: StoreAt,
    keep: Annotated[str, typer.Argument(metavar="KEEP", help="The one that gives the name.")],
    absorb: Annotated[str, typer.Argument(metavar="ABSORB", help="The one that turns out to be the same.")],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say that two names are one, from the beginning and on every branch."""
    decide(store, story, branch, lambda told: told.author.merge(keep, absorb), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog="Example: fabula unmerge moonlit.db npc-davin npc-grey-tom")
def unmerge(
    store: StoreAt,
    one: Annotated[str, typer.Argument(metavar="ID", help="The id that was kept.")],
    other: Annotated[str, typer.Argument(metavar="ID", help="The id that was absorbed.")],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Take two merged ones apart again, by id: everything is as if they had never been one."""
    decide(store, story, branch, lambda told: told.author.unmerge(one, other), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula separate moonlit.db "Old Tom" "Grey Tom"')
def separate(
    store: StoreAt,
    one: One,
    other: Other,
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say that two are two, whatever the story seems to reveal."""
    decide(store, story, branch, lambda told: told.author.separate(one, other), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog='Example: fabula rename moonlit.db "the stranger" Davin')
def rename(
    store: StoreAt,
    entity: Annotated[str, typer.Argument(metavar="ENTITY", help="A name, alias or id.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called from now on.")],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Change how somebody is called; the former name stays an alias."""
    decide(store, story, branch, lambda told: told.author.rename(entity, name), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog="Example: fabula undo moonlit.db 1a2b3c4d")
def undo(
    store: StoreAt,
    act: Annotated[
        str, typer.Argument(metavar="ACT", help="The start of an act's id, as `fabula acts` lists it.")
    ],
    *,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Take an act back. Undoing an undo brings the act back."""
    decide(store, story, branch, lambda told: told.author.undo(act), as_json=as_json)


@app.command(rich_help_panel=PANEL, epilog="Example: fabula acts moonlit.db")
def acts(store: StoreAt, *, story: StoryNamed = "", as_json: AsJson = False) -> None:
    """List what the author said, in order; what was undone is marked."""
    with story_at(store, story) as told:
        if as_json:
            say_json(whole(list_acts(told)))
            return
        stand = {one.id for one in told.author.standing()}
        every = told.author.acts()
        if every:
            say(*columns([act_row(told, one, stands=one.id in stand) for one in every], right=(0,)))
        else:
            say("The author has said nothing yet.")


def decide(store: str, story: str, branch: str, act: Callable[[Story], Act], *, as_json: bool) -> None:
    """Let an author act and tell what was done, with the id by which it can be undone."""
    with story_at(store, story, branch) as told:
        made = act(told)
        if as_json:
            say_json(act_answer(made))
        else:
            say(done(told, made))


def _id(told: Story, turn: str) -> str:
    return told.turn(turn).id if turn else ""
