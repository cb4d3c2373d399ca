"""The words of an answer: the fields of an item, what an item ``is``, the status words and verbs of lines.

Structured forms answer with one JSON object; no field is ever null, what does not apply is left out::

    {"nothing_changed": false, "items": [
      {"at": "12.1", "is": "fact", "s": "Mira", "p": "holds", "o": "silver key"},
      {"at": "12.2", "is": "end", "known": "f3"},
      {"at": "12.3", "is": "correction", "known": "f5", "v": "nineteen"},
      {"at": "12.3", "is": "event", "s": "fire at the mill", "summary": "...", "roles": {"victim": "Mira"}},
      {"at": "12.4", "is": "scene", "present": ["Mira", "Tom"], "place": "the mill", "starts": true}]}

Tools: ``upsert`` takes {"items": [...]}, ``nothing_changed`` takes {}. Both mean the same as above.

What the fields mean for each ``is``:

- fact, rumour, plan, wish, dream, lie, long_ago: ``s p o`` (far end an entity) or ``s p v`` (far end a text);
  ``holder`` whose belief it is, ``strength`` -1..1, ``confidence`` 0..1, ``sentence`` the fact in one sentence,
  ``when`` story time as told, ``heard_by`` who perceives it.
- end (stopped being true), never (never was true), correction, contradiction: the same, or ``known`` (``f3``)
  with only what is different; a correction or contradiction by ``known`` carries the new ``o`` or ``v``.
- entity: ``s`` the name, ``kind``, ``aliases``, ``summary``, ``importance`` 0..1.
- event: ``s`` a short title, ``summary``, ``roles`` {role: name}, ``importance`` 0..1, ``when``.
- same: ``s`` the name to keep, ``o`` the other name of the same one.
- scene: ``present``, ``place``, ``starts``, ``when``; ``s`` the speaker of the turn if only the words tell.

Numbers are written 0..1 (or -1..1); no endpoint is trusted to hold them to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from fabula.claims.statements import Modality
from fabula.extraction.model.items import Change, ItemKind

NOTHING_CHANGED = "nothing_changed"
"""The field that says outright that nothing changed, and the tool that says the same."""

ITEMS = "items"
UPSERT = "upsert"
"""The tool that brings items."""

AT = "at"
IS = "is"
KNOWN = "known"
SUBJECT = "s"
PREDICATE = "p"
OBJECT = "o"
VALUE = "v"
HOLDER = "holder"
HEARD_BY = "heard_by"
WHEN = "when"
SENTENCE = "sentence"
STRENGTH = "strength"
CONFIDENCE = "confidence"
IMPORTANCE = "importance"
KIND = "kind"
ALIASES = "aliases"
SUMMARY = "summary"
ROLES = "roles"
PRESENT = "present"
PLACE = "place"
STARTS = "starts"

FIELDS = (
    AT,
    IS,
    KNOWN,
    SUBJECT,
    PREDICATE,
    OBJECT,
    VALUE,
    HOLDER,
    HEARD_BY,
    WHEN,
    SENTENCE,
    STRENGTH,
    CONFIDENCE,
    IMPORTANCE,
    KIND,
    ALIASES,
    SUMMARY,
    ROLES,
    PRESENT,
    PLACE,
    STARTS,
)
"""Every field of an item, in the order in which a model is to write them."""

MOST_ITEMS = 40
MOST_NAMES = 12
"""The most names in a list: aliases, present, heard_by."""

MOST_REF = 12
MOST_NAME = 120
MOST_PREDICATE = 48
MOST_TEXT = 400


@dataclass(frozen=True, slots=True)
class Sense:
    """What a word for an item means in ``Item``'s terms."""

    kind: ItemKind
    modality: Modality = Modality.ASSERTED
    change: Change = Change.NEW
    past: bool = False


SENSES: Mapping[str, Sense] = MappingProxyType(
    {
        "fact": Sense(ItemKind.FACT),
        "rumour": Sense(ItemKind.FACT, Modality.RUMOURED),
        "plan": Sense(ItemKind.FACT, Modality.PLANNED),
        "wish": Sense(ItemKind.FACT, Modality.HYPOTHETICAL),
        "dream": Sense(ItemKind.FACT, Modality.DREAMED),
        "lie": Sense(ItemKind.FACT, Modality.LIED),
        "long_ago": Sense(ItemKind.FACT, past=True),
        "end": Sense(ItemKind.END),
        "never": Sense(ItemKind.NEVER),
        "correction": Sense(ItemKind.FACT, change=Change.CORRECTION),
        "contradiction": Sense(ItemKind.FACT, change=Change.CONTRADICTS),
        "entity": Sense(ItemKind.ENTITY),
        "event": Sense(ItemKind.EVENT),
        "same": Sense(ItemKind.SAME),
        "scene": Sense(ItemKind.SCENE),
    }
)
"""Every word that ``is`` may hold, with what it means."""

SHORT_SENSES = ("fact", "rumour", "plan", "lie", "end")
"""The words of the shorter ask, for a model that stumbled over the whole one."""

NO_CLAIM = "none"
"""The status of a line that says nothing worth keeping."""

LINE_STATUSES = ("fact", "rumour", "plan", "wish", "dream", "long_ago", NO_CLAIM)
"""The status words that the lines form asks for; all but ``none`` mean what they mean in ``SENSES``."""

BAR = "|"
"""What parts the fields of a line: ``1 fact | Mira | got | silver key``; other statuses stand alone."""


@dataclass(frozen=True, slots=True)
class LineVerb:
    """A verb that the lines form suggests, and the entry of the predicate table that it means.

    Of ``ends`` it is a termination (``quit``); with ``value`` it takes no object and gives that text
    (``died``); ``reveals`` says that subject and object are one (``is really``).
    """

    word: str
    predicate: str
    gloss: str
    value: str = ""
    ends: bool = False
    reveals: bool = False


LINE_VERBS: Mapping[str, tuple[LineVerb, ...]] = MappingProxyType(
    {
        "en": (
            LineVerb("got", "holds", "someone now has a thing (found, bought, was given it, took it)"),
            LineVerb("went to", "located_in", "someone is now at a place"),
            LineVerb("became", "has_role", "someone now has an office"),
            LineVerb("joined", "member_of", "someone is now in a group"),
            LineVerb("quit", "member_of", "someone is no longer in a group", ends=True),
            LineVerb("allied with", "ally_of", "two people are now allies"),
            LineVerb("enemy of", "enemy_of", "two people are now enemies"),
            LineVerb("swore kinship with", "sworn_sibling_of", "two people are now sworn siblings"),
            LineVerb("married", "spouse_of", "two people are now married"),
            LineVerb("divorced", "divorced_from", "two people have parted"),
            LineVerb("died", "status", "someone is dead (write no object)", value="dead"),
            LineVerb("is really", "", "two names of one person", reveals=True),
        ),
        "zh": (
            LineVerb("得到", "holds", "某人现在拥有某物（找到、买下、受赠、夺取）"),
            LineVerb("到了", "located_in", "某人现在在某地"),
            LineVerb("担任", "has_role", "某人现在有某个职位"),
            LineVerb("加入", "member_of", "某人现在属于某个组织"),
            LineVerb("退出", "member_of", "某人不再属于某个组织", ends=True),
            LineVerb("结盟", "ally_of", "两人现在是盟友"),
            LineVerb("为敌", "enemy_of", "两人现在是仇敌"),
            LineVerb("结拜", "sworn_sibling_of", "两人现在是结义兄弟姐妹"),
            LineVerb("成亲", "spouse_of", "两人现在是夫妻"),
            LineVerb("和离", "divorced_from", "两人已分开"),
            LineVerb("死了", "status", "某人死了（不写宾语）", value="dead"),
            LineVerb("就是", "", "同一个人的两个名字", reveals=True),
        ),
    }
)
"""The suggested verbs per language; other languages are shown the English ones and may write their own."""
