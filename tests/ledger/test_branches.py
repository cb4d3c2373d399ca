"""Branches, tags and the log of heads."""

import pytest

from fabula.errors import BranchExistsError, BranchNotFoundError, HeadMovedError, InvalidInputError
from fabula.ledger.branches import Branches
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.testing import ledger_rows as rows

TURNS = rows.line(["One.", "Two.", "Three."])
ONE, TWO, THREE = (turn.id for turn in TURNS)


@pytest.fixture
def store():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    store.commit("moonlit", rows.told(TURNS))
    return store


def opened(store):
    return Branches(Ledger(store, "moonlit", clock=lambda: "now", by="Ada"))


@pytest.fixture
def branches(store):
    return opened(store)


def test_a_branch_points_at_a_turn(branches):
    branches.make("other", TWO)

    assert branches.all() == {"main": THREE, "other": TWO}


def test_a_branch_may_start_before_the_first_turn(branches):
    branches.make("other", ROOT)

    assert branches.all()["other"] == ROOT


def test_a_taken_name_is_refused(branches):
    with pytest.raises(BranchExistsError):
        branches.make("main", ONE)


@pytest.mark.parametrize("name", ["", " ", " x", "x ", "a\nb", "a\x00"])
def test_a_name_is_one_line_without_outer_space(branches, name):
    with pytest.raises(InvalidInputError):
        branches.make(name, ONE)
    with pytest.raises(InvalidInputError):
        branches.tag(name, ONE)


def test_a_head_moves_and_the_log_remembers_where_from(branches):
    branches.move("main", ONE, "rewind")

    assert branches.all()["main"] == ONE
    last = branches.moves("main")[-1]
    assert (last.before, last.after, last.why, last.by, last.at) == (THREE, ONE, "rewind", "Ada", "now")


def test_moving_to_where_it_stands_writes_nothing(branches):
    before = branches.moves()

    branches.move("main", THREE, "switch")

    assert branches.moves() == before


def test_a_head_that_is_elsewhere_is_not_moved(branches):
    with pytest.raises(HeadMovedError) as caught:
        branches.move("main", ONE, "rewind", expected=TWO)

    assert (caught.value.expected, caught.value.actual) == (TWO, THREE)
    assert branches.all() == {"main": THREE}


def test_the_starting_branch_can_be_moved_before_anything_was_told(store):
    store.create(StoryRow("empty", rows.CREATED))
    other = Branches(Ledger(store, "empty", clock=lambda: "now"))

    other.move("main", ROOT, "rewind", expected=ROOT)

    assert other.all() == {}


def test_a_removed_branch_is_gone_and_its_turns_are_not(branches, store):
    branches.make("other", TWO)
    branches.remove("other")

    assert branches.all() == {"main": THREE}
    assert len(store.snapshot("moonlit").turns) == 3


def test_a_removed_name_can_be_made_again(branches):
    branches.make("other", TWO)
    branches.remove("other")
    branches.make("other", ONE)

    assert branches.all()["other"] == ONE


def test_the_branch_where_handles_start_is_not_removed(branches):
    with pytest.raises(InvalidInputError):
        branches.remove("main")


def test_what_is_not_there_cannot_be_removed(branches):
    with pytest.raises(BranchNotFoundError):
        branches.remove("other")
    with pytest.raises(BranchNotFoundError):
        branches.untag("start")


def test_new_handles_start_where_they_are_told_to(branches, store):
    branches.make("other", TWO)
    branches.start_on("other")

    assert opened(store).start() == "other"


def test_new_handles_cannot_start_on_what_is_not_there(branches):
    with pytest.raises(BranchNotFoundError):
        branches.start_on("other")


def test_a_tag_never_moves_by_itself(branches):
    branches.tag("start", ONE)
    with pytest.raises(BranchExistsError):
        branches.tag("start", TWO)

    assert branches.tags() == {"start": ONE}


def test_a_tag_can_be_set_twice_and_taken_away(branches):
    branches.tag("start", ONE)
    branches.tag("start", ONE)
    branches.untag("start")

    assert branches.tags() == {}


def test_moves_are_listed_by_branch_or_all_together(branches):
    branches.make("other", TWO)

    assert [move.branch for move in branches.moves()] == ["main", "other"]
    assert [move.branch for move in branches.moves("other")] == ["other"]


@pytest.mark.parametrize("name", ["2", "-1", "2026"])
def test_a_name_that_would_mean_a_turn_by_its_number_is_refused(branches, name):
    with pytest.raises(InvalidInputError, match="number"):
        branches.tag(name, TWO)
    with pytest.raises(InvalidInputError, match="number"):
        branches.make(name, TWO)


def test_a_tag_is_not_called_like_a_branch(branches):
    with pytest.raises(BranchExistsError):
        branches.tag("main", TWO)
