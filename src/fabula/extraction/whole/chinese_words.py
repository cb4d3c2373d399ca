"""The words by which Chinese texts name people and let them speak."""

from fabula.extraction.rules.chinese_words import COMPOUND_SURNAMES, SURNAMES
from fabula.extraction.rules.listed import word_set, word_tuple

HAN = "\u3400-\u9fff"
MORE_SURNAMES = SURNAMES | frozenset("于左边向满东国文公广乐解全步终古司沃师连从通充居尚容越隆逢祢蒯麴嵇祝党")

NAMING = word_tuple(
    "表字 小字 小名 乳名 道号 别号 绰号 外号 诨名 诨号 法号 法名 又名 本名 原名 江湖人称 人称 人唤 自号 又号 号为 号曰"
)
"""Words that introduce another name of somebody; the longest come first."""

NOT_BEFORE_STYLE = "名写文识八数个绣大刻血汉红黑金白题认这那几千百两几二三四五"
"""Characters after which 字 is a written character and no courtesy name."""

TITLES = word_tuple(
    """丞相 皇叔 将军 都督 军师 太守 刺史 司徒 司空 太尉 太傅 大夫 先生 夫人 太太 小姐 姑娘 公子 少爷 老爷 大人 掌柜 老板 师傅
    道长 大侠 女侠 校尉 侍郎 尚书 学士 员外 教授 老师 医生 博士 队长 警官 经理 总管 管家 奶奶 嫂子 大哥 大姐 二爷 大爷 三爷 公 侯 氏 总 哥 姐 爷"""
)
FEMALE_TITLES = word_set(
    "夫人 太太 小姐 姑娘 女侠 奶奶 嫂子 大姐 氏 姐 妃 皇后 太后 公主 妈 婆 娘 嬷嬷 丫头 妹妹 姐姐"
)
MALE_TITLES = word_set(
    "丞相 皇叔 将军 都督 军师 太守 公子 少爷 老爷 大侠 员外 大哥 二爷 大爷 三爷 公 侯 哥 爷 校尉 兄 弟 叔 伯"
)

SPEECH = word_tuple(
    """说道 问道 答道 笑道 叫道 喊道 喝道 叹道 哭道 骂道 怒道 冷笑道 忙道 又道 便道 因道 回道 应道 接道 大叫 大喝 高叫 低声道
    轻声道 回答 回答说 开口 说 道 曰 问 答 叫 喊 喝 骂 叹 笑 云 谓 吩咐 嘱咐 劝 禀 奏"""
)


def surname_of(name: str) -> str:
    """The surname with which a name begins, or nothing."""
    if name[:2] in COMPOUND_SURNAMES and len(name) > 2:  # noqa: PLR2004 - something must be left
        return name[:2]
    return name[0] if len(name) > 1 and name[0] in MORE_SURNAMES else ""
