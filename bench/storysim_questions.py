"""What a storysim question asks, told from its words and from what a view knows of those it names."""

import re
from collections.abc import Sequence
from typing import Any

from fabula.graph.entities import Entity
from fabula.graph.names import find_names
from fabula.graph.view import View
from storysim_answers import Ask

_PLACE = re.compile(
    r"\b(?:where\w*|places?|locations?|town|city|spot|staying)\b|在哪|哪里|哪儿|哪处|何处|何地|何方|什么地方|哪个地方|下落|去向|身在|身处|所在|落脚"
)
_BEFORE = re.compile(
    r"\b(?:before|previous\w*|prior|former\w*|earlier|preced\w+|predecessor|from whom|from whose|last (?:owner|holder|keeper|bearer))\b"
    r"|之前|以前|先前|此前|上一|上任|上家|前一|前任|前主|前手|原主|从谁"
)
_HOLD = re.compile(
    r"\b(?:who\w*|hands?|h[eo]ld\w*|own\w*|possess\w*|carr\w*|keep\w*|kept|ha[sd]|have|bear\w*|belong\w*)\b"
    r"|谁|何人|哪位|哪个人|手|持|拥有|归|主人|拿|保管"
)
_GROUP_NOUN = re.compile(
    r"\b(?:groups?|factions?|sides?|guilds?|orders?|organi[sz]ations?|company|camp|band|sect|clan|party|banner|colou?rs|allegiance|loyalty)\b"
    r"|势力|门派|阵营|组织|帮|派|哪一方|哪方|哪边|哪一边|哪家"
)
_GROUP = re.compile(
    _GROUP_NOUN.pattern
    + r"|\b(?:belong\w*|member\w*|serv\w*|loyal|affiliat\w*|pledged|ranks)\b|效力|效忠|属于|归属|麾下|门下|旗下|投靠"
)
_LIVE = re.compile(r"\b(?:alive|lives?|living|surviv\w*|breath\w*)\b|活|在世|健在|人世|尚在|生还|安在|生死")
_DEAD = re.compile(r"\b(?:dead|died?|killed|slain|perish\w*|passed away)\b|死|亡|过世|去世|丧命")
_TRUE = re.compile(
    r"\b(?:who|really|true|real\w*|identity|behind|mask\w*)\b|真实|身份|真面目|真身|真名|是谁|何人"
)
_WHO = re.compile(r"\b(?:who\w*|which person|name)\b|谁|何人|哪位|哪个人")
_DAY = re.compile(r"\bday\s+(\d+)|\b(\d+)(?:st|nd|rd|th)\s+day\b|第\s*(\d+|[一二三四五六七八九十]+)\s*[天日]")
_DIGITS = {sign: at for at, sign in enumerate("零一二三四五六七八九")}


def by_type(view: View, query: Any) -> Ask:  # noqa: ANN401 - a row of the data
    """A question as its type has it, with whom it names."""
    named, called, _ = _named(view, query["question"])
    day = day_of(query["question"].casefold()) if query["type"] == "loc_asof" else None
    return Ask(query["type"], tuple(one.id for one in named), called, day)


def by_words(view: View, question: str) -> Ask:
    """A question as its words have it. Whom it names tells what it may ask; cue words tell the rest."""
    named, called, words = _named(view, question)
    day = day_of(words)
    for predicate, topic_of in (("held_by", _of_item), ("role_held_by", _of_role)):
        things = [one for one in named if _is_subject(view, one, predicate)]
        if things:
            return Ask(topic_of(words), (things[0].id,), called, day)
    people = tuple(one.id for one in named if one.kind == "character") or tuple(one.id for one in named)
    topic = _of_pair(words) if len(people) > 1 else _of_person(words)
    return Ask(topic, people, called, day, denies=topic == "alive" and not _LIVE.search(words))


def day_of(words: str) -> int | None:
    """The day of the story that words in lower case name."""
    found = _DAY.search(words)
    if found is None:
        return None
    number = next(group for group in found.groups() if group)
    return int(number) if number.isdigit() else _counted(number)


def _named(view: View, question: str) -> tuple[Sequence[Entity], str, str]:
    """Whom a question names, in order; how it calls the first; and its other words, in lower case."""
    mentions = find_names(question, view.state.names)
    found = (view.resolve(mention.key) for mention in mentions)
    rest = question
    for mention in reversed(mentions):
        rest = f"{rest[: mention.start]} {rest[mention.end :]}"
    entities = tuple(dict.fromkeys(one for one in found if one is not None))
    return entities, mentions[0].key if mentions else "", rest.casefold()


def _of_item(words: str) -> str:
    if _BEFORE.search(words):
        return "owner_prev"
    if _PLACE.search(words):
        return "hop"
    return "owner" if _HOLD.search(words) else ""


def _of_role(words: str) -> str:
    if _GROUP_NOUN.search(words):
        return "hop2"
    if _PLACE.search(words):
        return "place_of_role"
    if _WHO.search(words):
        return "role"
    return "hop2" if _GROUP.search(words) else ""


def _of_pair(words: str) -> str:
    """Two people are asked about for what is between them, unless the words say otherwise."""
    topic = _of_person(words)
    return topic if topic in ("loc", "alive") else "rel"


def _of_person(words: str) -> str:
    cues = (("alive", _LIVE), ("alive", _DEAD), ("faction", _GROUP), ("loc", _PLACE), ("alias", _TRUE))
    return next((topic for topic, cue in cues if cue.search(words)), "")


def _is_subject(view: View, entity: Entity, predicate: str) -> bool:
    return any(fact.subject == entity.id for fact in view.timeline(entity.id, predicate))


def _counted(signs: str) -> int:
    """A Chinese number below a hundred."""
    tens, ten, ones = signs.rpartition("十")
    return (_DIGITS.get(tens, 1) * 10 if ten else 0) + _DIGITS.get(ones, 0)
