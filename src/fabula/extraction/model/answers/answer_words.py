"""The words by which models call the fields of an item, and what an item is; many spellings, one meaning."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from fabula.claims.statements import KINDS
from fabula.claims.text import name_key
from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.item_shape import SENSES, Sense

_FIELDS = {
    shape.AT: "at ref line line_number number no turn sentence_number sentence_id line_ref cite citation 行 句 行号 句号 编号 序号",
    shape.IS: "is op operation action item_type what kind_of_item 类型 操作 性质",
    shape.KNOWN: "known known_key key_of_known fact_id fact_key id 已知",
    shape.SUBJECT: "s subject subj name head source title entity entity_name who 主语 主体 名字 名称 姓名 人物",
    shape.PREDICATE: "p predicate pred relation rel relationship relation_type verb attribute property 谓语 谓词 关系 属性",
    shape.OBJECT: "o object obj target tail other 宾语 客体 对象",
    shape.VALUE: "v value val attribute_value 值 内容 取值",
    shape.HOLDER: "holder believer belief_of according_to said_by 持有者 信者 说者",
    shape.HEARD_BY: "heard_by perceivers audience witnesses known_to perceived_by 听者 见证者 知情者",
    shape.WHEN: "when time date story_time 时间",
    shape.SENTENCE: "sentence fact_text description evidence_sentence statement 句子 事实描述 描述",
    shape.STRENGTH: "strength weight intensity 强度",
    shape.CONFIDENCE: "confidence certainty probability 置信度 可信度",
    shape.IMPORTANCE: "importance priority salience 重要性",
    shape.KIND: "kind entity_type entity_kind category class 种类 类别",
    shape.ALIASES: "aliases alias other_names also_known_as nicknames 别名 别称",
    shape.SUMMARY: "summary desc 摘要 简介 概要",
    shape.ROLES: "roles participants arguments_of_event 角色 参与者",
    shape.PRESENT: "present cast on_stage characters_present 在场 出场",
    shape.PLACE: "place location where setting 地点 场所",
    shape.STARTS: "starts new_scene is_new starts_scene scene_change 新场景",
}
FIELDS: Mapping[str, str] = MappingProxyType(
    {word: field for field, words in _FIELDS.items() for word in words.split()}
)
"""A field's name in the shape by every name that models give it."""

MOODS = ("modality", "mode", "mood", "status", "truth", "语气", "模态")
"""Fields that say how something was said, beside what the item is."""

TYPES = ("type", "fact")
"""Fields that may say what an item is, or something else."""

_STATUSES = {
    "fact": """fact facts true asserted assertion assert statement claim relation relationship attribute state create add
        new update upsert insert set change triple 事实 真 陈述 关系 属性 新增 更新""",
    "rumour": "rumour rumor rumoured rumored hearsay gossip said reported 传闻 谣言 谣传 听说 传言 流言",
    "plan": "plan planned intention intended intent future 计划 打算 意图",
    "wish": "wish wished hypothetical hypothesis conditional imagined hope desire possibility 愿望 假设 希望 设想",
    "dream": "dream dreamed dreamt vision 梦 梦境 做梦",
    "lie": "lie lied false_statement deception 谎言 谎话 撒谎",
    "long_ago": "long_ago past history historical former backstory 往事 过去 从前 很久以前",
    "end": "end ended ends termination terminate terminated stop stopped delete remove removed close 结束 终止 删除 不再",
    "never": "never retraction retract retracted was_never untrue 从未 撤回 从来没有",
    "correction": "correction correct corrected fix 更正 纠正 修正",
    "contradiction": "contradiction contradicts contradict conflict 矛盾 冲突",
    "entity": "entity new_entity introduce introduction 实体",
    "event": "event happening incident 事件",
    "same": "same identity same_as merge reveal is_really 同一 同一人 身份",
    "scene": "scene setting scene_change 场景",
    shape.NO_CLAIM: "none nothing no_change unchanged nothing_changed empty skip filler 无 没有 无变化 空",
}
STATUSES: Mapping[str, str] = MappingProxyType(
    {word: status for status, words in _STATUSES.items() for word in words.split()}
)
"""A status word of the shape by every word that models write for it."""

CONTAINERS: Mapping[str, str] = MappingProxyType(
    {
        "entities": "entity",
        "characters": "entity",
        "events": "event",
        "facts": "fact",
        "relations": "fact",
        "relationships": "fact",
        "assertions": "fact",
        "terminations": "end",
        "retractions": "never",
        "corrections": "correction",
        "scenes": "scene",
        "scene": "scene",
        "实体": "entity",
        "事实": "fact",
        "关系": "fact",
        "事件": "event",
        "场景": "scene",
    }
)
"""What the items in a list are, where only the list says so."""

NOTHING_WORDS = frozenset(
    f"{shape.NOTHING_CHANGED} nothing no_change no_changes unchanged none nothing_new 无变化 没有变化".split()
)
"""Fields that say, if true, that nothing changed."""

KIND_WORDS: Mapping[str, str] = MappingProxyType(
    {
        **{kind: kind for kind in KINDS},
        "person": "character",
        "people": "character",
        "npc": "character",
        "location": "place",
        "object": "item",
        "thing": "item",
        "org": "organization",
        "organisation": "organization",
        "角色": "character",
        "人物": "character",
        "人": "character",
        "地点": "place",
        "物品": "item",
        "组织": "organization",
        "势力": "faction",
        "团体": "group",
        "概念": "concept",
        "事件": "event",
    }
)
"""The kinds of entities by the words that models write for them."""

_BETWEEN = re.compile(r"[\s\-_/]+")


def word_key(word: str) -> str:
    """What the spellings of a field's name or of a status share: ``Long-Ago`` and ``long ago``."""
    return _BETWEEN.sub("_", name_key(word)).strip("_.:：")


def status_of(word: str) -> str:
    """The status that a word means, ``none`` among them, or the empty string."""
    key = word_key(word)
    return key if key in SENSES else STATUSES.get(key, "")


def sense_of(word: str) -> Sense | None:
    """What a word for an item means, or None for one that means nothing."""
    return SENSES.get(status_of(word))
