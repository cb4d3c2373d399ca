"""What was chosen when the server was started, value by value, each with where it comes from. Plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Source(StrEnum):
    """Where a value comes from. ``panel``: a person set it while the server ran."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"
    STORE = "store"
    PANEL = "panel"


Sources = Mapping[str, Source]


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """The model that reads, and how it is asked; without a name, rules read. Zeros and empty texts are the usual.

    ``max_calls`` and ``max_tokens`` bound one job that reads. ``sources`` are by the name of the field.
    """

    name: str = ""
    url: str = ""
    key: str = field(default="", repr=False)
    form: str = ""
    timeout: float = 0
    max_calls: int = 0
    max_tokens: int = 0
    sources: Sources = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChosenEmbedder:
    """What recall by meaning rests on. ``use`` is ``bundled``, ``none``, ``url``, or empty: whatever a story's vectors are of."""

    use: str = ""
    name: str = ""
    url: str = ""
    has_key: bool = False
    sources: Sources = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChosenUpstream:
    """The model that the proxy passes requests on to; without a key of its own, that of the front end goes along."""

    url: str
    key: str = field(default="", repr=False)
    sources: Sources = field(default_factory=dict)
