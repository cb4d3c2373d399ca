"""Lines: asked of the store once, and only where they are not yet known."""

from dataclasses import replace

import pytest

from fabula.errors import CorruptLedgerError, TurnNotFoundError
from fabula.ledger.ids import ROOT
from fabula.ledger.lines import Lines
from fabula.ledger.records import Changes, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.testing import ledger_rows as rows


class CountingStore(MemoryStore):
    """A memory store that counts how many turns it was asked for."""

    handed_out = 0

    def ancestry(self, story, tip, limit):
        found = super().ancestry(story, tip, limit)
        self.handed_out += len(found)
        return found


@pytest.fixture
def store():
    store = CountingStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    return store


def told(store, count, after=None):
    turns = rows.line([f"Turn {number} of {count}." for number in range(count)], after)
    store.commit("moonlit", rows.told(turns, f"b{count}"))
    return turns


def test_a_line_goes_from_the_first_turn_to_the_tip(store):
    turns = told(store, 100)

    assert Lines(store, "moonlit").line(turns[-1].id) == tuple(turn.stem for turn in turns)


def test_the_line_to_the_root_is_empty(store):
    assert Lines(store, "moonlit").line(ROOT) == ()


def test_an_unknown_tip_is_named(store):
    with pytest.raises(TurnNotFoundError):
        Lines(store, "moonlit").line("f" * 32)


def test_a_line_is_read_once(store):
    turns = told(store, 100)
    lines = Lines(store, "moonlit")
    lines.line(turns[-1].id)
    before = store.handed_out

    lines.line(turns[-1].id)
    lines.line(turns[40].id)
    lines.stem(turns[3].id)

    assert store.handed_out == before


def test_what_was_just_written_need_not_be_asked_for(store):
    turns = told(store, 100)
    lines = Lines(store, "moonlit")
    lines.line(turns[-1].id)
    new = told(store, 2, turns[-1])
    before = store.handed_out

    lines.learn([turn.stem for turn in new])

    assert len(lines.line(new[-1].id)) == 102
    assert store.handed_out == before


def test_a_fork_asks_only_for_its_own_turns(store):
    turns = told(store, 90)
    lines = Lines(store, "moonlit")
    lines.line(turns[-1].id)
    fork = told(store, 5, turns[80])
    before = store.handed_out

    assert len(lines.line(fork[-1].id)) == 86
    assert store.handed_out - before <= 64


def test_turns_that_stand_before_themselves_are_a_damage_and_no_endless_walk(store):
    turns = told(store, 3)
    lines = Lines(store, "moonlit")
    lines.learn([replace(turns[0].stem, parent=turns[2].id), turns[1].stem, turns[2].stem])

    with pytest.raises(CorruptLedgerError, match="stands before itself"):
        lines.line(turns[2].id)


def test_of_what_others_told_on_a_known_line_little_more_than_that_is_read(store):
    turns = told(store, 100)
    lines = Lines(store, "moonlit")
    lines.line(turns[-1].id)
    before = store.handed_out
    more = rows.line(["One more.", "And one."], turns[-1])
    store.commit("moonlit", Changes(turns=more))

    assert lines.line(more[-1].id)[-2:] == tuple(turn.stem for turn in more)
    assert store.handed_out - before < 10
