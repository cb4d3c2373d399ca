"""Reads an English sentence: patterns over its chunks, with the mood in which it is said."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate

from fabula.extraction.rules import english_words as words
from fabula.extraction.rules.actions import SLOT_KINDS
from fabula.extraction.rules.english_chunks import NAME, PAIR, PRONOUN, THING, Chunker, Piece
from fabula.extraction.rules.english_clauses import BREAKS, clauses, may_begin
from fabula.extraction.rules.english_moods import mood_of
from fabula.extraction.rules.english_patterns import PATTERNS, SCENERY
from fabula.extraction.rules.english_shapes import fits
from fabula.extraction.rules.english_words import BASES, CLASSES, SAID
from fabula.extraction.rules.findings import Finding, Phrase, Reading
from fabula.extraction.rules.sentences import Sentence

_SLOTS = {
    "A": r"(?P<a>[npd]@\d+) ",
    "B": r"(?P<b>[np]@\d+) ",
    "D": r"(?P<d>[dp]@\d+) ",
    "I": r"(?P<i>[tn]@\d+) ",
    "W": r"(?P<w>[tn]@\d+) ",
    "P": r"(?P<p>[tn]@\d+) ",
    "F": r"(?P<f>[tn]@\d+) ",
    "R": r"(?P<r>[tn]@\d+ |(?:[a-z-]+ ){1,3}?(?=[,.;:!?—]|$|(?:of|in|by|at|that|and|for|before|after|when|on) ))",
    "H": r"(?P<b>h@\d+) ",
    "G": r"(?P<a>h@\d+) ",
    "K": r"(?P<k>k@\d+) ",
    "D's": r"(?P<d>[dp]@\d+) (?:'s )?",
    "SOMEONE": r"(?P<someone>[pt]@\d+ |[a-z]+ )",
    "SOME": r"(?P<some>[pt]@\d+ |[a-z]+ )",
    "WAS": r"(?:was|were|is|are|am|got|has been|had been|have been|be~) ",
    "END": r"(?=[,.;:!?—)]|and |but |$)",
}
_HE_OR_SHE = 3
_FILLED = {"a": "a", "b": "b", "d": "a", "i": "i", "w": "i", "p": "p", "f": "f", "r": "r", "k": "b", "s": ""}


class English:
    """Reads sentences of one turn. ``known`` gives the ends of known names by where they start in the turn.

    ``class_of`` gives the coarse class of a known name, or nothing; ``is_name`` says whether a word was
    seen as a name where capitals count.
    """

    def __init__(
        self, known: Mapping[int, int], class_of: Callable[[str], str], is_name: Callable[[str], bool]
    ) -> None:
        self._known = known
        self._class_of = class_of
        self._is_name = is_name

    def read(self, sentence: Sentence) -> Reading:
        """What a sentence says."""
        known = {start - sentence.start: end - sentence.start for start, end in self._known.items()}
        pieces = Chunker(sentence.text, sentence.start, known, self._is_name).pieces()
        named = tuple(
            phrase for piece in pieces if piece.code for phrase in piece.phrases if _is_named(piece, phrase)
        )
        if sentence.is_question or not any(piece.code for piece in pieces):
            return Reading(named=named)
        encoded = _Encoded(clauses(pieces))
        return Reading(tuple(self._findings(sentence, encoded)), named)

    def _findings(self, sentence: Sentence, encoded: "_Encoded") -> Iterator[Finding]:
        present = set(encoded.text.split())
        for action, pattern, triggers in _compiled():
            if triggers and present.isdisjoint(triggers):
                continue
            for match in pattern.finditer(encoded.text):
                finding = self._finding(sentence, encoded, action, match)
                if finding is not None:
                    yield finding

    def _finding(
        self, sentence: Sentence, encoded: "_Encoded", action: str, match: re.Match[str]
    ) -> Finding | None:
        if not encoded.may_begin(match):
            return None
        ends = encoded.ends(match, sentence)
        if action == "kin":
            action = words.KIN[encoded.piece(match.start("k")).word]
        if not _is_scenery(match, encoded) or not self._all_fit(action, match, ends):
            return None
        mood = mood_of(sentence.text[: encoded.text_end(match)])
        if mood is None:
            return None
        return Finding(action, ends, sentence.start, sentence.end, mood)

    def _all_fit(self, action: str, match: re.Match[str], ends: Mapping[str, tuple[Phrase, ...]]) -> bool:
        is_strong = match.groupdict().get("w") is not None or " the new " in match.group()
        is_known = any(
            self._class_of(phrase.text) == "npc" for phrases in ends.values() for phrase in phrases
        )
        if action == "reveal" and not is_known and match.groupdict().get("s") is None:
            return False
        return all(
            fits(SLOT_KINDS[slot], phrase, self._class_of, action=action, is_strong=is_strong)
            for slot, phrases in ends.items()
            for phrase in phrases
        )


def _is_named(piece: Piece, phrase: Phrase) -> bool:
    """Whether a phrase is somebody whom a pronoun may mean, or such a pronoun itself."""
    return (
        piece.code in {NAME, PAIR}
        or phrase.person == _HE_OR_SHE
        or (piece.code != THING and not phrase.person)
    )


class _Encoded:
    """Pieces as one string that patterns run over: chunks as ``n@3``, words as they are."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        texts = [f"{piece.code}@{at} " if piece.code else f"{piece.word} " for at, piece in enumerate(pieces)]
        self.starts = list(accumulate(map(len, texts), initial=0))
        self.text = "".join(texts)

    def piece(self, at: int) -> Piece:
        """The piece at a place of the encoded text."""
        return self.pieces[self._index(at)]

    def may_begin(self, match: re.Match[str]) -> bool:
        """Whether a match that starts with its subject does so where a clause may start."""
        start = self._index(match.start())
        if self.pieces[start].word in SAID and not self.pieces[start].code:
            return start == 0 or self.pieces[start - 1].word in BREAKS
        is_lead = self.piece(match.start()).code in {NAME, PRONOUN, PAIR, THING}
        return not is_lead or may_begin(self.pieces, self._index(match.start()))

    def text_end(self, match: re.Match[str]) -> int:
        """Where the words of a match end in the sentence."""
        return max(
            piece.end for piece in self.pieces[self._index(match.start()) : self._index(match.end() - 1) + 1]
        )

    def ends(self, match: re.Match[str], sentence: Sentence) -> dict[str, tuple[Phrase, ...]]:
        """The phrases of every slot."""
        found: dict[str, tuple[Phrase, ...]] = {}
        for slot, value in match.groupdict().items():
            if value is None or slot not in _FILLED:
                continue
            if slot == "r":
                found["r"] = (self._office(match, sentence),)
            elif slot == "s":
                free = "b" if match.groupdict().get("a") else "a"
                found[free] = self.piece(match.start("s")).phrases
            else:
                found[_FILLED[slot]] = self.piece(match.start(slot)).phrases
        return found

    def _office(self, match: re.Match[str], sentence: Sentence) -> Phrase:
        first = self.piece(match.start("r"))
        last = self.pieces[self._index(match.end("r") - 1)]
        if first.phrases:
            text, start, end = first.phrases[0].text, first.phrases[0].start, first.phrases[0].end
        else:
            start, end = first.start + sentence.start, last.end + sentence.start
            text = sentence.text[first.start : last.end]
        plain = text.removeprefix("new ").removeprefix("next ")
        return Phrase(plain, start + len(text) - len(plain), end)

    def _index(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1


def _is_scenery(match: re.Match[str], encoded: _Encoded) -> bool:
    """Whether a doer who needs no name is one of those who do such things."""
    for slot, nouns in SCENERY.items():
        if match.groupdict().get(slot) is not None:
            doer = encoded.piece(match.start(slot)).word
            return doer.split()[-1] in nouns.split()
    return True


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str], frozenset[str]], ...]:
    """Every pattern as an action, an expression over encoded text, and words of which one must be there."""
    return tuple(
        (
            action,
            re.compile(r"(?<!\S)" + "".join(_part(part, pattern) for part in pattern.split())),
            _triggers(pattern),
        )
        for action, patterns in PATTERNS.items()
        for pattern in patterns
    )


def _part(part: str, pattern: str) -> str:
    if part == "S":
        return r"(?P<s>t@\d+) "
    if part == "A" and " S " in f" {pattern} ":
        return r"(?P<a>[np]@\d+) "
    if part in _SLOTS:
        return _SLOTS[part]
    if part.startswith("<"):
        forms = (*CLASSES[part[1:-1]], *(base + "~" for base in BASES[part[1:-1]]))
        return rf"(?:(?:had|has|have) )?(?:{'|'.join(map(re.escape, forms))}) "
    body = rf"(?:{'|'.join(map(re.escape, part.removesuffix('?').split('|')))}) "
    return f"(?:{body})?" if part.endswith("?") else body


def _triggers(pattern: str) -> frozenset[str]:
    """The words of the first part that is no slot and not optional."""
    for part in pattern.split():
        if part.startswith("<"):
            return frozenset(CLASSES[part[1:-1]]) | {base + "~" for base in BASES[part[1:-1]]}
        if part not in _SLOTS and part != "S" and not part.endswith("?") and part != ",":
            return frozenset(part.split("|"))
    return frozenset()
