from fabula.claims import Assertion, EntityClaim, Termination
from fabula.recall.facts import index_facts
from fabula.recall.shelf import Shelf
from fabula.recall.spread import MOST_PUSHES, spread


def chain(tell, *more):
    people = [EntityClaim(name) for name in ("Ann", "Bea", "Cal", "Dot", "Eve")]
    bonds = [Assertion(one, "trusts", two) for one, two in (("Ann", "Bea"), ("Bea", "Cal"), ("Cal", "Dot"))]
    return tell(("A chain.", [*people, *bonds, *more]))


def scores(story, *names):
    index = index_facts(story.view, Shelf())
    seeds = {story.view.resolve(name).id: 1.0 for name in names}
    found = spread(seeds, lambda identity: index.relations(identity, 24))
    return {index.text(index.places[fact]): score for fact, score in found.items()}


def test_relations_count_less_the_further_away_they_are(tell):
    found = scores(chain(tell), "Ann")
    assert found["Ann: trusts: Bea"] > found["Bea: trusts: Cal"] > found["Cal: trusts: Dot"] > 0


def test_what_lies_between_two_named_counts_more_than_what_leads_away(tell):
    found = scores(chain(tell, Assertion("Bea", "trusts", "Eve")), "Ann", "Cal")
    assert found["Bea: trusts: Cal"] > found["Bea: trusts: Eve"]


def test_what_has_ended_is_not_walked(tell):
    story = chain(tell, Termination("Bea", "trusts", "Cal"))
    assert scores(story, "Ann").keys() == {"Ann: trusts: Bea"}


def test_nobody_to_set_out_from_reaches_nothing():
    assert spread({}, lambda _: []) == {}


def test_the_work_does_not_grow_with_the_story(tell):
    people = [EntityClaim(f"Person {number}") for number in range(400)]
    bonds = [
        Assertion(f"Person {n}", "trusts", f"Person {(n * 7 + step) % 400}")
        for n in range(400)
        for step in (1, 2)
    ]
    story = tell(("Many.", [*people, *bonds]))
    index = index_facts(story.view, Shelf())
    asked = []

    def relations(identity):
        asked.append(identity)
        return index.relations(identity, 24)

    assert spread({story.view.resolve("Person 1").id: 1.0}, relations)
    assert len(asked) <= MOST_PUSHES
