"""What is known is shown as far as it concerns the batch."""

from fabula.claims import Assertion, EntityClaim, Scene
from fabula.extraction.model.questions.known import Mentions, first_of, known_to_show
from fabula.extraction.model.questions.question_page import shown_fact


def names(known):
    return [entity.name for entity in known.entities.values()]


def telling(making):
    return making.view(
        [EntityClaim(name) for name in ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo")],
        [
            EntityClaim("the storm", "event"),
            Assertion("Dee", "ally_of", object="Bo"),
            Assertion("Flo", "mood", value="calm"),
            Scene(present=("Cy",)),
        ],
    )


def test_the_named_come_first_then_the_look_back_the_stage_neighbours_and_the_rest(making):
    known = known_to_show(Mentions("Bo waits.", "Ada slept."), telling(making), 60, 60)
    assert names(known) == ["Bo", "Ada", "Cy", "Dee", "Flo", "Eve", "the storm"]


def test_keys_count_from_one_and_bounds_hold(making):
    known = known_to_show(Mentions("Bo waits."), telling(making), 2, 1)
    assert list(known.entities) == ["e1", "e2"]
    assert list(known.facts) == ["f1"]


def test_a_smaller_part_keeps_its_keys(making):
    known = known_to_show(Mentions("Bo waits."), telling(making), 60, 60)
    part = first_of(known, 2, 1)
    assert part.entities == {key: known.entities[key] for key in ("e1", "e2")}
    assert part.facts == {"f1": known.facts["f1"]}


def test_one_with_many_facts_leaves_room_for_the_others(making):
    many = [Assertion("Ada", f"skill_{at}", value="good") for at in range(50)]
    view = making.view([EntityClaim("Ada"), EntityClaim("Bo")], [*many, Assertion("Bo", "age", value="nine")])
    known = known_to_show(Mentions("Ada and Bo wait."), view, 60, 4)
    assert "Bo: age: nine" in [shown_fact(fact, view) for fact in known.facts.values()]


def test_a_fact_between_two_that_are_named_comes_before_any_other(making):
    many = [Assertion("Ada", "knows", object=name) for name in ("Cy", "Dee")]
    people = [EntityClaim(name) for name in ("Ada", "Bo", "Cy", "Dee")]
    view = making.view(people, [Assertion("Ada", "fears", object="Bo")], many)
    known = known_to_show(Mentions("Ada sees Bo."), view, 60, 60)
    assert shown_fact(known.facts["f1"], view) == "Ada: fears: Bo"


def test_what_ended_is_not_shown(making):
    ring = EntityClaim("ring", "item")
    people = EntityClaim("Ada"), EntityClaim("Bo"), ring
    view = making.view(
        people, [Assertion("Ada", "holds", object="ring")], [Assertion("Bo", "holds", object="ring")]
    )
    known = known_to_show(Mentions("The ring shines."), view, 60, 60)
    assert [shown_fact(fact, view) for fact in known.facts.values()] == ["ring is held by Bo"]
