"""Cuts an English sentence into names, things, pronouns and plain words, ready for patterns."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from fabula.extraction.rules import english_words as words
from fabula.extraction.rules.english_idioms import idiom_at
from fabula.extraction.rules.english_tokens import (
    ABOUT,
    KIN,
    NAME,
    PAIR,
    PRONOUN,
    THING,
    WORD,
    Piece,
    tokens_of,
)
from fabula.extraction.rules.english_verbs import FINITE
from fabula.extraction.rules.findings import Phrase
from fabula.extraction.rules.listed import word_set

_MAX_THING = 4
_BEFORE_THINGS = words.DETERMINERS - {"no"}
_OPENINGS = words.DETERMINERS | words.POSSESSIVES.keys() | words.PRONOUNS.keys() | {"the"}


class Chunker:
    """Chunks one sentence. ``known`` gives where a known name that starts at a place ends.

    ``is_name`` says whether a lone capital word at the start of a sentence is a name seen elsewhere.
    """

    def __init__(
        self, text: str, offset: int, known: Mapping[int, int], is_name: Callable[[str], bool]
    ) -> None:
        self._text = text
        self._offset = offset
        self._known = known
        self._is_name = is_name
        self._tokens = tokens_of(text)
        self._lows = [token.low for token in self._tokens]

    def pieces(self) -> list[Piece]:
        """The pieces in order, adverbs left out, two names joined by "and" as one pair."""
        found: list[Piece] = []
        at = 0
        while at < len(self._tokens):
            length, plain = idiom_at(self._lows, at)
            if length:
                start, end = self._tokens[at].start, self._tokens[at + length - 1].end
                found += [Piece(WORD, word, start, end) for word in plain]
                at += length
                continue
            piece, at = self._next(at)
            if piece is not None:
                found.append(piece)
        return _paired(found)

    def _next(self, at: int) -> tuple[Piece | None, int]:
        token = self._tokens[at]
        if token.low in _OPENINGS or token.is_capital or token.start in self._known:
            taken = self._named(at) or self._pronoun(at) or self._thing(at)
            if taken is not None:
                return taken
        if _is_adverb(token.low):
            return None, at + 1
        return Piece(WORD, token.low, token.start, token.end), at + 1

    # names

    def _named(self, at: int) -> tuple[Piece, int] | None:
        begin = at + 1 if self._tokens[at].low == "the" and at + 1 < len(self._tokens) else at
        end, is_sure = self._name_end(begin)
        if end == begin:
            return None
        owner = self._phrase(begin, end, is_sure=is_sure, is_epithet=begin > at)
        return self._owned(at, end, owner) or (self._piece(NAME, at, end, owner), end)

    def _name_end(self, at: int) -> tuple[int, bool]:
        """Where the name that starts here ends (at itself if none does), and whether its form makes it sure."""
        token = self._tokens[at]
        if not token.is_capital and token.start not in self._known:
            return at, False
        known = self._known_end(at)
        end = self._capitals_end(at)
        if known >= end:
            return (known, True) if known > at else (at, False)
        lone = end == at + 1
        is_sure = not lone or not (self._opens(at) or token.low in words.TITLES) or self._is_name(token.text)
        return end, is_sure

    def _known_end(self, at: int) -> int:
        stop = self._known.get(self._tokens[at].start)
        if stop is None:
            return at
        end = at
        while end < len(self._tokens) and self._tokens[end].end <= stop:
            end += 1
        return end

    def _capitals_end(self, at: int) -> int:
        token = self._tokens[at]
        if not token.is_capital:
            return at
        is_month = (
            token.low in words.MONTH_NAMES and self._lows[at - 1 : at] == ["the"] and self._is_capital(at + 1)
        )
        if not is_month and (token.low in words.STARTERS if self._opens(at) else _never_names(token.low)):
            return at
        end = at + 1
        while end < len(self._tokens):
            step = self._onward(end)
            if not step:
                break
            end += step
        return end

    def _onward(self, at: int) -> int:
        """How many tokens the name goes on for: a capital word, a stop after a title, a small link."""
        token, before = self._tokens[at], self._tokens[at - 1]
        if token.text == "." and before.low in words.TITLES and self._is_capital(at + 1):
            return 2
        if self._text[before.end : token.start].strip(" \n"):
            return 0
        if token.is_capital and not _never_names(token.low):
            return 1
        if token.low in words.LINKS and token.start > before.end:
            if self._is_capital(at + 1) and self._tokens[at + 1].low in words.TITLES:
                return 0
            return 2 if self._is_capital(at + 1) else 3 if self._is_the_capital(at + 1) else 0
        return 0

    def _is_capital(self, at: int) -> bool:
        return (
            at < len(self._tokens) and self._tokens[at].is_capital and not _never_names(self._tokens[at].low)
        )

    def _is_the_capital(self, at: int) -> bool:
        return at < len(self._tokens) and self._tokens[at].low == "the" and self._is_capital(at + 1)

    def _opens(self, at: int) -> bool:
        return (
            at == 0
            or not any(token.text[0].isalnum() for token in self._tokens[:at])
            or (self._tokens[at - 1].text in {":", "--", "*"})
        )

    # pronouns, and what belongs to somebody

    def _pronoun(self, at: int) -> tuple[Piece, int] | None:
        low = self._tokens[at].low
        if low == "the" and self._is_pair(at + 1):
            return self._piece(
                PRONOUN, at, at + 2, self._phrase(at, at + 2, person=words.PRONOUNS["they"])
            ), at + 2
        if low in words.POSSESSIVES and self._is_noun(at + 1):
            owner = self._phrase(at, at + 1, person=words.POSSESSIVES[low])
            return self._belonging(at, at + 1, owner)
        if low in words.PRONOUNS:
            phrase = self._phrase(at, at + 1, person=words.PRONOUNS[low])
            return self._piece(PRONOUN, at, at + 1, phrase), at + 1
        return None

    def _is_pair(self, at: int) -> bool:
        """Whether "two" or "pair" stands here by itself, for two people named before."""
        lows = self._lows[at : at + 2]
        return lows[:1] in (["two"], ["pair"]) and (
            len(lows) == 1 or lows[1] in FINITE or not lows[1].isalpha()
        )

    def _owned(self, at: int, end: int, owner: Phrase) -> tuple[Piece, int] | None:
        if end >= len(self._tokens) or self._tokens[end].low != "'s" or not self._is_noun(end + 1):
            return None
        return self._belonging(at, end + 1, owner)

    def _belonging(self, at: int, noun: int, owner: Phrase) -> tuple[Piece, int]:
        if not owner.person and idiom_at(self._lows, noun - 1)[0]:
            return self._piece(NAME, at, noun - 1, owner), noun - 1
        end = self._nouns_end(noun)
        for stop in range(noun + 1, end + 1):
            low = self._tokens[stop - 1].low
            if low in words.KIN and all(t.low in words.KIN_ADJECTIVES for t in self._tokens[noun : stop - 1]):
                return Piece(KIN, low, self._tokens[at].start, self._tokens[stop - 1].end, (owner,)), stop
        head = self._tokens[end - 1].low if end > noun else ""
        if head in words.BODY:
            return Piece(ABOUT, head, self._tokens[at].start, self._tokens[end - 1].end, (owner,)), end
        if end == noun or head in words.LITERAL_NOUNS:
            code = PRONOUN if owner.person else NAME
            return self._piece(code, at, noun, owner), noun - 1 if not owner.person else noun
        return self._piece(THING, at, end, self._phrase(noun, end)), end

    # things

    def _thing(self, at: int) -> tuple[Piece, int] | None:
        if self._lows[at] not in _BEFORE_THINGS or not self._is_noun(at + 1):
            return None
        if self._tokens[at + 1].is_capital:
            return None
        end = self._nouns_end(at + 1)
        if end == at + 1 or self._tokens[end - 1].low in words.LITERAL_NOUNS:
            return None
        is_definite = self._tokens[at].low == "the"
        return self._kin_of(at, end) or (
            self._piece(THING, at, end, self._phrase(at + 1, end, is_epithet=is_definite)),
            end,
        )

    def _kin_of(self, at: int, end: int) -> tuple[Piece, int] | None:
        noun = self._tokens[end - 1].low
        if noun not in words.KIN or end + 1 >= len(self._tokens) or self._tokens[end].low != "of":
            return None
        if not {"sworn", "blood"}.isdisjoint(self._lows[at:end]):
            return None
        stop, is_sure = self._name_end(end + 1)
        if stop == end + 1:
            return None
        owner = self._phrase(end + 1, stop, is_sure=is_sure)
        return Piece(KIN, noun, self._tokens[at].start, self._tokens[stop - 1].end, (owner,)), stop

    def _nouns_end(self, at: int) -> int:
        known = self._known_end(at) if at < len(self._tokens) else at
        if known > at:
            return known
        end = at
        while end < min(len(self._tokens), at + _MAX_THING) and self._is_noun(end, is_first=end == at):
            end += 1
        return end

    def _is_noun(self, at: int, *, is_first: bool = True) -> bool:
        if at >= len(self._tokens):
            return False
        token = self._tokens[at]
        if not token.text[0].isalpha() or token.low in _NO_NOUNS or (_is_adverb(token.low) and not is_first):
            return False
        ends_it = token.is_capital or (token.low in FINITE and token.low not in words.ITEM_NOUNS)
        return is_first or not ends_it

    # making

    def _phrase(
        self, start: int, end: int, *, person: int = 0, is_sure: bool = True, is_epithet: bool = False
    ) -> Phrase:
        first, last = self._tokens[start].start, self._tokens[end - 1].end
        text = " ".join(self._text[first:last].split())
        return Phrase(text, first + self._offset, last + self._offset, person, is_sure, is_epithet)

    def _piece(self, code: str, start: int, end: int, phrase: Phrase) -> Piece:
        first, last = self._tokens[start].start, self._tokens[end - 1].end
        return Piece(code, phrase.text.casefold(), first, last, (phrase,))


_NO_NOUNS = (
    words.PREPOSITIONS
    | words.CONJUNCTIONS
    | words.DETERMINERS
    | words.OTHER_PRONOUNS
    | frozenset(words.PRONOUNS)
    | word_set("yesterday today tomorrow tonight ago not away no~longer")
) - {"own"}


def _never_names(low: str) -> bool:
    return (
        low in words.NOT_NAMES
        or low in words.PRONOUNS
        or low in words.DETERMINERS
        or low in words.OTHER_PRONOUNS
    )


def _is_adverb(low: str) -> bool:
    return low in words.ADVERBS or (
        low.endswith("ly") and low not in words.KEPT_LY and len(low) > len("only")
    )


def _paired(pieces: list[Piece]) -> list[Piece]:
    found: list[Piece] = []
    for piece in pieces:
        joins = len(found) > 1 and found[-1].word == "and" and found[-1].code == WORD
        if joins and piece.code in {NAME, PRONOUN} and found[-2].code in {NAME, PRONOUN}:
            first = found[-2]
            both = (*first.phrases, *piece.phrases)
            found[-2:] = [replace(first, code=PAIR, word="", end=piece.end, phrases=both)]
        else:
            found.append(piece)
    return found
