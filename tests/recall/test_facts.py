from dataclasses import replace

from fabula.claims import Assertion, EntityClaim, Quote, Termination
from fabula.recall.facts import index_facts
from fabula.recall.shelf import Shelf
from fabula.recall.words import search

TEXT = "Mira took the silver key."


def key_story(tell):
    claims = [
        EntityClaim("Mira"),
        EntityClaim("silver key", "item"),
        Assertion("silver key", "held_by", object="Mira", evidence=(Quote(0, 0, len(TEXT), TEXT),)),
    ]
    return tell(("Rain.", []), (TEXT, claims))


def test_a_fact_is_found_by_other_words_for_its_predicate(tell):
    story = key_story(tell)
    index = index_facts(story.view, Shelf())
    assert search(index.shelved, {"possess": 1000}).scores.keys() == {0}


def test_a_turn_knows_the_facts_that_rest_on_it(tell):
    story = key_story(tell)
    index = index_facts(story.view, Shelf())
    assert dict(index.spoken) == {story.turns[1].id: [0]}
    assert index.places[index.facts[0].id] == 0
    assert index.text(0) == "silver key is held by Mira"


def test_a_view_is_indexed_once(tell):
    story, shelf = key_story(tell), Shelf()
    assert index_facts(story.view, shelf) is index_facts(story.view, shelf)


def grown(view, *before):
    shelf = Shelf()
    for one in before:
        index_facts(one, shelf)
    return index_facts(view, shelf)


def test_an_index_that_grew_is_the_index_made_anew(tell):
    first = ("Ann met Bea.", [EntityClaim("Ann"), EntityClaim("Bea"), Assertion("Ann", "trusts", "Bea")])
    second = ("Ann left.", [Termination("Ann", "trusts", "Bea"), Assertion("Bea", "age", value="9")])
    earlier, later = tell(first), tell(first, second)
    assert grown(later.view, earlier.view) == index_facts(later.view, Shelf())


def test_an_index_of_another_branch_leaves_nothing_behind(tell):
    first = ("Ann met Bea.", [EntityClaim("Ann"), EntityClaim("Bea")])
    here = tell(first, ("Trust.", [Assertion("Ann", "trusts", "Bea")]))
    there = tell(
        first, ("Debt.", [Assertion("Ann", "owes", "Bea")]), ("Age.", [Assertion("Ann", "age", value="9")])
    )
    assert grown(there.view, here.view) == index_facts(there.view, Shelf())
    assert grown(here.view, there.view) == index_facts(here.view, Shelf())


def test_a_name_that_changed_is_told_anew(tell):
    claims = [EntityClaim("Ann"), EntityClaim("Bea"), Assertion("Ann", "trusts", "Bea")]
    story = tell(("Ann met Bea.", claims))
    bea = story.view.resolve("Bea")
    renamed = replace(
        story.view,
        digest="another",
        state=replace(
            story.view.state, entities=story.view.state.entities.insert(bea.id, replace(bea, name="Beatrix"))
        ),
    )
    assert grown(renamed, story.view).text(0) == "Ann: trusts: Beatrix"


def test_the_facts_of_an_entity_come_the_latest_first_and_not_too_many(tell):
    facts = [Assertion("Ann", f"likes_{n}", value="yes") for n in range(5)]
    story = tell(*((f"Turn {n}.", [EntityClaim("Ann"), fact]) for n, fact in enumerate(facts)))
    index = index_facts(story.view, Shelf())
    assert [fact.predicate for fact in index.latest("npc-ann", 2)] == ["likes_4", "likes_3"]
