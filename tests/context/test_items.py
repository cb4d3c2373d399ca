from dataclasses import replace

from fabula.claims import Assertion, EntityClaim, Quote, Scene
from fabula.context.frame import Frame
from fabula.context.items import BACKGROUND, FULL, MOST_BACKGROUND, candidates, is_visible, item_of
from fabula.context.wording import ENGLISH
from fabula.graph.facts import Evidence
from fabula.graph.rules import Pin, Rules
from fabula.recall.recall import recall
from fabula.recall.scope import Given

TEXT = "Mira took the silver key."


def key_story(tell):
    people = [
        EntityClaim("Mira"),
        EntityClaim("Tom"),
        EntityClaim("silver key", "item"),
        Scene(present=("Tom",)),
    ]
    return tell(
        ("Rain.", people),
        (
            "Tom fears Mira.",
            [
                Assertion(
                    "Tom", "fears", "Mira", strength=-500, evidence=(Quote(0, 0, 15, "Tom fears Mira."),)
                )
            ],
        ),
        (TEXT, [Assertion("silver key", "held_by", "Mira", evidence=(Quote(0, 0, len(TEXT), TEXT),))]),
    )


def asked(story, cue="silver key", limit=1):
    found = recall(story.view, story.index, cue, limit=limit)
    return {(hit.kind, hit.text): hit for hit in candidates(story.view, found, story.index)}


def test_a_recalled_fact_brings_the_turn_it_was_told_in_at_half_its_score(tell):
    story = key_story(tell)
    found = asked(story, "Who possesses it, Mira?")
    fact, turn = found["fact", "silver key is held by Mira"], found["turn", TEXT]
    assert (turn.score, turn.number, turn.turn) == (fact.score // 2, 3, story.turns[2].id)


def test_what_holds_of_the_cast_on_stage_is_background(tell):
    found = asked(key_story(tell), "rain")
    assert found["fact", "Tom: fears: Mira"].score == BACKGROUND


def test_only_the_latest_of_much_background_is_considered(tell):
    friends = [f"Friend {number}" for number in range(MOST_BACKGROUND + 5)]
    people = [EntityClaim(name) for name in ("Tom", *friends)]
    told = [(f"Turn {name}", [Assertion("Tom", "trusts", name)]) for name in friends]
    found = asked(tell(("Rain.", [*people, Scene(present=("Tom",))]), *told), "rain")
    numbers = [hit.number for hit in found.values() if hit.kind == "fact"]
    assert sorted(numbers) == list(range(7, MOST_BACKGROUND + 7))


def test_a_pinned_fact_is_always_considered_and_never_too_visible(tell):
    story = key_story(tell)
    key = story.view.resolve("silver key").id
    pinned = replace(
        story, view=replace(story.view, digest="pinned", rules=Rules(pins=(Pin(key, "held_by"),)))
    )
    hit = asked(pinned, "rain")["fact", "silver key is held by Mira"]
    assert hit.score == FULL
    assert not is_visible(hit, [turn.id for turn in story.turns])


def test_what_an_author_asserted_is_seen_in_no_turn(tell):
    story = key_story(tell)
    hit = asked(story)["fact", "silver key is held by Mira"]
    assert is_visible(hit, [story.turns[2].id])
    authored = replace(hit, fact=replace(hit.fact, evidence=(Evidence(story.turns[2].id, 3, act="act"),)))
    assert not is_visible(authored, [story.turns[2].id])


def test_relations_between_people_have_a_section_of_their_own(tell):
    hits = tuple(asked(key_story(tell), limit=50).values())
    items = [item_of(hit, key_story(tell).view, ENGLISH) for hit in hits]
    sections = {item.line: item.section for item in items}
    assert sections['- Tom: fears: Mira — "Tom fears Mira."'] == "relations"
    assert sections["- silver key is held by Mira"] == "state"
    assert sections[f"- #3: {TEXT}"] == "told"


def test_a_thin_fact_brings_its_words_unless_the_model_sees_them(tell):
    story = key_story(tell)
    hit = asked(story, "rain")["fact", "Tom: fears: Mira"]
    seen = [story.turns[1].id]
    assert item_of(hit, story.view, ENGLISH).line == '- Tom: fears: Mira — "Tom fears Mira."'
    assert item_of(hit, story.view, ENGLISH, seen).line == "- Tom: fears: Mira"


def test_what_a_point_of_view_cannot_know_is_not_brought_in(tell):
    story = key_story(tell)
    found = recall(story.view, story.index, "silver key", limit=0)
    assert any(hit.fact for hit in candidates(story.view, found, story.index))
    assert candidates(story.view, found, story.index, known=frozenset()) == ()


def test_both_sides_of_a_dispute_come_together_and_say_so(tell):
    story = key_story(tell)
    found = recall(story.view, story.index, "silver key", limit=50)
    (hit,) = (hit for hit in found.hits if hit.text == "silver key is held by Mira")
    other = replace(hit.fact, id="other", object="npc-tom", disputes=(hit.fact.id,))
    disputed = replace(hit.fact, disputes=("other",))
    slot = story.view.state.slots[hit.fact.slot]
    slots = story.view.state.slots.insert(hit.fact.slot, replace(slot, versions=(disputed, other)))
    view = replace(story.view, digest="disputed", state=replace(story.view.state, slots=slots))
    brought = candidates(view, replace(found, hits=(replace(hit, fact=disputed),)), story.index)
    lines = {item_of(one, view, ENGLISH).line for one in brought if one.fact}
    assert {"- (disputed) silver key is held by Mira", "- (disputed) silver key is held by Tom"} <= lines


def test_what_was_superseded_behind_somebodys_back_is_told_as_what_holds(tell):
    first, then = "Mira took the key.", "Tom stole the key."
    cast = [*(EntityClaim(name) for name in ("Mira", "Tom", "Ann")), EntityClaim("key", "item")]
    story = tell(
        ("Rain.", [*cast, Scene(present=("Mira",))]),
        (first, [Assertion("key", "held_by", "Mira", audience=("Ann",))]),
        (then, [Assertion("key", "held_by", "Tom", audience=("Tom",))]),
    )
    known = Frame(pov="Ann").known(story.view, story.index)
    found = recall(story.view, story.index, "key", limit=0, given=Given(knower=story.view.resolve("Ann").id))
    (hit,) = candidates(story.view, found, story.index, known)
    item = item_of(hit, story.view, ENGLISH, known=known)
    assert (item.line, item.section) == ("- key is held by Mira", "state")
    assert "until" in item_of(hit, story.view, ENGLISH).line
