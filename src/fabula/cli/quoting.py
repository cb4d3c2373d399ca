"""Words as evidence: a quote shown where it stands, and the reasons of a hit."""

from collections.abc import Iterable

from rich.text import Text

from fabula.claims.statements import Modality
from fabula.cli.show import Part, clip, one_line, short, styled, thousandths
from fabula.graph.facts import Fact
from fabula.graph.view import View
from fabula.operations.asking import is_canon
from fabula.operations.proofs import Proof
from fabula.recall.hits import Hit, Reason

_OPEN, _CLOSE = "[[", "]]"


def proof_lines(proof: Proof, *, coloured: bool) -> Iterable[Text]:
    """The quote in the words around it, marked by colour or by double brackets."""
    if proof.turn is None:
        yield styled(f"    the author said so (act {short(proof.piece.act)})")
        return
    speaker = f", {one_line(proof.turn.speaker)}" if proof.turn.speaker else ""
    yield styled((f"    turn {proof.turn.number}{speaker}: ", "dim"), *_parts(proof, coloured=coloured))


def _parts(proof: Proof, *, coloured: bool) -> Iterable[Part]:
    before, quote, after = proof.in_context()
    if not quote:
        return ("(purged)",)
    return (before, (quote, "bold yellow") if coloured else f"{_OPEN}{quote}{_CLOSE}", after)


def since(fact: Fact) -> str:
    """The turns over which a version held: ``12``, or ``12-30`` if it is closed."""
    return str(fact.opened) if fact.closed is None else f"{fact.opened}-{fact.closed}"


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
