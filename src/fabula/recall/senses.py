"""What kind of fact a cue asks for: places by "where", holders by "in whose hands", bonds by "what are they"."""

import re
from dataclasses import dataclass

from fabula.claims.statements import Modality

PLACE = "located_in"
HELD = "held_by"
GROUP = "member_of"
OFFICE = "role_held_by"
STATUS = "status"
BONDS = frozenset(
    {"ally_of", "enemy_of", "spouse_of", "divorced_from", "sworn_sibling_of", "sibling_of", "parent_of"}
)

_SENSES = (
    (
        re.compile(
            r"\bwhere(?:abouts)?\b|\bwhich (?:place|room|town|city)\b|哪里|哪儿|何处|在哪|什么地方",
            re.IGNORECASE,
        ),
        {PLACE},
    ),
    (
        re.compile(
            r"\bwho(?:se)?\b.{0,24}\b(?:has|have|had|holds?|held|owns?|owned|keeps?|kept|carries|carried|possess\w*)\b|\bin whose (?:hands|possession)\b"
            r"|\bowner\b|\bbelongs? to whom\b|谁手[里中上]|在谁那|谁(?:拿|持|带|有)|归谁|主人|持有者",
            re.IGNORECASE,
        ),
        {HELD},
    ),
    (
        re.compile(
            r"\b(?:group|faction|guild|house|order|clan|gang|party|side|allegiance|company)\b.{0,40}\b(?:belong|join|serve|part of|member|in)"
            r"|\b(?:belong|member|part) (?:to|of) (?:which|what)\b|\b(?:loyal|allegiance)\b"
            r"|(?:哪个|什么|哪一)(?:势力|门派|帮派|组织|阵营|家族)|属于哪|哪[门帮派]",
            re.IGNORECASE,
        ),
        {GROUP},
    ),
    (
        re.compile(
            r"\brelation(?:ship|s)?\b|\bhow (?:do|are|is) .{1,40}\b(?:get along|related|stand)\b|\bto each other\b"
            r"|\b(?:friends|allies|enemies|married|lovers|rivals)\b|什么关系|何种关系|关系|(?:盟友|仇敌|夫妻)吗",
            re.IGNORECASE,
        ),
        set(BONDS),
    ),
    (
        re.compile(r"\bwho(?:'s| is| was| are)?\b.{0,12}\bthe\b|(?:是谁|谁是|谁担任|谁当)", re.IGNORECASE),
        {OFFICE},
    ),
    (
        re.compile(r"\b(?:alive|dead|die[sd]?|killed|living)\b|还活着|活着|死了|死没死|在世", re.IGNORECASE),
        {STATUS},
    ),
)
_MODALITIES = (
    (
        re.compile(r"\bdream(?:s|ed|t|ing)?\b|\bnightmares?\b|\bvisions?\b|梦", re.IGNORECASE),
        Modality.DREAMED,
    ),
    (
        re.compile(
            r"\bplan(?:s|ned|ning)?\b|\bintend(?:s|ed)?\b|\bintentions?\b|\b(?:going|want(?:s|ed)?) to\b|打算|计划|准备|想要做|图谋",
            re.IGNORECASE,
        ),
        Modality.PLANNED,
    ),
    (
        re.compile(
            r"\brumou?r(?:s|ed)?\b|\bgossip\b|\bhearsay\b|\bpeople say\b|听说|传闻|谣言|谣传|流言|传言|据说",
            re.IGNORECASE,
        ),
        Modality.RUMOURED,
    ),
    (
        re.compile(r"\b(?:lie[sd]?|lying)\b(?! (?:down|in|on|at)\b)|撒谎|说谎|谎话|谎言|骗", re.IGNORECASE),
        Modality.LIED,
    ),
)
_BEFORE = re.compile(
    r"\b(?:before|previous(?:ly)?|former(?:ly)?|used to|earlier|once|originally|at first|first)\b|之前|以前|从前|原先|原来|前任|曾",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sense:
    """The predicates that a cue asks for, if it tells; ``is_past`` says that it asks for what was before.

    ``modalities`` are those of the dreams, plans, rumours or lies that it asks for.
    """

    predicates: frozenset[str] = frozenset()
    is_past: bool = False
    modalities: frozenset[Modality] = frozenset()


def sense_of(cue: str) -> Sense:
    """What a cue asks for: the predicates of every pattern that fits, one question or several."""
    asked = frozenset().union(*(predicates for pattern, predicates in _SENSES if pattern.search(cue)))
    modalities = frozenset(modality for pattern, modality in _MODALITIES if pattern.search(cue))
    return Sense(asked, _BEFORE.search(cue) is not None, modalities)
