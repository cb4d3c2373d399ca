"""What can be wrong with an answer as a whole: thinking aloud, fences, echoes, loops, prose instead of items."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from fabula.extraction.model.items import Answer, Fault
from fabula.extraction.model.sheet import Line

MOST_TEXT = 200_000
"""The most characters of an answer that are looked at."""

_TAGS = r"think|thinking|thought|reason|reasoning|reflection|analysis|scratchpad"
_OPEN = rf"<(?:{_TAGS})\b[^<>]{{0,80}}>|\[THINK\]|◁think▷"
_CLOSE = rf"</(?:{_TAGS})\s*>|\[/THINK\]|◁/think▷"
_OPENED = re.compile(_OPEN, re.IGNORECASE)
_CLOSED = re.compile(_CLOSE, re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*[\w+-]{0,20}[ \t]*$", re.MULTILINE)
_SCHEMA_WORDS = re.compile(r'"\$(?:defs|schema|ref)"|"additionalProperties"')
_SCHEMA_SHAPE = re.compile(
    r"""["']properties["']\s*:\s*\{.*["']type["']\s*:\s*["'](?:object|array|string)["']"""
    r"""|["']type["']\s*:\s*["']object["'].*["']properties["']\s*:\s*\{""",
    re.DOTALL,
)
_LOOP = 3
_SHORTEST_ECHO = 8
_SPACE = re.compile(r"\s+")


def clean(text: str) -> str:
    """The text as every store can keep it: no NUL, no half of a surrogate pair, one form for each character."""
    whole = text[:MOST_TEXT].replace("\x00", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unicodedata.normalize("NFC", whole)


def without_thinking(text: str) -> tuple[str, bool]:
    """The answer without what the model thought aloud, and whether it did.

    Thinking that never ends hides all that follows; an end without a beginning hides all before it.
    """
    kept: list[str] = []
    at = 0
    thought = False
    while True:
        opened, closed = _OPENED.search(text, at), _CLOSED.search(text, at)
        if closed and (opened is None or closed.start() < opened.start()):
            kept, at, thought = [], closed.end(), True
            continue
        if opened is None:
            return ("".join((*kept, text[at:])) if thought else text), thought
        kept.append(text[at : opened.start()])
        closed = _CLOSED.search(text, opened.end())
        if closed is None:
            return "".join(kept), True
        at, thought = closed.end(), True


def without_fences(text: str) -> tuple[str, bool]:
    """The text without the marks around blocks of code, and whether there were any."""
    bare, count = _FENCE.subn("", text)
    return bare, count > 0


def is_schema_echo(text: str) -> bool:
    """Whether the answer tells the JSON schema back instead of filling it."""
    return bool(_SCHEMA_WORDS.search(text) or _SCHEMA_SHAPE.search(text))


def is_prompt_echo(text: str, lines: Sequence[Line]) -> bool:
    """Whether the answer tells sentences of the batch back, word for word."""
    said = _SPACE.sub(" ", text)
    told = [line.text for line in lines if len(line.text) >= _SHORTEST_ECHO]
    return any(_SPACE.sub(" ", sentence) in said for sentence in told)


def is_loop(pieces: Iterable[str]) -> bool:
    """Whether one piece of an answer comes again and again."""
    counts = Counter(piece.strip() for piece in pieces)
    del counts[""]
    return any(count >= _LOOP for count in counts.values())


def fault_of_words(text: str, lines: Sequence[Line]) -> Fault:
    """What is wrong with an answer that holds nothing of use."""
    if not text.strip():
        return Fault.EMPTY
    if is_schema_echo(text):
        return Fault.SCHEMA_ECHO
    if is_prompt_echo(text, lines):
        return Fault.PROMPT_ECHO
    return Fault.PROSE


_MOST_REASONS = 3
_FAULTS = {
    Fault.EMPTY: "The answer was empty.",
    Fault.PROSE: "The answer was prose; nothing but the items in the asked form counts.",
    Fault.SCHEMA_ECHO: "The answer repeated the schema instead of filling it in.",
    Fault.PROMPT_ECHO: "The answer repeated the sentences instead of saying what they make true.",
    Fault.LOOP: "The answer repeated itself; write each item once.",
    Fault.CUT: "The answer was too long and was cut off; write fewer and shorter items.",
    Fault.THINKING: "The answer was thinking aloud.",
    Fault.BROKEN_JSON: "The answer was no valid JSON.",
    Fault.MISSING_LINES: "Some sentences were not spoken of.",
}


def reasons_for_retry(answer: Answer) -> str:
    """What was wrong with an answer and with the first few refused items, for the model; empty if nothing was."""
    faults = [
        fault for fault in dict.fromkeys(answer.faults) if fault in _FAULTS and fault is not Fault.THINKING
    ]
    told = [_FAULTS[fault] for fault in faults]
    if answer.silent:
        told.append(f"Nothing was said of: {', '.join(answer.silent)}.")
    distinct = dict.fromkeys(refusal.reason for refusal in answer.refused)
    return " ".join((*told, *list(distinct)[:_MOST_REASONS]))


def explained(answer: Answer) -> str:
    """Why an answer was of no use, for a person."""
    told = [_FAULTS[fault] for fault in dict.fromkeys(answer.faults) if fault in _FAULTS]
    return (
        " ".join(told) or "The answer said nothing that could be used, and not that nothing changed either."
    )
