"""Following a front end: what is written, what goes along, and who was faster."""

import pytest

from fabula.errors import HeadMovedError, InvalidInputError
from fabula.ledger.records import Message, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader


class Interrupted(MemoryStore):
    """A memory store in which somebody else writes just when children are looked up."""

    meanwhile = staticmethod(lambda: None)

    def children(self, story, parents):
        act, self.meanwhile = self.meanwhile, lambda: None
        act()
        return super().children(story, parents)


def opened(store):
    store.create(StoryRow("moonlit", rows.CREATED))
    return Story(store, "moonlit", clock=lambda: rows.CREATED)


@pytest.fixture
def story():
    return opened(MemoryStore())


def said(*texts):
    return [Message(text, "assistant" if place % 2 else "user") for place, text in enumerate(texts)]


def texts(story):
    return [turn.text for turn in story.turns()]


def test_a_first_window_becomes_the_story(story):
    followed = story.follow(said("One.", "Two."))

    assert (followed.happened, len(followed.written), followed.head) == ("append", 2, story.head.id)
    assert texts(story) == ["One.", "Two."]


def test_the_same_window_again_writes_nothing(story):
    story.follow(said("One.", "Two."))
    before = story.store.snapshot("moonlit")

    followed = story.follow(said("One.", "Two."))

    assert (followed.happened, followed.written) == ("same", ())
    assert story.store.snapshot("moonlit") == before


def test_only_what_is_new_is_written(story):
    story.follow(said("One.", "Two."))

    followed = story.follow(said("One.", "Two.", "Three."))

    assert [turn.number for turn in followed.written] == [3]


def test_a_deleted_message_is_left_out_and_stays_in_the_tree(story):
    story.follow(said("One.", "Two.", "Three.", "Four."))

    followed = story.follow([Message("One."), Message("Three."), Message("Four.", "assistant")])

    assert [turn.number for turn in followed.removed] == [2]
    assert texts(story) == ["One.", "Three.", "Four."]
    assert len(story.store.snapshot("moonlit").turns) == 6


def test_a_message_that_comes_back_is_the_turn_that_it_was(story):
    story.follow(said("One.", "Two.", "Three.", "Four."))
    head = story.head
    story.follow([Message("One."), Message("Three."), Message("Four.", "assistant")])

    followed = story.follow(said("One.", "Two.", "Three.", "Four."))

    assert (followed.written, story.head) == ((), head)


def test_readings_go_along_and_are_counted(story):
    story.follow(said("One.", "[Mira holds key]", "[Finn at mill]"))
    story.extract(ScriptedReader())

    followed = story.follow(said("One, again.", "[Mira holds key]", "[Finn at mill]"))

    assert followed.carried == 2
    assert len(story.view().facts()) == 2


def test_an_authors_act_goes_along_with_a_turn_that_was_moved(story):
    story.follow(said("One. [Mira at mill]", "Two.", "Three.", "Four.", "Five."))
    story.extract(ScriptedReader())
    act = story.claim("Mira", "mood", value="calm", turn=2)

    story.follow([*said("One. [Mira at mill]"), *said("Three.", "Four.", "Two.", "Five.")])

    place = texts(story).index("Two.") + 1
    moved = story.turn(place).id
    assert [one.act for one in story.store.snapshot("moonlit").carried if one.turn == moved] == [act.id]


def test_what_was_decided_on_an_edit_goes_back_with_its_undoing(story):
    first = said("One. [Mira at mill]", "Two.", "Three.")
    story.follow(first)
    story.extract(ScriptedReader())
    story.follow(said("One! [Mira at mill]", "Two.", "Three."))
    story.extract(ScriptedReader())
    story.claim("Mira", "mood", value="calm", turn=2)

    story.follow(first)

    assert [fact.value for fact in story.view().facts()] == ["", "calm"]


def test_a_head_that_moved_meanwhile_is_not_overwritten():
    store = Interrupted()
    story, other = opened(store), opened(store)
    story.follow(said("One.", "Two."))
    store.meanwhile = lambda: other.tell("Faster.")

    with pytest.raises(HeadMovedError):
        story.follow(said("One.", "Two.", "Three."))

    assert texts(story) == ["One.", "Two.", "Faster."]


def test_an_edit_on_a_head_that_moved_meanwhile_is_refused():
    store = Interrupted()
    story, other = opened(store), opened(store)
    story.follow(said("One.", "Two."))
    store.meanwhile = lambda: other.tell("Faster.")

    with pytest.raises(HeadMovedError):
        story.edit(1, "One!")

    assert texts(story) == ["One.", "Two.", "Faster."]


def test_replies_to_a_turn_that_goes_on_are_no_longer_provisional(story):
    story.follow(said("One."))
    story.offer("A reply.")
    story.offer("Another reply.")

    story.follow(said("One.", "Another reply."))

    assert story.store.candidates("moonlit") == ()


def test_a_purged_turn_under_new_ancestors_stays_purged(story):
    story.follow(said("One.", "Secret.", "Three."))
    story.purge([2])

    story.follow(said("One!", "Secret.", "Three."))

    assert texts(story) == ["One!", "", "Three."]
    assert story.verify().is_sound


def test_an_empty_window_changes_nothing(story):
    story.follow(said("One.", "Two."))

    assert story.follow([]).happened == "same"
    assert len(story.turns()) == 2


def test_instructions_before_the_story_are_no_turns(story):
    story.follow([Message("Write as Mira. It is 10:00.", "system"), *said("One.", "Two.")])
    assert texts(story) == ["One.", "Two."]

    followed = story.follow(
        [Message("Write as Mira. It is 10:05.", "system"), *said("One.", "Two.", "Three.")]
    )

    assert followed.happened == "append"
    assert texts(story) == ["One.", "Two.", "Three."]


def test_instructions_before_a_cut_window_change_no_turn(story):
    known = said(*(f"This is turn {number} of the story." for number in range(20)))
    story.follow(known)

    assert story.follow([Message("Write as Mira.", "system"), *known[10:]]).happened == "same"


def test_a_narrator_within_the_story_is_a_turn(story):
    story.follow([*said("One.", "Two."), Message("Three days pass.", "system")])

    assert texts(story) == ["One.", "Two.", "Three days pass."]


def test_a_window_without_one_known_word_is_what_comes_next(story):
    story.follow(said(*(f"This is turn {number} of the story." for number in range(20))))

    followed = story.follow(said("Long after, the harbour lay silent under the snow."))

    assert followed.happened == "append"
    assert len(texts(story)) == 21


def test_a_whole_telling_without_one_known_word_is_another_line(story):
    story.follow(said("One.", "Two."))

    story.follow(said("Somewhere else, somebody else."), complete=True)

    assert texts(story) == ["Somewhere else, somebody else."]


def test_messages_without_words_are_passed_over(story):
    story.follow(
        [
            {"role": "user", "content": "One."},
            {"role": "assistant", "content": None, "tool_calls": [{"id": "t1"}]},
            {"role": "tool", "content": ""},
            {"role": "assistant", "content": [{"type": "image_url"}, {"type": "text", "text": "Two."}]},
        ]
    )

    assert texts(story) == ["One.", "Two."]


def test_what_is_no_message_is_refused(story):
    with pytest.raises(InvalidInputError, match="mapping"):
        story.follow([{"role": "user", "content": "One."}, None])

    assert texts(story) == []
