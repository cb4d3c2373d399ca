"""The words of a picture: labels in the story's script, tooltips, and how wide they are set."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

from fabula.claims.text import is_ideographic
from fabula.graph.entities import Entity
from fabula.graph.facts import Evidence, Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View

_NARROW, _BROAD = frozenset("iljtfrI.,:;'|!()[]-· "), frozenset("mwMW@%—")
_QUOTE = 200
_TOLD = 12

_CHINESE_RELATIONS = {
    "held_by": "归",
    "located_in": "在",
    "member_of": "属于",
    "role_held_by": "由其担任",
    "parent_of": "父母",
    "sibling_of": "同胞",
    "spouse_of": "夫妻",
    "divorced_from": "分开",
    "ally_of": "盟友",
    "enemy_of": "仇敌",
    "sworn_sibling_of": "结拜",
    "status": "状态",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """What a picture says in one language; ``{}`` stands for numbers."""

    kinds: dict[str, str]
    warm: str
    hostile: str
    neutral: str
    ended: str
    focus: str
    turn: str
    shown: str
    left_out: str
    nothing: str
    apart: str = "; "


ENGLISH = Wording(
    kinds={},
    warm="warm",
    hostile="hostile",
    neutral="neutral",
    ended="ended",
    focus="in focus",
    turn="turn {}",
    shown="{} entities, {} relations",
    left_out="{} more are not shown; focus on a name, or ask for more",
    nothing="Nobody and nothing is known here yet.",
)
CHINESE = Wording(
    kinds={
        "character": "人物",
        "group": "群体",
        "faction": "势力",
        "organization": "组织",
        "place": "地点",
        "item": "物品",
        "concept": "概念",
        "event": "事件",
    },
    warm="亲善",
    hostile="敌对",
    neutral="中性",
    ended="已结束",
    focus="焦点",
    turn="第{}轮",
    shown="{}个条目，{}条关系",
    left_out="另有{}个未画出；可以指定焦点，或放宽数量",
    nothing="这里还没有人，也没有物。",
    apart="；",
)


def wording_of(entities: Iterable[Entity]) -> Wording:
    """Chinese where most of the names are, else English."""
    names = [entity.name for entity in entities]
    chinese = sum(any(is_ideographic(char) for char in name) for name in names)
    return CHINESE if chinese * 2 > len(names) else ENGLISH


def width_of(text: str, size: float) -> float:
    """About how wide a text is set at a font size, in pixels: there is no font to measure by here."""
    return size * sum(map(_ems, text))


def clipped(text: str, ems: float) -> str:
    """The beginning of a text on one line, of at most so many ems."""
    line = " ".join(text.split())
    if width_of(line, 1) <= ems:
        return line
    kept, used = "", 1.0
    for char in line:
        used += _ems(char)
        if used > ems:
            break
        kept += char
    return kept.rstrip() + "…"


def label_of(fact: Fact, wording: Wording) -> str:
    """What is written upon a relation's line: its predicate in a word or two."""
    chinese = _CHINESE_RELATIONS.get(fact.predicate) if wording is CHINESE else None
    return chinese or fact.predicate.replace("_", " ")


def about_entity(entity: Entity, notes: Sequence[Fact], view: View, wording: Wording) -> str:
    """What hovering over an entity shows: who it is, and what is told of it, with the words."""
    kind = wording.kinds.get(entity.kind, entity.kind)
    lines = [f"{entity.name} ({kind})" if kind else entity.name]
    lines += [" · ".join(entity.aliases)] if entity.aliases else []
    lines += [entity.summary] if entity.summary else []
    lines += [line for fact in notes[-_TOLD:] for line in _told(fact, view, wording)]
    return "\n".join(lines)


def about_relation(fact: Fact, notes: Sequence[Fact], view: View, wording: Wording) -> str:
    """What hovering over a line shows: the fact, since when, and the words that it rests on."""
    return "\n".join(line for one in (fact, *notes[-_TOLD:]) for line in _told(one, view, wording))


def _told(fact: Fact, view: View, wording: Wording) -> list[str]:
    turns = str(fact.opened) if fact.closed is None else f"{fact.opened}-{fact.closed}"
    when = [wording.turn.format(turns), fact.period.label]
    holder = f"{view.name_of(fact.holder)}: " if fact.holder else ""
    said = f"{holder}{phrase(fact, view)} ({wording.apart.join(part for part in when if part)})"
    return [said, *(_quoted(piece) for piece in fact.evidence if piece.quote)]


def _quoted(piece: Evidence) -> str:
    return f"  “{clipped(piece.quote, _QUOTE)}”"


def _ems(char: str) -> float:
    if combining(char):
        return 0.0
    if east_asian_width(char) in "WF":
        return 1.0
    if char in _NARROW:
        return 0.36
    if char in _BROAD:
        return 0.9
    return 0.72 if char.isupper() else 0.6
