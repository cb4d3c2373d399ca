"""How Chinese keeps what is thought, wished, planned, dreamed or rumoured apart from what happened."""

import re

from fabula.claims.statements import Modality
from fabula.extraction.rules.findings import PLAIN, Mood

HARMLESS = re.compile(
    r"一言不发|不久|不多时|不料|不由得?|没过多久|没多久|不知不觉|没有回头|不顾\w*?[，]|无声无息|不声不响|毫不犹豫|二话不说|不慌不忙|"
    r"没能[^，]*，|没等[^，]*，|不得不|不愧|无不|势不两立|不共戴天|不死不休|再无瓜葛|再无关系|不假思索|未及\w*，|分别|特别|告别"
)
DENIED = re.compile(
    r"没|不|未|无|别|莫|勿|休想|险些|差点|几乎|假装|拒绝|不肯|不愿|试图|企图|妄图|否认|避免|阻止|以免|免得|难道|岂"
)
FRAMES = re.compile(
    r"(?:说|认为|以为|觉得|相信|怀疑|猜|知道|记得|告诉[^，]{0,4}|声称|坚称|宣称|听|想起|回忆起|担心|害怕|盼|希望)(?:，|自己|过|是|[\ue000-\uefff])"
)

MOODS: tuple[tuple[re.Pattern[str], Mood], ...] = (
    (re.compile(r"梦见|梦里|梦中|梦到|做了个梦|做了一个梦|噩梦|幻觉|幻境"), Mood(Modality.DREAMED)),
    (
        re.compile(
            r"听说|传言|据说|闲话|有人说|传闻|相传|谣传|谣言|市井|风闻|都说|据传|盛传|有人传|人们说|坊间|听闻|传说"
        ),
        Mood(Modality.RUMOURED),
    ),
    (
        re.compile(r"要是|如果|若|假如|倘|万一|除非|但愿|只要|假使|即便|哪怕|就算|好像|仿佛|似乎|宛如|当作"),
        Mood(Modality.HYPOTHETICAL),
    ),
    (
        re.compile(
            r"打算|想要|想去|想把|准备|计划|决定要?|要去|将要|即将|将会|答应|有朝一日|总有一天|日后|以后要|明日|明天|开春|等[^，]{0,6}就|要[把和与去嫁娶]"
        ),
        Mood(Modality.PLANNED),
    ),
    (
        re.compile(
            r"也许|或许|可能|大概|恐怕|该当|应当|应该|本可|说不定|会不会|是否|能否|早晚会?|必会|必将|一定会|会(?=把|将|死|被)|愿意|想(?=[\ue000-\uefff]?[把嫁娶])|希望"
        ),
        Mood(Modality.HYPOTHETICAL),
    ),
    (
        re.compile(
            r"多年以?前|当年|很久以前|从前|昔日|往年|曾|年轻时|小时候|年幼|[\d一二三四五六七八九十百千几数]+年前|早年|那年|昔年|以前|往昔|生前"
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
    if DENIED.search(HARMLESS.sub("", clause)) or FRAMES.search(words):
        return None
    return PLAIN
