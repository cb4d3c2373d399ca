import pytest

import fabula
from fabula.errors import EntityNotFoundError, ModelUnavailableError
from fabula.models.chat import Ask, Reply


def told(*texts, **more):
    story = fabula.open(":memory:", story="scoped")
    for number, text in enumerate(texts):
        story.tell(text, **{name: values[number] for name, values in more.items()})
    return story


def numbers(found):
    return [hit.number for hit in found.hits]


def test_a_turn_that_is_told_anew_is_not_seen_nor_what_hangs_off_it():
    story = told("The silver key is old.", "Mira takes the silver key.", "The silver key is gone.")
    assert numbers(story.recall("silver key", for_turn=2)) == [1]
    assert numbers(story.recall("silver key", for_turn=1)) == []


def test_as_of_an_earlier_turn_later_ones_are_not_seen():
    story = told("The silver key is old.", "Mira takes the silver key.")
    assert numbers(story.recall("silver key", as_of=1)) == [1]


def test_somebodys_point_of_view_leaves_out_what_they_were_not_there_for():
    story = told(
        "Ann meets Tom.", "Tom hides the silver key.", present=(("Ann", "Tom"), ("Tom",)), speaker=("N", "N")
    )
    story.introduce("Ann")
    story.introduce("Tom")
    assert 2 not in numbers(story.recall("silver key", pov="Ann"))
    assert 2 in numbers(story.recall("silver key", pov="Tom"))


def test_nobodys_point_of_view_is_refused():
    with pytest.raises(EntityNotFoundError):
        told("Rain.").recall("rain", pov="Nobody")


def test_a_session_keeps_a_recall_within_it():
    story = told("The key.", "A key.", meta=({"session": "session_1"}, {"session": "session_2"}))
    assert numbers(story.recall("key", session=2)) == [2]


class Chooser:
    """Answers with one text and keeps what it was asked."""

    def __init__(self, text):
        self.text = text
        self.asked: list[Ask] = []

    def __call__(self, ask):
        self.asked.append(ask)
        return Reply(self.text)


KEYS = ("The silver key is old.", "Rain.", "A silver cup.", "Fog.", "The key broke.")


def test_a_deep_recall_gives_what_the_model_chose_in_its_order():
    plain = told(*KEYS).recall("silver key")
    deep = told(*KEYS).recall("silver key", policy="deep", rerank=Chooser('{"chosen": [3, 1]}'))
    assert numbers(deep) == [numbers(plain)[2], numbers(plain)[0]]
    assert deep.status == "ok"
    assert {one.why for one in deep.considered} == {"model"}


def test_nothing_chosen_is_an_answer():
    deep = told(*KEYS).recall("silver key", policy="deep", rerank=Chooser('{"chosen": []}'))
    assert (deep.hits, deep.status) == ((), "ok")


def broken(_):
    raise ModelUnavailableError("away")


@pytest.mark.parametrize("rerank", [Chooser("I cannot say."), broken])
def test_a_model_that_fails_leaves_the_order_by_score_and_says_so(rerank):
    deep = told(*KEYS).recall("silver key", policy="deep", rerank=rerank)
    assert numbers(deep) == numbers(told(*KEYS).recall("silver key"))
    assert deep.status == "degraded"


def test_a_deep_recall_without_a_model_is_degraded():
    assert told(*KEYS).recall("silver key", policy="deep").status == "degraded"


def test_a_balanced_recall_asks_no_model():
    chooser = Chooser('{"chosen": []}')
    assert told(*KEYS).recall("silver key", rerank=chooser).hits
    assert chooser.asked == []
