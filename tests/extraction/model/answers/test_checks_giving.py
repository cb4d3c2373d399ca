"""Whoever gives a thing away does not have it."""

import pytest

from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.items import Answer, Item, ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Turn


def judge(name, thing, text):
    turns = (Turn("t1", "t0", 1, "assistant", "", text, "k1"),)
    item = Item(ItemKind.FACT, "1.1", name=name, predicate="holds", object=thing)
    return checked(Answer((item,)), sheet_of(Window(turns, 0), View()))


@pytest.mark.parametrize(
    ("name", "thing", "text", "holder"),
    [
        ("Bram", "lute", "Bram gave the lute to Isa.", "Isa"),
        ("Bram", "key", "Bram slid the key across the table to Isa.", "Isa"),
        ("Bram", "lute", "Bram took the lute and handed it to Isa.", "Isa"),
        ("Bram", "lute", "Isa gave Bram the lute.", "Bram"),
        ("Bram", "lute", "Bram was given the lute.", "Bram"),
        ("Bram", "lute", "Bram slipped the lute from Isa's coat.", "Bram"),
        ("林风", "铜哨", "林风把铜哨交给了柳儿。", "柳儿"),
        ("柳儿", "铜哨", "林风把铜哨交给了柳儿。", "柳儿"),
    ],
)
def test_the_one_who_is_given_a_thing_has_it(name, thing, text, holder):
    assert [item.name for item in judge(name, thing, text).items] == [holder]


@pytest.mark.parametrize(
    ("name", "thing", "text"),
    [("Bram", "lute", "Bram passed the lute along."), ("林风", "铜哨", "林风把铜哨送给了别人的孩子们。")],
)
def test_a_giver_without_a_receiver_is_refused(name, thing, text):
    answer = judge(name, thing, text)
    assert [one.reason for one in answer.refused] == [
        "It says who gave something away, and not who has it now."
    ]
