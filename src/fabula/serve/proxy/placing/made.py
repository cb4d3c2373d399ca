"""What looks made by a program or a preset rather than told: brackets, tags, markers, orders to the model."""

import re
from functools import lru_cache

from fabula.claims.text import normal_text
from fabula.ledger.match import without_blocks
from fabula.serve.proxy.placing.request import ASSISTANT

_PAIRS = {"(": ")", "[": "]", "{": "}", "【": "】", "（": "）", "〔": "〕", "［": "］"}
_SQUARE = "[【［{"
_MARKED = re.compile(
    r"(?=.*(?:\b(?:start|begin|new)|开始|新的|新))(?=.*(?:\b(?:chat|story|conversation|role|session|dialogue)"
    r"|聊天|对话|故事|剧情))",
    re.IGNORECASE | re.DOTALL,
)
_MARKER_LENGTH = 400
_CONTINUES = re.compile(r"^\W*(?:please\s+)?(?:continue|go on with|继续|续写)", re.IGNORECASE)
_IMPERSONATES = re.compile(
    r"point of view|impersonat|的视角|代替.{0,12}(?:说|写)|扮演.{0,12}写", re.IGNORECASE
)
_HEADED = re.compile(r"^#{2,} ")


@lru_cache(maxsize=1 << 13)
def is_made(text: str, role: str) -> bool:
    """Whether a message stands wholly in brackets or tags, or begins with a block that is no thinking aloud."""
    words = normal_text(text)
    bare, blocks = without_blocks(words)
    if blocks and not bare:
        return True
    if role != ASSISTANT and ((blocks and words.startswith("<")) or _HEADED.match(words)):
        return True
    return is_bracketed(words)


def is_bracketed(text: str) -> bool:
    """Whether one pair of brackets holds the whole text."""
    words = text.strip()
    closing = _PAIRS.get(words[:1])
    if closing is None or not words.endswith(closing):
        return False
    depth = 0
    for place, char in enumerate(words):
        depth += (char == words[0]) - (char == closing)
        if depth == 0:
            return place == len(words) - 1
    return False


def is_order(text: str) -> bool:
    """Whether a text stands in square brackets, as orders to the model do; people use round ones."""
    return text.strip()[:1] in _SQUARE and is_bracketed(text)


def is_marker(text: str) -> bool:
    """Whether a line says that the chat begins here."""
    words = text.strip()
    return len(words) <= _MARKER_LENGTH and is_order(words) and _MARKED.match(words) is not None


def continues(instruction: str) -> bool:
    """Whether an instruction asks for more of the last message. A guess from its words."""
    return _CONTINUES.match(instruction) is not None


def impersonates(instruction: str) -> bool:
    """Whether an instruction asks for the person's own next message. A guess from its words."""
    return _IMPERSONATES.search(instruction) is not None
