"""What goes with the words of a turn."""

import pytest

from fabula.claims import Assertion
from fabula.ledger.erasure import erasure_of
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader

TEXTS = ("[Mira holds key]", "Her secret: [Mira at mill]", "[Finn at mill]", "[Finn mood: glad]", "The end.")


@pytest.fixture
def story():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    for text in TEXTS:
        story.tell(text)
    return story


def erased(story, number):
    return erasure_of(story.store.snapshot("moonlit"), [story.turn(number).id])


def readers_of(story, gone):
    """The numbers of the turns whose reading goes."""
    snapshot = story.store.snapshot("moonlit")
    turns = {turn.id: turn.number for turn in snapshot.turns}
    return sorted({turns[one.turn] for one in snapshot.bindings if one.body in gone.bodies})


def test_the_turn_goes(story):
    assert erased(story, 2).turns == (story.turn(2).id,)


def test_the_same_text_elsewhere_goes_too(story):
    twice = story.tell(f" {TEXTS[1]}\n")

    assert set(erased(story, 2).turns) == {story.turn(2).id, twice.id}


def test_a_similar_text_stays(story):
    story.tell(TEXTS[1].upper())

    assert len(erased(story, 2).turns) == 1


@pytest.mark.parametrize(
    ("batch", "look_back", "gone"), [(1, 0, [2]), (1, 2, [2, 3, 4]), (2, 0, [1, 2]), (5, 0, [1, 2, 3, 4, 5])]
)
def test_every_reading_that_was_shown_the_turn_goes(story, batch, look_back, gone):
    story.extract(ScriptedReader(batch, look_back))

    assert readers_of(story, erased(story, 2)) == gone


def test_a_reading_on_another_branch_goes_too(story):
    other = story.fork("other", at=2)
    other.tell("[Oren at mill]")
    other.extract(ScriptedReader(look_back=1))

    assert readers_of(story, erased(story, 2)) == [2, 3]


def test_an_act_that_repeats_the_words_goes(story):
    story.extract(ScriptedReader())
    act = story.claim("Mira", "mood", value=f"as told: {TEXTS[1]}")

    assert erased(story, 2).acts == (act.id,)


def test_a_rejection_that_quotes_the_words_goes(story):
    from fabula.claims import Retraction

    story.extract(ScriptedReader())
    act = story.author.reject(Retraction("Mira", "located_in"))

    assert erased(story, 2).acts == (act.id,)


def test_an_act_in_other_words_stays(story):
    story.extract(ScriptedReader())
    story.author.correct(Assertion("Mira", "located_in", object="mill"), turn=story.turn(2).id)

    assert erased(story, 2).acts == ()


def test_what_was_purged_before_takes_nothing_more_along(story):
    story.purge([2])
    story.extract(ScriptedReader(look_back=1))

    gone = erased(story, 2)

    assert (gone.turns, gone.bodies, gone.acts) == ((story.turn(2).id,), (), ())


def test_an_unknown_turn_takes_nothing_along(story):
    gone = erasure_of(story.store.snapshot("moonlit"), ["f" * 32])

    assert (gone.turns, gone.bodies, gone.acts) == ((), (), ())
