"""The evidence of a fact where it stands: the quote, the turn, and the words around it."""

from dataclasses import dataclass

from fabula.graph.facts import Evidence, Fact
from fabula.ledger.records import Turn
from fabula.shapes import BareFactShape, EvidenceShape, evidence_shape
from fabula.story import Story

AROUND = 60
"""How many characters of the turn are shown on either side of a quote."""


class ProofShape(EvidenceShape):
    """A piece of evidence with its speaker and the words around it."""

    speaker: str
    before: str
    after: str


class ProvenShape(BareFactShape):
    """One version of a relation or an attribute, with the words it rests on, where they were told."""

    evidence: list[ProofShape]


@dataclass(frozen=True, slots=True)
class Proof:
    """One piece of evidence with the turn that it stands in; without a turn it is an author's act."""

    piece: Evidence
    turn: Turn | None = None

    def in_context(self) -> tuple[str, str, str]:
        """What stands before the quote, the quote, and what stands after it, each on one line."""
        if self.turn is None or self.turn.purged:
            return "", "", ""
        text, start, end = self.turn.normal, self.piece.start, self.piece.end
        first, last = _word_start(text, start - AROUND), _word_end(text, end + AROUND)
        before, after = _flat(text[first:start]), _flat(text[end:last])
        return (
            ("…" if first else "") + before,
            " ".join(_plain(text[start:end]).split()),
            after + ("…" if last < len(text) else ""),
        )

    def shape(self) -> ProofShape:
        """The piece of evidence with its speaker and the words around it."""
        before, _, after = self.in_context()
        speaker = self.turn.speaker if self.turn else ""
        return {**evidence_shape(self.piece), "speaker": speaker, "before": before, "after": after}


def proofs(told: Story, fact: Fact) -> list[Proof]:
    """The evidence of a fact, in its own order, with the turns."""
    return [Proof(piece) if piece.act else Proof(piece, told.turn(piece.turn)) for piece in fact.evidence]


_CONTROLS = {code: " " for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


def _plain(text: str) -> str:
    return text.translate(_CONTROLS)


def _flat(text: str) -> str:
    """A text on one line that keeps a space at either end."""
    lead = " " if text[:1].isspace() else ""
    trail = " " if text[-1:].isspace() else ""
    return f"{lead}{' '.join(_plain(text).split())}{trail}" if text.strip() else lead


def _word_start(text: str, at: int) -> int:
    """The first start of a word from ``at`` on, where words are written apart."""
    if at <= 0:
        return 0
    space = text.find(" ", at, at + AROUND // 3)
    return at if space < 0 else space + 1


def _word_end(text: str, at: int) -> int:
    if at >= len(text):
        return len(text)
    space = text.rfind(" ", max(at - AROUND // 3, 0), at)
    return at if space < 0 else space
