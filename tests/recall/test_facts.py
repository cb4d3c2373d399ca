from fabula.claims import Assertion, EntityClaim, Quote
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
    assert dict(index.spoken) == {story.turns[1].id: (0,)}
    assert index.places[index.facts[0].id] == 0
    assert index.text(0) == "silver key is held by Mira"


def test_a_view_is_indexed_once(tell):
    story, shelf = key_story(tell), Shelf()
    assert index_facts(story.view, shelf) is index_facts(story.view, shelf)
