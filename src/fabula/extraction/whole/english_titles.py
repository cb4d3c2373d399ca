"""English names taken apart: title, given names, surname; and what a title tells of its bearer."""

import re
from dataclasses import dataclass
from functools import lru_cache

from fabula.extraction.rules.listed import word_set
from fabula.extraction.whole.english_given import sex_of_given

MALE_TITLES = word_set(
    """mr mister sir lord master king prince duke count earl baron father brother uncle monsieur m signor signore herr
    don captain major colonel general sergeant lieutenant admiral commander corporal reverend rev bishop squire
    inspector messrs don emperor abbot capt col gen lt sgt sheriff grandfather"""
)
FEMALE_TITLES = word_set(
    """mrs miss ms lady queen princess duchess countess baroness mother sister aunt madam madame mme mademoiselle mlle
    signora signorina frau fraulein mistress dame empress abbess widow grandmother granny nurse"""
)
OTHER_TITLES = word_set(
    "dr doctor professor prof judge saint st old young little poor dear cousin officer chief"
)
TITLES = MALE_TITLES | FEMALE_TITLES | OTHER_TITLES
RANKS = word_set(
    """captain major colonel general sergeant lieutenant admiral commander corporal reverend rev bishop inspector
    king prince duke count earl baron queen princess duchess countess baroness emperor empress abbot abbess sheriff"""
)
"""Titles that one member of a family has and the others have not."""
WEAK = word_set("old young little poor dear")
_SAME_TITLE = {
    "mister": "mr", "mistress": "mrs", "doctor": "dr", "prof": "professor", "rev": "reverend", "capt": "captain",
    "col": "colonel", "gen": "general", "lt": "lieutenant", "sgt": "sergeant", "signore": "signor", "m": "monsieur",
    "mme": "madame", "mlle": "mademoiselle", "ms": "miss", "st": "saint",
}  # fmt: skip
_LINKS = word_set("of de la le du van von der den di da del the and")
_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Parts:
    """A name's parts, folded. A single word without a title stands in ``last`` with ``given`` empty."""

    title: str
    given: tuple[str, ...]
    last: str
    is_described: bool = False

    @property
    def sex(self) -> str:
        """``m``, ``f`` or empty, by title and then by given name."""
        if self.title in MALE_TITLES:
            return "m"
        if self.title in FEMALE_TITLES:
            return "f"
        first = self.given[0] if self.given else ("" if self.title else self.last)
        return "" if self.is_described else sex_of_given(first)

    @property
    def is_full(self) -> bool:
        """Whether it has a given name and a surname."""
        return bool(self.given) and bool(self.last)


@lru_cache(maxsize=1 << 14)
def parts_of(name: str) -> Parts:
    """The parts of an English name as it is written."""
    words = [word.casefold() for word in _WORD.findall(name)]
    described = bool(words) and words[0] in {"the", "a", "an"}
    if described:
        return Parts("", tuple(words[1:-1]), words[-1], is_described=True)
    title = ""
    while len(words) > 1 and words[0] in TITLES:
        if not title or title in WEAK:
            title = _SAME_TITLE.get(words[0], words[0])
        words = words[1:]
    if len(words) > 1 and words[-2] in _LINKS:
        at = next(place for place, word in enumerate(words) if word in _LINKS)
        return Parts(title, tuple(words[:at]) if at else (), " ".join(words[at:] if at else words))
    return Parts("" if title in WEAK else title, tuple(words[:-1]), words[-1] if words else "")
