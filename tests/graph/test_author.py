"""The author's hand: where acts hold from, and how they are undone."""

import pytest

from fabula.claims import Assertion, EntityClaim, Retraction, Scene, Termination
from fabula.claims.storytime import period_of
from fabula.errors import (
    ActNotFoundError,
    AlreadyToldError,
    AmbiguousNameError,
    EntityNotFoundError,
    FactNotFoundError,
    InvalidInputError,
)
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader


def opened(store):
    store.create(StoryRow("moonlit", rows.CREATED))
    return Story(store, "moonlit", by="Ada", clock=lambda: rows.CREATED)


@pytest.fixture
def story():
    story = opened(MemoryStore())
    for text in ("[Mira holds key]", "[Finn at mill]", "Rain."):
        story.tell(text)
    story.extract(ScriptedReader(kinds={"key": "item"}))
    return story


def test_an_act_says_who_did_it_and_when(story):
    act = story.author.claim(Assertion("Mira", "trusts", object="Finn"))

    assert (act.kind, act.scope, act.turn, act.by, act.at) == (
        "assert",
        "turn",
        story.turn(3).id,
        "Ada",
        rows.CREATED,
    )


def test_a_word_holds_from_its_turn_on(story):
    story.author.claim(Assertion("Mira", "mood", value="calm"), turn=story.turn(2).id)

    assert [len(story.view(number).timeline("Mira", "mood")) for number in (1, 2, 3)] == [0, 1, 1]


def test_a_word_is_checked_at_its_turn_and_not_at_the_end(story):
    with pytest.raises(EntityNotFoundError):
        story.author.claim(Assertion("Finn", "mood", value="calm"), turn=story.turn(1).id)


def test_saying_the_same_twice_is_refused(story):
    story.author.claim(Assertion("Mira", "trusts", object="Finn"))

    with pytest.raises(AlreadyToldError):
        story.author.claim(Assertion("Mira", "trusts", object="Finn"))


def test_a_refused_act_leaves_no_trace(story):
    with pytest.raises(FactNotFoundError):
        story.author.end(Termination("Mira", "mood"))

    assert story.author.acts() == ()


def test_nothing_can_be_said_before_anything_is_told():
    with pytest.raises(InvalidInputError, match="tell a turn first"):
        opened(MemoryStore()).author.introduce(EntityClaim("Mira"))


def test_what_is_decided_for_the_story_holds_on_every_branch_and_from_the_start(story):
    other = story.fork("other", at=1)
    other.author.rename("Mira", "Mirabel")

    assert story.view(1).entity("Mira").entity.name == "Mirabel"


def test_undone_acts_stay_in_the_log(story):
    act = story.introduce("Oren")
    story.author.undo(act.id[:8])

    assert [one.kind for one in story.author.acts()] == ["assert", "undo"]
    assert story.author.standing() == ()


def test_another_handle_sees_and_undoes_the_act(story):
    other = opened(story.store)
    act = story.introduce("Oren")

    other.author.undo(act.id)

    assert story.view().resolve("Oren") is None


@pytest.mark.parametrize("act", ["", "ffffffff"])
def test_an_unknown_act_cannot_be_undone(story, act):
    with pytest.raises(ActNotFoundError):
        story.author.undo(act)


def test_an_act_is_undone_once(story):
    act = story.introduce("Oren")
    story.author.undo(act.id)

    with pytest.raises(InvalidInputError, match="undone already"):
        story.author.undo(act.id)


def test_the_start_of_several_ids_is_ambiguous(story):
    starts = [story.introduce(f"Person {number}").id[0] for number in range(17)]
    twice = next(start for start in starts if starts.count(start) > 1)

    with pytest.raises(AmbiguousNameError):
        story.author.undo(twice)


def test_an_end_without_a_far_end_ends_what_holds(story):
    story.author.end(Termination("key", "held_by"))

    assert [fact.is_current for fact in story.view().timeline("key", "held_by")] == [False]


def test_a_correction_of_strength_replaces_it(story):
    story.author.claim(Assertion("Mira", "trusts", object="Finn", strength=100))
    story.author.correct(Assertion("Mira", "trusts", object="Finn", strength=900))

    assert [fact.strength for fact in story.view().timeline("Mira", "trusts")] == [900]


# Reveals and scenes by hand.


def contents(view):
    return view.entities(), view.told(), view.stage, view.problems


def test_before_a_reveal_two_are_two_and_after_it_one(story):
    story.author.reveal("Finn", "Mira", turn=story.turn(3).id)

    assert [entity.name for entity in story.view(2).entities("character")] == ["Mira", "Finn"]
    (one,) = story.view(3).entities("character")
    assert (one.name, one.aliases) == ("Finn", ("Mira",))
    assert [fact.object for fact in story.view().timeline("key", "held_by")] == ["npc-finn"]


def test_a_reveal_undone_leaves_no_trace(story):
    before = contents(story.view())
    reveal = story.author.reveal("Finn", "Mira", turn=story.turn(2).id)
    after = contents(story.view())

    undo = story.author.undo(reveal.id)
    assert contents(story.view()) == before
    story.author.undo(undo.id)
    assert contents(story.view()) == after


def test_a_reveal_of_one_or_of_nobody_is_refused(story):
    with pytest.raises(InvalidInputError, match="one already"):
        story.author.reveal("Mira", "npc-mira")
    with pytest.raises(EntityNotFoundError):
        story.author.reveal("Mira", "Oren")


def test_a_reveal_stands_where_the_words_that_brought_them_in_are_gone(story):
    story.author.reveal("Mira", "Finn")
    story.edit(1, "Nothing.")
    story.edit(2, "Nothing.")
    story.extract(ScriptedReader(kinds={"key": "item"}))

    assert [entity.names for entity in story.view().entities()] == [("Mira", "Finn")]
    assert story.view().problems == ()


def test_the_author_sets_the_stage_from_a_turn_on(story):
    story.author.stage(
        Scene(present=("Mira",), place="mill", period=period_of("day 4")), turn=story.turn(2).id
    )

    assert story.view(1).stage.present == ()
    stage = story.view(3).stage
    assert (stage.present, stage.place, stage.time.label) == (("npc-mira",), "place-mill", "day 4")


def test_a_stage_of_nobody_known_is_refused(story):
    for scene in (Scene(present=("Oren",)), Scene(place="moon"), Scene(speaker="Oren")):
        with pytest.raises(EntityNotFoundError):
            story.author.stage(scene)
    assert story.author.acts() == ()


# The author speaks of the present, wherever the telling stands.


@pytest.fixture
def flashback(story):
    """The key is Mira's on day 9; the telling stands in a flashback to day 2."""
    story.author.stage(Scene(period=period_of("day 9")), turn=story.turn(1).id)
    story.claim("Mira", "holds", "key", turn=1, period=period_of("day 9"))
    story.author.stage(Scene(period=period_of("day 2")), turn=story.turn(3).id)
    assert story.view().stage.goes_back
    return story


def holder(story):
    return [fact.object for fact in story.view().timeline("key", "held_by") if fact.is_current]


def test_an_ending_in_a_flashback_ends_what_holds(flashback):
    flashback.author.end(Termination("key", "held_by"))

    assert holder(flashback) == []


def test_a_claim_in_a_flashback_is_about_the_present_unless_dated(flashback):
    flashback.claim("key", "held_by", "Finn", period=period_of("day 1"))
    assert holder(flashback) == ["npc-mira"]

    flashback.claim("key", "held_by", "Finn")
    assert holder(flashback) == ["npc-finn"]


def test_a_correction_holds_from_when_what_was_wrong_would_have(flashback):
    flashback.author.correct(Assertion("key", "held_by", object="Finn"))

    assert holder(flashback) == ["npc-finn"]
    assert [fact.object for fact in flashback.view(at="day 9").facts() if fact.predicate == "held_by"] == [
        "npc-finn"
    ]


def test_a_lock_in_a_flashback_holds_the_present(flashback):
    flashback.author.lock(Termination("key", "held_by"))
    flashback.tell("[Finn holds key]")
    flashback.extract(ScriptedReader(kinds={"key": "item"}))

    assert holder(flashback) == ["npc-mira"]


# Attributes of relations.


@pytest.fixture
def priced(story):
    story.claim("key", "held_by", "Mira", attribute="price", value="5")
    return story


def price(value, who="Mira"):
    return Assertion("key", "held_by", object=who, attribute="price", value=value)


def prices(story):
    return [(fact.value, fact.standing.value) for fact in story.view().timeline("key", "held_by", "price")]


def test_correcting_an_attribute_leaves_its_relation(priced):
    priced.author.correct(price("7"))

    assert prices(priced) == [("7", "current")]
    assert holder(priced) == ["npc-mira"]


def test_correcting_what_an_attribute_was_wrongly_said_to_be(priced):
    priced.claim("key", "held_by", "Mira", attribute="price", value="6")
    priced.author.correct(price("7"), instead="5")

    assert prices(priced) == [("6", "superseded"), ("7", "current")]


def test_an_attribute_is_ended_locked_pinned_and_taken_back_without_its_relation(priced):
    slot = Termination("key", "held_by", object="Mira", attribute="Price")
    priced.author.pin(slot)
    assert [fact.predicate for fact in priced.view().facts() if fact.pinned] == ["held_by#price"]
    priced.author.lock(slot)
    assert [fact.locked for fact in priced.view().timeline("key", "held_by", "price")] == [True]

    priced.author.end(slot)
    assert prices(priced) == [("5", "ended")]
    priced.author.retract(Retraction("key", "held_by", object="Mira", attribute="price"))
    assert prices(priced) == []
    assert holder(priced) == ["npc-mira"]


def test_what_no_relation_has_is_not_ended(story):
    with pytest.raises(FactNotFoundError):
        story.author.end(Termination("key", "held_by", object="Mira", attribute="price"))
