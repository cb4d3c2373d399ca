"""The twenty examples of the lines form in each language: a sentence, and the line that is right for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from fabula.extraction.model.item_shape import BAR, NO_CLAIM


class LineExample(NamedTuple):
    """A sentence with its answer, without the number; ``before`` is a look-back that it needs."""

    sentence: str
    answer: str
    before: str = ""


def _fact(*parts: str) -> str:
    return f" {BAR} ".join(("fact", *parts))


LINE_EXAMPLES: Mapping[str, tuple[LineExample, ...]] = MappingProxyType(
    {
        "en": (
            LineExample(
                "Sister Anwen passed the brass lantern to Wick.", _fact("Wick", "got", "brass lantern")
            ),
            LineExample('"Mind the step," Old Corvin said to Nettle.', NO_CLAIM),
            LineExample("They say Orla Finch will be queen.", "rumour"),
            LineExample("Nettle became the bride of Wick.", _fact("Nettle", "married", "Wick")),
            LineExample(
                "She came ashore at Eel Island at dusk.",
                _fact("Orla Finch", "went to", "Eel Island"),
                "Orla Finch had rowed all day.",
            ),
            LineExample(
                "Old Corvin was named harbour master.", _fact("Old Corvin", "became", "harbour master")
            ),
            LineExample("Wick hummed an old tune by the fire.", NO_CLAIM),
            LineExample("Nettle took the oath of the Rope Guild.", _fact("Nettle", "joined", "Rope Guild")),
            LineExample("Tomorrow Wick means to leave for Saltmouth.", "plan"),
            LineExample("Sister Anwen was found dead at dawn.", _fact("Sister Anwen", "died")),
            LineExample(
                "Orla Finch and Old Corvin shook hands on a pact.",
                _fact("Orla Finch", "allied with", "Old Corvin"),
            ),
            LineExample("Years ago Old Corvin had been a captain.", "long_ago"),
            LineExample("He only nodded and drank his tea.", NO_CLAIM, "Wick had heard every word."),
            LineExample("From that night on Wick and Brandt were foes.", _fact("Wick", "enemy of", "Brandt")),
            LineExample("Nettle turned her back on the Rope Guild.", _fact("Nettle", "quit", "Rope Guild")),
            LineExample("If only Nettle had the silver comb!", "wish"),
            LineExample("Wick and Pell swore to be brothers.", _fact("Wick", "swore kinship with", "Pell")),
            LineExample("The hooded ferryman was Brandt himself.", _fact("ferryman", "is really", "Brandt")),
            LineExample("The rain fell on Saltmouth for three days.", NO_CLAIM),
            LineExample("Nettle and Wick parted as man and wife.", _fact("Nettle", "divorced", "Wick")),
        ),
        "zh": (
            LineExample("静云师太把铜灯交给了阿苔。", _fact("阿苔", "得到", "铜灯")),
            LineExample("“小心台阶。”老顾对白砚说。", NO_CLAIM),
            LineExample("听说沈阿禾要当女王。", "rumour"),
            LineExample("白砚嫁给了阿苔。", _fact("白砚", "成亲", "阿苔")),
            LineExample(
                "黄昏时她在鳗鱼岛上了岸。", _fact("沈阿禾", "到了", "鳗鱼岛"), "沈阿禾划了一整天的船。"
            ),
            LineExample("老顾被任命为码头总管。", _fact("老顾", "担任", "码头总管")),
            LineExample("阿苔在火边哼着一支老曲子。", NO_CLAIM),
            LineExample("白砚立誓入了绳行。", _fact("白砚", "加入", "绳行")),
            LineExample("明天阿苔打算动身去盐口。", "plan"),
            LineExample("天亮时，静云师太已经断了气。", _fact("静云师太", "死了")),
            LineExample("沈阿禾与老顾击掌为盟。", _fact("沈阿禾", "结盟", "老顾")),
            LineExample("许多年前老顾当过船长。", "long_ago"),
            LineExample("他只点了点头，喝他的茶。", NO_CLAIM, "阿苔每个字都听见了。"),
            LineExample("从那夜起，阿苔和卜横成了仇人。", _fact("阿苔", "为敌", "卜横")),
            LineExample("白砚转身离开了绳行。", _fact("白砚", "退出", "绳行")),
            LineExample("白砚要是有那把银梳该多好！", "wish"),
            LineExample("阿苔与小满仓拜了把子。", _fact("阿苔", "结拜", "小满仓")),
            LineExample("戴斗笠的船夫原来是卜横。", _fact("船夫", "就是", "卜横")),
            LineExample("盐口的雨下了三天。", NO_CLAIM),
            LineExample("白砚和阿苔写下了和离书。", _fact("白砚", "和离", "阿苔")),
        ),
    }
)
"""One for each suggested verb; a rumour, a plan, a wish, a past; four that say nothing; two with a look-back."""
