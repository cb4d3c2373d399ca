"""Whether something is told by the story or only spoken within quotation marks, and then by whom.

What stands in quotation marks is the word of whoever speaks it: a claim that this one holds, as long as nothing that is
narrated in the same turn says so too. The speaker is the one person named right beside the quotation, else the one whose
turn it is; where neither is known it is a rumour, and an ending is refused. A denial right after ("That's a lie") makes
it a lie. Three things stay the story's own: whatever a character tells in a turn without quotation marks, which is
their own narration; what speakers say in the first person of where they are, what they hold or what they are;
and a reveal, which is nearly always spoken.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from fabula.claims.statements import Modality
from fabula.extraction.model.answers.found import found
from fabula.extraction.model.answers.ground import Ground
from fabula.extraction.model.answers.pointers import pointers_in
from fabula.extraction.model.answers.predicate_words import confirming
from fabula.extraction.model.answers.shared_words import shares_a_word
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.rules.quotes import Passage, passages_of
from fabula.extraction.rules.voices import is_nobody

_SPOKEN = frozenset([ItemKind.FACT, ItemKind.END])
_OPENING = frozenset('"“「『‘')
_DENIAL = re.compile(
    r"\b(?:(?:that|it|this)(?:['’]s| is| was) (?:all )?(?:a lie|lies|a (?:damned|filthy|bloody) lie|false|not true|untrue|nonsense)|liar"
    r"|you lie|you(?:['’]re| are) lying|(?:he|she|they)(?:['’]s|['’]re| is| are| was) lying|lies!|not a word of it is true)"
    r"|撒谎|说谎|胡说|骗人|骗子|谎话|谎言|不是真的|不是实话|一派胡言",
    re.IGNORECASE,
)
_NEAR = 40


def spoken(item: Item, line: Line, ground: Ground) -> Item | str:
    """The item as the word of whoever speaks it, if it is only spoken; an ending by nobody is refused."""
    if item.kind not in _SPOKEN or item.holder:
        return item
    told, said, where = _parts(line, ground)
    if not said or _is_told(item, told, ground) or not _is_told(item, said, ground):
        return item
    speaker = _speaker(where, line, ground)
    if _is_narrated(item, line, ground) or _is_own(item, said, speaker, ground):
        return item
    return _as_said(item, speaker, is_denied=_DENIAL.search(_next(line, ground)) is not None)


def _as_said(item: Item, speaker: str, *, is_denied: bool) -> Item | str:
    if item.kind is ItemKind.END and not speaker:
        return "It is only spoken, and nobody knows by whom."
    if item.modality is not Modality.ASSERTED or item.kind is ItemKind.END:
        return replace(item, holder=speaker)
    modality = Modality.LIED if is_denied else Modality.ASSERTED if speaker else Modality.RUMOURED
    return replace(item, modality=modality, holder=speaker)


def _parts(line: Line, ground: Ground) -> tuple[str, str, Passage | None]:
    """What of a line is narrated, what is spoken, and the first passage that is spoken."""
    told: list[str] = []
    said: list[str] = []
    where: Passage | None = None
    for one in ground.single(line):
        text = ground.turn_text(one)
        for passage in _passages(text):
            words = text[max(passage.start, one.start) : min(passage.end, one.end)]
            if passage.start >= one.end or passage.end <= one.start or not words.strip():
                continue
            is_speech = _is_quoted(passage, text)
            (said if is_speech else told).append(words)
            where = where or (passage if is_speech else None)
    return "\n".join(told), "\n".join(said), where


def _passages(text: str) -> Iterator[Passage]:
    return iter(passages_of(text)) if any(sign in text for sign in _OPENING) else iter(())


def _is_quoted(passage: Passage, text: str) -> bool:
    return passage.is_speech and passage.start > 0 and text[passage.start - 1] in _OPENING


def _is_told(item: Item, words: str, ground: Ground) -> bool:
    """Whether words can be what says an item: its far end stands there, or the word for it."""
    if not words:
        return False
    if item.object:
        is_there = ground.is_told_in(item.object, words)
        own = confirming(item.predicate)
        is_near = ground.is_told_in(item.name, words) or pointers_in(words).any > 0 or pointers_in(words).me
        return is_there and (is_near or (own is not None and own.search(words.casefold()) is not None))
    own = confirming(item.predicate) if item.predicate == "status" else None
    return (own is not None and own.search(words.casefold()) is not None) or shares_a_word(item.value, words)


def _is_narrated(item: Item, line: Line, ground: Ground) -> bool:
    """Whether what is narrated elsewhere in the turn names the same ends with a word for what is said."""
    text = ground.turn_text(ground.single(line)[0])
    narrated = "\n".join(text[one.start : one.end] for one in _passages(text) if not _is_quoted(one, text))
    own = confirming(item.predicate)
    ends = [name for name in (item.name, item.object) if name]
    is_there = all(ground.is_told_in(name, narrated) for name in ends)
    is_said = own.search(narrated.casefold()) is not None if own else bool(item.object)
    return is_there and is_said and (bool(item.object) or _is_told(item, narrated, ground))


def _speaker(passage: Passage | None, line: Line, ground: Ground) -> str:
    """The one person named beside a quotation; else whose turn it is."""
    one = ground.single(line)[0]
    text = ground.turn_text(one)
    if passage is not None:
        after = re.split(r"[\"“「『‘.。\n]", text[passage.end + 1 : passage.end + 1 + _NEAR])[0]
        before = re.split(
            r"[\"”」』’.。！？!?\n]", text[max(passage.start - 1 - _NEAR, 0) : passage.start - 1]
        )[-1]
        for words in (after, before):
            there = ground.persons_in((Line("", -1, 0, 0, words),)) if words.strip() else ()
            tagged = there or tuple(_tagged(words))
            if tagged:
                return tagged[0] if len(tagged) == 1 else ""
    return "" if is_nobody(one.speaker) else one.speaker


_TAG = re.compile(
    r"\b(?:said|says|asked|asks|whispered|whispers|replied|shouted|muttered|answered|told|cried)\s+(?P<after>[A-Z][\w-]+(?: [A-Z][\w-]+)*)"
    r"|(?P<before>[A-Z][\w-]+(?: [A-Z][\w-]+)*)\s+(?:said|says|asked|asks|whispered|whispers|replied|shouted|muttered|answered|cried)\b"
    r"|^[，,\s]*(?P<chinese>[\u4e00-\u9fff]{2,4}?)(?:低声|大声|冷冷地?|笑着)?(?:说|道|问|喊|答)"
)


def _tagged(words: str) -> Iterator[str]:
    for match in _TAG.finditer(words):
        name = match["after"] or match["before"] or match["chinese"]
        if pointers_in(name).any == 0 and name not in {"He", "She", "They", "I"}:
            yield name


def _is_own(item: Item, said: str, speaker: str, ground: Ground) -> bool:
    """Whether speakers say in the first person where they are, what they hold or what they are: people see that."""
    is_self = bool(speaker) and ground.is_same(item.name, speaker) and pointers_in(said).me
    return is_self and not found(item.name, said)


def _next(line: Line, ground: Ground) -> str:
    last = ground.single(line)[-1]
    own = ground.turn_text(last)[last.end : last.end + 2 * _NEAR]
    later = [one for one in ground.read if (one.place, one.start) > (last.place, last.start)]
    return f"{own.split(chr(10))[0] if later else own}\n{later[0].text if later else ''}"
