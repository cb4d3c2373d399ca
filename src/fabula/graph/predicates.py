"""What relations and attributes mean: their inverses, their one-at-a-time sides, what excludes what.

The table is data, and finds the key of a concept before a new one is made. Unknown predicates are welcome: they stand for a relation of their own that many
subjects and objects may have at once.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from fabula.claims.text import name_key

TABLE_VERSION = "predicates/3"


@dataclass(frozen=True, slots=True)
class Predicate:
    """One relation or attribute.

    ``functional``: a subject has one object or value at a time. ``symmetric``: both ends are alike.
    ``inverse``: the name of the same relation read from the other end. ``group``: predicates of one
    group exclude each other between the same two ends. ``lasting``: it does not change within a story, so
    another value is no news but a contradiction. The kinds say what an end is taken for when
    nothing else tells; the far end of an attribute is a text and has none.
    """

    name: str
    aliases: tuple[str, ...] = ()
    inverse: str = ""
    inverse_aliases: tuple[str, ...] = ()
    functional: bool = False
    symmetric: bool = False
    group: str = ""
    lasting: bool = False
    subject_kind: str = "character"
    object_kind: str = "character"
    english: str = ""
    chinese: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A predicate as somebody wrote it: the table's entry, and whether the ends are the other way round."""

    predicate: Predicate
    reversed: bool = False


DEFAULTS = (
    Predicate(
        "held_by",
        ("owned_by", "carried_by", "belongs_to", "in_the_hands_of", "属于", "归"),
        "holds",
        ("has", "owns", "carries", "possesses", "keeps", "拥有", "持有", "拿着", "带着"),
        functional=True,
        subject_kind="item",
        english="{subject} is held by {object}",
        chinese="{subject}在{object}手里",
    ),
    Predicate(
        "located_in",
        ("at", "in", "is_at", "is_in", "location", "located_at", "在", "位于", "身在"),
        "holds_inside",
        ("contains",),
        functional=True,
        object_kind="place",
        english="{subject} is at {object}",
        chinese="{subject}在{object}",
    ),
    Predicate(
        "member_of",
        ("belongs_to_group", "joined", "serves_in", "成员", "加入"),
        "has_member",
        object_kind="organization",
        english="{subject} is a member of {object}",
        chinese="{subject}是{object}的人",
    ),
    Predicate(
        "role_held_by",
        ("held_by_office",),
        "has_role",
        ("role", "office", "appointed", "担任", "职位"),
        functional=True,
        subject_kind="concept",
        english="the {subject} is {object}",
        chinese="{subject}是{object}",
    ),
    Predicate(
        "parent_of",
        ("mother_of", "father_of"),
        "child_of",
        ("son_of", "daughter_of"),
        lasting=True,
        english="{subject} is a parent of {object}",
        chinese="{subject}是{object}的父母",
    ),
    Predicate(
        "sibling_of",
        ("brother_of", "sister_of", "兄弟", "姐妹"),
        symmetric=True,
        lasting=True,
        english="{subject} and {object} are siblings",
        chinese="{subject}和{object}是同胞",
    ),
    Predicate(
        "spouse_of",
        ("married_to", "wife_of", "husband_of", "夫妻"),
        symmetric=True,
        group="marriage",
        english="{subject} and {object} are married",
        chinese="{subject}和{object}是夫妻",
    ),
    Predicate(
        "divorced_from",
        ("parted_from",),
        symmetric=True,
        group="marriage",
        english="{subject} and {object} have parted",
        chinese="{subject}和{object}已分开",
    ),
    Predicate(
        "ally_of",
        ("allied_with", "盟友"),
        symmetric=True,
        group="stance",
        english="{subject} and {object} are allies",
        chinese="{subject}和{object}是盟友",
    ),
    Predicate(
        "enemy_of",
        ("feuds_with", "仇敌"),
        symmetric=True,
        group="stance",
        english="{subject} and {object} are enemies",
        chinese="{subject}和{object}是仇敌",
    ),
    Predicate(
        "sworn_sibling_of",
        ("结拜", "结义"),
        symmetric=True,
        english="{subject} and {object} are sworn siblings",
        chinese="{subject}和{object}结拜了",
    ),
    Predicate(
        "status",
        ("life", "状态"),
        functional=True,
        object_kind="",
        english="{subject} is {object}",
        chinese="{subject}{object}",
    ),
)

_BETWEEN_EVENTS = (
    ("advances", ("furthers", "推进"), "{subject} moves {object} on", "{subject}推进了{object}"),
    (
        "updates",
        ("revises", "更新", "修正"),
        "{subject} brings {object} up to date",
        "{subject}更新了{object}",
    ),
    (
        "evolves",
        ("evolves_from", "grew_out_of", "演化自", "发展自"),
        "{subject} grew out of {object}",
        "{subject}由{object}发展而来",
    ),
    (
        "temporal_update",
        ("later_state_of", "时序更新"),
        "{subject} is a later state of {object}",
        "{subject}是{object}后来的状态",
    ),
)

EVENTS = (
    Predicate(
        "involved_in",
        ("took_part_in", "takes_part_in", "participated_in", "participates_in", "参与", "涉及", "卷入"),
        "involves",
        ("has_participant", "参与者"),
        object_kind="event",
        english="{subject} is involved in {object}",
        chinese="{subject}与{object}有关",
    ),
    Predicate(
        "occurred_at",
        ("happened_at", "took_place_at", "takes_place_at", "发生于", "发生在"),
        "scene_of",
        ("site_of",),
        functional=True,
        subject_kind="event",
        object_kind="place",
        english="{subject} happened at {object}",
        chinese="{subject}发生在{object}",
    ),
    Predicate(
        "related",
        ("related_to", "linked_to", "associated_with", "相关", "有关"),
        symmetric=True,
        english="{subject} and {object} have to do with each other",
        chinese="{subject}和{object}有关",
    ),
    Predicate(
        "contradicts",
        ("conflicts_with", "矛盾", "相矛盾"),
        symmetric=True,
        subject_kind="event",
        object_kind="event",
        english="{subject} and {object} cannot both be so",
        chinese="{subject}和{object}相矛盾",
    ),
    *(
        Predicate(
            name,
            aliases,
            subject_kind="event",
            object_kind="event",
            english=english,
            chinese=chinese,
        )
        for name, aliases, english, chinese in _BETWEEN_EVENTS
    ),
)
"""What has to do with events, and how one piece of the story bears on another."""

_LASTING = frozenset(["birthplace", "birthday", "gender", "species"])
_OF_THINGS = frozenset(["material", "color", "price"])

_ATTRIBUTES = (
    ("eye_color", ("color_of_eyes", "iris_color"), ("眼睛颜色", "眼睛的颜色", "瞳色", "眼色")),
    ("hair_color", ("color_of_hair",), ("头发颜色", "头发的颜色", "发色")),
    ("hair", ("hair_style", "hairstyle"), ("头发", "发型")),
    ("skin_color", ("complexion", "skin_tone"), ("肤色",)),
    ("age", ("years_old",), ("年龄", "年纪", "岁数")),
    ("gender", ("sex",), ("性别",)),
    ("height", ("stature",), ("身高",)),
    ("appearance", ("looks",), ("外貌", "外表", "相貌", "长相")),
    ("clothing", ("clothes", "outfit", "attire"), ("衣着", "服装", "衣服", "穿着")),
    ("personality", ("temperament", "character_traits"), ("性格", "个性", "脾气")),
    ("occupation", ("job", "profession"), ("职业", "工作", "行业")),
    ("title", ("honorific",), ("头衔", "称号")),
    ("species", ("race",), ("种族", "物种")),
    ("birthplace", ("place_of_birth", "born_in"), ("出生地",)),
    ("birthday", ("date_of_birth", "birth_date", "born_on"), ("生日", "出生日期")),
    ("hometown", ("home_town",), ("家乡", "故乡", "老家")),
    ("background", ("backstory", "back_story"), ("背景", "来历", "身世")),
    ("goal", ("aim", "objective"), ("目标", "目的")),
    ("mood", ("emotion", "feeling", "emotional_state"), ("心情", "情绪")),
    ("health", ("state_of_health", "physical_condition"), ("健康", "健康状况", "身体状况")),
    ("material", ("made_of",), ("材质", "材料")),
    ("color", (), ("颜色", "色彩")),
    ("price", ("cost",), ("价格", "价钱")),
)

ATTRIBUTES = tuple(
    Predicate(
        name,
        (*english, *chinese),
        functional=True,
        subject_kind="item" if name in _OF_THINGS else "character",
        object_kind="",
        lasting=name in _LASTING,
        chinese=f"{{subject}}的{chinese[0]}：{{object}}",
    )
    for name, english, chinese in _ATTRIBUTES
)
"""Attributes that most stories have, under the names that readers give them: one key for one concept."""

_SPELLINGS = {
    "colour": "color",
    "colours": "colors",
    "coloured": "colored",
    "grey": "gray",
    "armour": "armor",
    "honour": "honor",
    "favour": "favor",
    "favourite": "favorite",
    "behaviour": "behavior",
    "neighbour": "neighbor",
    "rumour": "rumor",
    "jewellery": "jewelry",
    "centre": "center",
    "defence": "defense",
    "licence": "license",
}
"""Words that are spelled in two ways and mean one."""

_BETWEEN = re.compile(r"[\s_\-‐-―/]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class PredicateTable:
    """Finds the meaning of a predicate by name, alias or inverse."""

    def __init__(self, predicates: Iterable[Predicate] = (*DEFAULTS, *EVENTS, *ATTRIBUTES)) -> None:
        self._meanings: dict[str, Meaning] = {}
        for predicate in predicates:
            self._enter(predicate)

    def meaning(self, name: str) -> Meaning:
        """What a predicate means; an unknown one is a plain relation or attribute of its own."""
        key = predicate_key(name)
        return self._meanings.get(key) or Meaning(Predicate(key))

    def attribute(self, name: str) -> str:
        """The key of an attribute of a relation; the empty string stays empty."""
        if not name:
            return ""
        meaning = self.meaning(name)
        return predicate_key(name) if meaning.reversed else meaning.predicate.name

    @property
    def known(self) -> Mapping[str, Meaning]:
        """Every spelling that the table knows."""
        return self._meanings

    def _enter(self, predicate: Predicate) -> None:
        for name in (predicate.name, *predicate.aliases):
            self._meanings.setdefault(predicate_key(name), Meaning(predicate))
        for name in (predicate.inverse, *predicate.inverse_aliases):
            if name:
                self._meanings.setdefault(predicate_key(name), Meaning(predicate, reversed=True))


@lru_cache(maxsize=1 << 14)
def predicate_key(name: str) -> str:
    """What the spellings of one predicate or attribute share: ``Eye Colour``, ``eye-color`` and ``eyeColor``.

    In order: words run together with capitals are parted, then the key of a name is taken (compatibility
    form, case, quotes, a leading "the"), whatever parts words becomes ``_``, and words with two spellings
    get one of them. Words of one meaning and other languages are a matter of the table's aliases.
    """
    key = _BETWEEN.sub("_", name_key(_CAMEL.sub(" ", name))).strip("_")
    return "_".join(_SPELLINGS.get(word, word) for word in key.split("_")) or name_key(name)


DEFAULT_TABLE = PredicateTable()
