import pytest

import fabula
from fabula.claims import Retraction

CUE = "Who has the silver key?"


@pytest.fixture(scope="module")
def story():
    story = fabula.open(":memory:", story="key")
    story.tell("Lin Feng gave the silver key to Lin Yao.", speaker="Narrator")
    story.tell("Lin Yao gave the silver key to Mira.", speaker="Narrator", present=("Lin Yao", "Mira"))
    story.tell("The weather was grey over the marshes.", speaker="Narrator")
    story.tell("Tom arrived at the Inn.", speaker="Narrator")
    story.extract()
    return story


def why(story, asked, **more):
    return story.receipts.why_not(asked, story.context(CUE, **more))


def reasons(answers):
    return {one.text: one.reason for one in answers}


def test_what_is_there_says_where(story):
    (answer,) = why(story, "silver key is held by Mira")
    assert (answer.reason, answer.said) == ("kept", "It is there, in the section state.")


def test_what_nobody_told_is_not_known(story):
    (answer,) = why(story, "the dragon")
    assert (answer.kind, answer.reason) == ("text", "not known")


def test_what_came_later_was_not_yet_told(story):
    assert reasons(why(story, "Tom", as_of=2))["Tom is at Inn"] == "not yet told"
    (answer,) = why(story, "#4", as_of=2)
    assert (answer.reason, answer.said) == (
        "not yet told",
        "It was told in turn 4, and the context stands at turn 2.",
    )


def test_what_had_no_room_says_its_score(story):
    found = reasons(why(story, "silver key", budget=0))
    assert found["silver key is held by Mira"] == "budget"


def test_what_the_recall_cut_says_its_rank(story):
    found = why(story, "silver key is held by Lin Yao", limit=1)
    assert {(one.reason, one.rank > 1) for one in found} == {("superseded", True)}
    assert "and 1 were asked for" in found[0].said


def test_what_the_model_sees_anyway_says_so(story):
    assert reasons(why(story, "silver key is held by Mira", visible=4)) == {
        "silver key is held by Mira": "visible"
    }


def test_what_no_lane_found_says_so(story):
    made = story.context("Zzyzx?", policy="relations")
    (answer,) = story.receipts.why_not("#3", made)
    assert (answer.reason, answer.text) == ("not found", "#3 The weather was grey over the marshes.")


def test_what_was_superseded_says_by_what(story):
    made = story.context("Zzyzx?", limit=0)
    (answer,) = story.receipts.why_not("silver key is held by Lin Yao", made)
    assert answer.reason == "superseded"
    assert answer.said.startswith("It held until turn 2; since then: silver key is held by Mira.")


def test_what_a_point_of_view_cannot_know_says_so(story):
    made = story.context(CUE, pov="Tom", strict=True)
    found = reasons(story.receipts.why_not("silver key", made))
    assert found["silver key is held by Mira"] == "unknown to pov"


def test_an_id_means_one_fact_and_a_turn_its_own(story):
    fact = next(fact for fact in story.view().facts() if fact.predicate == "located_in")
    (answer,) = why(story, fact.id[:12])
    assert answer.id == fact.id
    assert {one.id for one in why(story, story.turn(3).id)} == {story.turn(3).id}


def test_what_came_stands_last(story):
    answers = why(story, "silver key", limit=1)
    kept = [one.reason == "kept" for one in answers]
    assert kept == sorted(kept)


def test_a_turn_that_a_point_of_view_was_not_there_for_says_so(story):
    made = story.context(CUE, pov="Tom")
    (answer,) = story.receipts.why_not("#2", made)
    assert (answer.reason, answer.said) == ("unknown to pov", "Nothing tells that Tom was there to hear it.")


def test_what_was_superseded_before_a_point_of_view_is_not_unknown_to_it(story):
    made = story.context("Zzyzx?", limit=0, pov="Lin Yao")
    (answer,) = story.receipts.why_not("silver key is held by Lin Yao", made)
    assert answer.reason == "superseded"


def test_what_was_taken_back_says_so():
    story = fabula.open(":memory:", story="taken back")
    story.tell("Mira has the silver key.")
    story.extract()
    before = story.context(CUE)
    story.author.retract(Retraction("silver key", "held_by", "Mira"))
    after = story.receipts.why_not("silver key is held by Mira", story.context(CUE))
    assert [one.reason for one in after] == ["retracted"]
    assert "was taken back" in after[0].said
    assert [one.reason for one in story.receipts.why_not("silver key is held by Mira", before)] == ["kept"]
