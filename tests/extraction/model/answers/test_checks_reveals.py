"""Two names are one only where words say so."""

import pytest

from fabula.claims import Assertion, EntityClaim
from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.answers.checks_reveals import is_form
from fabula.extraction.model.items import Answer, Item, ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem, Turn


def turn(number, text, speaker=""):
    return Turn(f"t{number}", f"t{number - 1}", number, "assistant", speaker, text, f"k{number}")


def judge(items, *turns, view=None):
    told = [one if isinstance(one, Turn) else turn(at, one) for at, one in enumerate(turns, 1)]
    return checked(Answer(tuple(items)), sheet_of(Window(tuple(told), 0), view or View()))


def same(name, other, at="1.1"):
    return Item(ItemKind.SAME, at, name=name, object=other)


def entity(name, *aliases, at="1.1"):
    return Item(ItemKind.ENTITY, at, name=name, entity_kind="character", aliases=aliases)


def view_of(*claims):
    stem = Stem("t0", "", 0, "", "k0")
    told = TurnClaims(stem, (Body("b", "hand", claims=claims),), (), lambda _: stem)
    return View("t", 1, "d", fold_turn(NOTHING_TOLD, told, View().rules))


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("Jun said that Mara had a twin.", "Mara", "Jun"),
        ("Brom stabbed Duke Hal.", "Brom", "Duke Hal"),
        ("林风刺伤了柳儿。", "林风", "柳儿"),
    ],
)
def test_names_that_nothing_reveals_as_one_stay_two(text, name, other):
    answer = judge([same(name, other)], text)
    assert answer.items == ()
    assert answer.refused[0].reason == "No word of the sentence reveals that they are one."


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("The piper was none other than Isa.", "Isa", "piper"),
        ("The mask fell. Isa was the piper.", "Isa", "piper"),
        ("面具落下，灰狐竟是柳儿。", "柳儿", "灰狐"),
        ("原来灰狐就是柳儿。", "柳儿", "灰狐"),
    ],
)
def test_a_reveal_makes_two_names_one(text, name, other):
    at = "1.2" if text.startswith("The mask") else "1.1"
    assert judge([same(name, other, at)], text).items


def test_two_who_both_speak_are_two():
    answer = judge(
        [same("Mara", "Jun")], turn(1, "It turned out to be Mara, Jun.", "Jun"), turn(2, "Yes.", "Mara")
    )
    assert answer.refused[0].reason == "Both speak here, each for themselves."


def test_two_between_whom_something_is_told_are_two():
    text = "Isa turned out to be the sister of Bram."
    sister = Item(ItemKind.FACT, "1.1", name="Isa", predicate="sibling_of", object="Bram")
    answer = judge([same("Isa", "Bram"), sister], text)
    assert [item.kind for item in answer.items] == [ItemKind.FACT]
    view = view_of(EntityClaim("Isa"), EntityClaim("Bram"), Assertion("Isa", "ally_of", object="Bram"))
    assert judge([same("Isa", "Bram")], text, view=view).items == ()


def test_a_further_name_needs_words_or_a_form_of_the_name():
    assert judge([entity("Mara", "Jun")], "Mara met Jun.").items[0].aliases == ()
    assert judge([entity("柳儿", "林风")], "柳儿遇见林风。").items[0].aliases == ()
    assert judge([entity("Mara", "the Moth")], "Mara, known as the Moth, sang.").items[0].aliases == (
        "the Moth",
    )
    assert judge([entity("柳儿", "灰狐")], "柳儿化名灰狐。").items[0].aliases == ("灰狐",)
    assert judge([entity("Mara Voss", "Mara")], "Mara Voss sang. Mara left.").items[0].aliases == ("Mara",)


def test_one_of_whom_something_is_told_is_no_further_name_of_another():
    item = Item(ItemKind.FACT, "1.1", name="Jun", predicate="trusts", object="Mara")
    answer = judge([entity("Mara", "Jun"), item], "Mara knew Jun as a friend, and Jun trusts Mara.")
    assert answer.items[0].aliases == ()
    assert answer.refused[0].reason == '"Jun" is spoken of as somebody or something else.'


def test_a_form_of_a_name_is_shorter_longer_or_without_its_title():
    assert is_form("Captain Tom", "Tom")
    assert is_form("Tom", "Tom Hale")
    assert not is_form("Tim", "Tom")
