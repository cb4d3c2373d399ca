"""Stories of which nothing says yet that they are any: somebody's first words to a model, overheard on the way.

One-shot prompts of programs (a title, a caption, a mood) look like that and stay so. A chat shows its model's answer
with its next request, and is a story from then on; so is what has a greeting, or what a person named or told.
"""

import re

from fabula.claims.text import normal_text
from fabula.ledger.ids import ROOT
from fabula.ledger.store import LedgerStore

OVERHEARD = "proxy"
"""How moves of heads are signed that come of requests to a model."""

_MOST_TURNS = 4
_NAME_LENGTH = 40
_WORDS = re.compile(r"[\w'’-]+")


def named_after(text: str) -> str:
    """The name that a story gets after its first words; empty where these are no words."""
    words = " ".join(_WORDS.findall(normal_text(text)))
    return (words[:_NAME_LENGTH].rsplit(" ", 1)[0] if len(words) > _NAME_LENGTH else words).strip()


def is_provisional(store: LedgerStore, story: str) -> bool:
    """Whether a story holds nothing but a few unanswered messages of a user that nobody told it or named it by."""
    heads = {head for head in store.heads(story).branches.values() if head != ROOT}
    found: set[str] = set()
    for head in heads:
        stems = store.ancestry(story, head, _MOST_TURNS + 1)
        if len(stems) > _MOST_TURNS:
            return False
        found.update(stem.id for stem in stems)
    turns = store.turns(story, found).values()
    if not turns or any(turn.role != "user" for turn in turns):
        return False
    if not any(_is_named_after(story, turn.text) for turn in turns):
        return False
    return all(move.by == OVERHEARD for move in store.moves(story))


def _is_named_after(story: str, text: str) -> bool:
    name = named_after(text) or "story"
    return story == name or (story.startswith(f"{name} ") and story.removeprefix(f"{name} ").isdecimal())
