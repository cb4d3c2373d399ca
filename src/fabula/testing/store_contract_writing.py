"""The part of the store contract about commits: whole or not at all, and never over a newer head."""

# ruff: noqa: D102 - the name of a test is its sentence.

from concurrent.futures import ThreadPoolExecutor

import pytest

from fabula.errors import BranchExistsError, ConflictError, FabulaError, HeadMovedError, InvalidInputError
from fabula.ledger.ids import ROOT
from fabula.ledger.records import (
    Act,
    Binding,
    Candidate,
    CarriedAct,
    Changes,
    HeadMove,
    Tag,
    Turn,
)
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import act, body, line, move, told, turn

FIRST, SECOND, THIRD, FOURTH = line(["The key is silver.", "The moon is up.", "Lin Yao pales.", "Hm."])
STRAY = turn("I follow nobody you know.", after=turn("Never written."))

REFUSED: dict[str, tuple[Changes, type[FabulaError]]] = {
    "a turn whose parent is unknown": (Changes(turns=(STRAY,)), InvalidInputError),
    "a turn before its parent": (Changes(turns=(FOURTH, THIRD)), InvalidInputError),
    "a head on an unknown turn": (Changes(moves=(move("b", None, STRAY),)), InvalidInputError),
    "a tag on the root": (Changes(tags=(Tag("b", ROOT),)), InvalidInputError),
    "a tag on an unknown turn": (Changes(tags=(Tag("b", STRAY.id),)), InvalidInputError),
    "a candidate after an unknown turn": (
        Changes(candidates=(Candidate("c", STRAY.id, "assistant", "", "Hm."),)),
        InvalidInputError,
    ),
    "a move of a branch that is not there": (Changes(moves=(move("b", THIRD, None),)), HeadMovedError),
    "an act after a gap": (Changes(acts=(act(2),)), ConflictError),
    "acts with a gap between": (Changes(acts=(act(1), act(3))), ConflictError),
    "a text with half of a surrogate pair": (
        Changes(turns=(Turn("odd", ROOT, 1, "user", "", "\ud83c", "odd"),)),
        InvalidInputError,
    ),
    "a text with a NUL": (
        Changes(turns=(Turn("odd", ROOT, 1, "user", "", "a\x00b", "odd"),)),
        InvalidInputError,
    ),
    "metadata that is not JSON": (
        Changes(turns=(Turn("odd", ROOT, 1, "user", "", "a", "odd", meta={"set": {1, 2}}),)),
        InvalidInputError,
    ),
    "a payload that is not JSON": (
        Changes(acts=(Act(1, "odd", "pin", "story", "", {"set": {1, 2}}),)),
        InvalidInputError,
    ),
}


class WritingContract:
    """Commits to one story."""

    def test_every_commit_raises_the_version_by_one(self, store: LedgerStore, story: str) -> None:
        versions = [store.commit(story, Changes()) for _ in range(3)]
        assert versions == [1, 2, 3]
        assert store.heads(story).version == 3

    def test_every_kind_of_row_comes_back_as_written(self, store: LedgerStore, story: str) -> None:
        changes = _one_of_each()
        store.commit(story, changes)
        kept = store.snapshot(story)
        assert kept.turns == changes.turns
        assert kept.bodies == changes.bodies
        assert kept.bindings == changes.bindings
        assert kept.acts == changes.acts
        assert kept.carried == changes.carried
        assert kept.moves == changes.moves
        assert kept.tags == changes.tags
        assert kept.candidates == changes.candidates

    def test_writing_the_same_rows_again_changes_nothing_but_the_version(
        self, store: LedgerStore, story: str
    ) -> None:
        changes = _one_of_each()
        store.commit(story, changes)
        before = store.snapshot(story)
        again = Changes(
            turns=changes.turns,
            bodies=changes.bodies,
            bindings=changes.bindings,
            carried=changes.carried,
            tags=changes.tags,
            candidates=changes.candidates,
        )
        store.commit(story, again)
        assert _rows(store, story) == (before.turns, before.bodies, before.bindings, before.carried)
        assert store.snapshot(story).candidates == before.candidates

    def test_rows_that_are_there_keep_their_first_content(self, store: LedgerStore, story: str) -> None:
        other_role = Turn(FIRST.id, FIRST.parent, 1, "system", "", FIRST.text, FIRST.key, meta={"later": 1})
        store.commit(story, Changes(turns=(FIRST,), bodies=(body("b1"),)))
        store.commit(story, Changes(turns=(other_role,), bodies=(body("b1", "gold"),)))
        assert store.turns(story, [FIRST.id])[FIRST.id] == FIRST
        assert store.bodies(story, ["b1"])["b1"] == body("b1")

    def test_the_first_of_two_equal_rows_in_one_commit_counts(self, store: LedgerStore, story: str) -> None:
        bindings = (Binding(FIRST.id, "b1", "first"), Binding(FIRST.id, "b1", "second"))
        store.commit(story, Changes(turns=(FIRST, FIRST), bindings=bindings))
        assert store.snapshot(story).turns == (FIRST,)
        assert store.snapshot(story).bindings == bindings[:1]

    def test_one_commit_tells_ten_thousand_turns(self, store: LedgerStore, story: str) -> None:
        turns = line(f"Turn {number}: 月亮升起来了。" for number in range(10_000))
        store.commit(story, told(turns))
        assert store.heads(story).branches == {"main": turns[-1].id}
        assert len(store.ancestry(story, turns[-1].id, 20_000)) == 10_000

    @pytest.mark.parametrize("reason", sorted(REFUSED))
    def test_a_refused_row_leaves_nothing_of_its_commit(
        self, store: LedgerStore, story: str, reason: str
    ) -> None:
        bad, error = REFUSED[reason]
        before = store.snapshot(story)
        with pytest.raises(error):
            store.commit(story, _joined(_one_of_each(), bad))
        assert store.snapshot(story) == before
        assert store.bodies(story, ["b1"]) == {}

    def test_a_refused_commit_does_not_spoil_the_next_one(self, store: LedgerStore, story: str) -> None:
        with pytest.raises(InvalidInputError):
            store.commit(story, _joined(_one_of_each(), Changes(turns=(STRAY,))))
        assert store.commit(story, _one_of_each()) == 1

    def test_a_branch_is_made_by_a_move_from_nothing(self, store: LedgerStore, story: str) -> None:
        store.commit(story, told((FIRST, SECOND), branch="更温柔"))
        assert store.heads(story).branches == {"更温柔": SECOND.id}

    def test_a_branch_moves_on_from_its_head(self, store: LedgerStore, story: str) -> None:
        store.commit(story, told((FIRST,)))
        store.commit(story, told((SECOND,), before=FIRST))
        assert store.heads(story).branches == {"main": SECOND.id}

    def test_a_branch_moves_twice_in_one_commit(self, store: LedgerStore, story: str) -> None:
        moves = (move("main", None, FIRST), move("main", FIRST, SECOND))
        store.commit(story, Changes(turns=(FIRST, SECOND), moves=moves))
        assert store.heads(story).branches == {"main": SECOND.id}
        assert store.snapshot(story).moves == moves

    def test_a_branch_ends_by_a_move_to_nothing(self, store: LedgerStore, story: str) -> None:
        store.commit(story, told((FIRST,)))
        store.commit(story, Changes(moves=(move("main", FIRST, None),)))
        assert dict(store.heads(story).branches) == {}

    def test_an_ended_branch_can_be_made_again(self, store: LedgerStore, story: str) -> None:
        store.commit(story, told((FIRST,)))
        store.commit(story, Changes(moves=(move("main", FIRST, None),)))
        store.commit(story, told((SECOND,)))
        assert store.heads(story).branches == {"main": SECOND.id}

    def test_a_head_may_point_at_the_root(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(moves=(HeadMove("empty", None, ROOT),)))
        store.commit(story, Changes(turns=(FIRST,), moves=(HeadMove("empty", ROOT, FIRST.id),)))
        assert store.heads(story).branches == {"empty": FIRST.id}

    def test_a_move_from_elsewhere_than_the_head_says_where_the_head_is(
        self, store: LedgerStore, story: str
    ) -> None:
        store.commit(story, told((FIRST, SECOND)))
        with pytest.raises(HeadMovedError) as caught:
            store.commit(story, told((THIRD,), before=FIRST))
        moved = caught.value
        assert (moved.branch, moved.expected, moved.actual) == ("main", FIRST.id, SECOND.id)

    def test_a_branch_that_is_there_is_not_made_again(self, store: LedgerStore, story: str) -> None:
        store.commit(story, told((FIRST,)))
        with pytest.raises(HeadMovedError):
            store.commit(story, told((SECOND,)))

    def test_of_two_handles_that_race_for_a_head_one_wins(
        self, store: LedgerStore, story: str, other: LedgerStore
    ) -> None:
        store.commit(story, told((FIRST,)))
        seen = other.heads(story).branches["main"]
        store.commit(story, told((turn("Mine.", FIRST),), before=FIRST))
        with pytest.raises(HeadMovedError):
            other.commit(story, told((turn("Yours.", FIRST),), before=FIRST))
        assert seen == FIRST.id
        assert store.children(story, [FIRST.id])[FIRST.id] == (turn("Mine.", FIRST).stem,)

    def test_of_many_threads_that_race_for_a_head_exactly_one_wins(
        self, store: LedgerStore, story: str, other: LedgerStore
    ) -> None:
        store.commit(story, told((FIRST,)))

        def tell(number: int) -> bool:
            try:
                handle = store if number % 2 else other
                handle.commit(story, told((turn(f"Racer {number}.", FIRST),), before=FIRST))
            except HeadMovedError:
                return False
            return True

        with ThreadPoolExecutor(4) as pool:
            wins = list(pool.map(tell, range(12)))
        assert wins.count(True) == 1
        assert store.heads(story).version == 2

    def test_threads_that_append_to_branches_of_their_own_lose_nothing(
        self, store: LedgerStore, story: str, other: LedgerStore
    ) -> None:
        def tell(number: int) -> None:
            handle = store if number % 2 else other
            turns = line(f"{number}: {step}" for step in range(5))
            for before, after in zip((None, *turns), turns, strict=False):
                handle.commit(story, told((after,), branch=f"b{number}", before=before))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(tell, range(4)))
        assert store.heads(story).version == 20
        assert len(store.snapshot(story).turns) == 20

    def test_acts_are_numbered_on(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(acts=(act(1), act(2))))
        store.commit(story, Changes(acts=(act(3),)))
        assert [row.seq for row in store.snapshot(story).acts] == [1, 2, 3]

    def test_an_act_at_a_number_that_is_taken_is_a_conflict(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(acts=(act(1),)))
        with pytest.raises(ConflictError):
            store.commit(story, Changes(acts=(act(1, kind="lock"),)))

    def test_a_tag_stays_where_it_was_set(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(FIRST, SECOND), tags=(Tag("第一章", FIRST.id),)))
        store.commit(story, told((THIRD,)))
        assert store.heads(story).tags == {"第一章": FIRST.id}

    def test_setting_a_tag_again_on_its_turn_is_no_conflict(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(FIRST,), tags=(Tag("start", FIRST.id),)))
        store.commit(story, Changes(tags=(Tag("start", FIRST.id),)))
        assert store.heads(story).tags == {"start": FIRST.id}

    def test_a_tag_is_not_set_over_another_turn(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(FIRST, SECOND), tags=(Tag("start", FIRST.id),)))
        with pytest.raises(BranchExistsError):
            store.commit(story, Changes(tags=(Tag("start", SECOND.id),)))

    def test_a_tag_that_was_taken_away_is_free(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(FIRST, SECOND), tags=(Tag("start", FIRST.id),)))
        store.commit(story, Changes(tags=(Tag("start", None), Tag("start", SECOND.id))))
        assert store.heads(story).tags == {"start": SECOND.id}

    def test_taking_away_a_tag_that_is_not_there_does_nothing(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(tags=(Tag("never", None),)))
        assert dict(store.heads(story).tags) == {}

    def test_the_starting_branch_changes_when_it_is_given(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(branch="更温柔"))
        store.commit(story, Changes())
        assert store.heads(story).branch == "更温柔"
        assert store.stories()[0].branch == "更温柔"

    def test_a_candidate_may_come_before_the_first_turn(self, store: LedgerStore, story: str) -> None:
        greeting = Candidate("c", ROOT, "assistant", "林瑶", "你好。")
        store.commit(story, Changes(candidates=(greeting,)))
        assert store.snapshot(story).candidates == (greeting,)

    def test_a_dropped_candidate_is_gone(self, store: LedgerStore, story: str) -> None:
        rows = tuple(Candidate(name, ROOT, "assistant", "", f"Reply {name}.") for name in "ab")
        store.commit(story, Changes(candidates=rows))
        store.commit(story, Changes(dropped=("a",)))
        assert store.snapshot(story).candidates == rows[1:]

    def test_dropping_an_unknown_candidate_does_nothing(self, store: LedgerStore, story: str) -> None:
        assert store.commit(story, Changes(dropped=("never",))) == 1

    def test_a_candidate_that_is_dropped_and_given_again_stays(self, store: LedgerStore, story: str) -> None:
        one = Candidate("a", ROOT, "assistant", "", "The same reply.")
        store.commit(story, Changes(candidates=(one,)))
        store.commit(story, Changes(candidates=(one,), dropped=("a",)))
        assert store.snapshot(story).candidates == (one,)


def _one_of_each() -> Changes:
    return Changes(
        turns=(FIRST, SECOND),
        bodies=(body("b1"),),
        bindings=(Binding(FIRST.id, "b1", "run"),),
        acts=(),
        carried=(CarriedAct("an act", SECOND.id),),
        moves=(move("main", None, SECOND),),
        tags=(Tag("start", FIRST.id),),
        candidates=(Candidate("c", SECOND.id, "assistant", "Lin Yao", "Yes.", "now"),),
    )


def _joined(one: Changes, two: Changes) -> Changes:
    return Changes(
        turns=one.turns + two.turns,
        bodies=one.bodies,
        bindings=one.bindings,
        acts=two.acts,
        carried=one.carried,
        moves=one.moves + two.moves,
        tags=one.tags + two.tags,
        candidates=one.candidates + two.candidates,
    )


def _rows(store: LedgerStore, story: str) -> tuple[object, ...]:
    kept = store.snapshot(story)
    return kept.turns, kept.bodies, kept.bindings, kept.carried
