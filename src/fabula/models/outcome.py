"""What one try sends, and what comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Call:
    """What is sent. Its headers hold the key, so they are never shown."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Heard:
    """A whole answer, of any status, with its headers by lower-case name."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether the status says that the question was answered."""
        return 200 <= self.status < 300  # noqa: PLR2004 - the successes


@dataclass(frozen=True, slots=True)
class Lost:
    """No whole answer. ``words`` go on from the endpoint's name, ``hint`` says what to do, ``again`` is worth a try."""

    words: str
    hint: str
    again: bool = False
