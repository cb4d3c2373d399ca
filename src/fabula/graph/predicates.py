"""What relations and attributes mean: their inverses, their one-at-a-time sides, what excludes what.

The table is data. Unknown predicates are welcome: they stand for a relation of their own that many
subjects and objects may have at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fabula.claims.text import name_key

TABLE_VERSION = "predicates/1"


@dataclass(frozen=True, slots=True)
class Predicate:
    """One relation or attribute.

    ``functional``: a subject has one object or value at a time. ``symmetric``: both ends are alike.
    ``inverse``: the name of the same relation read from the other end. ``group``: predicates of one
    group exclude each other between the same two ends. The kinds say what an end is taken for when
    nothing else tells.
    """

    name: str
    aliases: tuple[str, ...] = ()
    inverse: str = ""
    inverse_aliases: tuple[str, ...] = ()
    functional: bool = False
    symmetric: bool = False
    group: str = ""
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
        english="{subject} is a parent of {object}",
        chinese="{subject}是{object}的父母",
    ),
    Predicate(
        "sibling_of",
        ("brother_of", "sister_of", "兄弟", "姐妹"),
        symmetric=True,
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
        english="{subject} is {object}",
        chinese="{subject}{object}",
    ),
)


class PredicateTable:
    """Finds the meaning of a predicate by name, alias or inverse."""

    def __init__(self, predicates: Iterable[Predicate] = DEFAULTS) -> None:
        self._meanings: dict[str, Meaning] = {}
        for predicate in predicates:
            self._enter(predicate)

    def meaning(self, name: str) -> Meaning:
        """What a predicate means; an unknown one is a plain relation or attribute of its own."""
        key = predicate_key(name)
        return self._meanings.get(key) or Meaning(Predicate(key))

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


def predicate_key(name: str) -> str:
    """A predicate's spelling with case, spaces and hyphens out of the way: ``Held By`` is ``held_by``."""
    return name_key(name).replace("-", "_").replace(" ", "_")


DEFAULT_TABLE = PredicateTable()
