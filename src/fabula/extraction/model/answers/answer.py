"""Understands a model's answer in a structured form: calls, JSON, and JSON in whatever stands around it."""

import json
from collections.abc import Sequence

from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.answers.answer_items import items_of, raw_items, says_nothing, shown
from fabula.extraction.model.answers.answer_json import Found, json_in
from fabula.extraction.model.answers.answer_lines import lines_answer
from fabula.extraction.model.answers.faults import (
    clean,
    fault_of_words,
    is_loop,
    is_schema_echo,
    reasons_for_retry,
    without_fences,
    without_thinking,
)
from fabula.extraction.model.answers.repair import mended
from fabula.extraction.model.items import Answer, Fault, Item, Refused
from fabula.extraction.model.sheet import Sheet
from fabula.models.chat import Reply, ToolCall

__all__ = ["lines_answer", "reasons_for_retry", "structured_answer"]

_MOST_READ = 4 * shape.MOST_ITEMS


def structured_answer(reply: Reply, sheet: Sheet) -> Answer:
    """What a model said, item by item, by a call of a tool or in a text that holds JSON somewhere.

    Prose changes nothing, whatever it claims; nor does a call of a tool that was not offered.
    """
    answer = _of_calls(reply.calls, sheet) if reply.calls else _of_text(reply.text, sheet)
    if reply.is_cut and Fault.CUT not in answer.faults:
        answer = Answer(answer.items, answer.refused, (*answer.faults, Fault.CUT), answer.nothing)
    return mended(answer, sheet)


def _of_calls(calls: Sequence[ToolCall], sheet: Sheet) -> Answer:
    wrong = [call.name for call in calls if call.name not in {shape.UPSERT, shape.NOTHING_CHANGED}]
    upserts = [clean(call.arguments) for call in calls if call.name == shape.UPSERT]
    answer = _of_json("\n".join(upserts), sheet) if upserts else Answer()
    refused = tuple(
        Refused(shown(name), f"No tool is called {name[:40]!r}.") for name in dict.fromkeys(wrong)
    )
    is_nothing = any(call.name == shape.NOTHING_CHANGED for call in calls) or answer.nothing
    faults = answer.faults if answer.items or not is_nothing else ()
    if not (upserts or is_nothing):
        faults = (Fault.PROSE,)
    return Answer(answer.items, (*answer.refused, *refused), faults, is_nothing and not answer.items)


def _of_text(text: str, sheet: Sheet) -> Answer:
    spoken, has_thought = without_thinking(clean(text))
    bare, is_fenced = without_fences(spoken)
    answer = _of_json(bare, sheet)
    around = (*((Fault.THINKING,) if has_thought else ()), *((Fault.FENCED,) if is_fenced else ()))
    return Answer(answer.items, answer.refused, (*around, *answer.faults), answer.nothing)


def _of_json(text: str, sheet: Sheet) -> Answer:
    found = json_in(text)
    raws = [raw for value in found.values for raw in raw_items(value)]
    kept = _distinct(raws)
    items, refused = _sorted_out([raw for raw in kept[:_MOST_READ] if not says_nothing(raw)])
    is_nothing = not (items or refused) and any(map(says_nothing, found.values))
    faults = _faults(found, raws)
    if not (items or is_nothing):
        echo = is_schema_echo(text)
        refused = () if echo else refused
        if echo or not (refused or found.cut):
            faults = (*faults, _worst(text, found, sheet))
    return Answer(items, refused, faults, is_nothing)


def _worst(text: str, found: Found, sheet: Sheet) -> Fault:
    """What an answer without items is; JSON that is well formed and holds none is an empty one."""
    fault = fault_of_words(text, sheet.lines)
    return Fault.EMPTY if fault is Fault.PROSE and found.values else fault


def _faults(found: Found, raws: Sequence[object]) -> tuple[Fault, ...]:
    found_faults = {
        Fault.BROKEN_JSON: found.broken,
        Fault.CUT: found.cut,
        Fault.LOOP: is_loop(map(_key, raws)),
    }
    return tuple(fault for fault, is_so in found_faults.items() if is_so)


def _distinct(raws: Sequence[object]) -> list[object]:
    """The objects without repetitions: a model that runs in circles has said each thing once."""
    return list({_key(raw): raw for raw in reversed(raws)}.values())[::-1]


def _key(raw: object) -> str:
    try:
        return json.dumps(raw, sort_keys=True, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return shown(raw)


def _sorted_out(raws: Sequence[object]) -> tuple[tuple[Item, ...], tuple[Refused, ...]]:
    pairs = [items_of(raw) for raw in raws]
    items = [item for kept, _ in pairs for item in kept]
    return tuple(items), tuple(reason for _, refused in pairs for reason in refused)
