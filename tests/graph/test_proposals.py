"""What later text says against locked facts, and what the author makes of it."""

import pytest

import fabula
from fabula.claims.statements import Assertion, Termination
from fabula.errors import FactNotFoundError
from fabula.graph.proposals import effect_of, identity_of, undecided
from fabula.testing.scripted_reader import ScriptedReader


@pytest.fixture
def story():
    """A story in which the silver key is Mira's, and locked."""
    story = fabula.open(":memory:", story="moonlit")
    tell(story, "[new: silver key (item)] [Mira holds silver key] [new: Finn]", "[青伞 held_by: 沈棠]")
    story.author.lock(Termination("silver key", "held_by"))
    yield story
    story.close()


def tell(story, *texts):
    for text in texts:
        story.tell(text)
    story.extract(ScriptedReader())


def waiting(story):
    return [(one.number, effect_of(one)) for one in undecided(story.view())]


def first(story):
    return identity_of(undecided(story.view())[0])


def holder(story):
    return [
        story.view().name_of(fact.object)
        for fact in story.view().timeline("silver key", "held_by")
        if fact.is_current
    ]


def test_what_speaks_against_a_lock_waits_for_the_author(story):
    tell(story, "[Finn holds silver key]", "[!Mira holds silver key]", "[~Mira holds silver key]")
    assert waiting(story) == [(3, "opens"), (4, "ends"), (5, "takes_back")]
    assert holder(story) == ["Mira"]


def test_what_is_accepted_holds_from_its_turn_on_and_was_otherwise_before(story):
    tell(story, "[Finn holds silver key]", "It was late.")
    act = story.author.accept(first(story))
    assert (holder(story), waiting(story), act.kind, act.turn) == (
        ["Finn"],
        [],
        "assert",
        story.turns()[2].id,
    )
    assert story.view(2).name_of(story.view(2).timeline("silver key", "held_by")[-1].object) == "Mira"


def test_an_ending_and_a_taking_back_can_be_accepted(story):
    tell(story, "[!Mira holds silver key]")
    story.author.accept(first(story))
    assert (holder(story), waiting(story)) == ([], [])
    story.author.undo(story.author.standing()[-1].id)
    tell(story, "[~Mira holds silver key]")
    assert waiting(story) == [(3, "ends"), (4, "takes_back")]
    story.author.accept(identity_of(undecided(story.view())[1]))
    assert (holder(story), waiting(story)) == ([], [])


def test_both_ways_of_deciding_can_be_undone(story):
    tell(story, "[Finn holds silver key]")
    for decide in (story.author.accept, story.author.decline):
        act = decide(first(story))
        assert waiting(story) == []
        story.author.undo(act.id)
        assert (holder(story), waiting(story)) == (["Mira"], [(3, "opens")])


def test_what_is_declined_is_not_proposed_again_by_the_same_words(story):
    tell(story, "[Finn holds silver key]", "[Finn holds silver key]", "[!Mira holds silver key]")
    story.author.decline(first(story))
    assert waiting(story) == [(5, "ends")]
    story.author.decline(first(story))
    tell(story, "[Finn holds silver key]", "[!Mira holds silver key]")
    assert (waiting(story), holder(story)) == ([], ["Mira"])


def test_declining_an_ending_forbids_no_telling_of_the_same(story):
    tell(story, "[!Mira holds silver key]")
    story.author.decline(first(story))
    assert holder(story) == ["Mira"]
    story.author.undo(next(act.id for act in story.author.standing() if act.kind == "lock"))
    assert holder(story) == ["Mira"]


def test_without_its_lock_a_proposal_waits_no_more(story):
    tell(story, "[Finn holds silver key]")
    story.author.undo(story.author.standing()[-1].id)
    assert (waiting(story), holder(story)) == ([], ["Finn"])


def test_what_the_author_says_of_the_slot_decides_too(story):
    tell(story, "[Finn holds silver key]")
    story.author.correct(Assertion("silver key", "held_by", "Finn"))
    assert waiting(story) == []


def test_a_proposal_is_found_where_its_end_has_become_another(story):
    tell(story, "[new: the courier] [the courier holds silver key]")
    story.author.merge("Finn", "the courier")
    assert waiting(story) == [(3, "opens")]
    story.author.accept(first(story))
    assert holder(story) == ["Finn"]


def test_what_nobody_proposed_cannot_be_decided(story):
    tell(story, "[Finn holds silver key]")
    for identity in ("", "zzzz"):
        with pytest.raises(FactNotFoundError, match="No proposal"):
            story.author.accept(identity)
    known = first(story)
    story.author.decline(known)
    with pytest.raises(FactNotFoundError, match="was decided"):
        story.author.accept(known)
