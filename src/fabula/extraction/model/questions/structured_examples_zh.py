"""The Chinese examples of the structured forms, the plainest first."""

from fabula.extraction.model.questions.question_page import Page
from fabula.extraction.model.questions.structured_examples import Example, item, turn

_LANGUAGE = "Chinese"

CHINESE = (
    Example(
        Page(
            fresh=(turn(4, "user", "阿苔", "“坐吧。”阿苔对沈阿禾说。", "雨还在下。"),),
            language=_LANGUAGE,
        ),
    ),
    Example(
        Page(
            fresh=(turn(7, "assistant", "", "沈阿禾把铜灯递给了阿苔。", "他点了点头。"),),
            entities=("e1 阿苔 (character)", "e2 沈阿禾 (character)"),
            language=_LANGUAGE,
        ),
        (item("7.1", "fact", ("阿苔", "持有", "铜灯")),),
    ),
    Example(
        Page(
            fresh=(
                turn(12, "user", "阿苔", "白砚，我打算去鳗鱼岛。"),
                turn(13, "assistant", "", "院子里都传沈阿禾要当码头总管。", "白砚笑了。"),
            ),
            before=(turn(11, "assistant", "", "老顾买下了蓝船。"),),
            language=_LANGUAGE,
        ),
        (
            item("12.1", "plan", ("阿苔", "在", "鳗鱼岛")),
            item("13.1", "rumour", ("沈阿禾", "担任", "码头总管")),
        ),
    ),
    Example(
        Page(
            fresh=(turn(16, "assistant", "", "沈阿禾把腰牌一扔，从此与绳行再无瓜葛。"),),
            entities=("e1 沈阿禾 (character)", "e2 绳行 (organization)"),
            facts=("f1 沈阿禾是绳行的人", "f2 沈阿禾在鳗鱼岛"),
            language=_LANGUAGE,
        ),
        (item("16.1", "end", known="f1"),),
    ),
    Example(
        Page(
            fresh=(turn(20, "assistant", "", "“天气真好。”老顾对白砚说。", "她望着那条船。"),),
            before=(turn(19, "user", "白砚", "老顾把蓝船送给我了。"),),
            entities=("e1 老顾 (character)", "e2 白砚 (character)"),
            facts=("f1 蓝船在白砚手里",),
            language=_LANGUAGE,
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    24,
                    "assistant",
                    "",
                    "第三天，阿苔、沈阿禾和白砚在盐仓里等着。",
                    "白砚是阿苔的妹妹，一双灰眼睛。",
                    "自从那场火，她就不再信沈阿禾。",
                ),
            ),
            language=_LANGUAGE,
        ),
        (
            item(
                "24.1", "scene", present=["阿苔", "沈阿禾", "白砚"], place="盐仓", when="第三天", starts=True
            ),
            item("24.2", "entity", ("白砚",), kind="character", summary="阿苔的妹妹。"),
            item("24.2", "fact", ("白砚", "眼睛颜色"), v="灰"),
            item("24.2", "fact", ("白砚", "姐妹", "阿苔")),
            item("24.3", "fact", ("白砚", "信任", "沈阿禾"), strength=-0.7),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    40,
                    "user",
                    "",
                    "阿苔今年十七，并不是大家以为的十九。",
                    "船夫摘下斗笠，原来他就是老顾！",
                    "静云师太也从来没有死，那封信是假的。",
                ),
            ),
            facts=("f1 阿苔的年龄：十九", "f2 静云师太已经死了"),
            language=_LANGUAGE,
        ),
        (
            item("40.1", "correction", known="f1", v="十七"),
            item("40.2", "same", ("老顾",), o="船夫"),
            item("40.3", "never", known="f2"),
        ),
    ),
    Example(
        Page(
            fresh=(turn(46, "assistant", "", "大火烧了盐仓，老顾死在里面。", "许多年前他当过船长。"),),
            entities=("e1 老顾 (character; also 船夫)",),
            language=_LANGUAGE,
        ),
        (
            item(
                "46.1",
                "event",
                ("盐仓大火",),
                importance=0.9,
                summary="盐仓被烧，老顾死在火里。",
                roles={"victim": "老顾", "place": "盐仓"},
            ),
            item("46.1", "fact", ("老顾", "状态"), v="死了"),
            item("46.2", "long_ago", ("老顾", "担任", "船长")),
        ),
    ),
    Example(
        Page(
            fresh=(
                turn(
                    31,
                    "assistant",
                    "",
                    "阿苔骗白砚说：“铜灯在老顾手里。”",
                    "那天夜里她梦见自己当了鳗鱼岛的女王。",
                ),
                turn(32, "user", "沈阿禾", "要是把船卖了呢？"),
            ),
            facts=("f1 铜灯在阿苔手里",),
            language=_LANGUAGE,
        ),
        (
            item("31.1", "lie", ("老顾", "持有", "铜灯"), holder="阿苔", heard_by=["白砚"]),
            item("31.2", "dream", ("白砚", "担任", "鳗鱼岛的女王"), holder="白砚"),
        ),
    ),
    Example(
        Page(
            fresh=(turn(50, "user", "沈阿禾", "白砚，你听见钟声了吗？", "她没有回答。"),),
            language=_LANGUAGE,
        ),
    ),
)
