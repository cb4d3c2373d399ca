"""Progress of long work, on stderr and only where somebody watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from fabula.cli.show import console, note

if TYPE_CHECKING:
    from fabula.extraction.reader import Extractor

INTERRUPTED = 130
Step = Callable[[str, int, int], None]
"""Told what is being done, how far it has come, and how far it goes. After a colon it says more on the same line."""


@contextmanager
def bar() -> Iterator[Step]:
    """A function to tell how far the work has come; it draws a bar on a terminal and nothing elsewhere."""
    out = console(errors=True)
    if not out.is_terminal:
        yield lambda _what, _done, _of: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415 - seldom needed

    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), console=out, transient=True
    ) as it:
        tasks = {}

        def step(what: str, done: int, of: int) -> None:
            name = what.partition(":")[0]
            if name not in tasks:
                tasks[name] = it.add_task(what, total=of)
            it.update(tasks[name], description=what, completed=min(done, of), total=of)

        yield step


def tell_trials(reader: "Extractor", step: Step) -> None:
    """Let a reader that finds out how its model is best asked say so while it does."""
    if hasattr(reader, "on_trial"):
        reader.on_trial = lambda _trials: step("Reading: finding out how to ask", 0, 1)


@contextmanager
def interruptible() -> Iterator[None]:
    """Work that can be stopped by Ctrl-C and taken up by the same command; ends it with code 130."""
    try:
        yield
    except KeyboardInterrupt:
        note("Interrupted. What is written stays; the same command goes on from there.")
        raise typer.Exit(INTERRUPTED) from None
