"""What was given to a model and why: receipts that were kept, and why something did not come."""

# ruff: noqa: PLR0913 - the parameters of a command are what a person may type; no caller passes them.

from typing import Annotated

import typer
from rich.text import Text

from fabula.cli.embedding import embedder_of
from fabula.cli.places import AsJson, OnBranch, StoreAt, StoryNamed, story_at
from fabula.cli.receipt_lines import receipt_lines
from fabula.cli.show import clip, columns, counted, fitted, one_line, say, say_json, short, styled
from fabula.context.receipts import KeptContext
from fabula.context.why_not import Answer
from fabula.errors import InvalidInputError
from fabula.operations.recalling import WhyNotAsked, receipt_row, receipt_shape, why_not_asked, why_not_shape

app = typer.Typer()
PANEL = "Asking"
ReceiptNumber = Annotated[
    int,
    typer.Option(
        "--receipt", metavar="N", min=0, show_default=False, help="Ask the receipt with this number."
    ),
]


@app.command(rich_help_panel=PANEL, epilog="Example: fabula receipts moonlit.db 3")
def receipts(
    store: StoreAt,
    number: Annotated[
        int,
        typer.Argument(
            metavar="[N]", show_default=False, help="Show this one: the text, what was kept and cut."
        ),
    ] = 0,
    *,
    story: StoryNamed = "",
    as_json: AsJson = False,
) -> None:
    """List the contexts that were kept (fabula context ... --keep), the newest first; or show one."""
    with story_at(store, story) as told:
        if number:
            _show(told.receipts.get(number), as_json=as_json)
            return
        kept = told.receipts.newest()
        if as_json:
            say_json({"receipts": [receipt_row(one) for one in kept]})
            return
        rows = [_row(one) for one in kept]
        say(
            *(
                fitted(columns(rows, right=(0,)))
                if rows
                else ["No context was kept: fabula context ... --keep"]
            )
        )


@app.command(
    "why-not",
    rich_help_panel=PANEL,
    epilog='Example: fabula why-not moonlit.db "silver key" --cue "Who was at the mill?"',
)
def why_not(
    store: StoreAt,
    asked: Annotated[
        str,
        typer.Argument(
            metavar="TEXT|ID", help="Words, a name, a fact's id, a turn's id, or #12 for the twelfth turn."
        ),
    ],
    *,
    cue: Annotated[
        str,
        typer.Option(
            "--cue", metavar="CUE", show_default=False, help="Ask the context for this cue, made now."
        ),
    ] = "",
    receipt: ReceiptNumber = 0,
    budget: Annotated[
        int, typer.Option("--budget", metavar="TOKENS", min=0, help="With --cue: at most so many tokens.")
    ] = 800,
    story: StoryNamed = "",
    branch: OnBranch = "",
    as_json: AsJson = False,
) -> None:
    """Say why something did not come into a context: the one for a cue, or the newest that was kept."""
    if cue and receipt:
        raise InvalidInputError(
            "--cue makes a context now, --receipt asks one that was kept: give one of them."
        )
    question = WhyNotAsked(asked=asked, cue=cue, receipt=receipt, budget=budget)
    with story_at(store, story, branch, embedder=embedder_of("")) as told:
        made, answers = why_not_asked(told, question)
        if as_json:
            say_json(why_not_shape(question, made, answers))
            return
        for one in answers:
            say(
                styled((one.reason, "bold"), f"  {one_line(one.text)}" if one.text else "", (_id(one), "dim"))
            )
            say(styled(f"       {one.said}"))


def _show(kept: KeptContext, *, as_json: bool) -> None:
    made = kept.context
    if as_json:
        say_json(receipt_shape(kept))
        return
    say(*([made.text] if made.text else []), "", f"cue: {one_line(made.receipt.cue)}")
    say(*receipt_lines(made.receipt))


def _row(kept: KeptContext) -> list[Text | str]:
    receipt = kept.context.receipt
    return [
        styled((str(kept.number), "green")),
        styled((kept.at, "dim")),
        f"turn {receipt.number}",
        styled((kept.branch, "cyan")),
        f"{receipt.used} of {counted(receipt.budget, 'token')}",
        clip(receipt.cue),
    ]


def _id(answer: Answer) -> str:
    return f"  {short(answer.id)}" if answer.id else ""
