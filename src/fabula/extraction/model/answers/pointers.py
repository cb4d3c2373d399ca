"""Words that stand for a name: pronouns, offices and relations, and whom they can mean."""

import re
from collections import Counter
from dataclasses import dataclass

from fabula.claims.text import is_ideographic, name_key
from fabula.extraction.rules.english_words import KIN, PERSON_NOUNS, ROLE_NOUNS, TITLES
from fabula.extraction.rules.listed import word_set

FIRST = word_set("i me my mine myself 我 俺 咱 吾 本人 我自己 在下")
SECOND = word_set("you your yours yourself 你 您 汝 阁下")
THIRD = word_set(
    """he she him her his hers himself herself they them their theirs themselves 他 她 他们 她们 它们 其 此人 那人 这人 对方 自己"""
)
THING = word_set("it its itself this that these those one 它 这 那 此 其 这个 那个")
PLACE = word_set("there here 那里 这里 那儿 这儿 此处 此地 那边 这边 哪里")
NOBODY = word_set(
    """we us our ours who whom somebody someone something anybody anyone anything nobody nothing everybody everyone
    everything each all both none 我们 咱们 你们 大家 众人 有人 某人 谁 所有人 别人 无人 双方 两人 二人"""
)
ROLE_WORDS = word_set(
    "user assistant narrator speaker character player human bot model ai 用户 助手 旁白 叙述者 说话人 说话者 玩家 主角"
)
"""Words for the one who speaks a turn, where a model does not use the name."""

_KIN = "|".join(
    sorted((*KIN, "cousin", "uncle", "aunt", "grandmother", "grandfather", "friend", "lover", "master"))
)
_PERSONS = "|".join(
    sorted(PERSON_NOUNS | ROLE_NOUNS | TITLES | frozenset(["child", "girl", "boy", "other", "two", "pair"]))
)
_PERSON = re.compile(
    rf"\b(?:he|she|him|her|his|hers|himself|herself|they|them|their|who)\b"
    rf"|\b(?:the|that|this|an?)\s+(?:[\w-]+\s+)?(?:{_PERSONS})s?\b|\b(?:his|her|their|my|your)\s+(?:\w+\s+)?(?:{_KIN})s?\b",
    re.IGNORECASE,
)
_THING = re.compile(r"\b(?:it|its|this|that|these|those|them|both)\b", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:there|here|inside|outside|home|back)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:i|me|my|mine|myself)\b|\bi['’]\w+", re.IGNORECASE)
_PARTY = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_PERSON_CHINESE = re.compile(
    r"[他她其]|此人|那人|这人|对方|自己|(?:那|这|该)(?:[位个名]|\w{0,2})(?:人|子|者|客|女|男|汉|少年|姑娘|老人)|"
    r"少年|少女|老者|老人|男子|女子|师父|师兄|师妹|师姐|师弟|父亲|母亲|哥哥|弟弟|姐姐|妹妹|妻子|丈夫|公子|姑娘|将军|掌柜|大夫"
)
_THING_CHINESE = re.compile(r"它|[这那此该][\u4e00-\u9fff]?|之|其")
_PLACE_CHINESE = re.compile(r"[这那]里|[这那]儿|此[地处]|[这那]边|里面|外面|[这那][座家间个]|家")
_SELF_CHINESE = re.compile(r"我(?!们)|俺|咱(?!们)|吾|在下")
_PARTY_CHINESE = re.compile(r"你(?!们)|您|阁下")


@dataclass(frozen=True, slots=True)
class Pointers:
    """How many words in a sentence can stand for somebody, something, a place, its speaker, who is spoken to."""

    person: int = 0
    thing: int = 0
    place: int = 0
    me: bool = False
    you: bool = False

    @property
    def any(self) -> int:
        """How many words point at all."""
        return self.person + self.thing + self.place


def pointers_in(text: str) -> Pointers:
    """The words of a sentence that stand for names."""
    if any(map(is_ideographic, text)):
        return Pointers(
            _count(_PERSON_CHINESE, text),
            _count(_THING_CHINESE, text),
            _count(_PLACE_CHINESE, text),
            bool(_SELF_CHINESE.search(text)),
            bool(_PARTY_CHINESE.search(text)),
        )
    return Pointers(
        _count(_PERSON, text),
        _count(_THING, text),
        _count(_PLACE, text),
        bool(_SELF.search(text)),
        bool(_PARTY.search(text)),
    )


def is_clause(name: str) -> bool:
    """Whether what should be a name begins with a pronoun and goes on: "I never forget a face", 我从不忘记."""
    first, _, rest = name.strip().partition(" ")
    if rest:
        is_title = all(word[:1].isupper() for word in rest.split())
        return re.sub(r"['’]\w+$", "", first.casefold()) in _CLAUSE_STARTS and not is_title
    return _CHINESE_CLAUSE.match(name) is not None


_CLAUSE_STARTS = word_set("i you he she we they it me him us them who")
_CHINESE_CLAUSE = re.compile(
    r"^(?:我们?|你们?|您|他们?|她们?|俺|咱们?)(?!们|的|家|父|母|爹|娘|哥|姐|弟|妹|妻|夫|师|儿|女|塔)[\u4e00-\u9fff]{3,}"
)


def person_of(name: str) -> str:
    """What a name is that is none: ``first``, ``second``, ``third``, ``thing``, ``place``, ``nobody``, ``role``."""
    key = name_key(name)
    words = (
        ("first", FIRST),
        ("second", SECOND),
        ("third", THIRD),
        ("thing", THING),
        ("place", PLACE),
        ("nobody", NOBODY),
        ("role", ROLE_WORDS),
    )
    return next((what for what, listed in words if key in listed), "")


def _count(pattern: re.Pattern[str], text: str) -> int:
    return len(Counter(match.group().casefold() for match in pattern.finditer(text)))
