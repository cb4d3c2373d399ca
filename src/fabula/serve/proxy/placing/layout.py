"""A request taken apart: what stands before the history, and the history as one message per speech."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fabula.ledger.match import name_and_words
from fabula.serve.proxy.placing.made import is_marker
from fabula.serve.proxy.placing.request import ASSISTANT, SYSTEM, USER, Said

_BREAK = re.compile(r"\n[ \t]*\n+")
_EXAMPLE = "example_"
_ENOUGH_NAMED = 3  # paragraphs with a name in front that make one message a whole transcript


@dataclass(frozen=True, slots=True)
class Layout:
    """``frame`` are the texts before the history, ``told`` the history; ``marked`` says that a marker parts them."""

    frame: tuple[str, ...]
    told: tuple[Said, ...]
    marked: bool


def laid_out(said: Sequence[Said]) -> Layout:
    """Part what stands before the history from the history, and take names off the speeches."""
    whole = _exploded(said)
    start = _start(whole)
    told = whole[start:]
    frame = tuple(one.text for one in whole[:start])
    marked = start > 0 and is_marker(whole[start - 1].text)
    return Layout(frame, _named(told, frame), marked)


def _start(said: Sequence[Said]) -> int:
    """Where the history begins: after the marker, or after the leading system messages and examples.

    Some presets put the marker before each example as well: the last one of the same words counts.
    """
    leading = next((place for place, one in enumerate(said) if not _leads(one)), len(said))
    first = next((one.text for place, one in enumerate(said) if _marks(one, place <= leading)), None)
    if first is None:
        return leading
    last = max(place for place, one in enumerate(said) if one.text == first and one.role != ASSISTANT)
    return last + 1


def _marks(one: Said, leads: bool) -> bool:
    return is_marker(one.text) and (one.role == SYSTEM or (one.role == USER and leads))


def _leads(one: Said) -> bool:
    return one.role == SYSTEM or one.name.startswith(_EXAMPLE)


def _exploded(said: Sequence[Said]) -> list[Said]:
    """Messages in which a marker stands among other paragraphs, or a whole transcript, as several messages."""
    parts: list[Said] = []
    for one in said:
        paragraphs = paragraphs_of(one.text) if one.role != ASSISTANT else []
        marks = [place for place, text in enumerate(paragraphs) if is_marker(text)]
        if marks and len(paragraphs) > 1:
            parts.extend(_around(one, paragraphs, marks[-1], alone=len(said) == 1))
        elif len(said) == 1 and _is_transcript(paragraphs):
            parts.extend(_speeches(paragraphs))
        else:
            parts.append(one)
    return parts


def _around(one: Said, paragraphs: Sequence[str], mark: int, *, alone: bool) -> Iterator[Said]:
    """What stands before a marker, the marker, and what stands after it: speeches, where all is one message."""
    if mark:
        yield Said(SYSTEM, "\n\n".join(paragraphs[:mark]))
    yield Said(SYSTEM, paragraphs[mark])
    rest = paragraphs[mark + 1 :]
    if alone:
        yield from _speeches(rest)
    elif rest:
        yield replace(one, text="\n\n".join(rest))


def _is_transcript(paragraphs: Sequence[str]) -> bool:
    names = Counter(name for text in paragraphs if (name := name_and_words(text)[0]))
    return sum(count for count in names.values() if count > 1) >= _ENOUGH_NAMED


def _speeches(paragraphs: Sequence[str]) -> Iterator[Said]:
    """Paragraphs as speeches: one begins with each name; the last name is the person's."""
    speeches: list[list[str]] = []
    names: list[str] = []
    for text in paragraphs:
        name, _ = name_and_words(text)
        if name or not speeches:
            names.append(name)
            speeches.append([text])
        else:
            speeches[-1].append(text)
    for name, speech in zip(names, speeches, strict=True):
        role = USER if name and name == names[-1] else ASSISTANT if name else SYSTEM
        yield Said(role, "\n\n".join(speech))


def _named(told: Sequence[Said], frame: Sequence[str]) -> tuple[Said, ...]:
    """The speeches with the names in front of them as names, as far as these are names."""
    found = [name_and_words(one.text)[0] if one.role != SYSTEM else "" for one in told]
    pairs = list(zip(found, told, strict=True))
    models = [name for name, one in pairs if one.role == ASSISTANT]
    every = bool(models) and all(models) and any(name for name, one in pairs if one.role == USER)
    counts = Counter((one.role, name) for name, one in pairs if name)
    known = "\n".join(frame)

    def is_name(role: str, name: str) -> bool:
        return every or counts[role, name] > 1 or (role == ASSISTANT and name in known)

    return tuple(
        replace(one, name=one.name or name, text=name_and_words(one.text)[1])
        if name and is_name(one.role, name)
        else one
        for name, one in pairs
    )


def paragraphs_of(text: str) -> list[str]:
    """The parts of a text between empty lines."""
    return [part for part in _BREAK.split(text.strip()) if part.strip()]
