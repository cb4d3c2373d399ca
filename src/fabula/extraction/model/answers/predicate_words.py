"""What free verbs mean: the words that models write for a relation, and the predicates that they stand for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.model.item_shape import LINE_VERBS
from fabula.extraction.rules.chinese_verbs import VERBS as CHINESE
from fabula.extraction.rules.listed import word_set, word_tuple


@dataclass(frozen=True, slots=True)
class Means:
    """What a verb comes to: a predicate, with a fixed ``value``, as an ending, or as a reveal.

    ``swaps`` says that the far end is the one of whom it is told: of "Bram killed Isa" it is Isa.
    """

    predicate: str
    value: str = ""
    ends: bool = False
    reveals: bool = False
    swaps: bool = False


DEAD = "dead"
_HOLDS = Means("holds")
_THERE = Means("located_in")
_JOINS = Means("member_of")
_QUITS = Means("member_of", ends=True)
_ROLE = Means("has_role")
_DIES = Means("status", value=DEAD)
_KILLS = Means("status", value=DEAD, swaps=True)
_ALLIES = Means("ally_of")
_FEUDS = Means("enemy_of")
_SWEARS = Means("sworn_sibling_of")
_WEDS = Means("spouse_of")
_PARTS = Means("divorced_from")
_HELD = Means("held_by")
_SAME = Means("", reveals=True)
LEAVES = Means("located_in", ends=True)
"""Leaving: of a place by default; of a group where the far end is one."""

_MOTION = word_tuple(
    """went goes go going came comes come got gets rode rides walked walks travelled traveled travels sailed sails fled flees
    returned returns moved moves ran runs hurried flew flies marched journeyed climbed stepped headed crept rushed arrived
    arrives strode wandered retreated escaped drove swam galloped"""
)
_STAY = word_tuple(
    """lives lived stays stayed dwells dwelt settled settles hid hides waits waited remained remains resides resided sits sat
    stood stands sleeps slept rests rested landed arrived arrives docked camped lodged is was are were now lies lay"""
)
_TO = ("to", "into", "back to", "up to", "down to", "over to", "on to", "onto", "inside")
_AT = ("at", "in", "inside", "on", "near", "with")

_ENGLISH: tuple[tuple[Means, str], ...] = (
    (
        _HOLDS,
        """got gets get obtained obtains acquired received receives took takes take grabbed seized snatched stole steals
        pocketed bought buys purchased won wins found finds inherited recovered retrieved reclaimed regained owns owned
        possesses possessed carries carried keeps kept accepted picked gained collected looted pilfered swiped filched
        was_given were_given was_handed was_awarded was_granted was_gifted was_sold now_has now_holds now_owns has_got
        obtains_possession_of took_possession_of""",
    ),
    (_HELD, "was_given_to was_handed_to was_sold_to was_passed_to went_to_the_hands_of was_stolen_by was_taken_by"),
    (_HELD, "was_found_by was_bought_by is_owned_by was_won_by was_inherited_by is_carried_by is_held_by"),
    (_THERE, "reached reaches entered enters visited arrived arrives"),
    (_JOINS, "joined joins join enlisted_in enrolled_in was_admitted_to entered_the_service_of serves belongs_to"),
    (
        _QUITS,
        """quit quits resigned_from deserted defected_from withdrew_from broke_with seceded_from abandoned was_expelled_from
        was_banished_from was_dismissed_from was_thrown_out_of was_cast_out_of is_no_longer_a_member_of""",
    ),
    (
        _ROLE,
        """became becomes become was_made was_named was_appointed was_crowned was_elected was_chosen_as was_appointed_as
        was_made_the was_proclaimed is_now took_office_as rose_to serves_as works_as was_promoted_to was_elected_as""",
    ),
    (_DIES, "died dies die is_dead was_dead passed_away perished perishes drowned was_killed was_slain was_murdered"),
    (_DIES, "was_killed_by was_slain_by was_murdered_by was_executed was_hanged was_beheaded fell_in_battle is_deceased"),
    (_KILLS, "killed kills kill slew slays murdered murders assassinated executed beheaded hanged"),
    (_ALLIES, "allied_with allied allies_with is_allied_with sided_with joined_forces_with made_peace_with made_alliance_with"),
    (_ALLIES, "formed_an_alliance_with became_allies_with is_ally_of became_an_ally_of ally_with ally"),
    (_FEUDS, "enemy_of is_enemy_of became_enemies_with became_an_enemy_of feuds_with feuded_with declared_war_on"),
    (_FEUDS, "turned_against fell_out_with broke_with_and_fought enemies_with is_an_enemy_of enemy"),
    (_SWEARS, "swore_kinship_with swore_kinship swore_brotherhood_with became_sworn_brothers_with"),
    (_SWEARS, "swore_sisterhood_with became_sworn_sister_of became_sworn_brother_of became_sworn_siblings_with"),
    (_WEDS, "married marries marry wed weds wedded got_married_to is_married_to was_married_to took_as_wife is_wed_to"),
    (_WEDS, "became_the_bride_of became_the_wife_of became_the_husband_of became_husband_of became_wife_of"),
    (_PARTS, "divorced divorces separated_from parted_from split_from ended_marriage_with"),
    (_SAME, "is_really was_really turned_out_to_be turns_out_to_be is_actually was_actually is_the_same_as is_none_other_than"),
    (_SAME, "is_secretly is_also_known_as alias_of same_as"),
    (LEAVES, "left leaves leave departed departs departed_from escaped_from fled_from went_away_from"),
)  # fmt: skip

_CHINESE: tuple[tuple[Means, str], ...] = (
    (_HOLDS, "得 捡 偷 扯 收"),
    (_THERE, "来到 到 住在"),
    (_JOINS, "加入 入"),
    (_QUITS, "退出"),
    (_ROLE, "任"),
    (_DIES, "死 死状 处死"),
    (_KILLS, "杀"),
    (_SWEARS, "结拜"),
    (_ALLIES, "结盟"),
    (_FEUDS, "成仇 仇人"),
    (_WEDS, "成亲 娶"),
    (_PARTS, "和离 休"),
)
"""Classes of verbs of the plain reader that mean one predicate each."""

_MORE_CHINESE: tuple[tuple[Means, str], ...] = (
    (LEAVES, "离开 走出 逃出 逃离 离去 搬离 撤离"),
    (_QUITS, "被逐出 被开除出 被赶出 被除名"),
    (_ROLE, "成为 成了 变成 被任命为 被推举为 被封为 被立为 被选为 当上 受封为 做了"),
    (_DIES, "已死 死亡 丧生 被杀死 被害 去世 死于"),
    (_HOLDS, "拥有 持有 抢走 夺走 拿走 偷走 买下 捡到 找到 得到 收到 获得 拿到 抢 拿 买 拾 有 携带 接过"),
    (_HELD, "归于 落入 归 属于 被交给 交到"),
    (_SAME, "就是 真实身份是 原来是 其实是 乃是 正是 真身是 即是 化名"),
    (_THERE, "到了 抵达 到达 前往 去了 身在 位于 回到 进入 住在 来到 在 去 进了"),
    (_ALLIES, "与之结盟 结为同盟"),
    (_FEUDS, "为敌 与之为敌 反目 结仇"),
)

_ADVERBS = word_set(
    """has had have have now just then finally also suddenly quickly secretly already later soon again eventually
    reluctantly quietly at_last"""
)
_PARTICLES = word_set("up back away off out from of for")
_CHINESE_ADVERBS = re.compile(
    r"^(?:终于|已经|随后|然后|最终|最后|偷偷|悄悄|从此|如今|现在|一同|一起|于是|便|就(?!是)|又|再|也|已(?!死)|刚|才)+"
)
_CHINESE_ASPECT = re.compile(r"[了过着]")
_MOST_BESIDE = 3


def means(words: str) -> Means | None:
    """What a predicate in free words comes to, or None where nobody can say: it then stands for itself."""
    key = _key(words)
    if any(map(is_ideographic, key)):
        return _chinese(key)
    return _english(key)


def confirming(predicate: str) -> re.Pattern[str] | None:
    """The words with which a text says that a predicate holds, or None for one that has no such words."""
    return _confirming().get(predicate)


def _key(words: str) -> str:
    return name_key(re.sub(r"[_\-\s]+", " ", words))


def _english(key: str) -> Means | None:
    words = [word for word in key.split() if word not in _ADVERBS] if " " in key else [key]
    table = _table()
    while words:
        found = table.get(" ".join(words))
        if found is not None:
            return found
        if words[-1] not in _PARTICLES:
            return None
        words = words[:-1]
    return None


def _chinese(key: str) -> Means | None:
    plain = _CHINESE_ADVERBS.sub("", key.replace(" ", ""))
    bare = _CHINESE_ASPECT.sub("", plain)
    table = _table()
    exact = table.get(plain) or table.get(bare)
    if exact is not None:
        return exact
    runs = sorted({bare[i:j] for i in range(len(bare)) for j in range(i + 2, len(bare) + 1)}, key=_longest)
    return next((table[run] for run in runs if run in table and len(bare) - len(run) <= _MOST_BESIDE), None)


def _longest(run: str) -> tuple[int, str]:
    return -len(run), run


@cache
def _table() -> Mapping[str, Means]:
    table: dict[str, Means] = {}
    for word, meaning in _entries():
        table.setdefault(_key(word), meaning)
    return MappingProxyType(table)


def _entries() -> Iterator[tuple[str, Means]]:
    for verbs in LINE_VERBS.values():
        for verb in verbs:
            yield verb.word, Means(verb.predicate, verb.value, verb.ends, verb.reveals)
    for meaning, listed in (*_MORE_CHINESE, *_ENGLISH):
        yield from ((word, meaning) for word in listed.split())
    for meaning, classes in _CHINESE:
        yield from ((verb, meaning) for name in classes.split() for verb in CHINESE[name])
    for verbs_of, ways in ((_MOTION, _TO), (_STAY, _AT)):
        yield from ((f"{verb} {way}", _THERE) for verb in verbs_of for way in ways)


_NOT_CONFIRMING = word_set(
    "in on at is was are were go get take have 有 在 到 进 去 归 收 入 投 推 得 做 当 登 接"
)


@cache
def _confirming() -> Mapping[str, re.Pattern[str]]:
    words: dict[str, set[str]] = {}
    for word, meaning in _entries():
        spelled = _key(word)
        if meaning.predicate and spelled not in _NOT_CONFIRMING and not spelled.startswith(("is ", "was ")):
            mark = meaning.predicate + ("!" if meaning.ends else "")
            words.setdefault(mark, set()).add(spelled)
    words["held_by"] |= words["holds"]
    for mark, nouns in _NOUNS.items():
        words[mark] |= set(nouns.split())
    return MappingProxyType({mark: re.compile(_either(found)) for mark, found in sorted(words.items())})


_NOUNS = {
    "spouse_of": "wife husband bride groom wedding marriage spouse vows 妻子 丈夫 夫妻 夫人 婚礼",
    "divorced_from": "divorce parted separated 休书 和离书",
    "ally_of": "alliance allies ally pact treaty peace 盟友 同盟 盟约 联盟",
    "enemy_of": "enemies enemy foes foe feud war hatred vengeance 仇人 死敌 敌人 仇",
    "sworn_sibling_of": "sworn oath brotherhood sisterhood kinship 义兄 义弟 义兄弟 金兰",
    "status": "dead death slain killed murdered corpse body 死 尸体 尸首",
    "member_of": "member members recruit ranks 成员 弟子 门下",
    "member_of!": "expelled banished dismissed cast thrown drove deserted left resigned 逐出 开除 除名 赶出 离开",
    "located_in!": "left departed fled escaped",
    "has_role": "crowned elected appointed named chosen made warden regent 任命 推举 册封 封 选为",
}
"""Nouns and further forms beside the verbs."""


def _either(words: set[str]) -> str:
    """A pattern for any of the words: whole words where a script writes spaces, anywhere where it does not."""
    dense = sorted((re.escape(word) for word in words if is_ideographic(word[0])), key=_longest)
    spaced = sorted((re.escape(word) for word in words if not is_ideographic(word[0])), key=_longest)
    parts = [rf"\b(?:{'|'.join(spaced)})\b"] if spaced else []
    return "|".join([*parts, *dense]) or r"(?!)"
