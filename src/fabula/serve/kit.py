"""What a route works with, handed to it by the server that it stands in."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Request
from starlette.convertors import Convertor, register_url_convertor

from fabula.serve.gate import SLASH
from fabula.serve.jobs import Jobs
from fabula.serve.stories import Stories

Probe: TypeAlias = Callable[[], Mapping[str, Any]]
"""Tells how a part of the server is, with ``ok`` true or false among what it says; asks nobody outside."""


@dataclass(frozen=True, slots=True)
class Kit:
    """The stories of a server, its jobs, and how its parts are; ``ending`` is set when answers must come to an end."""

    stories: Stories
    jobs: Jobs
    probes: Mapping[str, Probe] = field(default_factory=dict)
    ending: asyncio.Event = field(default_factory=asyncio.Event)


class NameConvertor(Convertor[str]):
    """A name in a path (``{story:name}``): anything without a slash, unless that is written as ``%2F``."""

    regex = "[^/]+"

    def convert(self, value: str) -> str:
        """The name as it is."""
        return value.replace(SLASH, "/")

    def to_string(self, value: str) -> str:
        """The name as it stands in a path."""
        return value.replace("/", "%2F")


register_url_convertor("name", NameConvertor())


def kit_of(request: Request) -> Kit:
    """The kit of the server that answers a request."""
    kit: Kit = request.app.state.kit
    return kit


InKit = Annotated[Kit, Depends(kit_of)]
