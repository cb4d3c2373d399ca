"""Whoever gives a thing away no longer has it: such a claim is turned round, or refused."""

import re
from dataclasses import replace

from fabula.claims.text import is_ideographic
from fabula.extraction.model.answers.found import forms, found, places
from fabula.extraction.model.answers.frames import GIVES, GIVES_CHINESE, giving
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.rules.chinese_verbs import VERBS as CHINESE
from fabula.extraction.rules.english_words import PERSON_NOUNS

_VERBS = "|".join(
    sorted((*GIVES, "slides", "slid", "handed", "hands", "pressed", "presses"), key=len, reverse=True)
)
_TO_CHINESE = tuple(sorted((*GIVES_CHINESE, *CHINESE["塞到"]), key=len, reverse=True))
_GIVES_AFTER = re.compile(
    rf"^(?P<between>(?:(?!\b(?:was|were|is|be|been|being|as|while|when|after|because|whom?|that|which|had been)\b)[^.!?;A-Z\n]){{0,60}}?)"
    rf"\b(?P<verb>{_VERBS})\b(?P<after>[^.!?;\n]*)"
)
_CHINESE_AFTER = re.compile(
    rf"^(?P<between>[^。！？；\n被]{{0,16}}?)(?P<verb>{'|'.join(map(re.escape, _TO_CHINESE))})了?(?P<after>[^。！？；\n]*)"
)
_CHINESE_NAME = re.compile(
    r"^(?P<name>[^，。！？；、\s的手]{2,4}?)(?:手[里中]|怀里|掌心|[一这那个把枚，。！？；、\s]|$)"
)
_INTO_HAND = re.compile(r"\b(?:to|into|in|toward|towards) (?P<name>(?:the )?[A-Z][\w-]*(?: [A-Z][\w-]*)*)")
_FROM = re.compile(r"\b(?:from|out of|off)\b|从")
_ONWARD = re.compile(r"\b(?:to|into|onto|toward|towards)\b|给")
_KEEPS = re.compile(r"\b(?:kept|keeps|back from|refused|returned with|got back)\b")


def not_the_giver(item: Item, line: Line, ground: Ground) -> Item | str:
    """The item with whoever was given the thing as its holder, or the reason why that is not clear."""
    thing, name = item.object, item.name
    if item.kind is not ItemKind.FACT or not thing or not name:
        return item
    entry = ground.sheet.view.table.meaning(item.predicate)
    if entry.predicate.name != "held_by":
        return item
    if not entry.reversed:
        thing, name = name, thing
    after = _given_away(name, thing, line, ground)
    if after is None:
        return item
    receiver = _receiver(name, thing, after, line, ground)
    if not receiver:
        return "It says who gave something away, and not who has it now."
    note = f"{name} gave it away: {receiver} has it"
    repaired = "; ".join(filter(None, (item.repaired, note)))
    return replace(item, name=receiver, predicate="holds", object=thing, repaired=repaired)


def _given_away(name: str, thing: str, line: Line, ground: Ground) -> str | None:
    """The words after the verb with which a sentence has this one give the thing away; None if it does not."""
    is_chinese = any(map(is_ideographic, line.text))
    pattern = _CHINESE_AFTER if is_chinese else _GIVES_AFTER
    starts = {end for form in forms(name) for _, end in places(form, line.text)}
    if ground.is_speaker(name, line):
        starts |= {match.end() for match in re.finditer(r"\bI\b|我", line.text)}
    for start in sorted(starts):
        match = pattern.match(line.text[start:])
        if match is None or _names_another(match["between"], name, thing, ground):
            continue
        is_there = found(thing, match["between"]) or found(thing, match["after"])
        is_taken = _FROM.search(match["after"]) is not None and not _ONWARD.search(match["after"])
        if is_there and not is_taken and not _KEEPS.search(match.group()):
            return match["after"]
    return None


def _names_another(between: str, name: str, thing: str, ground: Ground) -> bool:
    others = (one for one in ground.persons_in((Line("", -1, 0, 0, between),)) if one != name)
    return any(found(one, between) and not found(one, thing) for one in others)


def _receiver(name: str, thing: str, after: str, line: Line, ground: Ground) -> str:
    is_chinese = any(map(is_ideographic, line.text))
    known = [one for one in ground.persons_in((Line("", -1, 0, 0, after),)) if not ground.is_same(one, name)]
    if len(known) == 1:
        return known[0]
    if is_chinese:
        match = _CHINESE_NAME.match(after)
        return match["name"] if match and not found(thing, match["name"]) else ""
    named = {match["name"] for match in _INTO_HAND.finditer(after)} - {name}
    if len(named) == 1:
        return named.pop()
    turned = giving(Item(ItemKind.FACT, name=name, predicate="gave", object=thing), f"gave{after}", ())
    direct = re.match(r" (?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*)*) ", after)
    if turned is not None and turned.name != name:
        return turned.name
    return direct["name"] if direct and direct["name"].casefold() not in PERSON_NOUNS else ""
