"""What a predicate lets guess of the kinds at its ends."""


def test_a_place_tells_nothing_of_the_kind_of_what_is_there(telling, say):
    story = telling()
    story.tell("The lantern hung in the Mill.", say(1, "fact", "lantern", "located_in", "Mill"))
    story.tell("Isa took the lantern.", say(2, "fact", "Isa", "holds", "lantern"))
    facts = {(fact.predicate, fact.object) for fact in story.view.facts()}
    assert len(facts) == 2
    assert story.refused == []


def test_a_later_predicate_of_the_same_answer_gives_the_kind_that_a_place_does_not(telling, say):
    story = telling()
    story.tell(
        "The lantern hung in the Mill till Isa took it.",
        say(1, "fact", "lantern", "located_in", "Mill"),
        say(1, "fact", "Isa", "holds", "lantern"),
    )
    assert {one.name: one.kind for one in story.view.entities()}["lantern"] == "item"
