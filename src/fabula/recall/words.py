"""BM25 over segments that never change, with statistics summed for the one line searched.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009). Documents are
found through postings, so a search costs what its words touch.
"""

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from fabula.recall.tokens import FULL, terms

SEGMENT = 256
"""Documents in a full segment: a place in it fits a byte."""

K1 = 0.9
B = 0.3
"""How soon a word said again counts less, and how much long texts are held back: a long turn of a story
is mostly about more, not about the same in more words, so less than the usual 1.2 and 0.75."""

MOST_ASKED = 8
"""Of how many words of a cue a text that is entirely right says its share."""

_GRAIN = 1024  # an idf is kept in whole 1/1024ths: logarithms may differ in their last bit between machines
_MOST_TIMES = 255
_LONGEST = 4095


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that can be found: a turn, or a fact's phrase. ``number`` is the turn's.

    Of a turn, ``day`` is the day on which it was sent (counted from the year 1), ``part`` is the label of
    the session or chapter that it opens or belongs to, and ``present`` is who was there, if anybody said.
    """

    id: str
    number: int
    speaker: str
    text: str
    day: int | None = None
    part: str = ""
    present: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A passage with its terms counted."""

    passage: Passage
    counts: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class Segment:
    """At most 256 documents with their postings: for each term the bytes (place, count, place, count, ...).

    ``voices`` are the speakers.
    """

    passages: tuple[Passage, ...]
    lengths: "array[int]"
    total: int
    postings: Mapping[str, bytes]
    voices: frozenset[str] = frozenset()


NO_SEGMENT = Segment((), array("H"), 0, {})


@dataclass(frozen=True, slots=True)
class Shelved:
    """The documents of one line. Places count from 0 along all segments, of which only the last may not be full."""

    segments: tuple[Segment, ...] = ()

    def __len__(self) -> int:
        return SEGMENT * (len(self.segments) - 1) + len(self.segments[-1].passages) if self.segments else 0

    def passage(self, place: int) -> Passage:
        """The passage at a place."""
        at, inside = divmod(place, SEGMENT)
        return self.segments[at].passages[inside]

    def passages(self) -> Iterator[Passage]:
        """Every passage in order."""
        for segment in self.segments:
            yield from segment.passages

    def voices(self) -> tuple[str, ...]:
        """Everybody who speaks, in the order of their names."""
        found = frozenset[str]().union(*(one.voices for one in self.segments))
        return tuple(sorted(found - {""}))

    def lengths(self) -> "array[int]":
        """How many terms each document has, by place."""
        lengths = array("H")
        for segment in self.segments:
            lengths.extend(segment.lengths)
        return lengths

    def counts(self, term: str) -> dict[int, int]:
        """How often each document that has a term says it, by place."""
        counts: dict[int, int] = {}
        for at, segment in enumerate(self.segments):
            pairs = segment.postings.get(term)
            if pairs:
                base = SEGMENT * at
                places = (base + place for place in pairs[::2])
                counts.update(zip(places, pairs[1::2], strict=True))
        return counts

    def said_at(self, place: int, wanted: Iterable[str]) -> frozenset[str]:
        """Those of some terms that the document at a place says."""
        at, inside = divmod(place, SEGMENT)
        postings = self.segments[at].postings
        return frozenset(term for term in wanted if inside in postings.get(term, b"")[::2])

    def grown(self, documents: Sequence[Document]) -> "Shelved":
        """The same line with more documents behind it; what is there already is not looked at again."""
        room = -len(self) % SEGMENT
        starts = range(room, len(documents), SEGMENT)
        segments = self.segments
        if room and documents:
            segments = (*segments[:-1], sealed(documents[:room], segments[-1]))
        return Shelved((*segments, *(sealed(documents[start : start + SEGMENT]) for start in starts)))


@dataclass(frozen=True, slots=True)
class Found:
    """Scores by place. ``full`` is about what a document scores that says the weightiest words of a cue once."""

    scores: Mapping[int, float]
    full: float


NOTHING_FOUND = Found({}, 0.0)


def document(passage: Passage, also: str = "") -> Document:
    """A passage as a document; the speaker's name and the words of ``also`` count as said."""
    counts = Counter(terms(f"{passage.speaker}\n{passage.text}\n{also}"))
    return Document(passage, counts, min(counts.total(), _LONGEST))


def sealed(documents: Sequence[Document], before: Segment = NO_SEGMENT) -> Segment:
    """Documents as a segment, behind those of another one, which stays as it was."""
    postings: dict[str, bytearray] = {}
    for place, one in enumerate(documents, len(before.passages)):
        for term, count in one.counts.items():
            postings.setdefault(term, bytearray()).extend((place, min(count, _MOST_TIMES)))
    fresh = {term: before.postings.get(term, b"") + bytes(pairs) for term, pairs in postings.items()}
    lengths = array("H", (one.length for one in documents))
    passages = tuple(one.passage for one in documents)
    return Segment(
        passages=before.passages + passages,
        lengths=before.lengths + lengths,
        total=before.total + sum(lengths),
        postings={**before.postings, **fresh},
        voices=before.voices.union(one.speaker for one in passages),
    )


def search(shelved: Shelved, weights: Mapping[str, int]) -> Found:
    """The BM25 score of every document that says a word of the cue; weights are thousandths."""
    size = len(shelved)
    if not size or not weights:
        return NOTHING_FOUND
    norms = _norms(shelved, size)
    scores: dict[int, float] = {}
    worth: list[float] = []
    for term, weight in sorted(weights.items()):
        worth.append(idf_of(size, _holding(shelved, term)) * weight / FULL)
        _add(scores, shelved, term, worth[-1], norms)
    return Found(scores, full_of(worth))


def full_of(worth: Iterable[float]) -> float:
    """What the weightiest words of a cue are worth together: of a long message no text says all."""
    return sum(nlargest(MOST_ASKED, worth))


def _add(scores: dict[int, float], shelved: Shelved, term: str, idf: float, norms: Sequence[float]) -> None:
    top = idf * (K1 + 1)
    score = scores.get
    base = 0
    for segment in shelved.segments:
        pairs = segment.postings.get(term)
        if pairs:
            lengths = segment.lengths
            for place, count in zip(pairs[::2], pairs[1::2], strict=True):
                at = base + place
                scores[at] = score(at, 0.0) + top * count / (count + norms[lengths[place]])
        base += SEGMENT


def _norms(shelved: Shelved, size: int) -> list[float]:
    """The length part of the formula, for every length up to the greatest."""
    total = sum(segment.total for segment in shelved.segments)
    longest = max(max(segment.lengths) for segment in shelved.segments)
    average = max(total / size, 1.0)
    return [K1 * (1 - B + B * length / average) for length in range(longest + 1)]


def _holding(shelved: Shelved, term: str) -> int:
    return sum(len(segment.postings.get(term, b"")) for segment in shelved.segments) // 2


def idf_of(size: int, holding: int) -> float:
    """What finding a term says, of ``size`` documents of which ``holding`` have it."""
    return round(_GRAIN * math.log(1 + (size - holding + 0.5) / (holding + 0.5))) / _GRAIN
