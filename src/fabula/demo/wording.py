"""What the demo says in each language, and which places of each story it points at."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Wording:
    """The demo's own sentences. ``{}`` is filled in.

    ``item`` is what the story is about, ``lie`` the words of a lie about it, ``typo`` a word of the second
    turn with what it is changed to.
    """

    item: str
    lie: str
    typo: tuple[str, str]
    intro: str
    telling: str
    swiped: str
    edited: str
    rewound: str
    forked: str
    switched: str
    tagged: str
    poison: str
    poison_naive: str
    poison_ours: str
    mended: str
    mended_how: str
    branches: str
    on_branch: str
    reveal: str
    reveal_before: str
    reveal_after: str
    lying: str
    lie_said: str
    lie_belief: str
    lie_canon: str
    why: str
    asked: str
    answered: str
    tally: str
    context: str
    context_size: str
    verified: str
    sound: str
    damaged: str
    nothing_left: str
    next: str


ENGLISH = Wording(
    item="bone whistle",
    lie="Marta has the bone whistle",
    typo=("my only good boots", "my only dry boots"),
    intro="A story is told, line by line, and read by rules: no model, no key, no network. "
    "+ is what holds from here on, - is what no longer does.",
    telling="The telling",
    swiped="swiped: another version of turn {}",
    edited="edited: turn {}; {} to read again",
    rewound="rewound {} turns: they stay in the tree, and nothing that they said holds",
    forked="forked: branch {} leaves after turn {}",
    switched="switched back to branch {}",
    tagged="tagged turn {}: {}",
    poison="A reply that was swiped away",
    poison_naive="turn {} first went like this, and a memory that only adds would keep what it said:",
    poison_ours="this was told instead, and only what it says holds:",
    mended="A word is mended in turn 2, with {} turns after it",
    mended_how="{} readings carried along, {} turns read again; everything else stayed as it was",
    branches="Two branches, two truths",
    on_branch="on {}, turn {}: ",
    reveal="A reveal has a date",
    reveal_before="up to turn {}, {} and {} are two",
    reveal_after="from turn {} on, {} is {}",
    lying="A lie stays a lie",
    lie_said="turn {}, {} says: ",
    lie_belief="kept apart, as what {} says: {}",
    lie_canon="what holds there all the same: {}",
    why="Why? Every version of where the {} was, with its words",
    asked="Questions, answered from the story's own words",
    answered="found in hit {} of {}",
    tally="{} of {} questions have their answer among the first five hits",
    context="What a model would be given for the first question",
    context_size="{} of {} tokens; {} lines kept, {} cut",
    verified="Every turn hashed again",
    sound="sound: {} turns in the tree, {} readings",
    damaged="damaged: {} places",
    nothing_left="The demo leaves nothing behind. With a story of your own:",
    next="Next",
)

CHINESE = Wording(
    item="青伞",
    lie="青伞在沈棠手里",
    typo=("扯开嗓子喊了一声", "扯开嗓子吆喝了一声"),
    intro="故事一句一句讲来，由规则读取：不用模型，不用密钥，不用联网。+ 是从此成立的事，- 是不再成立的事。",
    telling="讲述",
    swiped="换了一版：第{}轮另有说法",
    edited="改了字：第{}轮；重读{}轮",
    rewound="退回{}轮：它们还在树上，可它们说过的都不算数了",
    forked="分叉：支线“{}”从第{}轮之后分出去",
    switched="回到支线 {}",
    tagged="给第{}轮起名：{}",
    poison="换掉的一版",
    poison_naive="第{}轮起初是这么讲的，只会往上添的记忆会一直记着：",
    poison_ours="后来换成这么讲，成立的只有：",
    mended="第2轮改一个词，后面还有{}轮",
    mended_how="{}轮的读取结果原样带走，只重读{}轮，别的都没动",
    branches="两条支线，两种结果",
    on_branch="在 {} 上，第{}轮：",
    reveal="真相也有日期",
    reveal_before="到第{}轮为止，{}和{}是两个人",
    reveal_after="从第{}轮起，{}就是{}",
    lying="假话还是假话",
    lie_said="第{}轮，{}说：",
    lie_belief="另记一处，算是{}的说法：{}",
    lie_canon="当时真正成立的：{}",
    why="凭什么？{}每次易手，都有原话",
    asked="提问，用故事里的原话回答",
    answered="在第{}条里找到（共{}条）",
    tally="{1}个问题里有{0}个，答案就在前五条里",
    context="第一个问题，交给模型的文字",
    context_size="用了{}个词元，上限{}；留{}行，舍{}行",
    verified="每一轮重新校验",
    sound="完好：树上{}轮，{}份读取结果",
    damaged="损坏：{}处",
    nothing_left="演示什么都没有留下。换成你自己的故事：",
    next="下一步",
)

WORDINGS: Mapping[str, Wording] = MappingProxyType({"en": ENGLISH, "zh": CHINESE})
"""The wording of each language that has a story."""

COMMANDS = (
    "fabula import moonlit.db chat.jsonl",
    "fabula log moonlit.db",
    "fabula facts moonlit.db",
    'fabula why moonlit.db "silver key"',
    'fabula context moonlit.db "Who has the silver key?"',
)
"""What to type after the demo."""
