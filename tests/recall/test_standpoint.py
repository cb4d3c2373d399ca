from fabula.claims import Assertion, EntityClaim, Quote
from fabula.claims.statements import Scene
from fabula.claims.storytime import period_of
from fabula.graph.view import View
from fabula.recall.facts import index_facts
from fabula.recall.recall import recall
from fabula.recall.scope import Given
from fabula.recall.shelf import Shelf
from fabula.recall.standpoint import Standpoint
from fabula.recall.words import Passage


def held(by, text, **more):
    return Assertion("silver key", "held_by", object=by, evidence=(Quote(0, 0, len(text), text),), **more)


def secret(tell):
    first, then = "Mira took the silver key.", "Tom stole the silver key."
    cast = [EntityClaim("Mira"), EntityClaim("Tom"), EntityClaim("Ann"), EntityClaim("silver key", "item")]
    return tell(
        ("Rain.", cast),
        (first, [held("Mira", first, audience=("Mira", "Ann"))]),
        (then, [held("Tom", then, audience=("Tom",))]),
    )


def standing(story, name="", **more):
    knower = story.view.resolve(name).id if name else ""
    return Standpoint(story.view, index_facts(story.view, Shelf()), Given(knower=knower, **more))


def facts_by_holder(story):
    return {story.view.name_of(fact.object): fact for fact in story.view.told()}


def test_without_anybodys_eyes_everything_is_seen(tell):
    story = secret(tell)
    assert all(standing(story).sees(fact) for fact in story.view.told())


def test_somebody_sees_what_was_told_in_their_presence(tell):
    story = secret(tell)
    facts = facts_by_holder(story)
    ann = standing(story, "Ann")
    assert (ann.sees(facts["Mira"]), ann.sees(facts["Tom"])) == (True, False)


def test_what_was_superseded_behind_their_back_still_holds_for_them(tell):
    story = secret(tell)
    outdated = facts_by_holder(story)["Mira"]
    assert standing(story, "Ann").holds(outdated)
    assert standing(story, "Ann").share(outdated) == 1.0
    assert not standing(story).holds(outdated)


def test_a_turn_is_heard_by_who_was_there(tell):
    ann = standing(secret(tell), "Ann")
    assert ann.hears(Passage("x", 9, "Tom", "Psst.", present=("Ann", "Tom")))
    assert not ann.hears(Passage("x", 9, "Tom", "Psst.", present=("Tom",)))
    assert ann.hears(Passage("x", 9, "Ann", "I am alone.", present=()))


def test_where_nobody_said_who_was_there_the_facts_of_a_turn_decide(tell):
    story = secret(tell)
    ann = standing(story, "Ann")
    heard = [ann.hears(Passage(turn.id, turn.number, "", turn.text)) for turn in story.turns]
    assert heard == [True, True, False]


def test_strict_eyes_leave_out_what_nobody_knows_whether_they_know(tell):
    story = secret(tell)
    rain = Passage(story.turns[0].id, 1, "", "Rain.")
    assert standing(story, "Ann").hears(rain)
    assert not standing(story, "Ann", strict=True).hears(rain)


def test_an_empty_view_has_a_standpoint():
    assert Standpoint(View(), index_facts(View(), Shelf()), Given()).hears(Passage("x", 1, "", "Rain."))


def test_at_a_moment_of_the_story_what_held_then_holds_and_what_plays_later_is_not_seen(tell):
    cast = [EntityClaim("Mira"), EntityClaim("mill", "place"), EntityClaim("abbey", "place")]
    story = tell(
        (
            "Mira is at the mill.",
            [*cast, Scene(period=period_of("day 1")), Assertion("Mira", "located_in", "mill")],
        ),
        (
            "Mira is at the abbey.",
            [Scene(period=period_of("day 5")), Assertion("Mira", "located_in", "abbey")],
        ),
    )
    then = recall(story.view.at("day 2"), story.index, "Where is Mira?").hits
    assert {hit.number for hit in then} == {1}
    fact = next(hit for hit in then if hit.fact)
    assert fact.text == "Mira is at mill"
    assert "standing" not in {reason.lane for reason in fact.reasons}
    assert recall(story.view, story.index, "Where is Mira?").hits[0].number == 2


def test_of_two_that_dispute_each_other_both_hold_for_who_heard_both(tell):
    cast = [EntityClaim("Mira"), EntityClaim("Tom"), EntityClaim("Ann"), EntityClaim("silver key", "item")]
    one, other = "Mira has the silver key.", "Tom has the silver key."
    story = tell(
        ("Rain.", cast),
        (one, [held("Mira", one, audience=("Ann",))]),
        (other, [held("Tom", other, audience=("Ann",), contradicts=True)]),
    )
    ann = standing(story, "Ann")
    assert [ann.holds(fact) for fact in story.view.told()] == [fact.is_current for fact in story.view.told()]


def test_nothing_told_outside_of_a_session_is_seen_or_heard(tell):
    story = secret(tell)
    within = Standpoint(story.view, index_facts(story.view, Shelf()), Given(), {1})
    assert [within.sees(fact) for fact in story.view.told()] == [True, False]
    assert [within.hears(Passage("x", number, "", "Rain.")) for number in (2, 3)] == [True, False]
