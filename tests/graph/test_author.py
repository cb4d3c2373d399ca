"""The author's hand: where acts hold from, and how they are undone."""

import pytest

from fabula.claims import Assertion, EntityClaim, Termination
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
