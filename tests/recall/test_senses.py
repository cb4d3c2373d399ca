import pytest

from fabula.claims import Modality
from fabula.recall.senses import BONDS, sense_of


@pytest.mark.parametrize(
    ("cue", "predicate"),
    [
        ("Where is Mira now?", "located_in"),
        ("林瑶现在在哪里？", "located_in"),
        ("Who has the silver key?", "held_by"),
        ("玉佩在谁手里？", "held_by"),
        ("Which group does Kett belong to?", "member_of"),
        ("秦婉现在属于哪个势力？", "member_of"),
        ("Who is the quartermaster?", "role_held_by"),
        ("现在的总管是谁？", "role_held_by"),
        ("Is Jory still alive?", "status"),
        ("他还活着吗？", "status"),
    ],
)
def test_the_words_of_a_question_tell_what_kind_of_fact_it_asks_for(cue, predicate):
    assert predicate in sense_of(cue).predicates


@pytest.mark.parametrize("cue", ["What is the relation between Ann and Bea?", "柳三变和秦婉是什么关系？"])
def test_a_question_for_a_relation_asks_for_every_bond(cue):
    assert sense_of(cue).predicates >= BONDS


@pytest.mark.parametrize("cue", ["Who held it before?", "在现在的持有者之前，玉佩在谁手里？"])
def test_a_question_may_ask_for_the_past(cue):
    assert sense_of(cue).is_past


def test_an_ordinary_line_asks_for_nothing():
    assert sense_of("I nod and walk on.").predicates == frozenset()


@pytest.mark.parametrize(
    ("cue", "modality"),
    [
        ("What did Mira dream of?", Modality.DREAMED),
        ("米拉梦见了什么？", Modality.DREAMED),
        ("What is Tom planning?", Modality.PLANNED),
        ("汤姆打算做什么？", Modality.PLANNED),
        ("What rumours are there?", Modality.RUMOURED),
        ("有什么传闻？", Modality.RUMOURED),
        ("Did Ann lie about it?", Modality.LIED),
        ("谁在撒谎？", Modality.LIED),
    ],
)
def test_a_question_may_ask_for_what_was_only_said(cue, modality):
    assert sense_of(cue).modalities == {modality}


def test_to_lie_down_is_no_lie():
    assert sense_of("Where did Mira lie down?").modalities == frozenset()
