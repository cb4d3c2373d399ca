"""A server's models as a part of the application: their routes, and what ``/health`` tells of them."""

from collections.abc import Mapping
from typing import Any

from fabula.serve.app import Annex
from fabula.serve.connections.connections import Connections
from fabula.serve.connections.routes import router_of


def connections_annex(held: Connections) -> Annex:
    """What the application has to know of its models."""

    def state() -> Mapping[str, Any]:
        # Whoever brings no token learns neither a model's name nor where it answers.
        return {
            "ok": True,
            "reader": "model" if held.chosen.name else "rules",
            "embedder": held.embedder.use or "recorded",
        }

    return Annex("models", routers=(router_of(held),), probe=state)
