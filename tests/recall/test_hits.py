from dataclasses import replace

from fabula.graph.facts import Evidence, Fact, SlotKey, Standing
from fabula.recall.hits import Hit, last_told

FACT = Fact("f", SlotKey("", "asserted", "a", "likes", ""), "a", "likes", "", "tea", 3, "three")


def test_a_turn_rests_on_itself():
    assert Hit("turn", "one", 10, "Rain.", turn="one").evidence_turns == ("one",)


def test_a_fact_rests_on_the_turns_of_its_evidence_each_once():
    fact = Fact(
        *("f", FACT.slot, "a", "likes", "", "tea", 3, "three"),
        evidence=(Evidence("two", 2, "tea"), Evidence("three", 3, "tea"), Evidence("two", 2, "more tea")),
    )
    assert Hit("fact", "f", 10, "a likes tea", fact=fact, turn="three").evidence_turns == ("two", "three")


def test_a_fact_that_was_told_again_rests_on_the_latest_telling():
    told = (Evidence("one", 1, "tea"), Evidence("eight", 8, "tea"), Evidence("nine", 9, "tea"))
    fact = replace(FACT, evidence=told)
    assert Hit("fact", "f", 10, "a likes tea", fact=fact, turn="three").evidence_turns == ("eight", "nine")


def test_a_fact_was_told_last_where_its_end_was_told():
    ended = replace(FACT, standing=Standing.ENDED, ended_by=(Evidence("nine", 9, "no tea"),))
    assert last_told(ended) == 9
    assert last_told(replace(ended, standing=Standing.SUPERSEDED)) == FACT.opened


def test_a_fact_without_evidence_rests_on_the_turn_that_opened_it():
    assert Hit("fact", "f", 10, "a likes tea", fact=FACT, turn="three").evidence_turns == ("three",)
