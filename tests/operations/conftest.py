"""Two small stories, told and read."""

from collections.abc import Callable
from typing import Any

import pytest

import fabula
from fabula.operations import OPERATIONS

NOW = "2026-01-01T00:00:00+00:00"
TOLD = [
    ("Narrator", "Lin Yao arrived at the Moonlit Court. Lin Feng gave the silver key to Lin Yao."),
    ("Player", "I ask Lin Yao who has the silver key."),
    ("旁白", "顾守义把青伞交给了沈棠。"),
    ("Narrator", "Lin Yao gave the silver key to Mira. It was cold."),
]


@pytest.fixture
def story():
    """A story in English and Chinese, read by rules."""
    story = fabula.open(":memory:", story="moonlit")
    for speaker, text in TOLD:
        story.tell(text, speaker=speaker)
    story.extract()
    yield story
    story.close()


@pytest.fixture
def ask(story) -> Callable[..., Any]:
    """``ask("facts", entity="Mira")``: what an operation answers of the story."""
    return lambda name, /, **asked: OPERATIONS[name].ask(story, **asked)
