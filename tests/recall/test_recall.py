from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.claims import Assertion, EntityClaim, Modality, Quote
from fabula.errors import InvalidInputError
from fabula.graph.view import View
from fabula.recall.recall import recall
from fabula.recall.scope import Given
from fabula.recall.turns import index_turns


def cast():
    return [EntityClaim("Lin Yao"), EntityClaim("Mira"), EntityClaim("silver key", "item")]


def held(by, text, **more):
    return Assertion("silver key", "held_by", object=by, evidence=(Quote(0, 0, len(text), text),), **more)


def passed_on(tell):
    first, then = "Lin Yao found the silver key.", "Mira stole the silver key."
    return tell(
        ("Rain.", cast()),
        (first, [held("Lin Yao", first)]),
        ("They slept.", []),
        (then, [held("Mira", then)]),
    )


def test_what_holds_stands_above_what_held(tell):
    story = passed_on(tell)
    facts = [hit.fact for hit in recall(story.view, story.index, "Who has the silver key?").hits if hit.fact]
    assert [(story.view.name_of(fact.object), fact.is_current) for fact in facts] == [
        ("Mira", True),
        ("Lin Yao", False),
    ]


def test_the_words_of_an_outlived_fact_stand_below_what_holds(tell):
    story = passed_on(tell)
    hits = recall(story.view, story.index, "Lin Yao found the silver key").hits
    order = [hit.evidence_turns[0] for hit in hits]
    assert order.index(story.turns[3].id) < order.index(story.turns[1].id)


@pytest.mark.parametrize("modality", [one for one in Modality if one is not Modality.ASSERTED])
def test_canon_stands_above_what_was_only_said(tell, modality):
    truth, talk = "Mira keeps the silver key.", "They say Lin Yao has the silver key, the silver key!"
    story = tell(
        ("Rain.", cast()), (truth, [held("Mira", truth)]), (talk, [held("Lin Yao", talk, modality=modality)])
    )
    hits = recall(story.view, story.index, "Who has the silver key?").hits
    assert hits[0].fact is not None
    assert hits[0].fact.modality is Modality.ASSERTED
    order = [hit.evidence_turns[0] for hit in hits]
    assert order.index(story.turns[1].id) < order.index(story.turns[2].id)


def test_chinese_turns_and_facts_are_found(tell):
    text = "苏九娘把玉佩交给了白小蝶。"
    claims = [
        EntityClaim("苏九娘"),
        EntityClaim("白小蝶"),
        EntityClaim("玉佩", "item"),
        Assertion("玉佩", "held_by", object="白小蝶", evidence=(Quote(0, 0, len(text), text),)),
    ]
    story = tell(("下雨了。", []), (text, claims), ("大家都睡了。", []))
    first, second = recall(story.view, story.index, "玉佩现在在谁手里？").hits[:2]
    assert (first.kind, first.text) == ("fact", "玉佩在白小蝶手里")
    assert (second.kind, second.text, second.number) == ("turn", text, 2)


def test_raw_turns_are_found_where_no_fact_was_read(tell):
    story = tell(("Rain.", []), ("The bell of Dunmere is cracked.", []), ("Wind.", []))
    found = recall(story.view, story.index, "What about the bell?")
    assert found.hits[0].text == "The bell of Dunmere is cracked."
    assert found.hits[0].reasons[0].words == ("bell",)


def test_reasons_add_up_to_the_score_and_name_the_words(tell):
    story = passed_on(tell)
    hits = recall(story.view, story.index, "Did Mira take the silver key?").hits
    assert all(sum(reason.score for reason in hit.reasons) == hit.score for hit in hits)
    assert {reason.lane for hit in hits for reason in hit.reasons} == {"names", "words", "facts", "standing"}
    fact = next(hit for hit in hits if hit.fact)
    assert [reason.words for reason in fact.reasons] == [("Mira", "silver key"), ("Mira", "silver", "key")]


def test_what_lies_beyond_the_view_is_never_seen(tell):
    story = passed_on(tell)
    earlier = View(story.turns[1].id, 2, "")
    numbers = [hit.number for hit in recall(earlier, story.index, "the silver key, stolen by Mira").hits]
    assert numbers
    assert max(numbers) <= 2


def test_fewer_turns_than_the_view_holds_is_a_degraded_recall(tell):
    story = passed_on(tell)
    assert recall(story.view, story.index, "key").status == "ok"
    assert recall(story.view, story.index.until(2), "key").status == "degraded"


def test_what_the_limit_cut_is_told(tell):
    story = passed_on(tell)
    whole = recall(story.view, story.index, "silver key", limit=50)
    short = recall(story.view, story.index, "silver key", limit=1)
    assert short.hits == whole.hits[:1]
    assert [(one.id, one.score, one.why) for one in short.considered] == [
        (hit.id, hit.score, "limit") for hit in whole.hits[1:]
    ]


def test_an_empty_story_and_an_empty_cue_give_no_hits(tell):
    empty = tell()
    assert recall(empty.view, empty.index, "silver key").hits == ()
    story = passed_on(tell)
    assert recall(story.view, story.index, "").hits == ()


def test_the_cast_counts_where_the_cue_names_nobody(tell):
    story = passed_on(tell)
    hits = recall(story.view, story.index, "And then?", given=Given(cast=["Mira"])).hits
    assert hits[0].text == "silver key is held by Mira"


def test_a_negative_limit_and_an_unknown_policy_are_refused(tell):
    story = passed_on(tell)
    with pytest.raises(InvalidInputError, match="not -1"):
        recall(story.view, story.index, "key", limit=-1)
    with pytest.raises(InvalidInputError, match="balanced"):
        recall(story.view, story.index, "key", policy="magic")


@given(
    cue=st.lists(st.sampled_from(["Mira", "silver", "key", "Lin Yao", "found", "who", "rain"]), max_size=6)
)
def test_one_question_has_one_answer_whether_indexed_before_or_not(tell, cue):
    once, again = passed_on(tell), passed_on(tell)
    question = " ".join(cue)
    first = recall(once.view, once.index, question)
    assert recall(once.view, once.index, question) == first
    assert recall(again.view, again.index, question) == first


def test_the_relations_policy_names_the_hops_and_the_words_it_set_out_from(tell):
    people = [EntityClaim("Ann"), EntityClaim("Bea"), EntityClaim("Cal")]
    bonds = [Assertion("Ann", "trusts", "Bea"), Assertion("Bea", "trusts", "Cal")]
    story = tell(("A chain.", [*people, *bonds]))
    found = recall(story.view, story.index, "Ann?", policy="relations")
    reasons = {hit.text: (hit.reasons[0].lane, hit.reasons[0].words) for hit in found.hits}
    assert reasons == {"Ann: trusts: Bea": ("1 hop", ("Ann",)), "Bea: trusts: Cal": ("2 hop", ())}
    assert found.starts == (story.view.resolve("Ann").id,)


def test_a_turn_without_its_words_is_no_hit(tell):
    story = passed_on(tell)
    purged = tuple(replace(turn, text="", purged=True) for turn in story.turns)
    hits = recall(story.view, index_turns(purged), "silver key", limit=50).hits
    assert {hit.kind for hit in hits} == {"fact"}
