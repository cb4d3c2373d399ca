from hypothesis import given, settings
from hypothesis import strategies as st

import fabula
from fabula.claims import Assertion, EntityClaim, Quote, Termination
from fabula.recall import facts
from fabula.recall.facts import index_facts
from fabula.recall.shelf import Shelf
from fabula.recall.words import SEGMENT, search
from fabula.testing.scripted_reader import ScriptedReader

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


def test_a_name_that_changed_is_told_anew():
    story = read("[Ann trusts Bea]")
    before = story.view()
    story.author.rename("Bea", "Beatrix")
    assert grown(story.view(), before).text(0) == "Ann: trusts: Beatrix"


def read(*texts):
    story = fabula.open(":memory:", story="index")
    for text in texts:
        story.tell(text)
    story.extract(ScriptedReader())
    return story


STATEMENTS = (
    "[Ann trusts Bea]", "[!Ann trusts Bea]", "[~Ann trusts Bea]", "[Ann mood: calm]", "[Ann mood: cross]",
    "[new: key (item)] [key held_by Ann]", "[key held_by Bea]", "[past: key held_by Cai]", "[Bea = Cai]",
    "[Cai says: Ann trusts Cai]", "[dream: Bea owes Ann]", "[another: Ann]", "Rain.",
)  # fmt: skip


@given(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=8), st.integers(0, 7))
@settings(max_examples=60, deadline=None)
def test_an_index_that_grew_from_view_to_view_is_the_index_made_anew(texts, fork):
    story, shelf = read(*texts), Shelf()
    other = story.fork("other", min(fork, len(texts)))
    other.tell("[Cai mood: glad]")
    other.extract(ScriptedReader())
    views = [story.view(number) for number in range(len(texts) + 1)]
    for view in (*views, other.view(), views[-1]):
        assert index_facts(view, shelf) == index_facts(view, Shelf())


def test_an_index_grows_without_looking_at_what_was_told_before(monkeypatch):
    story, shelf = read("[Ann trusts Bea]", "[Bea mood: calm]", "[Ann trusts Bea] [Ann mood: calm]"), Shelf()
    index_facts(story.view(2), shelf)
    spelled = []
    monkeypatch.setattr(facts, "phrase", lambda fact, _: spelled.append(fact.predicate) or "")
    index_facts(story.view(), shelf)
    assert spelled == ["mood"]


def test_an_index_that_grows_fills_its_segments():
    several = range(SEGMENT // 64 + 1)
    story = read(*(" ".join(f"[N{turn} a{n}: {n}]" for n in range(64)) for turn in several))
    shelf = Shelf()
    for number in range(1, len(several) + 1):
        index = index_facts(story.view(number), shelf)
    assert index == index_facts(story.view(), Shelf())
    assert len(index.shelved) == 64 * len(several)


def test_the_facts_of_an_entity_come_the_latest_first_and_not_too_many(tell):
    likes = [Assertion("Ann", f"likes_{n}", value="yes") for n in range(5)]
    story = tell(*((f"Turn {n}.", [EntityClaim("Ann"), like]) for n, like in enumerate(likes)))
    index = index_facts(story.view, Shelf())
    assert [fact.predicate for fact in index.latest("npc-ann", 2)] == ["likes_4", "likes_3"]
