"""Quotes in their surroundings."""

from fabula.graph.facts import Evidence
from fabula.ledger.records import Message
from fabula.ledger.tree import turn_after
from fabula.operations.proofs import Proof


def proof(text, quote):
    turn = turn_after(None, Message(text, speaker="Narrator"))
    start = turn.normal.index(quote)
    return Proof(Evidence(turn.id, 1, quote, start, start + len(quote)), turn)


def test_far_words_are_left_out():
    before, quote, after = proof("word " * 60 + "HERE" + " word" * 60, "HERE").in_context()
    assert (before[0], quote, after[-1]) == ("…", "HERE", "…")
    assert len(before) < 80
    assert before.endswith("word ")


def test_chinese_words_are_cut_where_they_stand():
    before, quote, after = proof("雨" * 200 + "青伞" + "雨" * 200, "青伞").in_context()
    assert (quote, before[0], after[-1]) == ("青伞", "…", "…")
    assert len(before) <= 61


def test_a_quote_over_lines_is_shown_on_one():
    assert proof("Tom\ngave\nit", "Tom\ngave").in_context() == ("", "Tom gave", " it")


def test_a_proof_has_its_speaker_and_an_author_s_word_has_none():
    assert proof("Tom gave it to Ann.", "gave").shape()["speaker"] == "Narrator"
    said = Proof(Evidence("", 1, act="abc")).shape()
    assert (said["act"], said["speaker"], said["before"]) == ("abc", "", "")
