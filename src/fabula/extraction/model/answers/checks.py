"""Checks that cannot be talked round: what no sentence bears out is refused, each with a reason for people."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fabula.claims.text import name_key
from fabula.extraction.model.answers.answer_items import missing
from fabula.extraction.model.answers.checks_giving import not_the_giver
from fabula.extraction.model.answers.checks_kinds import differs, told_so, with_kinds
from fabula.extraction.model.answers.checks_moods import in_its_mood
from fabula.extraction.model.answers.checks_names import Named, with_names
from fabula.extraction.model.answers.checks_people import with_people
from fabula.extraction.model.answers.checks_reveals import revealed
from fabula.extraction.model.answers.checks_speech import spoken
from fabula.extraction.model.answers.checks_texts import with_texts
from fabula.extraction.model.answers.checks_values import says_more_than_words, with_title, with_value
from fabula.extraction.model.answers.example_names import example_names
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.pointers import pointers_in
from fabula.extraction.model.answers.predicate_words import confirming
from fabula.extraction.model.answers.shared_words import shares_a_word
from fabula.extraction.model.items import Answer, Fault, Item, ItemKind, Refused
from fabula.extraction.model.sheet import Line, Sheet
from fabula.ledger.records import Refusal

Check = Callable[[Item, Line, Ground], Item | Named | str]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """An item that stands, or None; and what was refused of it or instead of it."""

    item: Item | None
    refused: tuple[Refused, ...] = ()


def checked(answer: Answer, sheet: Sheet) -> Answer:
    """The answer with the items that what was read bears out; the others become refusals."""
    ground = Ground.of(answer, sheet)
    verdicts = [_judged(item, ground) for item in answer.items]
    items = dict.fromkeys(verdict.item for verdict in verdicts if verdict.item is not None)
    refused = tuple(refusal for verdict in verdicts for refusal in verdict.refused)
    faults = answer.faults
    if any(_is_copied(item, verdict) for item, verdict in zip(answer.items, verdicts, strict=True)):
        faults = tuple(dict.fromkeys((*faults, Fault.PROMPT_ECHO)))
    return replace(answer, items=_distinct(items), refused=(*answer.refused, *refused), faults=faults)


def _is_copied(item: Item, verdict: _Verdict) -> bool:
    """Whether a refused item speaks of somebody in the examples of the prompt."""
    return verdict.item is None and not example_names().isdisjoint(
        {name_key(item.name), name_key(item.object)}
    )


def _judged(item: Item, ground: Ground) -> _Verdict:
    placed = _placed(item, ground)
    if isinstance(placed, str):
        return _refused(item, placed)
    item, line = placed
    left_out: tuple[Refusal, ...] = ()
    for check in _CHECKS:
        result = check(item, line, ground)
        if isinstance(result, str):
            return _refused(item, result)
        if isinstance(result, Named):
            left_out = (*left_out, *result.left_out)
            result = result.item
        item = result
    item, lost = with_texts(item, line, ground)
    parts = tuple(Refused(part.item, part.reason, item.at) for part in (*left_out, *lost))
    return _Verdict(item, parts)


def _refused(item: Item, reason: str) -> _Verdict:
    written = item.raw or " | ".join(filter(None, (item.name, item.predicate, item.object or item.value)))
    return _Verdict(None, (Refused(written, reason, item.at),))


def _distinct(items: Sequence[Item] | dict[Item, None]) -> tuple[Item, ...]:
    """The items without those that say the same again in other words."""
    bare = {replace(item, raw="", repaired=""): item for item in reversed(tuple(items))}
    return tuple(reversed(bare.values()))


# where it stands


def _placed(item: Item, ground: Ground) -> tuple[Item, Line] | str:
    """The item at the line that it speaks of, or the reason why there is none."""
    line = _cited(item.at, ground)
    if line is not None and ground.is_system(line):
        return "It stands in a system text, which is no part of the story."
    if not ground.fresh:
        return "Nothing was there to be read."
    if line is None and item.at and _is_read_already(item.at, ground):
        return f"Sentence {item.at} was read already."
    if line is None and _REF.search(item.at):
        return f"There is no sentence {item.at}."
    names = _names_that_place(_by_name(item, ground))
    if line is None:
        line = _only_line_of(names, ground.fresh, ground)
    elif _speaks_of_others(names, line, ground):
        line = _only_line_of(names, _lines_that_say(item, line, ground), ground) or line
    if line is None and (not item.at or item.kind in {ItemKind.SCENE, ItemKind.ENTITY}):
        line = ground.fresh[0] if len(ground.fresh) == 1 or item.kind in _ANYWHERE else None
    if line is None:
        return "It does not say which sentence it rests on."
    return replace(item, at=line.ref), line


def _cited(at: str, ground: Ground) -> Line | None:
    """The line that an item cites; of several one that reads as all of them."""
    cited = dict.fromkeys(
        line
        for ref in _REF.findall(at)
        if (line := ground.sheet.line(ref)) is not None and not ground.is_system(line)
    )
    lines = sorted(cited, key=lambda line: (line.place, line.start))
    if len(lines) <= 1:
        return lines[0] if lines else ground.sheet.line(at)
    refs, texts = ", ".join(line.ref for line in lines), "\n".join(line.text for line in lines)
    return replace(lines[0], ref=refs, text=texts)


_REF = re.compile(r"\d{1,6}(?:\.\d{1,6})?")
_ANYWHERE = frozenset([ItemKind.SCENE, ItemKind.EVENT])


def _is_read_already(at: str, ground: Ground) -> bool:
    return any(line.ref == at.strip("#[]() ") for line in ground.sheet.before)


def _names_that_place(item: Item) -> tuple[str, ...]:
    ends = (item.name, item.object) if item.kind is not ItemKind.EVENT else ()
    far = (*(name for _, name in item.roles), item.place, *item.present)
    return tuple(filter(None, (*ends, *far)))


def _speaks_of_others(names: tuple[str, ...], line: Line, ground: Ground) -> bool:
    """Whether a line has nothing of what an item is about, not even a pronoun."""
    return not pointers_in(line.text).any and not any(_tells(name, line, ground) for name in names)


def _tells(name: str, line: Line, ground: Ground) -> bool:
    return ground.is_told_in(name, line.text) or ground.is_speaker(name, line)


def _lines_that_say(item: Item, line: Line, ground: Ground) -> tuple[Line, ...]:
    """The other lines of the cited turn that have a word for what an item says of its names."""
    lines = tuple(one for one in ground.fresh if one.place == line.place)
    if not item.predicate:
        return lines
    mark = item.predicate + ("!" if item.kind is ItemKind.END else "")
    own = confirming(mark) or confirming(item.predicate)
    words = item.predicate.replace("_", " ")
    return tuple(
        one for one in lines if (own.search(one.text.casefold()) if own else shares_a_word(words, one.text))
    )


def _only_line_of(names: tuple[str, ...], lines: Sequence[Line], ground: Ground) -> Line | None:
    """The one of some lines that names all of them; of an entity's name alone the first."""
    named = [line for line in lines if names and all(ground.is_told_in(name, line.text) for name in names)]
    return named[0] if named and (len(named) == 1 or len(names) == 1) else None


# what is known


def _with_known(item: Item, _line: Line, ground: Ground) -> Item | str:
    """The item with what its key says filled in; a key that was not shown means nothing."""
    known = ground.sheet.known
    item = _by_name(item, ground)
    if not item.known:
        return item
    fact = known.facts.get(item.known)
    if fact is None and item.known not in known.entities:
        return f'No known fact or entity was shown as "{item.known}".'
    if fact is None:
        return replace(item, name=item.name or known.entities[item.known].name)
    view = ground.sheet.view
    has_far_end = bool(item.object or item.value)
    is_over = item.kind is not ItemKind.FACT
    return replace(
        item,
        name=item.name or view.name_of(fact.subject),
        predicate=item.predicate or fact.predicate,
        object=item.object
        or ("" if has_far_end or not is_over or not fact.object else view.name_of(fact.object)),
        value=item.value or ("" if has_far_end or not is_over or fact.object else fact.value),
    )


def _by_name(item: Item, ground: Ground) -> Item:
    """The item with names where it has the keys of entities that were shown."""
    entities = ground.sheet.known.entities
    name, far = (entities[one].name if one in entities else one for one in (item.name, item.object))
    return replace(item, name=name, object=far)


def _whole(item: Item, _line: Line, _ground: Ground) -> Item | str:
    return missing(item) or item


def _in_mood(item: Item, line: Line, _ground: Ground) -> Item | str:
    return in_its_mood(item, line)


_CHECKS: Sequence[Check] = (
    _with_known,
    _whole,
    says_more_than_words,
    with_people,
    not_the_giver,
    with_names,
    differs,
    revealed,
    with_title,
    with_value,
    with_kinds,
    _in_mood,
    spoken,
    told_so,
)
