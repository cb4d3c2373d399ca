"""How Chinese keeps what is thought, wished, planned, dreamed or rumoured apart from what happened."""

import re

from fabula.claims.statements import Modality
from fabula.extraction.rules.findings import PLAIN, Mood

HARMLESS = re.compile(
    r"一言不发|不久|不多时|不料|不由得?|没过多久|没多久|不知不觉|没有回头|不顾\w*?[，]|无声无息|不声不响|毫不犹豫|二话不说|不慌不忙|"
    r"没能[^，]*，|没等[^，]*，|无意[中间]|没了?(?:气|呼吸|心跳)|不治|不在(?:人世|世上|世间)|(?:不再|再不|不复|已不|已经不|再也不)是|趁[^，]{0,6}不备|"
    r"辞别|作别|拜别|离别|别院|久别|区别|分别|再没(?:睁|醒|起)|水火不容|互不相|不解之仇|想不到|没想到|众人这才知道|无名|不是别人|没收|没入|出没|无声|誓不两立|无双|无量|莫大|不得不|不愧|无不|势不两立|不共戴天|不死不休|再无瓜葛|再无关系|不假思索|未及\w*，|分别|特别|告别"
)
DENIED = re.compile(
    r"没|不|未|无|别|莫|勿|休想|哪里会|谎称|险些|差点|几乎|假装|拒绝|不肯|不愿|试图|企图|妄图|否认|避免|阻止|以免|免得|难道|岂"
)
FRAMES = re.compile(
    r"是谁说的|推说|一口咬定|骗[^，]{0,4}说|谎报|做梦也|"
    r"(?:说|讲|称|认为|以为|觉得|相信|怀疑|猜|知道|记得|告诉[^，]{0,4}|声称|坚称|宣称|听|想起|回忆起|担心|害怕|盼|希望)(?:，|自己|过|是|[\x86-\x9f])"
)

MOODS: tuple[tuple[re.Pattern[str], Mood], ...] = (
    (re.compile(r"梦|幻觉|幻境|幻象|恍惚看见"), Mood(Modality.DREAMED)),
    (
        re.compile(
            r"听说|传言|据说|闲话|有人说|传闻|相传|谣传|谣言|市井|风闻|都说|据传|盛传|有人传|人们说|坊间|听闻|传说|在传|小道消息|听人[说讲]|街头巷尾|外头都|人都说|的人说|不知是谁说|流言|议论"
        ),
        Mood(Modality.RUMOURED),
    ),
    (
        re.compile(r"要是|如果|若|假如|倘|万一|除非|但愿|只要|假使|即便|哪怕|就算|好像|仿佛|似乎|宛如|当作"),
        Mood(Modality.HYPOTHETICAL),
    ),
    (
        re.compile(
            r"打算|想要|想(?!到|起|不|来|必|象|念|法|方|见)|(?<![重主只需首紧还])要(?!紧|挟|害|塞|么|不然|犯|领|是)|准备|预备|商量着|商议|打定主意|正要|一心要|发誓要|立誓要|谋划|图谋|意欲|欲(?!绝)|盼着|约[^，]{0,6}(?:明|后|今晚)|下个?[月年周]|就要|要[夺取杀叛加投当回]|计划|决定要?|要去|将要|即将|将会|答应|明晚|今晚就|(?:我|我们|咱们?|俺)[^，。！？]{0,6}就去(?![\w]{0,4}[了过世])|有朝一日|总有一天|日后|以后要|明日|明天|开春|等[^，]{0,6}就|(?:^|[，。])等[^，到]{1,5}，|要[把和与去嫁娶]"
        ),
        Mood(Modality.PLANNED),
    ),
    (
        re.compile(
            r"也许|或许|可能|似的|一般高兴|大概|恐怕|该当|应当|应该|本可|说不定|会不会|是否|能否|早晚会?|必会|必将|一定会|会(?=把|将|死|被)|愿意|想(?=[\x86-\x9f]?[把嫁娶])|希望"
        ),
        Mood(Modality.HYPOTHETICAL),
    ),
    (
        re.compile(
            r"多年以?前|当年|很久以前|从前|昔日|往年|曾|年轻时|小时候|年幼|[\d一二三四五六七八九十百千几数]+年前|早年|那年|昔年|以前|往昔|生前|想当初|原先|早先|前年|去年|想起|回忆|忆起"
        ),
        Mood(past=True),
    ),
)
"""In the order in which they count."""


def mood_of(words: str, clause: str) -> Mood | None:
    """The mood of what is said in ``words``, the sentence up to the end of an action; None says: do not believe it.

    A denial counts only in the ``clause`` of the action itself: the rest of the sentence has its own.
    """
    for cue, mood in MOODS:
        if cue.search(words):
            return None if DENIED.search(HARMLESS.sub("", clause)) else mood
    if DENIED.search(HARMLESS.sub("", clause)) or FRAMES.search(HARMLESS.sub("", words)):
        return None
    return PLAIN
