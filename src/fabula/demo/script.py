"""The demo's stories: what is told, swiped, edited and rewound in them, and what may be asked afterwards."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from fabula.errors import InvalidInputError

LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask once the story is told; any of ``expect`` in the words that are found answers it."""

    ask: str
    expect: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Script:
    """A story with its detours. Each step has ``do`` and the fields of its kind."""

    title: str
    language: str
    steps: Sequence[Mapping[str, Any]]
    questions: tuple[Question, ...]


def script_in(language: str) -> Script:
    """The demo's story in a language.

    Raises:
        InvalidInputError: there is none in that language.
    """
    if language not in LANGUAGES:
        raise InvalidInputError(f"The demo speaks {' and '.join(LANGUAGES)}, not {language!r}.")
    stored = json.loads(
        resources.files("fabula.demo").joinpath(f"{language}.json").read_text(encoding="utf-8")
    )
    questions = tuple(Question(one["ask"], tuple(one["expect"]), one["about"]) for one in stored["questions"])
    return Script(stored["title"], stored["language"], stored["script"], questions)
