"""The kinds of entity by the words that models and other programs have for them."""

from collections.abc import Mapping
from types import MappingProxyType

from fabula.claims.statements import KINDS
from fabula.claims.text import name_key

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        word: kind
        for kind, words in {
            "character": "person people individual npc human animal creature being player 人物 角色 人 玩家 动物",
            "group": "party band crowd team family people_group 团体 队伍 家族 群体 小队",
            "faction": "side alliance sect clan 势力 阵营 门派 帮派 宗门",
            "organization": "organisation org institution company agency guild government 组织 机构 公司 官府",
            "place": "location region city building area room 地点 地方 场所 位置 城市",
            "item": "object thing artifact artefact weapon tool possession 物品 道具 东西 器物 武器",
            "concept": "idea topic thread rule role office title lore 概念 设定 线索 规则 官职",
            "event": "happening incident scene_event 事件 事情",
        }.items()
        for word in words.split()
    }
)


def kind_of(word: str) -> str:
    """The kind that a word means; a word that means none stays as it is, and nothing stays empty."""
    key = name_key(word).replace(" ", "_")
    return key if key in KINDS else _WORDS.get(key, key)
