"""The clues of a Chinese quotation: X道, X笑着说, 他问, and whoever acts beside it."""

import re
from collections.abc import Mapping, Sequence

from fabula.extraction.whole.chinese_words import HAN, SPEECH
from fabula.extraction.whole.clues import Clue, Place
from fabula.extraction.whole.quotations import Page, Quotation, Span
from fabula.extraction.whole.sightings import Seen

_VERB = "|".join(sorted(SPEECH, key=len, reverse=True))
_LEADS_IN = re.compile(rf"(?:{_VERB})[着了]?[{HAN}]{{0,6}}[：:，,]?\s*$")
_FOLLOWS = re.compile(rf"^[，,。…—\s]*(?P<who>[{HAN}·]{{1,8}}?)[{HAN}]{{0,6}}?(?:{_VERB})(?!起)")
_SENTENCE_END = re.compile(r"[。！？；…\n]")
_PRONOUNS = {"他": "m", "她": "f"}
_SELVES = frozenset("我吾俺")
_OBJECT_BEFORE = re.compile(
    r"(?:对|向|跟|与|和|同|给|把|被|朝|冲|替|为|问|见|看|看着|望着|拉着|听|叫|唤|谓|告)$"
)
_HUNDRED = 100


class ChineseTags:
    """Reads the clues of a page's quotations; ``seen`` are the names in its text, in order."""

    def __init__(self, page: Page, seen: Sequence[Seen]) -> None:
        self._page = page
        self._text = page.text
        self._named: Mapping[int, Seen] = {one.start: one for one in seen}

    def clues(self, quotation: Quotation) -> list[Clue]:
        """Every clue, tags first."""
        found: list[Clue] = []
        for span in quotation.spans:
            if self._page.is_closed(span):
                found += self._before(self._page.before(span)) + self._after(self._page.after(span))
        if not found:
            found += self._leading(quotation)
        return sorted(found, key=lambda one: one.place is not Place.TAG)

    def _before(self, part: Span) -> list[Clue]:
        """Who speaks or acts in what leads in: 宝玉笑道：“."""
        narrated = self._text[slice(*part)].rstrip("“「『\"' \n\u3000”」』")
        start = self._last_sentence(part[0], part[0] + len(narrated))
        place = Place.TAG if narrated.endswith(("：", ":")) or _LEADS_IN.search(narrated) else Place.BESIDE
        near = self._subject(start, part[0] + len(narrated), place)
        return near or self._subject(part[0], part[0] + len(narrated), Place.BESIDE)

    def _after(self, part: Span) -> list[Clue]:
        """Who speaks or acts in what follows: ”宝玉笑着说."""
        start = min(part[0] + 1, part[1])
        stop = next((m.start() for m in _SENTENCE_END.finditer(self._text, start, part[1])), part[1])
        follows = _FOLLOWS.match(self._text[start:stop])
        leads_on = self._text[slice(*part)].rstrip("“「『\"' \n\u3000").endswith(("：", ":"))
        if leads_on and "。" not in self._text[start : part[1]]:
            return []
        ends = start + follows.end() if follows else stop
        return self._subject(start, ends if follows else stop, Place.TAG if follows else Place.BESIDE)

    def _leading(self, quotation: Quotation) -> list[Clue]:
        """Who acts in the last sentence of the paragraph before, if nobody speaks in it."""
        if not quotation.paragraph:
            return []
        part = self._page.paragraphs[quotation.paragraph - 1]
        words = self._text[slice(*part)].rstrip()
        if not words or self._page.is_spoken(part[0] + len(words) - 2):
            return []
        place = Place.TAG if words.endswith(("：", ":")) else Place.LEADING
        return self._subject(self._last_sentence(part[0], part[0] + len(words)), part[1], place)

    def _last_sentence(self, start: int, stop: int) -> int:
        ends = [match.end() for match in _SENTENCE_END.finditer(self._text, start, max(stop - 1, start))]
        return ends[-1] if ends else start

    def _subject(self, start: int, stop: int, place: Place) -> list[Clue]:
        """The first name or pronoun of a stretch that is nobody's object."""
        for at in range(start, stop):
            if _OBJECT_BEFORE.search(self._text, max(at - 2, start), at):
                continue
            if at in self._named:
                return [Clue(place, at, name=self._named[at].name)]
            char = self._text[at]
            if char in _PRONOUNS and self._text[at + 1 : at + 2] not in ("们", "的"):
                return [Clue(place, at, sex=_PRONOUNS[char])]
            if char in _SELVES and place is Place.TAG and self._text[at + 1 : at + 2] not in ("们", "的"):
                return [Clue(place, at, is_self=True)]
        return []
