"""Answers to storysim questions from views: what is asked, told from the words alone, and what holds then."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import fabula
from fabula.claims.text import name_key
from fabula.graph.entities import Entity
from fabula.graph.facts import Fact
from fabula.graph.names import find_names
from fabula.graph.view import View
from storysim_gold import BOND_TOKENS

UNKNOWN, NONE = "unknown", "none"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question understood: its topic, whom it names (ids, in order), and the day that it means."""

    topic: str
    ids: tuple[str, ...] = ()
    day: int | None = None
    denies: bool = False


def answered(story: fabula.Story, ask: Ask) -> str:
    """The answer as gold writes answers: a name, or one of a few tokens."""
    view = story.view(_last_turn_of(story, ask.day)) if ask.day is not None else story.view()
    topic = _TOPICS.get(ask.topic)
    return topic(view, ask) if topic and len(ask.ids) >= (2 if ask.topic == "rel" else 1) else _blank(ask)


def _blank(ask: Ask) -> str:
    """Somebody nobody has told of is nobody known to be dead."""
    return "yes" if ask.topic == "alive" and not ask.denies else UNKNOWN


def _last_turn_of(story: fabula.Story, day: int) -> int:
    return max((turn.number for turn in story.turns() if turn.meta["day"] <= day), default=1)


def _timeline(view: View, entity: str, predicate: str) -> tuple[Fact, ...]:
    return view.timeline(entity, predicate) if view.resolve(entity) else ()


def _current(view: View, entity: str, predicate: str) -> Fact | None:
    standing = [fact for fact in _timeline(view, entity, predicate) if fact.is_current]
    return max(standing, key=_latest, default=None)


def _latest(fact: Fact) -> int:
    return max((piece.number for piece in fact.evidence), default=fact.opened)


def _far(view: View, fact: Fact | None) -> str:
    entity = view.resolve(fact.object) if fact and fact.object else None
    return fullest(entity) if entity else UNKNOWN


def fullest(entity: Entity) -> str:
    """The longest name that holds the entity's own: ``Captain Brandt`` where a story first said ``Brandt``."""
    key = name_key(entity.name)
    return max((name for name in entity.names if key in name_key(name)), key=len)


def _owner(view: View, ask: Ask) -> str:
    return _far(view, _current(view, ask.ids[0], "held_by"))


def _owner_before(view: View, ask: Ask) -> str:
    told = _timeline(view, ask.ids[0], "held_by")
    now = _current(view, ask.ids[0], "held_by")
    before = [fact for fact in told if now and fact.opened <= now.opened and fact.object != now.object]
    return _far(view, before[-1] if before else None)


def _place(view: View, ask: Ask) -> str:
    return _far(view, _current(view, ask.ids[0], "located_in"))


def _place_of_owner(view: View, ask: Ask) -> str:
    owner = _current(view, ask.ids[0], "held_by")
    return _place(view, Ask("loc", (owner.object,))) if owner else UNKNOWN


def _group(view: View, ask: Ask) -> str:
    now = _current(view, ask.ids[0], "member_of")
    if now is None and _timeline(view, ask.ids[0], "member_of"):
        return NONE
    return _far(view, now)


def _role(view: View, ask: Ask) -> str:
    return _far(view, _current(view, ask.ids[0], "role_held_by"))


def _group_of_role(view: View, ask: Ask) -> str:
    holder = _current(view, ask.ids[0], "role_held_by")
    return _group(view, Ask("faction", (holder.object,))) if holder else UNKNOWN


def _place_of_role(view: View, ask: Ask) -> str:
    holder = _current(view, ask.ids[0], "role_held_by")
    return _place(view, Ask("loc", (holder.object,))) if holder else UNKNOWN


def _bond(view: View, ask: Ask) -> str:
    """The bond that was told last: several may stand in a view, gold has one."""
    one, other = (view.resolve(reference) for reference in ask.ids[:2])
    if one is None or other is None:
        return UNKNOWN
    bonds = [
        fact
        for fact in view.entity(one.id).relations()
        if fact.predicate in BOND_TOKENS and {fact.subject, fact.object} == {one.id, other.id}
    ]
    last = max(bonds, key=_latest, default=None)
    return BOND_TOKENS[last.predicate] if last else UNKNOWN


def _alive(view: View, ask: Ask) -> str:
    status = _current(view, ask.ids[0], "status")
    return "no" if bool(status and status.value == "dead") != ask.denies else "yes"


def _alias(view: View, ask: Ask) -> str:
    entity = view.resolve(ask.ids[0])
    masked = name_key(ask.ids[1]) if len(ask.ids) > 1 else ""
    if entity is None:
        return UNKNOWN
    names = [name for name in (fullest(entity), *entity.aliases) if masked not in name_key(name)]
    return names[0] if names else UNKNOWN


_TOPICS: dict[str, Callable[[View, Ask], str]] = {
    "owner": _owner, "owner_prev": _owner_before, "hop": _place_of_owner, "loc": _place, "loc_asof": _place,
    "rel": _bond, "faction": _group, "role": _role, "hop2": _group_of_role, "place_of_role": _place_of_role,
    "alias": _alias, "alive": _alive,
}  # fmt: skip


# reading the question

_PLACE = re.compile(
    r"\b(?:where\w*|place|location|town|staying|find)\b|哪里|哪儿|何处|何地|什么地方|去向|下落|身在"
)
_BEFORE = re.compile(
    r"\b(?:before|previous\w*|prior|former\w*|earlier|preceding|predecessor)\b|之前|以前|先前|此前|上一|前一|前任|上任|前手"
)
_HOLD = re.compile(
    r"\b(?:who(?:se)?|hands?|hold\w*|held|own\w*|possess\w*|carr\w*|keep\w*|has|have|had|belong\w*)\b|谁|手|持有|拥有|归|主人|拿"
)
_GROUP = re.compile(
    r"\b(?:group|faction|side|guild|order|organi[sz]ation|belong\w*|member\w*|serv\w*|allegiance|loyal\w*|affiliat\w*|company)\b"
    r"|势力|门派|阵营|组织|帮派|效力|属于|归属|派系|哪一方|哪一派|哪边"
)
_BOND = re.compile(
    r"\b(?:relation\w*|between|bond\w*|each other|one another|related|tie[sd]?|terms)\b|关系|彼此|相互|之间|什么人"
)
_LIVE = re.compile(r"\b(?:alive|live|lives|living|survive\w*|breath\w*)\b|活|在世|健在|人世|尚在|生还|安在")
_DEAD = re.compile(r"\b(?:dead|died|die|killed|slain|passed away)\b|死|亡|过世|去世|丧命")
_TRUE = re.compile(
    r"\b(?:who|really|true|real\w*|identity|behind|mask\w*)\b|真实|身份|真面目|真身|是谁|何人|真名"
)
_WHO = re.compile(r"\b(?:who|which person|name)\b|谁|何人|哪位|哪个人")
_DAY = re.compile(
    r"\bday\s+(\d+)\b|\b(\d+)(?:st|nd|rd|th)\s+day\b|第\s*(\d+|[一二三四五六七八九十]+)\s*[天日]",
    re.IGNORECASE,
)
_DIGITS = {sign: at for at, sign in enumerate("零一二三四五六七八九")}


def understood(view: View, question: str) -> Ask:
    """What a question asks, by its words and by what the view knows of those it names."""
    words = question.casefold()
    named = entities_named(view, question)
    day = _day_of(words)
    found = next((one for one in named if _is_subject(view, one, "held_by")), None)
    if found is not None:
        return Ask(_of_item(words), (found.id,), day)
    found = next((one for one in named if _is_subject(view, one, "role_held_by")), None)
    if found is not None:
        return Ask(_of_role(words), (found.id,), day)
    if len(named) >= 2 and _BOND.search(words):
        return Ask("rel", (named[0].id, named[1].id), day)
    return _of_person(view, question, named[0], day) if named else Ask("alive" if _LIVE.search(words) else "")


def entities_named(view: View, question: str) -> Sequence[Entity]:
    """Whom and what a question names, in the order of its words."""
    mentions = find_names(question, view.state.names)
    found = (view.resolve(mention.key) for mention in mentions)
    return tuple(dict.fromkeys(one for one in found if one is not None))


def _of_item(words: str) -> str:
    if _PLACE.search(words):
        return "hop"
    if _BEFORE.search(words):
        return "owner_prev"
    return "owner" if _HOLD.search(words) else ""


def _of_role(words: str) -> str:
    if _GROUP.search(words):
        return "hop2"
    if _PLACE.search(words):
        return "place_of_role"
    return "role" if _WHO.search(words) else ""


def _of_person(view: View, question: str, person: Entity, day: int | None) -> Ask:
    words = question.casefold()
    if _LIVE.search(words) or _DEAD.search(words):
        return Ask("alive", (person.id,), day, denies=not _LIVE.search(words))
    if _GROUP.search(words):
        return Ask("faction", (person.id,), day)
    if _PLACE.search(words):
        return Ask("loc", (person.id,), day)
    if _TRUE.search(words):
        return Ask("alias", (person.id, find_names(question, view.state.names)[0].key), day)
    return Ask("", (person.id,), day)


def _is_subject(view: View, entity: Entity, predicate: str) -> bool:
    return any(fact.subject == entity.id for fact in view.timeline(entity.id, predicate))


def _day_of(words: str) -> int | None:
    found = _DAY.search(words)
    if found is None:
        return None
    number = next(group for group in found.groups() if group)
    return int(number) if number.isdigit() else _counted(number)


def _counted(signs: str) -> int:
    """A Chinese number below a hundred."""
    tens, ten, ones = signs.rpartition("十")
    return (_DIGITS.get(tens, 1) * 10 if ten else 0) + _DIGITS.get(ones, 0)
