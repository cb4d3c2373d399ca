from fabula.claims import Assertion, EntityClaim
from fabula.recall.facts import index_facts
from fabula.recall.names import BOTH_ENDS, FAR, NEAR, facts_around, named_in, on_stage
from fabula.recall.shelf import Shelf


def test_named_entities_come_in_the_order_of_the_words_that_name_them(tell):
    story = tell(("Two.", [EntityClaim("Mira"), EntityClaim("Lin Yao", aliases=("Yao",))]))
    named = named_in(story.view, "Yao's key, Mira!")
    assert [(one.entity.name, one.words) for one in named] == [("Lin Yao", "Yao"), ("Mira", "Mira")]


def test_a_name_that_two_bear_gives_both(tell):
    claims = [EntityClaim("Amber"), EntityClaim("Amber", "place")]
    assert len(named_in(tell(("Amber.", claims)).view, "Where is Amber?")) == 2


def test_somebody_on_stage_is_meant_by_a_whole_name_alone(tell):
    story = tell(("Two.", [EntityClaim("Mira Voss"), EntityClaim("Tom")]))
    assert [one.entity.name for one in on_stage(story.view, ["Tom", "Mira"])] == ["Tom"]


def test_facts_count_by_how_near_they_are_to_the_named(tell):
    claims = [
        *(EntityClaim(name) for name in ("Ann", "Bea", "Cal", "Dot")),
        Assertion("Ann", "ally_of", object="Bea"),
        Assertion("Bea", "trusts", object="Cal"),
        Assertion("Cal", "trusts", object="Dot"),
    ]
    story = tell(("A chain.", claims))
    ann, bea = story.view.resolve("Ann").id, story.view.resolve("Bea").id
    facts = {fact.predicate + story.view.name_of(fact.object): fact.id for fact in story.view.told()}
    index = index_facts(story.view, Shelf())
    alone = facts_around(index, [ann], story.view.number)
    assert alone[facts["ally_ofBea"]] >= NEAR > alone[facts["trustsCal"]] >= FAR
    assert facts["trustsDot"] not in alone
    assert facts_around(index, [ann, bea], story.view.number)[facts["ally_ofBea"]] >= BOTH_ENDS
