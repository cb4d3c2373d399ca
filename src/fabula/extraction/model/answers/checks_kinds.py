"""Whether the ends of an item are of kinds that its predicate takes, differ, and are not told the other way round."""

import re
from collections.abc import Mapping

from fabula.claims.statements import MAX_PREDICATE
from fabula.extraction.model.answers.checks_names import unsure
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.predicate_words import confirming
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.graph.relation_attributes import MARK

_RELATED = frozenset([ItemKind.FACT, ItemKind.END, ItemKind.NEVER])

_NEVER: Mapping[str, frozenset[str]] = {
    "character": frozenset(["item", "concept", "event"]),
    "item": frozenset(["npc", "event"]),
    "place": frozenset(["npc", "event", "concept"]),
    "organization": frozenset(["npc", "item", "event"]),
    "concept": frozenset(["npc", "place", "item", "event"]),
}
"""What is surely none of a kind; groups pass for people, things for places (a chest), places for groups."""

_PEOPLE_ONLY = frozenset(["spouse_of", "divorced_from", "sworn_sibling_of", "sibling_of", "parent_of"])
_ANY_SUBJECT = frozenset(["located_in", "status"])
_CALLED = {
    "npc": "somebody",
    "place": "a place",
    "item": "a thing",
    "org": "a group",
    "concept": "an idea",
    "event": "an event",
}
_WANTED = {
    "character": "somebody",
    "item": "a thing",
    "place": "a place",
    "organization": "a group",
    "concept": "an office or an idea",
}

_AGAINST: Mapping[str, re.Pattern[str]] = {
    "ally_of": re.compile(
        r"\b(?:enem(?:y|ies)|foes?|feud\w*|hatred|rivals?|war (?:on|against)|betray\w*|turned against)\b"
        r"|仇|势不两立|反目|为敌|死敌|决裂|不共戴天|翻脸|背叛|敌人"
    ),
    "enemy_of": re.compile(
        r"\b(?:allied|allies|alliance|pact|befriend\w*|reconcil\w*|made peace)\b|结盟|盟友|同盟|化敌为友|言和"
    ),
    "sworn_sibling_of": re.compile(
        r"\b(?:enem(?:y|ies)|foes?|feud\w*|hatred)\b|仇|势不两立|反目|为敌|死敌|决裂|不共戴天"
    ),
    "member_of": re.compile(
        r"\b(?:expel\w*|banish\w*|oust\w*|dismiss\w*|quit|quits|desert\w*|resign\w*|cast out|thrown? out|threw out|drove out"
        r"|turned (?:his|her|their) back on|left the|leaves the)\b|逐出|赶出|开除|除名|退出|脱离|叛出|背叛|反出|驱逐"
    ),
    "spouse_of": re.compile(
        r"\b(?:divorc\w*|annul\w*|parted ways|called off)\b|和离|离婚|休书|恩断义绝|解除婚约|退婚"
    ),
    "divorced_from": re.compile(r"\b(?:wedding|newlyweds|bride|married)\b|成亲|拜堂|完婚|洞房|迎娶"),
}
"""The words that say the opposite of a predicate; the predicate's own words beside them make it good."""

_OWN_EVEN_SO = re.compile(
    r"化敌为友|言和|\bmade peace\b|\breconcil\w*|\bno longer enem\w*|\bput (?:aside|away) \w+ (?:feud|hatred)\b"
)


def with_kinds(item: Item, _line: Line, ground: Ground) -> Item | str:
    """The item, less sure where nobody knows of what kind its ends are, or the reason why they cannot be so."""
    if item.kind not in _RELATED:
        return item
    if not item.predicate[:1].isalpha() or len(item.predicate) > MAX_PREDICATE:
        return f"A predicate starts with a letter and has at most {MAX_PREDICATE} characters."
    meaning = ground.sheet.view.table.meaning(item.predicate.partition(MARK)[0])
    entry = meaning.predicate
    if not entry.english:
        return item
    near, far = (item.object, item.name) if meaning.reversed else (item.name, item.object)
    for end, kind in ((near, entry.subject_kind), (far, entry.object_kind)):
        is_near = end is near
        if not end or (is_near and entry.name in _ANY_SUBJECT):
            continue
        wrong = ground.classes(end) & (_NEVER.get(kind, frozenset()) | (_places(entry.name)))
        if wrong and wrong == ground.classes(end) and ground.is_guessed(end):
            item = unsure(item)
        elif wrong and wrong == ground.classes(end):
            return f'"{end}" is {_CALLED.get(min(wrong), "something else")}, where {_WANTED.get(kind, kind)} belongs.'
    ends = [end for end in (near, far) if end]
    return item if all(ground.classes(end) for end in ends) else unsure(item)


def differs(item: Item, _line: Line, ground: Ground) -> Item | str:
    """The item, or the reason why its two ends must not be one."""
    if item.object and ground.is_same(item.name, item.object):
        if item.kind is ItemKind.SAME:
            return f'"{item.name}" and "{item.object}" are one already.'
        return f'Both ends are "{item.name}".'
    return item


def told_so(item: Item, line: Line, ground: Ground) -> Item | str:
    """The item, or the reason why its sentence says the opposite."""
    if item.kind is not ItemKind.FACT:
        return item
    predicate = ground.sheet.view.table.meaning(item.predicate).predicate.name
    text = line.text.casefold()
    against, own = _AGAINST.get(predicate), confirming(predicate)
    if against is None or not against.search(text) or _OWN_EVEN_SO.search(text):
        return item
    if own is not None and own.search(against.sub(" ", text)):
        return unsure(item)
    return f"The sentence says the opposite of {item.predicate!r}."


def _places(predicate: str) -> frozenset[str]:
    return frozenset(["place", "org"]) if predicate in _PEOPLE_ONLY else frozenset()
