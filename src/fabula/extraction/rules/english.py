"""Reads an English sentence: patterns over its chunks, with the mood in which it is said."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate

from fabula.extraction.rules import english_words as words
from fabula.extraction.rules.actions import SLOT_KINDS
from fabula.extraction.rules.english_chunks import Chunker
from fabula.extraction.rules.english_clauses import BREAKS, clauses, may_begin
from fabula.extraction.rules.english_expressions import compiled, fitting
from fabula.extraction.rules.english_moods import mood_of
from fabula.extraction.rules.english_patterns import SCENERY
from fabula.extraction.rules.english_shapes import fits
from fabula.extraction.rules.english_tokens import NAME, PAIR, PRONOUN, THING, Piece
from fabula.extraction.rules.english_verbs import FINITE
from fabula.extraction.rules.english_words import SAID
from fabula.extraction.rules.findings import Finding, Phrase, Reading
from fabula.extraction.rules.sentences import Sentence

_UNMASKING = re.compile(
    r"\b(?:mask|hood|disguise|veil|cowl|helmet|unmasked|true (?:face|identity|name)|all along)\b"
)
_HE_OR_SHE = 3
_FILLED = {
    "a": "a",
    "b": "b",
    "d": "a",
    "i": "i",
    "w": "i",
    "p": "p",
    "f": "f",
    "r": "r",
    "k": "b",
    "s": "",
    "q": "r",
}


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
        known = {
            start - sentence.start: end - sentence.start
            for start, end in self._known.items()
            if sentence.start <= start < sentence.end
        }
        pieces = Chunker(sentence.text, sentence.start, known, self._is_name).pieces()
        named = tuple(
            phrase for piece in pieces if piece.code for phrase in piece.phrases if _is_named(piece, phrase)
        )
        if sentence.is_question or not any(piece.code for piece in pieces):
            return Reading(named=named)
        found = tuple(self._findings(sentence, _Encoded(clauses(pieces))))
        if any(finding.action == "divorce" for finding in found):
            found = tuple(finding for finding in found if finding.action != "marry")
        return Reading((*found, *self._told(sentence, pieces)), named)

    def _told(self, sentence: Sentence, pieces: list[Piece]) -> Iterator[Finding]:
        """What somebody is told to have said: "Mira said that Tom was dead"."""
        for at, teller in enumerate(pieces):
            after = _after_that(pieces, at)
            if after and may_begin(pieces, at):
                text = sentence.text[after:]
                begin = sentence.start + after + len(text) - len(text.lstrip())
                inner = self.read(Sentence(text.strip(), begin, sentence.end))
                for finding in inner.findings:
                    yield replace(
                        finding,
                        start=sentence.start,
                        end=sentence.end,
                        teller=finding.teller or teller.phrases[0],
                    )
                return

    def _findings(self, sentence: Sentence, encoded: "_Encoded") -> Iterator[Finding]:
        for action, written in fitting(encoded.text):
            for match in compiled(written).finditer(encoded.text):
                finding = self._finding(sentence, encoded, action, match)
                if finding is not None:
                    yield finding

    def _finding(
        self, sentence: Sentence, encoded: "_Encoded", action: str, match: re.Match[str]
    ) -> Finding | None:
        if not encoded.may_begin(match):
            return None
        ends, declared = encoded.ends(match, sentence), action
        if action == "kin":
            action = words.KIN[encoded.piece(match.start("k")).word]
        if not _is_scenery(declared, match, encoded) or not self._all_fit(action, match, ends):
            if not (action == "reveal" and _UNMASKING.search(sentence.text[: encoded.text_end(match)])):
                return None
            if not self._all_fit("unmask", match, ends):
                return None
        if action == "arrive" and not encoded.ends_there(match):
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


def _after_that(pieces: list[Piece], at: int) -> int:
    """Where what is told begins, if somebody named here tells something with "that"; else 0."""
    if pieces[at].code != NAME or at + 2 >= len(pieces) or pieces[at + 1].word not in words.TELLS:
        return 0
    that = at + 2 + (pieces[at + 2].code in {NAME, PRONOUN, PAIR})
    return pieces[that].end if that < len(pieces) and pieces[that].word == "that" else 0


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

    def ends_there(self, match: re.Match[str]) -> bool:
        """Whether a place with a name is no mere part of a longer noun: "the Classics master"."""
        at = self._index(match.start("p"))
        onward = self.pieces[at + 1] if at + 1 < len(self.pieces) else None
        if onward is None or onward.code or not onward.word[0].isalpha() or self.pieces[at].code != NAME:
            return True
        plain = (
            words.PREPOSITIONS
            | words.CONJUNCTIONS
            | words.TIME_WORDS
            | words.ADVERBS
            | FINITE
            | {"not", "that"}
        )
        return onward.word in plain or onward.word.endswith(("ly", "ing", "ed", "~", "self"))

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
            if slot in {"r", "q"}:
                found["r"] = (self._office(match, sentence, slot),)
            elif slot == "s":
                free = "b" if match.groupdict().get("a") else "a"
                found[free] = self.piece(match.start("s")).phrases
            else:
                found[_FILLED[slot]] = self.piece(match.start(slot)).phrases
        return found

    def _office(self, match: re.Match[str], sentence: Sentence, slot: str) -> Phrase:
        first = self.piece(match.start(slot))
        last = self.pieces[self._index(match.end(slot) - 1)]
        if first.phrases:
            text, start, end = first.phrases[0].text, first.phrases[0].start, first.phrases[0].end
        else:
            start, end = first.start + sentence.start, last.end + sentence.start
            text = sentence.text[first.start : last.end]
        plain = text.removeprefix("new ").removeprefix("next ")
        return Phrase(plain, start + len(text) - len(plain), end)

    def _index(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1


def _is_scenery(action: str, match: re.Match[str], encoded: _Encoded) -> bool:
    """Whether a doer who needs no name is one of those who do such things."""
    if match.re.groupindex.get("k") and action == "marry":
        return encoded.piece(match.start("k")).word in SCENERY["spouse"].split()
    for slot, nouns in SCENERY.items():
        if match.groupdict().get(slot) is not None:
            doer = encoded.piece(match.start(slot)).word
            return doer.split()[-1] in nouns.split()
    return True
