"""The clues of an English quotation: "said X", "X said", "he said", and whoever acts beside it."""

import re
from collections.abc import Mapping, Sequence

from fabula.extraction.rules.english_words import PREPOSITIONS
from fabula.extraction.whole.clues import Clue, Place
from fabula.extraction.whole.english_speech import ANYBODY, MAN_NOUNS, MANNER, SPEECH, WOMAN_NOUNS
from fabula.extraction.whole.quotations import Page, Quotation, Span
from fabula.extraction.whole.sightings import Seen

_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_SENTENCE_END = re.compile(r"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)[.!?]+[\"”’)]*\s+(?=[A-Z\"“‘])|\n[ \t]*\n")
_PRONOUNS = {"he": "m", "she": "f"}
_DETERMINERS = frozenset(["the", "a", "an", "his", "her", "my", "our", "their", "one", "another"])
_DESCRIBED_WORDS = 4
_TAG_REACH, _ADVERBS = 60, 3


class EnglishTags:
    """Reads the clues of a page's quotations; ``seen`` are the names in its text, in order."""

    def __init__(self, page: Page, seen: Sequence[Seen]) -> None:
        self._page = page
        self._text = page.text
        self._named: Mapping[int, Seen] = {one.start: one for one in seen}

    def clues(self, quotation: Quotation) -> list[Clue]:
        """Every clue, tags first."""
        found: list[Clue] = []
        for span in quotation.spans:
            if not self._page.is_closed(span):
                continue
            after, before = self._page.after(span), self._page.before(span)
            found += self._tag_after(span, after) or self._beside(after, is_before=False)
            found += self._tag_before(before) or self._beside(before, is_before=True)
        if not any(one.place is Place.TAG for one in found):
            found += self._leading(quotation)
        return sorted(found, key=lambda one: one.place is not Place.TAG)

    def _tag_after(self, span: Span, after: Span) -> list[Clue]:
        """A tag that follows: the verb first, or its subject first."""
        words = self._words(after[0], min(after[1], after[0] + 3 * _TAG_REACH))
        if not words or words[0][0] - after[0] > 4:  # noqa: PLR2004 - a mark, a dash and a space
            return []
        first = self._text[slice(*words[0])]
        if (first.casefold() in SPEECH and first[0].islower()) or first == "was":
            following = (
                s for at, _ in words[1 : 1 + _ADVERBS] if (s := self._subject(at, Place.TAG, first == "was"))
            )
            return [subject[0] for subject in [next(following, None)] if subject]
        place = Place.BESIDE if self._text[span[0] : span[1]].rstrip().endswith(".") else Place.TAG
        subject = self._subject(words[0][0], place)
        return [subject[0]] if subject and self._speaks(subject[1], after[1]) else []

    def _tag_before(self, before: Span) -> list[Clue]:
        """A tag that leads in: its sentence ends with a comma or a colon, or with the verb."""
        narrated = self._text[slice(*before)].rstrip(" \n\t\"“‘'")
        stop = before[0] + len(narrated)
        start = self._last_sentence(before[0], stop)
        words = self._words(start, stop)
        verb = next((at for at, word in enumerate(reversed(words)) if self._folded(word) in SPEECH), None)
        if not narrated or not words or (narrated[-1] not in ",:-—" and (verb is None or verb > 1)):
            return []
        if verb is None:
            return self._first_of(words, Place.TAG) if narrated[-1] == ":" else []
        return self._subject_of(words, len(words) - 1 - verb)

    def _subject_of(self, words: Sequence[Span], verb: int) -> list[Clue]:
        """Whose verb it is: the nearest subject before it, or the clause's first where it is one of several verbs."""
        before = words[:verb]
        if before and self._folded(before[-1]) in _JOINING:
            return self._first_of(before, Place.TAG)
        near = before[::-1]
        named = [word for word in near if self._folded(word) not in _DETERMINERS]
        return self._first_of(named, Place.TAG) or self._first_of(near, Place.TAG)

    def _first_of(self, words: Sequence[Span], place: Place) -> list[Clue]:
        for at, _ in words:
            subject = self._subject(at, place)
            if subject and not self._is_object(at):
                return [subject[0]]
        return []

    def _is_object(self, at: int) -> bool:
        before = self._text[max(at - 12, 0) : at].split()
        return bool(before) and before[-1].casefold() in PREPOSITIONS

    def _folded(self, word: Span) -> str:
        return self._text[slice(*word)].casefold()

    def _beside(self, part: Span, *, is_before: bool) -> list[Clue]:
        """Who acts in the narration of the same paragraph: the subject nearest to the quotation."""
        start = self._last_sentence(*part) if is_before else part[0]
        near = self._first_of(self._words(start, part[1]), Place.BESIDE)
        return near or (self._first_of(self._words(*part), Place.BESIDE) if is_before else [])

    def _leading(self, quotation: Quotation) -> list[Clue]:
        """Who acts in the last sentence of the paragraph before, if nobody speaks in it."""
        if not quotation.paragraph:
            return []
        part = self._page.paragraphs[quotation.paragraph - 1]
        last = part[1] - 1
        while last > part[0] and not self._text[last].isalnum():
            last -= 1
        if self._page.is_spoken(last):
            return []
        start = self._last_sentence(*part)
        place = Place.TAG if self._text[slice(*part)].rstrip().endswith((":", ",")) else Place.LEADING
        found = self._first_of(self._words(start, part[1]), place)
        if start > part[0] and any(clue.sex for clue in found):
            opening = self._first_of(self._words(part[0], start), Place.LEADING)
            found += [clue for clue in opening if clue.name]
        return found

    def _words(self, start: int, stop: int) -> list[Span]:
        return [match.span() for match in _WORD.finditer(self._text, start, stop)]

    def _last_sentence(self, start: int, stop: int) -> int:
        ends = [
            match.end() for match in _SENTENCE_END.finditer(self._text, start, stop) if match.end() < stop
        ]
        return ends[-1] if ends else start

    def _subject(self, at: int, place: Place, is_owner: bool = False) -> tuple[Clue, int] | None:
        """The name, pronoun or description that begins at a word, and where it ends."""
        if at in self._named:
            seen = self._named[at]
            owned = _OWNED.match(self._text, seen.end)
            return None if bool(owned) != is_owner else (Clue(place, at, name=seen.name), seen.end)
        match = _WORD.match(self._text, at)
        word = match.group() if match else ""
        low = word.casefold()
        if is_owner:
            return (Clue(place, at, sex=_OWNERS[low]), at + 3) if low in _OWNERS else None
        if low in _PRONOUNS:
            return Clue(place, at, sex=_PRONOUNS[low]), at + len(word)
        if word == "I":
            return Clue(place, at, is_self=True), at + 1
        return self._described(at, place) if low in _DETERMINERS and place is Place.TAG else None

    def _described(self, at: int, place: Place) -> tuple[Clue, int] | None:
        """A description, from its determiner to the noun before the verb or the next mark; or the name in it."""
        words: list[str] = []
        end = at
        for start, stop in self._words(at, at + _TAG_REACH)[: _DESCRIBED_WORDS + 1]:
            word = self._text[start:stop].casefold()
            if words and start in self._named:
                return self._subject(start, place)
            if (
                (words and not self._text[end:start].isspace())
                or word in SPEECH
                or word in _STOPS
                or word.endswith("ly")
            ):
                break
            words, end = [*words, word], stop
        if len(words) < 2 or len(words) > _DESCRIBED_WORDS:  # noqa: PLR2004 - a determiner and a noun
            return None
        head = words[-1]
        sex = "m" if head in MAN_NOUNS else "f" if head in WOMAN_NOUNS else ""
        ordinal = [word for word in words[1:-1] if word in _ORDINALS]
        is_plain = not sex and head not in ANYBODY and words[0] == "the"
        described = " ".join(["the", *ordinal, head])
        return Clue(place, at, sex=sex, described=described, is_plain=is_plain), end

    def _speaks(self, start: int, stop: int, *, reach: int = 0) -> bool:
        """Whether a verb of speech comes next, adverbs aside."""
        limit = min(stop, start + (reach or _TAG_REACH))
        words = [self._text[slice(*one)].casefold() for one in self._words(start, limit)]
        if reach:
            return any(word in SPEECH for word in words)
        for word in words[: _ADVERBS + 1]:
            if word in SPEECH:
                return True
            if word not in MANNER and not word.endswith("ly"):
                return False
        return False


_JOINING = frozenset(["and", "then", "but", "or"])
_ORDINALS = frozenset(["first", "second", "third", "other", "elder", "younger", "old"])
_OWNERS = {"his": "m", "her": "f"}
_OWNED = re.compile(r"['’ ]s\b|['’](?=\s)")
_STOPS = frozenset(
    [
        "in",
        "with",
        "as",
        "to",
        "and",
        "who",
        "at",
        "from",
        "on",
        "of",
        "after",
        "when",
        "while",
        "without",
        "who",
        "for",
        "by",
        "looking",
    ]
)
