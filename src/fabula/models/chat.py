"""What a language model is to Fabula: something that is asked once and answers, and tells what that cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

Role: TypeAlias = Literal["system", "user", "assistant"]
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a conversation with a model."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call. ``parameters`` is a JSON schema without patterns."""

    name: str
    description: str
    parameters: Mapping[str, Any]


class Force(StrEnum):
    """How an answer is held to a shape, from the strongest to none."""

    SCHEMA = "schema"
    TOOL = "tool"
    JSON = "json"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape that an answer must have: one of ``tools`` called, or JSON of ``schema``, or just JSON."""

    force: Force = Force.NONE
    name: str = ""
    schema: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """One question. ``max_tokens`` bounds the answer; ``grammar`` is GBNF for endpoints that take one."""

    messages: tuple[ChatMessage, ...]
    max_tokens: int
    shape: Shape = Shape()
    grammar: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model called, with its arguments as the text they came in."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What asking cost: calls made, tokens read (``cached`` of them cheap) and written."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.prompt + other.prompt,
            self.completion + other.completion,
            self.cached + other.cached,
        )

    @property
    def tokens(self) -> int:
        """Tokens read and written together."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. ``finish`` is the endpoint's word: ``stop``, ``length`` (cut off), ``tool_calls``, ..."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = Usage()

    @property
    def is_cut(self) -> bool:
        """Whether the answer was cut off at its bound."""
        return self.finish == "length"


@runtime_checkable
class ChatModel(Protocol):
    """Answers one question at a time."""

    @property
    def name(self) -> str:
        """The model's name as its endpoint knows it, such as ``qwen3``."""
        ...

    @property
    def place(self) -> str:
        """Where it answers, without secrets: a URL, or a word such as ``scripted``."""
        ...

    def complete(self, ask: Ask) -> Reply:
        """The model's answer.

        Raises:
            ModelError: no answer came (``fabula.errors``: unavailable, rate limited, denied, not found, refused).
        """
        ...
