from fabula.claims import Assertion, EntityClaim, Modality, Termination
from fabula.recall.facts import index_facts
from fabula.recall.recall import recall
from fabula.recall.scope import Given
from fabula.recall.vectors import VectorScores


def texts(story, cue, **given):
    hits = recall(story.view, story.index, cue, given=Given(**given)).hits
    return [hit.text for hit in hits if hit.fact]


def lanes(story, cue, **given):
    hits = recall(story.view, story.index, cue, given=Given(**given)).hits
    return {hit.text: {reason.lane for reason in hit.reasons} for hit in hits}


def bonds(tell):
    people = [EntityClaim(name) for name in ("Ann", "Bea")]
    return tell(
        ("Once.", [*people, Assertion("Ann", "ally_of", "Bea")]),
        ("Then.", [Assertion("Ann", "sworn_sibling_of", "Bea")]),
        ("Later.", [Assertion("Ann", "lives_with", "Bea")]),
    )


def test_a_question_for_a_kind_of_fact_finds_that_kind_first(tell):
    assert (
        texts(bonds(tell), "What is the relation between Ann and Bea?")[0] == "Ann and Bea are sworn siblings"
    )


def test_of_several_answers_the_one_told_last_stands_first(tell):
    found = texts(bonds(tell), "What is the relation between Ann and Bea?")
    assert found.index("Ann and Bea are sworn siblings") < found.index("Ann and Bea are allies")


def test_that_it_ended_is_the_last_word_where_it_was_told_last(tell):
    claims = [EntityClaim("Ann"), EntityClaim("Tide Guild", "group"), EntityClaim("Watch", "group")]
    story = tell(
        ("One.", [*claims, Assertion("Ann", "member_of", "Watch")]),
        ("Two.", [Assertion("Ann", "member_of", "Tide Guild")]),
        ("Three.", [Termination("Ann", "member_of", "Tide Guild")]),
    )
    assert texts(story, "Which group does Ann belong to?")[0] == "Ann is a member of Tide Guild"


def test_a_fact_that_is_near_in_meaning_is_found_without_a_word_in_common(tell):
    story = tell(("Rain.", [EntityClaim("Ann"), Assertion("Ann", "fears", value="deep water")]))
    fact = index_facts(story.view, story.index.shelf).facts[0]
    assert texts(story, "drowning") == []
    near = VectorScores(facts={fact.id: 0.9, "another": 0.2})
    assert texts(story, "drowning", vectors=near) == []
    more = tell(
        (
            "Rain.",
            [
                EntityClaim("Ann"),
                Assertion("Ann", "fears", value="deep water"),
                Assertion("Ann", "age", value="9"),
            ],
        )
    )
    ids = {one.value: one.id for one in more.view.told()}
    near = VectorScores(facts={ids["deep water"]: 0.9, ids["9"]: 0.2})
    assert lanes(more, "drowning", vectors=near) == {"Ann: fears: deep water": {"vectors"}}


def test_what_lies_further_off_is_reached_over_relations(tell):
    people = [EntityClaim(name) for name in ("Ann", "Bea", "Cal", "Dot")]
    chain = [Assertion(one, "trusts", two) for one, two in (("Ann", "Bea"), ("Bea", "Cal"), ("Cal", "Dot"))]
    story = tell(("A chain.", [*people, *chain]))
    assert lanes(story, "Ann?")["Cal: trusts: Dot"] == {"spread"}


def test_an_important_fact_stands_above_one_that_is_not(tell):
    hat = Assertion("Ann", "wears", value="a hat")
    crown = Assertion("Ann", "hides", value="a crown", importance=900)
    story = tell(("Once.", [EntityClaim("Ann"), crown, hat]))
    assert "importance" in lanes(story, "Ann?")["Ann: hides: a crown"]
    assert texts(story, "Ann?")[0] == "Ann: hides: a crown"


def test_facts_that_somebody_cannot_know_take_nobodys_room(tell):
    names = [f"Key bearer {number}" for number in range(200)]
    secret = [Assertion("silver key", "seen_by", name, audience=("Mira",)) for name in names]
    people = [EntityClaim(name) for name in ("Ann", "Mira", "Cole", *names)]
    story = tell(
        ("Rain.", [*people, EntityClaim("silver key", "item")]),
        ("Ann sees.", [Assertion("silver key", "seen_by", "Cole", audience=("Ann",))]),
        *((f"Hush {at}.", [claim]) for at, claim in enumerate(secret)),
    )
    ann = story.view.resolve("Ann").id
    assert texts(story, "Who saw the silver key?", knower=ann) == ["silver key: seen by: Cole"]


def test_each_of_several_questions_keeps_a_fact(tell):
    many = [f"Brook {number}" for number in range(120)]
    story = tell(
        (
            "Rain.",
            [EntityClaim("bell", "item"), EntityClaim("Ann"), *(EntityClaim(one, "place") for one in many)],
        ),
        ("Cracked.", [Assertion("bell", "state", value="cracked")]),
        *((one, [Assertion(one, "water", value=f"cold clear water {one}")]) for one in many),
    )
    found = texts(story, "How cold and clear is the water of the brook? And how did it get cracked?")
    assert "bell: state: cracked" in found


def test_a_dream_stands_first_where_the_cue_asks_for_dreams(tell):
    story = tell(
        ("Rain.", [EntityClaim(name) for name in ("Mira", "Tom", "Ann")]),
        (
            "A night.",
            [
                Assertion("Mira", "fears", "Tom"),
                Assertion("Mira", "fears", "Ann", modality=Modality.DREAMED),
            ],
        ),
    )
    assert texts(story, "What did Mira dream of?")[0] == "Mira: fears: Ann"
    assert texts(story, "What does Mira fear?")[0] == "Mira: fears: Tom"
