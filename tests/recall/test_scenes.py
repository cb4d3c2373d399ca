from fabula.claims import Assertion, EntityClaim, Quote
from fabula.recall.recall import recall
from fabula.recall.scenes import EACH_BRINGS, MOST_AROUND


def story_of(tell, count=30):
    turns = []
    for number in range(count):
        text = f"Mira rang bell {number}. The fog came."
        quote = (Quote(0, 0, 8, text[:8]),)
        turns.append(
            (text, [EntityClaim("Mira"), Assertion("Mira", f"rang_{number}", value="yes", evidence=quote)])
        )
        turns.append((f"Quiet, {number}.", []))
    return tell(*turns)


def keys(hits):
    return [(hit.kind, hit.id) for hit in hits]


def test_no_chosen_hit_ever_loses_its_place(tell):
    story = story_of(tell)
    ranked = keys(recall(story.view, story.index, "Mira rang a bell", limit=200).hits)
    for limit in (1, 12, 40):
        found = recall(story.view, story.index, "Mira rang a bell", limit=limit)
        assert keys(found.hits) == ranked[:limit]


def test_what_is_brought_along_is_no_hit_and_is_bounded(tell):
    story = story_of(tell)
    found = recall(story.view, story.index, "Mira rang a bell", limit=12)
    assert not set(keys(found.hits)) & set(keys(found.around))
    assert len(found.around) == min(MOST_AROUND, 12 * EACH_BRINGS)


def test_a_hit_brings_the_turns_beside_it(tell):
    story = tell(
        ("Rain fell.", []), ("The bell of Dunmere is cracked.", []), ("Wind rose.", []), ("Fog.", [])
    )
    found = recall(story.view, story.index, "bell of Dunmere", limit=1)
    assert [hit.number for hit in found.around] == [1, 3]
    assert {hit.reasons[0].lane for hit in found.around} == {"scene"}


def test_a_fact_brings_the_words_that_it_rests_on(tell):
    text = "Mira took the silver key."
    claim = Assertion("silver key", "held_by", object="Mira", evidence=(Quote(0, 0, len(text), text),))
    story = tell(("Rain.", []), (text, [EntityClaim("Mira"), EntityClaim("silver key", "item"), claim]))
    found = recall(story.view, story.index, "Who has the silver key?", limit=1)
    assert found.hits[0].kind == "fact"
    assert (found.around[0].text, found.around[0].reasons[0].lane) == (text, "words")


def test_every_hit_brings_its_first_neighbour_before_any_brings_its_second(tell):
    story = story_of(tell, count=8)
    found = recall(story.view, story.index, "bell 1 bell 6", limit=2)
    numbers = [hit.number for hit in found.hits]
    first_two = [hit.number for hit in found.around[:2]]
    assert all(min(abs(number - near) for near in first_two) <= 1 for number in numbers)
