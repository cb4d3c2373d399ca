"""Where a command works: the store, the story in it, the branch, and the point of the telling."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from fabula import checked_name, open_store, the_only_story
from fabula.errors import FabulaError, NotFoundError, StoreError, StoryNotFoundError
from fabula.ledger.listing import listed
from fabula.ledger.records import StoryRow
from fabula.ledger.store import LedgerStore
from fabula.models.embedding import Embedder
from fabula.recall.vector_search import VectorSearch
from fabula.recall.vector_store import VectorStore
from fabula.stores.vectors import open_vectors
from fabula.story import Story, utc_now

MEMORY = ":memory:"
SQLITE = "sqlite:///"

BACKWARDS = {"ignore_unknown_options": True}
"""Settings of commands that take a turn by itself: without them -2 would be taken for an option."""


def story_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The stories of the store on the command line, for the shell's completion."""
    return [name for name in _known(ctx, branches=False) if name.startswith(incomplete)]


def branch_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The branches of the story on the command line, for the shell's completion."""
    return [name for name in _known(ctx, branches=True) if name.startswith(incomplete)]


def a_turn(value: str) -> str:
    """What was typed for a turn, unless it is a misspelled option that click let through."""
    if value.startswith("-") and not value[1:].isdigit():
        raise typer.BadParameter(f"there is no option {value}")
    return value


StoreAt = Annotated[
    str, typer.Argument(metavar="STORE", help="The file that keeps the stories, such as moonlit.db.")
]
StoryNamed = Annotated[
    str,
    typer.Option(
        "--story",
        metavar="NAME",
        show_default=False,
        autocompletion=story_names,
        help="Which story of the store; not needed while it holds one.",
    ),
]
OnBranch = Annotated[
    str,
    typer.Option(
        "--branch",
        metavar="NAME",
        show_default=False,
        autocompletion=branch_names,
        help="Which branch; otherwise the one that was switched to last.",
    ),
]
AsOf = Annotated[
    str,
    typer.Option(
        "--as-of",
        metavar="TURN",
        show_default=False,
        help="As the story stood at this turn: a number, -1 for the last, an id's start, or a tag.",
    ),
]
AtTime = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="STORYTIME",
        show_default=False,
        help="What held then in the story itself, such as 'day 4' or 第四天, as far as it has been told.",
    ),
]
PointOfView = Annotated[
    str,
    typer.Option(
        "--pov", metavar="NAME", show_default=False, help="Only what this character can know or believes."
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="With --pov: leave out what nobody knows the witnesses of.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def nobody(_vectors: VectorStore, _story: str) -> None:
    """No embedder: what a command goes by that asks nothing by meaning."""


@contextmanager
def story_at(
    store: str,
    story: str = "",
    branch: str = "",
    *,
    embedder: Callable[[VectorStore, str], Embedder | None] = nobody,
) -> Iterator[Story]:
    """A handle on a story that is there already; ``embedder`` says by whose vectors its recall goes.

    Raises:
        NotFoundError: there is no such store, story or branch; the message lists what there is.
        AmbiguousNameError: the store holds several stories and none is named.
    """
    with closing(existing_store(store)) as kept:
        name, vectors = _named(kept, story), open_vectors(store)
        with closing(vectors):
            meaning = VectorSearch(vectors, embedder(vectors, name))
            yield Story(kept, name, branch=branch, by=author(), meaning=meaning)


@contextmanager
def new_story_at(store: str, story: str, branch: str = "") -> Iterator[Story]:
    """A handle on a story that is made if it is not there; unnamed, the only one or one named after the file."""
    with closing(opened(store)) as kept:
        known = kept.stories()
        name = story or (the_only_story(listed(kept, known)) if known else stem_of(store))
        yield handle(kept, name, branch)


def existing_store(store: str) -> LedgerStore:
    """The store at a place where there is one: a mistyped path must not make an empty file.

    Raises:
        NotFoundError: there is nothing.
    """
    path = store.removeprefix(SQLITE)
    if path != MEMORY and "://" not in path and not Path(path).exists():
        raise NotFoundError(f"There is no store at {store}. `fabula import` and `fabula tell` make one.")
    return opened(store)


def opened(store: str) -> LedgerStore:
    """The store at a place, made if it is not there.

    Raises:
        StoreError: a device or a pipe is there, or the store cannot be opened.
        InvalidInputError: it is no place for a store.
    """
    path = Path(store.removeprefix(SQLITE))
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise StoreError(f"{store} is no file, but a device or a pipe. Name a file, such as moonlit.db.")
    return open_store(store)


def handle(
    kept: LedgerStore, name: str, branch: str = "", *, created: str = "", start: str = "main"
) -> Story:
    """A handle on a story of an open store; the story is made if it is new, to ``start`` on that branch."""
    kept.create(StoryRow(checked_name(name), created or utc_now(), start))
    return Story(kept, name, branch=branch, by=author())


def stem_of(path: str) -> str:
    """What a story is called after the file that it comes from."""
    return Path(path).stem.strip() or "story"


def author(usual: str = "cli") -> str:
    """Who is named in the logs beside what is done from here: ``FABULA_AUTHOR``, or who usually does it."""
    return os.environ.get("FABULA_AUTHOR", "").strip() or usual


def _named(kept: LedgerStore, story: str) -> str:
    names = [row.name for row in kept.stories()]
    if not story:
        return the_only_story(listed(kept))
    if story not in names:
        raise StoryNotFoundError(
            f"The store holds no story {story!r}; it holds: {', '.join(names) or 'none yet'}."
        )
    return story


def _known(ctx: typer.Context, *, branches: bool) -> list[str]:
    try:
        with closing(existing_store(str(ctx.params.get("store", "")))) as kept:
            if not branches:
                return [row.name for row in kept.stories()]
            return sorted(kept.heads(_named(kept, str(ctx.params.get("story") or ""))).branches)
    except FabulaError:
        return []
