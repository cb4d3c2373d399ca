"""Whether a sentence says that something is so, or only that it is told, wished, planned, dreamed or denied."""

import re
from collections.abc import Sequence
from dataclasses import replace

from fabula.claims.statements import Modality
from fabula.claims.text import is_ideographic
from fabula.extraction.model.answers.found import forms, places
from fabula.extraction.model.answers.predicate_words import DEAD, confirming
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.sheet import Line
from fabula.extraction.rules import chinese_moods, english_moods
from fabula.extraction.rules.findings import PLAIN, Mood
from fabula.graph.predicates import DEFAULT_TABLE, predicate_key

_CLAUSE = re.compile(
    r"[,;:—–]|\b(?:and|but|then|so|while|when|because|after|before)\b|[，；：。！？]", re.IGNORECASE
)
_LIES = re.compile(
    r"\b(?:lied|lies|lying|pretend(?:s|ed|ing)?|falsely|made up|feigned|bluffed)\b|谎称|撒谎|骗[^，。]{0,4}说|假称|谎报|谎言|假装|佯装"
)
_TOLD = re.compile(
    r"\b(?:said|says|claimed|claims|insisted|insists|boasted|swore|thought|thinks|believed|believes|feared|fears|suspected"
    r"|suspects|assumed|guessed|supposed|supposes|reckoned|doubted)(?: \w+){0,2} that\b"
    r"|声称|宣称|坚称|扬言|一口咬定|认为|以为|怀疑|猜测|相信|觉得"
)
_ENDS_NOTHING = re.compile(
    r"\b(?:did not|didn['’]t|never|refused to|would not|wouldn['’]t|does not|doesn['’]t)\s+(?:\w+\s+)?"
    r"(?:leave|left|quit|resign|part|divorce|end|lose|lost|give up|desert|betray)\b|(?:没有?|不肯|不愿|拒绝|从未|未曾)[^，。]{0,2}"
    r"(?:离开|退出|脱离|和离|休|背叛|放弃)"
)
_NEGATIVES = re.compile(
    r"\b(?:not|no|never|without|un\w{3,}|lost|missing)\b|n['’]t\b|[不没无未非失]", re.IGNORECASE
)
_HARMLESS_DENIALS = re.compile(
    r"\b(?:cannot|could not|couldn['’]t|can['’]t) (?:help|wait)\b|\bnot only\b|\bno sooner\b|不但|不仅|不只|不光|不得不|不禁|无论|不管|未婚|无人"
)
_VERB_OF_VALUES = confirming("status") or re.compile(r"(?!)")
_IF_I_WERE = re.compile(
    r"\bif (?:i|we|he|she|they|you|it|only)\b|\bwere (?:i|he|she|they|we) (?:to )?|\bhad (?:i|he|she|they)\b"
)


def in_its_mood(item: Item, line: Line) -> Item | str:
    """The item with the mood of its sentence, or the reason why the sentence says nothing of the kind."""
    if item.kind not in {ItemKind.FACT, ItemKind.END, ItemKind.SAME, ItemKind.EVENT}:
        return item
    words, clause = _span(item, line.text)
    if _is_denied(item, clause, line.text):
        return "The sentence says that it did not happen, or does not say that it did."
    mood = mood_of(words, clause) if item.modality is Modality.ASSERTED else Mood(item.modality)
    is_for_good = item.kind in {ItemKind.END, ItemKind.SAME}
    if mood != PLAIN and is_for_good and not item.holder:
        return f"The sentence tells it as {_named(mood)}, not as something that is so."
    if mood == PLAIN or is_for_good or (mood.modality is Modality.RUMOURED and item.holder):
        return item
    return replace(item, modality=mood.modality, past=item.past or mood.past)


def mood_of(words: str, clause: str) -> Mood:
    """How a sentence puts what it says: ``words`` up to the end of it, ``clause`` the part that says it."""
    if _LIES.search(clause.casefold()) or _LIES.search(words.casefold()):
        return Mood(Modality.LIED)
    is_chinese = any(map(is_ideographic, words))
    moods = chinese_moods if is_chinese else english_moods
    plain, near = (words, clause) if is_chinese else map(_without_oaths, (words, clause))
    cues: Sequence[tuple[re.Pattern[str], Mood]] = moods.MOODS
    for cue, mood in cues:
        where = near if mood.modality in _NEAR and not _IF_I_WERE.search(plain) else plain
        if cue.search(where):
            return mood
    return Mood(Modality.RUMOURED) if _TOLD.search(plain) else PLAIN


def _without_oaths(words: str) -> str:
    """English words without what sounds like a plan and is a bond: "swore to be brothers"."""
    return english_moods.AGREED.sub(" ", words.casefold())


_NEAR = frozenset([Modality.PLANNED, Modality.HYPOTHETICAL])
"""Moods that colour their own clause; a dream, a rumour or an earlier time colours all that follows."""


def _named(mood: Mood) -> str:
    names = {
        Modality.PLANNED: "a plan",
        Modality.HYPOTHETICAL: "a possibility",
        Modality.DREAMED: "a dream",
        Modality.LIED: "a lie",
        Modality.RUMOURED: "hearsay",
    }
    return names.get(mood.modality, "something of an earlier time")


def _span(item: Item, text: str) -> tuple[str, str]:
    """The sentence up to the end of what an item says, and the clauses that say it; names are blanked out.

    A name may hold any of the words that are looked for (莫无忌, Will Hope).
    """
    ends = [name for name in (item.name, item.object) if name]
    spans = sorted({span for name in ends for form in forms(name) for span in places(form, text)})
    blank = list(text)
    for start, end in spans:
        blank[start:end] = ["\u25a1"] * (end - start)
    plain = "".join(blank)
    if not spans or item.kind is ItemKind.EVENT:
        return plain, plain
    first, last = spans[0][0], _last(spans, ends, text)
    if not item.object:
        # Nothing but the verb shows where it is said: "he never saw the blade, and died".
        told = _VERB_OF_VALUES.search(plain, last) if item.value == DEAD else None
        last = told.end() if told else last
    starts = [match.end() for match in _CLAUSE.finditer(plain, 0, first)]
    stop = next((match.start() for match in _CLAUSE.finditer(plain, last)), len(plain))
    return plain[:stop], plain[starts[-1] if starts else 0 : stop]


def _last(spans: list[tuple[int, int]], ends: list[str], text: str) -> int:
    """Where the last end of the item is first named: what comes later speaks of something else."""
    firsts = [min((s for form in forms(name) for s in places(form, text)), default=spans[0]) for name in ends]
    return max(end for _, end in firsts)


def _is_lexical(item: Item, clause: str) -> bool:
    """Whether a denial in the clause can be of what the item says: its verb stands there, or is one of the table.

    "I never meant to hurt you" denies no regret.
    """
    if predicate_key(item.predicate) in DEFAULT_TABLE.known:
        return True
    stem = item.predicate.casefold()
    if any(map(is_ideographic, stem)):
        return any(char in clause for char in stem)
    return stem[:_STEM] in clause.casefold()


_STEM = 4


def _is_denied(item: Item, clause: str, text: str) -> bool:
    if item.kind is ItemKind.END:
        return _ENDS_NOTHING.search(text.casefold()) is not None
    is_counted_in = (item.strength or 0) < 0  # "does not trust" is trust below nothing
    if item.kind is ItemKind.EVENT or item.modality is not Modality.ASSERTED or is_counted_in:
        return False
    if _NEGATIVES.search(f"{item.predicate} {item.value}") or not _is_lexical(item, clause):
        return False
    is_chinese = any(map(is_ideographic, clause))
    moods = chinese_moods if is_chinese else english_moods
    plain = _HARMLESS_DENIALS.sub(" ", moods.HARMLESS.sub(" ", clause if is_chinese else clause.casefold()))
    denial = moods.DENIED.search(plain)
    return denial is not None and _LIES.search(plain) is None
