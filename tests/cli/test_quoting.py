"""Quotes in their surroundings."""

from fabula.cli.quoting import proof_lines
from fabula.graph.facts import Evidence
from fabula.ledger.records import Message
from fabula.ledger.tree import turn_after
from fabula.operations.proofs import Proof


def proof(text, quote):
    turn = turn_after(None, Message(text, speaker="Narrator"))
    start = turn.normal.index(quote)
    return Proof(Evidence(turn.id, 1, quote, start, start + len(quote)), turn)


def test_a_quote_stands_in_its_sentence_between_brackets():
    (line,) = proof_lines(
        proof("It rained. Tom gave the lamp to Ann. She smiled.", "gave the lamp"), coloured=False
    )
    assert line.plain == "    turn 1, Narrator: It rained. Tom [[gave the lamp]] to Ann. She smiled."
