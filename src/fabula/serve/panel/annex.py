"""The panel as a part of the server: its files at ``/``, and what only it asks under ``/api``."""

from pathlib import Path

from fabula.operations.panel import PANEL
from fabula.serve.app import Annex
from fabula.serve.panel import samples
from fabula.serve.panel.pages import Panel, is_open
from fabula.serve.routes.asking import router_of

BUILT = Path(__file__).parent / "dist"


def panel_annex(built: Path = BUILT) -> Annex:
    """The panel of a server. What nobody else answers, it does.

    ``built`` is the folder that its build has filled; without it a page says how to get there.
    """
    return Annex("panel", routers=(router_of(PANEL), samples.router), rest=Panel(built), is_open=is_open)
