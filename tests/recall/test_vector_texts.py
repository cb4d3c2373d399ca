from fabula.claims import Assertion, EntityClaim, Quote
from fabula.ledger.records import Message
from fabula.recall.shelf import Shelf
from fabula.recall.vector_texts import (
    MOST_CHARACTERS,
    entity_texts,
    fact_texts,
    turn_key,
    turn_text,
    turn_texts,
)
from fabula.testing.ledger_rows import line, turn

TEXT = "Mira took the silver key."


def key_story(tell):
    claims = [
        EntityClaim("Mira", summary="a thief"),
        EntityClaim("silver key", "item"),
        Assertion("silver key", "held_by", object="Mira", evidence=(Quote(0, 0, len(TEXT), TEXT),)),
    ]
    return tell(("Rain.", []), (TEXT, claims))


def test_a_turn_is_embedded_with_its_speaker():
    said = turn("  月亮出来了。\n", message=Message("  月亮出来了。\n", speaker="林瑶"))
    assert turn_text(said) == "林瑶: 月亮出来了。"
    assert turn_text(turn(" The moon. ")) == "The moon."


def test_a_very_long_turn_is_embedded_by_its_beginning():
    assert len(turn_text(turn("月" * 9_000))) == MOST_CHARACTERS


def test_equal_words_of_one_speaker_are_one_text_whatever_stands_around_them():
    turns = line(["Yes.", "No.", " Yes.\n"])
    texts = turn_texts([one.stem for one in turns], ())
    assert len(texts.keys) == 2
    assert texts.bearers[turn_key("", turns[0].key)] == (turns[0].id, turns[2].id)


def test_equal_words_of_two_speakers_are_two_texts():
    assert turn_key("Mira", "k") != turn_key("林瑶", "k")


def test_a_line_that_has_grown_has_the_same_texts_as_one_made_at_once():
    stems = [one.stem for one in line(["Yes.", "No.", "Yes.", "Rain."])]
    before = turn_texts(stems[:2], ())
    assert turn_texts(stems[2:], (), before) == turn_texts(stems, ())
    assert len(before.keys) == 2


def test_purged_turns_have_no_text():
    turns = line(["Yes.", "No."])
    texts = turn_texts([one.stem for one in turns], {turns[0].id})
    assert texts.ids == (turns[1].id,)


def test_facts_are_embedded_by_their_phrases(tell):
    told = key_story(tell)
    texts = fact_texts(told.view, Shelf())
    assert list(texts.said.values()) == ["silver key is held by Mira"]
    assert texts.ids == tuple(fact.id for fact in told.view.told())


def test_entities_are_embedded_by_their_names_and_what_is_said_of_them(tell):
    texts = entity_texts(key_story(tell).view)
    assert list(texts.said.values()) == ["silver key", "Mira: a thief"]


def test_facts_and_entities_count_with_the_turn_that_brought_them(tell):
    view = key_story(tell).view
    assert fact_texts(view, Shelf(), range(1, 2)).keys == entity_texts(view, range(1, 2)).keys == ()
    assert len(fact_texts(view, Shelf(), range(2, 3)).keys) == 1
    assert len(entity_texts(view, range(2, 3)).keys) == 2


def test_cosines_go_to_everyone_who_bears_the_text():
    turns = line(["Yes.", "No.", "Yes."])
    texts = turn_texts([one.stem for one in turns], ())
    assert texts.scored([0.5, 0.25]) == {turns[0].id: 0.5, turns[2].id: 0.5, turns[1].id: 0.25}
    assert texts.scored([None, 0.25]) == {turns[1].id: 0.25}


def test_cosines_of_texts_that_differ_go_to_each():
    turns = line(["Yes.", "No."])
    texts = turn_texts([one.stem for one in turns], ())
    assert texts.scored([0.5, 0.25]) == {turns[0].id: 0.5, turns[1].id: 0.25}
    assert texts.scored([0.5, None]) == {turns[0].id: 0.5}
