"""Memory as tools for agents: an MCP server on standard input and output."""

import typer

from fabula import the_only_story
from fabula.cli.places import OnBranch, StoreAt, StoryNamed, author, opened, stem_of
from fabula.errors import AmbiguousNameError, StoryNotFoundError
from fabula.ledger.listing import listed

app = typer.Typer()


@app.command(rich_help_panel="Serving", epilog="Example: fabula mcp moonlit.db")
def mcp(store: StoreAt, *, story: StoryNamed = "", branch: OnBranch = "") -> None:
    """Serve an agent the memory of a store as MCP tools, over standard input and output.

    The agent starts this command itself: give it `fabula mcp STORE` as a server. A new store gets a story that is
    called after the file.
    """
    # What serves is slow to load, and no other command waits for it.
    from fabula.serve.mcp_server import run_stdio  # noqa: PLC0415
    from fabula.serve.stories import Stories, opening_by  # noqa: PLC0415

    kept = opened(store)
    try:
        meant = story or the_only_story(listed(kept))
    except StoryNotFoundError:
        meant = stem_of(store)
    except AmbiguousNameError:
        meant = ""
    run_stdio(Stories(kept, opening=opening_by(author("mcp"))), meant, branch)
