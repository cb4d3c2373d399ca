"""Sentences whose doer is not the one who ends up so: giving, making somebody something, expelling, admitting."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.model.answers.found import bare, found
from fabula.extraction.model.item_shape import BAR
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.rules.chinese_verbs import VERBS as CHINESE
from fabula.extraction.rules.english_verbs import CLASSES
from fabula.extraction.rules.listed import word_set

GIVES = frozenset((*CLASSES["give"], *CLASSES["give_two"])) - word_set("left leaves brought brings")
_MAKES = frozenset(CLASSES["appoint"]) - word_set("picked declared pronounced")
_EXPELS = frozenset((*CLASSES["expel"], *CLASSES["cast"])) - word_set(
    "turned turns struck strikes discharged"
)
_ADMITS = frozenset(CLASSES["admit"]) - word_set(
    "accepted accepts admitted admits welcomed welcomes embraced embraces"
)
_TAKES_IN = frozenset(CLASSES["admit"])

GIVES_CHINESE = tuple(sorted((*CHINESE["交给"], *CHINESE["送"]), key=len, reverse=True))
_MAKES_CHINESE = tuple(sorted(CHINESE["任命"], key=len, reverse=True))
_EXPELS_CHINESE = tuple(sorted(CHINESE["逐出"], key=len, reverse=True))
_ADMITS_CHINESE = tuple(sorted(CHINESE["收下"], key=len, reverse=True))

_DETERMINER = r"(?:the|an?|his|her|their|its|some|my|your|one)"
_NAME_AND_THING = re.compile(rf"(?P<name>[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*)*) (?P<thing>{_DETERMINER} .+)")
_THING_TO_NAME = re.compile(r"(?P<thing>.+?) (?:to|over to|on to|onto|unto) (?P<name>.+)")
_TO_WHOM = re.compile(r"\bto (?P<name>(?:the )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*)")
_VERB_THING_TO = re.compile(rf"(?P<verb>\w+) (?P<thing>{_DETERMINER} .+?) to")
_NAME_AND_ROLE = re.compile(r"(?P<name>.+?) (?:as |to be )?(?P<role>(?:the |an? |its |their )?[a-z].*)")
_ROLE_AFTER = re.compile(r"(?P<name>.+?)(?:为|做|当|任|作|成)(?P<role>.+)")
_MOVED_TO = re.compile(r"^[把将](?P<thing>.+?)(?P<verb>[^把将]{1,5})$")
_GIVEN_CHINESE = re.compile(
    rf"[把将](?P<thing>[^，。！？；把将]{{1,10}}?)(?:{'|'.join(GIVES_CHINESE)})了?(?P<name>[^，。！？；、\s的]{{2,4}})"
    r"(?=[，。！？；、\s]|$)"
)

Frame = Callable[[Item, str, Sequence[str]], Item | None]


def giving(item: Item, text: str, names: Sequence[str]) -> Item | None:
    """Whoever is given a thing holds it; the giver does not."""
    verb, thing = _giving_verb(item.predicate)
    if not verb or item.kind is not ItemKind.FACT:
        return None
    first, _, second = item.object.partition(BAR)
    if thing and first:
        return _held(item, first, thing)
    chinese = _told_in_chinese((first + second) or item.value, text)
    if chinese is not None:
        return _held(item, *chinese)
    if second:
        return _given(item, first, second, text, names)
    pair = _receiver_and_thing(first or item.value, names)
    if pair is not None:
        return _held(item, *pair)
    receiver = _receiver(item, first or item.value, text, names)
    return _held(item, receiver, first or item.value) if receiver and (first or item.value) else None


def is_giving(item: Item) -> bool:
    """Whether an item still says only that somebody gave something."""
    return item.kind is ItemKind.FACT and bool(_giving_verb(item.predicate)[0])


def making(item: Item, _text: str, names: Sequence[str]) -> Item | None:
    """Whoever is made something has the role; who made them so does not."""
    key = name_key(item.predicate)
    chinese = _starts_with(key, _MAKES_CHINESE)
    if item.kind is not ItemKind.FACT or not (key.removesuffix(" as") in _MAKES or chinese):
        return None
    first, _, second = item.object.partition(BAR)
    if chinese:
        middle = key[len(chinese) :].lstrip("了")
        inner = _ROLE_AFTER.fullmatch(f"{middle}{first}") if not second else None
        pair = (first, second) if second else (inner["name"], inner["role"]) if inner else None
    else:
        pair = (first, second) if second else _name_and_role(first, names)
    if pair is None or not all(pair):
        return None
    return replace(
        item, name=pair[0], predicate="has_role", object=bare(pair[1].removeprefix("为")), value=""
    )


def expelling(item: Item, _text: str, _names: Sequence[str]) -> Item | None:
    """A group that expels somebody: it is the member who leaves."""
    key = name_key(item.predicate)
    if item.kind is not ItemKind.FACT or not item.object or BAR in item.object:
        return None
    passive = re.fullmatch(r"被(?P<group>.+?)(?P<verb>[^被]{1,4})", key)
    if passive and _starts_with(passive["verb"], _EXPELS_CHINESE):
        return _leaves(item, item.name, passive["group"])
    is_active = key.partition(" ")[0] in _EXPELS and not key.endswith(" by")
    if is_active or key.removesuffix("了") in _EXPELS_CHINESE:
        return _leaves(item, item.object, item.name)
    if key.endswith("expelled by"):
        return _leaves(item, item.name, item.object)
    return None


def admitting(item: Item, _text: str, names: Sequence[str]) -> Item | None:
    """A group that takes somebody in: it is the newcomer who is a member."""
    key = name_key(item.predicate)
    is_taken_in = key in _ADMITS or (key in _TAKES_IN and item.object in names)
    is_chinese = key.removesuffix("了") in _ADMITS_CHINESE and item.object in names
    if item.kind is not ItemKind.FACT or not (is_taken_in or is_chinese) or BAR in item.object:
        return None
    return replace(item, name=item.object, predicate="member_of", object=item.name, value="")


FRAMES: Sequence[Frame] = (giving, making, expelling, admitting)


def _giving_verb(predicate: str) -> tuple[str, str]:
    """The verb of giving in a predicate and the thing, where that stands there too: ``gave the lute to``."""
    key = " ".join(predicate.replace("_", " ").split())
    words = key.casefold().split()
    inner = _VERB_THING_TO.fullmatch(key)
    if inner and inner["verb"].casefold() in GIVES:
        return inner["verb"], bare(inner["thing"])
    if (
        words
        and words[0] in GIVES
        and all(word in {"to", "over", "on", "back", "away"} for word in words[1:])
    ):
        return words[0], ""
    plain = key.replace("了", "")
    if plain in GIVES_CHINESE:
        return plain, ""
    moved = _MOVED_TO.fullmatch(plain)
    if moved:
        verb = next((one for one in GIVES_CHINESE if plain.endswith(one)), "")
        return (verb, plain[1 : -len(verb)]) if verb else ("", "")
    return "", ""


def _given(item: Item, first: str, second: str, text: str, names: Sequence[str]) -> Item | None:
    """Of a thing and somebody who gets it, in either order: the known name gets it, or the one after "to"."""
    known = [one for one in (first, second) if one in names]
    to_whom = {match["name"] for match in _TO_WHOM.finditer(text)}
    getters = known if len(known) == 1 else [one for one in (first, second) if one in to_whom]
    if len(getters) != 1:
        capitals = [one for one in (first, second) if one[:1].isupper()]
        getters = capitals if len(capitals) == 1 else [second]
    return _held(item, getters[0], second if getters[0] == first else first)


def _receiver_and_thing(far: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Both ends, where a far end holds them both: ``Isa the lute``, ``the lute to Isa``, ``小满铜哨``."""
    match = _NAME_AND_THING.fullmatch(far) or _THING_TO_NAME.fullmatch(far)
    if match is not None:
        return match["name"], bare(match["thing"])
    for name in names:
        rest = far.removeprefix(name).strip()
        if rest and rest != far and (is_ideographic(name[-1]) or far[len(name)] == " "):
            return name, bare(rest)
    return None


def _told_in_chinese(far: str, text: str) -> tuple[str, str] | None:
    """Who gets what by a sentence like 老陈把铜哨交给了小满, where the far end is one of the two or both."""
    for match in _GIVEN_CHINESE.finditer(text):
        name, thing = match["name"], bare(match["thing"])
        if far in {name, thing, name + thing, thing + name}:
            return name, thing
    return None


def _receiver(item: Item, thing: str, text: str, names: Sequence[str]) -> str:
    """Who gets it, by the sentence, where the model names the giver and the thing alone."""
    taken = {item.name, thing}
    named = [match["name"] for match in _TO_WHOM.finditer(text)]
    others = [one for one in named if one not in taken]
    if len(set(others)) == 1:
        return others[0]
    beside = [name for name in names if name not in taken and found(name, text) and not _inside(name, taken)]
    return beside[0] if len(beside) == 1 and thing not in names else ""


def _inside(name: str, others: set[str]) -> bool:
    return any(name in other for other in others)


def _held(item: Item, holder: str, thing: str) -> Item:
    return replace(item, name=holder, predicate="holds", object=bare(thing), value="")


def _leaves(item: Item, member: str, group: str) -> Item:
    return replace(item, kind=ItemKind.END, name=member, predicate="member_of", object=group, value="")


def _name_and_role(far: str, names: Sequence[str]) -> tuple[str, str] | None:
    known = next((name for name in names if far.startswith(f"{name} ")), "")
    if known:
        return known, far.removeprefix(known).strip().removeprefix("as ")
    match = _NAME_AND_ROLE.fullmatch(far)
    return (match["name"], match["role"]) if match and match["name"][:1].isupper() else None


def _starts_with(key: str, verbs: Sequence[str]) -> str:
    return next((verb for verb in verbs if key.startswith(verb)), "")
