"""Where identities come from: pure functions of content, the same on every machine and store."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from fabula.claims.canonical import digest, text_digest
from fabula.claims.text import normal_text

TURN_FORMAT = "fabula/turn/1"
BODY_FORMAT = "fabula/body/1"
ACT_FORMAT = "fabula/act/1"

ROOT = digest(["fabula/root/1"])
"""The parent of every first turn, in every story."""


def normal_speaker(speaker: str) -> str:
    """A speaker's name as it is hashed: NFC, one space between words."""
    return " ".join(unicodedata.normalize("NFC", speaker).split())


def text_key(text: str) -> str:
    """What two texts of one normal form share; lines are matched and texts are purged by it."""
    return text_digest(normal_text(text))


def turn_id(parent: str, speaker: str, text: str) -> str:
    """The id of a turn: its parent, its speaker if one was given, and its normal text. Never role or time."""
    return digest([TURN_FORMAT, parent, normal_speaker(speaker), normal_text(text)])


def body_id(read: Sequence[tuple[str, str]], at: int, extractor: str, attempt: int) -> str:
    """The id of an extraction body: what was read, where in it the bound turn stands, by whom, which attempt.

    ``read`` lists (speaker, text key) of every turn that was shown, in order; ``at`` indexes the turn
    that the body speaks of.
    """
    return digest([BODY_FORMAT, [list(pair) for pair in read], at, extractor, attempt])


def act_id(previous: str, kind: str, scope: str, turn: str, payload: Mapping[str, Any]) -> str:
    """The id of an author's act: its content, chained to the act before it."""
    return digest([ACT_FORMAT, previous, kind, scope, turn, payload])
