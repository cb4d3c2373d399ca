"""Understands the line protocol: a number, a status, and after ``fact`` who, what and whom, parted by bars."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.answers.answer_fields import tidy_name
from fabula.extraction.model.answers.answer_items import missing, shown
from fabula.extraction.model.answers.answer_words import sense_of, status_of, word_key
from fabula.extraction.model.answers.faults import (
    clean,
    fault_of_words,
    is_loop,
    without_fences,
    without_thinking,
)
from fabula.extraction.model.answers.repair import mended
from fabula.extraction.model.items import Answer, Fault, Item, Refused
from fabula.extraction.model.sheet import Line, Sheet
from fabula.models.chat import Reply

_BARS = re.compile(r"\s*[|｜¦│┃]\s*")
_NUMBER = re.compile(
    r"[\s\-*•>(\[【]*(?:line|sentence|no\.?|第)?\s*#?\s*(?P<ref>\d{1,6}(?:\.\d{1,4})?)(?:[.:)\]、：．】]|\s*[行句条])*\s*"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"[\[(*_\"'「【]*(?P<word>[^\W\d]+(?:[ _-]ago)?)[\])*_\"'」】]*\s*[:：,，=]?\s*(?P<rest>.*)"
)
_MOST_FIELDS = 4
_MOST_LINES = 400
_MOST_CLAIMS = 3
"""The most claims of one sentence; what goes beyond is a model that runs on."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the answer that follows the protocol: which sentence, what it is, what it claims."""

    line: Line
    status: str
    fields: tuple[str, ...]
    raw: str


def lines_answer(reply: Reply, numbered: Mapping[int, Line], sheet: Sheet) -> Answer:
    """What a model said of each numbered sentence. ``silent`` are those of which it said nothing.

    ``nothing`` says that each was spoken of and none makes anything true.
    """
    spoken, has_thought = without_thinking(clean(reply.text))
    text, is_fenced = without_fences(spoken)
    written = [line for line in map(str.strip, text.splitlines()) if line]
    told = list(dict.fromkeys(written))[:_MOST_LINES]
    rows = [row for raw in told if (row := _row(raw, numbered)) is not None]
    if reply.is_cut and rows and rows[-1].raw == written[-1]:
        rows.pop()
    items, refused = _claims(rows)
    silent = tuple(line.ref for line in numbered.values() if all(row.line != line for row in rows))
    found = {
        Fault.THINKING: has_thought,
        Fault.FENCED: is_fenced,
        Fault.LOOP: is_loop(written),
        Fault.CUT: reply.is_cut,
        Fault.MISSING_LINES: bool(silent and rows),
    }
    faults = [fault for fault, is_so in found.items() if is_so]
    if not rows:
        faults.append(fault_of_words(text, sheet.lines))
    is_nothing = not (items or refused or silent)
    return mended(Answer(items, refused, tuple(faults), is_nothing, silent), sheet)


def _row(raw: str, numbered: Mapping[int, Line]) -> _Row | None:
    """The line as the protocol has it, or None for one that does not follow it."""
    match = _NUMBER.match(raw)
    if match is not None:
        line = _line(match["ref"], numbered)
        rest = match["rest"]
    else:
        line = next(iter(numbered.values())) if len(numbered) == 1 else None
        rest = raw
    status = _STATUS.fullmatch(_BARS.sub("", rest, count=1) if _BARS.match(rest) else rest)
    word = status_of(status["word"]) if status is not None else ""
    if line is None or status is None or not word:
        return None
    fields = tuple(map(str.strip, _BARS.split(status["rest"].strip("|｜¦│┃ "))))
    if len(fields) == 1 and not _is_status_alone(status["word"], fields[0], is_numbered=match is not None):
        return None
    return _Row(line, word, fields if any(fields) else (), raw)


def _is_status_alone(word: str, rest: str, *, is_numbered: bool) -> bool:
    """Whether a line without bars is one of the protocol and not the beginning of a sentence."""
    if not is_numbered:
        return status_of(word) == shape.NO_CLAIM and not rest
    return word_key(word) in shape.LINE_STATUSES or not rest or rest.startswith(("(", "（", "-", "—"))


def _line(ref: str, numbered: Mapping[int, Line]) -> Line | None:
    by_ref = next((line for line in numbered.values() if line.ref == ref), None)
    return by_ref or numbered.get(int(ref.partition(".")[0]))


def _claims(rows: Sequence[_Row]) -> tuple[tuple[Item, ...], tuple[Refused, ...]]:
    items: list[Item] = []
    refused: list[Refused] = []
    counts: dict[str, int] = {}
    for row in rows:
        if row.status == shape.NO_CLAIM or (row.status != "fact" and len(row.fields) <= 1):
            continue
        item = _item(row)
        reason = _lacks(row, item)
        counts[row.line.ref] = counts.get(row.line.ref, 0) + 1
        if reason:
            refused.append(Refused(shown(row.raw), reason, row.line.ref))
        elif counts[row.line.ref] <= _MOST_CLAIMS:
            items.append(item)
        else:
            reason = f"It claims more than {_MOST_CLAIMS} things of one sentence."
            refused.append(Refused(shown(row.raw), reason, row.line.ref))
    return tuple(items), tuple(refused)


def _lacks(row: _Row, item: Item) -> str:
    if not row.fields:
        return "It calls the sentence a fact and does not say which."
    # A verb like "died" needs no object: what is missing there is for the repair to say.
    return "" if item.name and item.predicate else missing(item)


def _item(row: _Row) -> Item:
    """The claim of a line. Four fields stay four until the repair: the third and fourth are joined by a bar."""
    name, predicate, *far = (*row.fields, "", "")[: max(len(row.fields), 2)]
    sense = sense_of(row.status) or shape.SENSES["fact"]
    return Item(
        kind=sense.kind,
        at=row.line.ref,
        raw=shown(row.raw),
        name=tidy_name(name),
        predicate=predicate.strip("*_`\"' .,:;"),
        object=shape.BAR.join(filter(None, map(tidy_name, far[: _MOST_FIELDS - 2]))),
        modality=sense.modality,
        past=sense.past,
        change=sense.change,
    )
