"""Words as evidence: a quote shown where it stands, and the reasons of a hit."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from fabula.claims.statements import NARRATOR, Modality
from fabula.shapes import evidence_shape
from fabula.cli.show import Part, clip, one_line, short, styled, thousandths
from fabula.graph.facts import Evidence, Fact
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.recall.hits import Hit, Reason
from fabula.story import Story

AROUND = 60
"""How many characters of the turn are shown on either side of a quote."""

_OPEN, _CLOSE = "[[", "]]"


@dataclass(frozen=True, slots=True)
class Proof:
    """One piece of evidence with the turn that it stands in; without a turn it is an author's act."""

    piece: Evidence
    turn: Turn | None = None

    def lines(self, *, coloured: bool) -> Iterable[Text]:
        """The quote in the words around it, marked by colour or by double brackets."""
        if self.turn is None:
            yield styled(f"    the author said so (act {short(self.piece.act)})")
            return
        speaker = f", {one_line(self.turn.speaker)}" if self.turn.speaker else ""
        yield styled((f"    turn {self.turn.number}{speaker}: ", "dim"), *self._parts(coloured=coloured))

    def _parts(self, *, coloured: bool) -> Iterable[Part]:
        before, quote, after = self.in_context()
        if not quote:
            return ("(purged)",)
        return (before, (quote, "bold yellow") if coloured else f"{_OPEN}{quote}{_CLOSE}", after)

    def in_context(self) -> tuple[str, str, str]:
        """What stands before the quote, the quote, and what stands after it, each on one line."""
        if self.turn is None or self.turn.purged:
            return "", "", ""
        text, start, end = self.turn.normal, self.piece.start, self.piece.end
        first, last = _word_start(text, start - AROUND), _word_end(text, end + AROUND)
        before, after = _flat(text[first:start]), _flat(text[end:last])
        return (
            ("…" if first else "") + before,
            one_line(text[start:end]),
            after + ("…" if last < len(text) else ""),
        )


def proofs(told: Story, fact: Fact) -> list[Proof]:
    """The evidence of a fact, in its own order, with the turns."""
    return [Proof(piece) if piece.act else Proof(piece, told.turn(piece.turn)) for piece in fact.evidence]


def proof_shape(proof: Proof) -> dict[str, Any]:
    """A piece of evidence with its speaker and the words around it, as a JSON object."""
    before, _, after = proof.in_context()
    speaker = proof.turn.speaker if proof.turn else ""
    return evidence_shape(proof.piece) | {"speaker": speaker, "before": before, "after": after}


def since(fact: Fact) -> str:
    """The turns over which a version held: ``12``, or ``12-30`` if it is closed."""
    return str(fact.opened) if fact.closed is None else f"{fact.opened}-{fact.closed}"


def is_canon(fact: Fact) -> bool:
    """Whether the narrator says so, and means it."""
    return fact.holder == NARRATOR and fact.modality is Modality.ASSERTED


def whose(fact: Fact, view: View) -> str:
    """Whose word a fact is that is not canon, and how it was meant: ``Rusk, lied: ``."""
    if is_canon(fact):
        return ""
    manner = "" if fact.modality is Modality.ASSERTED else fact.modality.value
    return ", ".join(part for part in (view.name_of(fact.holder), manner) if part) + ": "


def first_quote(fact: Fact) -> str:
    """The first words that a fact rests on; nothing for the author's own word."""
    return next((piece.quote for piece in fact.evidence if piece.quote), "")


def words_of(fact: Fact, cells: int = 60) -> Text:
    """The first quote of a fact, cut to so many cells, or that the author said so."""
    quote = first_quote(fact)
    if quote:
        return clip(quote, cells)
    return styled(("the author's word" if fact.by_author else "", "dim"))


def reasons_of(hit: Hit) -> str:
    """A hit's reasons on one line: each lane with its part of the score and the words it rests on."""
    return ", ".join(map(_reason, hit.reasons))


def _reason(reason: Reason) -> str:
    words = f" ({one_line(' '.join(reason.words))})" if reason.words else ""
    return f"{reason.lane} {thousandths(reason.score)}{words}"


def _flat(text: str) -> str:
    """A text on one line that keeps a space at either end."""
    lead = " " if text[:1].isspace() else ""
    trail = " " if text[-1:].isspace() else ""
    return f"{lead}{one_line(text)}{trail}" if text.strip() else lead


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
