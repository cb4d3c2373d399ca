"""Answers as lines for a language model."""

import pytest

import fabula
from fabula.operations import OPERATIONS
from fabula.serve.mcp_lines import NOTHING, lines_of


@pytest.fixture
def said():
    story = fabula.open(":memory:", story="moonlit")
    story.tell("Lin Yao gave the silver key to Mira.", speaker="Narrator")
    story.tell("顾守义把青伞交给了沈棠。", speaker="旁白")
    story.extract()

    def lines(name, /, **asked):
        operation = OPERATIONS[name]
        return lines_of(operation.tool, operation.ask(story, **asked))

    yield lines, story
    story.close()


def test_a_fact_shows_its_turn_and_its_words(said):
    lines, _ = said
    assert lines("facts", entity="Mira") == (
        "At turn 2:\n- [turn 1] silver key is held by Mira \u2014 \u201cLin Yao gave the silver key to Mira.\u201d"
    )


def test_a_belief_says_whose_it_is(said):
    lines, story = said
    story.claim("silver key", "held_by", "沈棠", holder="Mira", modality=fabula.Modality.LIED)
    assert "- [turn 2] Mira, lied: silver key在沈棠手里" in lines("facts", beliefs=True)


def test_why_marks_the_quote_and_names_the_author_s_word(said):
    lines, story = said
    assert "turn 2, 旁白: [[顾守义把青伞交给了沈棠。]]" in lines("why", subject="青伞")
    story.claim("青伞", "held_by", "Mira")
    assert "the author said so (act " in lines("why", subject="青伞")


def test_a_former_version_has_both_of_its_turns(said):
    lines, story = said
    story.tell("Mira gave the silver key to Tom.")
    story.extract()
    assert "[turns 1-3]" in lines("timeline", subject="silver key", predicate="held_by")


def test_a_portrait_has_attributes_with_their_history(said):
    lines, story = said
    story.claim("Mira", "mood", value="glad", period=fabula.Period("day 2"))
    shown = lines("entity", entity="Mira")
    assert "Attributes, past ones too:\n- [turn 2, day 2] " in shown


def test_nothing_is_said_in_words(said):
    lines, _ = said
    assert lines("facts", as_of="0") == NOTHING
