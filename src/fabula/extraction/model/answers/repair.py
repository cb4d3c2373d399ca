"""Mends what weak models write in the wrong place: the giver as owner, the agent as holder, the verb as predicate."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.model.answers.found import bare, found
from fabula.extraction.model.answers.frames import FRAMES, is_giving
from fabula.extraction.model.answers.predicate_words import LEAVES, Means, means
from fabula.extraction.model.item_shape import BAR
from fabula.extraction.model.items import Answer, Item, ItemKind, Refused
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.rules.chinese_shapes import is_mask
from fabula.extraction.rules.chinese_words import GROUP_ENDINGS
from fabula.extraction.rules.english_words import GROUP_NOUNS
from fabula.graph.entities import coarse_class
from fabula.graph.predicates import predicate_key

_MENDED = frozenset([ItemKind.FACT, ItemKind.END, ItemKind.NEVER])
_CUTS = re.compile(r"\s+(?:from|in|before|on|at|with|during|after|inside|near|until)\s+", re.IGNORECASE)
_IN_TITLES = frozenset(["in", "on", "at"])
"""What names may hold: the Inn at the Crossroads."""
_CHINESE_CUT = re.compile(r"^(?:从|在|向|往|到|把|将|被|给|对)(?=..)")
_MOST_NAMES = 200
"""Beyond so many entities only those that the model was shown are looked for."""
_TAIL = re.compile(r"(?<=..)(?:那里|这里|里面|里|中|手中|手里|上)$")


def mended(answer: Answer, sheet: Sheet) -> Answer:
    """The answer with every item mended as far as its sentence and what is known allow."""
    items: list[Item] = []
    refused: list[Refused] = []
    for item in answer.items:
        mend = mended_item(item, sheet)
        if isinstance(mend, str):
            refused.append(Refused(item.raw, mend, item.at))
        else:
            items.append(mend)
    return replace(answer, items=tuple(items), refused=(*answer.refused, *refused))


def mended_item(item: Item, sheet: Sheet) -> Item | str:
    """The item in the words of the predicate table, or the reason why it cannot be put so."""
    if item.kind not in _MENDED or (item.known and not item.predicate):
        return item
    for mend in _MENDS:
        item = mend(item, sheet)
    if is_giving(item):
        return "It says who gave something, and not who has it now."
    if item.kind is not ItemKind.FACT or item.object or item.value:
        return item
    return "It has neither an object nor a value."


def text_of(item: Item, sheet: Sheet) -> str:
    """The sentence that an item cites, or the whole batch where it cites none."""
    line = sheet.line(item.at)
    return line.text if line else "\n".join(one.text for one in sheet.lines)


# frames: who ends up with what


def _framed(item: Item, sheet: Sheet) -> Item:
    """Giving, making somebody something, expelling: the one who ends up so becomes the subject."""
    text = text_of(item, sheet)
    names = _names_in(text, item, sheet)
    for frame in FRAMES:
        framed = frame(item, text, names)
        if framed is not None and framed != item:
            return _noted(framed, item, f"{item.name} | {item.predicate} | {item.object or item.value}")
    if BAR in item.object:
        return _noted(replace(item, object=item.object.split(BAR)[0]), item, "left out a field too many")
    return item


def _names_in(text: str, item: Item, sheet: Sheet) -> tuple[str, ...]:
    """The known names and the speakers that stand in a sentence or in the item, the longest first."""
    told = f"{text}\n{item.name}\n{item.predicate}\n{item.object}"
    few = len(sheet.view.state.entities) <= _MOST_NAMES
    entities = sheet.view.entities() if few else sheet.known.entities.values()
    known = [name for entity in entities for name in entity.names]
    speakers = [line.speaker for line in (*sheet.before, *sheet.lines) if line.speaker]
    here = {name for name in (*known, *speakers) if found(name, told)}
    return tuple(sorted(here, key=lambda name: (-len(name), name)))


# names that are too long


def _cut_names(item: Item, sheet: Sheet) -> Item:
    text = text_of(item, sheet)
    name, far = _cut(item.name, text, sheet), _cut(item.object, text, sheet)
    if (name, far) == (item.name, item.object):
        return item
    return _noted(replace(item, name=name, object=far), item, "cut a name that ran too long")


def _cut(name: str, text: str, sheet: Sheet) -> str:
    """The head of a name that has swallowed words after it ("lute from Isa"), if the head stands in the text."""
    if not name or sheet.view.bearers(name):
        return name
    plain = bare(name) if name[:4].casefold() != "the " else name
    if all(map(is_ideographic, plain)):
        return _cut_chinese(plain, text, sheet)
    match = _CUTS.search(plain)
    if match is None:
        return plain
    head, tail = plain[: match.start()], plain[match.end() :]
    is_title = match.group().strip() in _IN_TITLES and head[:1].isupper() and bare(tail)[:1].isupper()
    return head if found(head, text) and not is_title else plain


def _cut_chinese(name: str, text: str, sheet: Sheet) -> str:
    for pattern in (_CHINESE_CUT, _TAIL):
        head = pattern.sub("", name)
        if head != name and (sheet.view.bearers(head) or (found(head, text) and not found(name, text))):
            return head
    return name


# verbs


def _in_table_words(item: Item, sheet: Sheet) -> Item:
    """The item with the predicate that its verb means; one that the table knows already stays as it is."""
    if not item.predicate:
        return item
    known = sheet.view.table.known.get(predicate_key(item.predicate))
    if known is not None:
        entry = known.predicate
        return replace(item, predicate=entry.inverse if known.reversed else entry.name)
    meaning = means(item.predicate)
    if meaning is None:
        return item
    if meaning == LEAVES and _is_group(item.object, sheet):
        meaning = Means("member_of", ends=True)
    changed = _by(meaning, item)
    return item if changed == item else _noted(changed, item, f"{item.predicate} = {_shown(meaning)}")


def _by(meaning: Means, item: Item) -> Item:
    if meaning.reveals:
        return _revealed(item) if item.kind is ItemKind.FACT and item.object else item
    if meaning.swaps:
        return replace(
            item, name=item.object or item.name, predicate=meaning.predicate, object="", value=meaning.value
        )
    changed = replace(item, predicate=meaning.predicate)
    if meaning.value:
        changed = replace(changed, object="", value=meaning.value)
    if meaning.ends and item.kind is ItemKind.FACT:
        changed = replace(changed, kind=ItemKind.END)
    return changed


def _revealed(item: Item) -> Item:
    """A reveal keeps the plain name; an epithet, a description or a mask is the one that goes."""
    keep, other = item.object, item.name
    if _looks_masked(keep) and not _looks_masked(other):
        keep, other = other, keep
    return replace(item, kind=ItemKind.SAME, name=keep, object=other, predicate="", value="")


def _looks_masked(name: str) -> bool:
    if is_ideographic(name[:1] or " "):
        return is_mask(name)
    return name_key(name) != name.casefold().strip() or bare(name)[:1].islower()


def _is_group(name: str, sheet: Sheet) -> bool:
    kinds = {coarse_class(entity.kind) for entity in sheet.view.bearers(name)}
    if kinds:
        return kinds == {"org"}
    return name.endswith(GROUP_ENDINGS) or name_key(name).split(" ")[-1] in GROUP_NOUNS


def _shown(meaning: Means) -> str:
    words = meaning.predicate or "the same"
    return f"{words} {meaning.value}".strip() + (" (ends)" if meaning.ends else "")


# the far end


def _far_end(item: Item, sheet: Sheet) -> Item:
    """The far end as the table wants it: a text for an attribute, a name for a relation."""
    if not item.predicate or bool(item.object) == bool(item.value):
        return _one_end(item, sheet) if item.object and item.value else item
    entry = sheet.view.table.meaning(item.predicate).predicate
    is_attribute = _is_attribute(item.predicate, sheet)
    if is_attribute and item.object:
        return replace(item, object="", value=item.object)
    if entry.english and not is_attribute and item.value and len(item.value) <= _LONGEST_NAME:
        return replace(item, value="", object=item.value)
    return item


def _one_end(item: Item, sheet: Sheet) -> Item:
    if item.object == item.value or not _is_attribute(item.predicate, sheet):
        return _noted(replace(item, value=""), item, "left out a text beside the name")
    return _noted(replace(item, object=""), item, "left out a name beside the text")


_LONGEST_NAME = 60


def _is_attribute(predicate: str, sheet: Sheet) -> bool:
    entry = sheet.view.table.meaning(predicate).predicate
    return entry.name == "status" or not entry.object_kind


def _noted(changed: Item, item: Item, note: str) -> Item:
    return replace(changed, repaired="; ".join(filter(None, (item.repaired, note))))


_MENDS: Sequence[Callable[[Item, Sheet], Item]] = (_framed, _cut_names, _in_table_words, _far_end)
