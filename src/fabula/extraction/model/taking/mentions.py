"""What a mention is by its look: a pronoun, a role ("the guard"), or a name, with or without a title."""

import re

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.model.answers.pointers import FIRST, NOBODY, PLACE, SECOND, THING, THIRD
from fabula.extraction.rules.chinese_words import SURNAMES
from fabula.extraction.rules.english_words import OTHER_PRONOUNS, POSSESSIVES, PRONOUNS, TITLES
from fabula.extraction.rules.listed import word_set, word_tuple

_PRONOUNS = (
    FIRST
    | SECOND
    | THIRD
    | THING
    | PLACE
    | NOBODY
    | OTHER_PRONOUNS
    | frozenset(PRONOUNS)
    | frozenset(POSSESSIVES)
)
_DETERMINER = re.compile(
    r"(?:the|an?|this|that|these|those|another|some|his|her|their|my|your|our)\s+", re.IGNORECASE
)
_CHINESE_DETERMINER = re.compile(r"(?:[这那某另]一?|一)(?:个|名|位|只|群)|[这那](?=..)")
_ROLES = word_tuple(
    """守卫 侍卫 护卫 卫兵 士兵 官兵 兵士 门卫 哨兵 狱卒 捕快 衙役 店小二 小二 伙计 掌柜 老板 老板娘 店主 商人 小贩 摊贩 路人 行人
    村民 镇民 百姓 农夫 猎人 渔夫 船夫 车夫 铁匠 木匠 裁缝 厨子 厨师 大夫 郎中 医生 护士 仆人 丫鬟 侍女 侍从 宫女 太监 管家 家丁
    乞丐 和尚 道士 书生 剑客 刺客 杀手 强盗 山贼 土匪 海盗 小偷 陌生人 蒙面人 黑衣人 白衣人 神秘人 怪人 老人 老者 老头 老妇 老妪 老汉
    男子 女子 男人 女人 少年 少女 青年 孩子 男孩 女孩 小孩 孩童 婴儿 妇人 汉子 信使 使者 向导 囚犯 司机 服务员 警察 保安"""
)
_ONLY_ONE = word_set("king queen emperor empress pope god devil narrator")
_SUFFIX_TITLES = word_tuple(
    """大人 公子 小姐 姑娘 先生 夫人 太太 女士 将军 掌柜 师兄 师姐 师弟 师妹 师父 老师 大夫 大师 道长 前辈 殿下 王爷 少爷 老爷 娘娘
    大哥 大姐 同学 医生 队长 船长 长老"""
)
_MORE_TITLES = word_set(
    """councillor councilor counsellor senator governor mayor sheriff marshal archmage magister minister chancellor deacon
    rabbi pastor friar comrade president sergeant corporal private nurse officer detective agent warden"""
)
_LEAST_NAME = 2


def is_pronoun(mention: str) -> bool:
    """Whether a mention stands for somebody without naming anybody."""
    return name_key(mention) in _PRONOUNS


def is_first_person(mention: str) -> bool:
    """Whether it is the speaker."""
    return name_key(mention) in FIRST


def bare(mention: str) -> str:
    """A mention without what only points: "a guard", "that guard" and "the guard" are ``guard``."""
    text = mention.strip()
    found = _DETERMINER.match(text) or _CHINESE_DETERMINER.match(text)
    return text[found.end() :].strip() or text if found else text


def role_of(mention: str, text: str) -> str:
    """The role by which somebody is mentioned who is not named; empty for a name. ``text`` is what was read.

    In English a role is written small and has an article, here or where the text has it; in Chinese it ends in a
    word for a role ("黑衣女子", "守卫"). Numbered ones (Guard 1) and those whom a story has but one of are names.
    """
    plain = bare(mention)
    if not plain or any(char.isdigit() for char in plain):
        return ""
    if all(map(is_ideographic, plain)):
        return plain if _is_chinese_role(plain) else ""
    if not plain.islower() or plain.split()[-1] in _ONLY_ONE:
        return ""
    pointed_at = rf"\b(?:{_DETERMINER.pattern})(?:\w+\s+){{0,2}}{re.escape(plain)}\b"
    is_pointed_at = plain != mention.strip() or re.search(pointed_at, text, re.IGNORECASE) is not None
    return plain if is_pointed_at else ""


def shown_role(role: str) -> str:
    """A role as the name of whoever has it: "the guard", 守卫."""
    return role if all(map(is_ideographic, role)) else f"the {role}"


def untitled(name: str) -> tuple[str, str]:
    """The title in a name, and the key of the name without it: ("councillor", "emery"), ("姑娘", "林瑶").

    A Chinese title is cut off only where a full name is left: 林姑娘 may be any Lin.
    """
    key = name_key(name)
    for title in _SUFFIX_TITLES:
        rest = key.removesuffix(title)
        if rest != key and len(rest) >= _LEAST_NAME and all(map(is_ideographic, rest)):
            return title, rest
    first, _, rest = key.partition(" ")
    is_title = first.rstrip(".") in TITLES or first.rstrip(".") in _MORE_TITLES
    return (first.rstrip("."), rest) if rest and is_title else ("", key)


def is_proper(name: str, text: str) -> bool:
    """Whether a name looks like one where it stands: capitals and never small letters, or a Chinese surname first."""
    if all(map(is_ideographic, name)):
        return _LEAST_NAME <= len(name) <= _LEAST_NAME + 1 and name[0] in SURNAMES
    if not name[:1].isupper() or re.search(rf"\b{re.escape(name)}\b", text) is None:
        return False
    return re.search(rf"\b{re.escape(name.lower())}\b", text) is None


def _is_chinese_role(plain: str) -> bool:
    role = next((word for word in _ROLES if plain.endswith(word)), "")
    is_named = len(plain) == len(role) + 1 and plain[0] in SURNAMES
    return bool(role) and not is_named
