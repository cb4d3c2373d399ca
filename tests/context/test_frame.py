import pytest

import fabula
from fabula.context.frame import PLAIN, Frame, Style, framed
from fabula.models.tokens import ESTIMATE
from fabula.recall.turns import index_turns


def test_the_plain_part_of_what_was_asked_goes_into_the_receipt():
    asked = {"limit": 20, "policy": "balanced", "pov": "Mira", "strict": False, "at": None, "rerank": print}
    assert framed(None, Style(), asked).scope == {"limit": 20, "policy": "balanced", "pov": "Mira"}


def test_a_model_chooses_the_counter():
    assert framed(None, Style(), {}).counter is ESTIMATE
    assert framed(None, Style(model="gpt-4o"), {}).counter.name == "o200k_base"


def test_everything_may_be_told_without_a_point_of_view(tell):
    assert PLAIN.known(tell().view, tell().index) is None


@pytest.mark.parametrize("strict", [False, True])
def test_who_is_not_met_yet_knows_nothing(tell, strict):
    assert Frame(pov="Mira", strict=strict).known(tell().view, tell().index) == frozenset()


def test_with_a_session_only_what_was_told_in_it_may_be_told():
    story = fabula.open(":memory:", story="key")
    story.tell("Mira has the silver key.", meta={"session": 1})
    story.tell("Tom has the brass lamp.", meta={"session": 2})
    story.extract()
    for session, there, elsewhere in ((1, "silver key", "brass lamp"), (2, "brass lamp", "silver key")):
        text = story.context("Mira and Tom", session=session).text
        assert (there in text, elsewhere in text) == (True, False)


def test_a_recall_of_another_point_of_view_is_bounded():
    story = fabula.open(":memory:", story="hush")
    story.tell("Mira and Ann sit by the fire.", present=("Mira", "Ann"))
    story.tell("Mira has the silver key.", present=("Mira",))
    story.extract()
    view, turns = story.view(), index_turns(story.turns())
    found = story.recall("Who has the silver key?")
    assert found.hits
    assert Frame(pov="Ann", strict=True).bounded(found, view, turns).hits == tuple(
        hit for hit in found.hits if hit.number == 1
    )
    assert PLAIN.bounded(found, view, turns) is found
