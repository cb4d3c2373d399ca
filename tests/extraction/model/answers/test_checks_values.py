"""A value, a death and a title need a word of the sentence."""

import pytest

from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.answers.checks_values import tells_of_death
from fabula.extraction.model.items import Answer, Item, ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Turn


def judge(item, *texts):
    turns = [
        Turn(f"t{at}", f"t{at - 1}", at, "assistant", "", text, f"k{at}") for at, text in enumerate(texts, 1)
    ]
    return checked(Answer((item,)), sheet_of(Window(tuple(turns), 0), View()))


def value(name, predicate, text, at="1.1"):
    return Item(ItemKind.FACT, at, name=name, predicate=predicate, value=text)


@pytest.mark.parametrize("text", ["Brom stabbed Hal.", "Hal was poisoned.", "Hal fell asleep."])
def test_a_death_without_a_word_of_death_is_refused(text):
    answer = judge(value("Hal", "status", "dead"), text)
    assert [one.reason for one in answer.refused] == ["No word of the sentence says that anybody died."]


@pytest.mark.parametrize("text", ["林风被刺了一剑。", "林风中了毒。"])
def test_a_death_without_a_chinese_word_of_death_is_refused(text):
    assert judge(value("林风", "status", "dead"), text).items == ()


@pytest.mark.parametrize(
    "text", ["Hal died at dawn.", "They buried Hal at noon.", "林风断了气。", "众人葬了林风。"]
)
def test_words_of_death(text):
    assert tells_of_death(text)


def test_a_value_shares_a_word_with_what_was_read():
    assert judge(value("Hal", "mood", "furious"), "Hal ate soup.").items == ()
    assert judge(value("林风", "心情", "愤怒"), "林风喝汤。").items == ()
    assert judge(value("Hal", "mood", "furious"), "Hal was furiously pacing.").items
    assert judge(value("林风", "心情", "愤怒"), "林风怒了。").items
    assert judge(value("Hal", "age", "32"), "Hal is thirty-two.").items
    assert judge(value("Hal", "gender", "male"), "Hal put on his hat.").items


def test_speaking_is_no_fact():
    for predicate, text in (("said", "Hal spoke to Isa."), ("told", "Hal told Isa."), ("说", "Hal说Isa。")):
        answer = judge(Item(ItemKind.FACT, "1.1", name="Hal", predicate=predicate, object="Isa"), text)
        assert answer.refused[0].reason == "It says that somebody spoke, which is no fact of the story."


def test_an_event_shares_a_word_with_its_sentence():
    fire = Item(ItemKind.EVENT, "1.1", name="the great fire", summary="A mill burned down.")
    assert judge(fire, "Hal ate soup.").items == ()
    (item,) = judge(
        Item(ItemKind.EVENT, "1.1", name="soup", summary="A mill burned down."), "Hal ate soup."
    ).items
    assert item.summary == ""
    assert judge(Item(ItemKind.EVENT, "1.1", name="大火"), "林风喝汤。").items == ()


def test_a_sentence_of_the_models_own_brings_in_no_new_words():
    item = Item(
        ItemKind.FACT, "1.1", name="Hal", predicate="holds", object="lute", sentence="Hal has the lute."
    )
    assert judge(item, "Hal took the lute.").items[0].sentence == "Hal has the lute."
    lie = Item(
        ItemKind.FACT, "1.1", name="Hal", predicate="holds", object="lute", sentence="Hal burned the lute."
    )
    answer = judge(lie, "Hal took the lute.")
    assert answer.items[0].sentence == ""
    assert answer.refused[0].reason == 'The sentence says "burned", which its sentence does not.'


def test_a_sentence_that_was_not_shown_is_refused():
    answer = judge(
        Item(ItemKind.FACT, "9.9", name="Hal", predicate="holds", object="lute"), "Hal took the lute."
    )
    assert [one.reason for one in answer.refused] == ["There is no sentence 9.9."]


def test_a_claim_is_not_put_into_another_turn():
    lute = Item(ItemKind.FACT, "2.1", name="Hal", predicate="holds", object="lute")
    assert judge(lute, "Hal took the lute.", "Rain fell.").items == ()


def test_a_clause_is_no_name():
    clause = Item(ItemKind.FACT, "1.1", name="I never forget a face", predicate="trusts", object="Hal")
    assert judge(clause, "I never forget a face, Hal.").items == ()
    chinese = Item(ItemKind.FACT, "1.1", name="我从不忘记", predicate="信任", object="林风")
    assert judge(chinese, "我从不忘记林风。").items == ()
