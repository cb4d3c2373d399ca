"""The part of the store contract about what counts: selections, and the log since a version."""

# ruff: noqa: D102 - the name of a test is its sentence.

from concurrent.futures import ThreadPoolExecutor

from fabula.ledger.records import CarriedAct, Changes, Log, Selection, Tombstone
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import act, line, turn

FIRST, SECOND = line(["The key is silver.", "The moon is up."])


class LogContract:
    """Selections that take effect, and the log."""

    def test_the_first_selection_of_a_turn_counts(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(selections=(Selection(FIRST.id, "b1"),)))
        assert store.log(story).selections == (Selection(FIRST.id, "b1"),)

    def test_a_second_first_selection_has_no_effect(
        self, store: LedgerStore, story: str, other: LedgerStore
    ) -> None:
        store.commit(story, Changes(selections=(Selection(FIRST.id, "b1"),)))
        assert other.commit(story, Changes(selections=(Selection(FIRST.id, "b2"),))) == 2
        assert store.log(story).selections == (Selection(FIRST.id, "b1"),)

    def test_a_selection_that_replaces_what_counts_takes_its_place(
        self, store: LedgerStore, story: str
    ) -> None:
        rows = (Selection(FIRST.id, "b1"), Selection(FIRST.id, "b2", replaces="b1"))
        for row in rows:
            store.commit(story, Changes(selections=(row,)))
        assert store.log(story).selections == rows

    def test_a_selection_that_replaces_what_no_longer_counts_has_no_effect(
        self, store: LedgerStore, story: str
    ) -> None:
        rows = (Selection(FIRST.id, "b1"), Selection(FIRST.id, "b2", replaces="b1"))
        store.commit(story, Changes(selections=(*rows, Selection(FIRST.id, "b3", replaces="b1"))))
        assert store.log(story).selections == rows

    def test_a_body_can_count_again(self, store: LedgerStore, story: str) -> None:
        there = Selection(FIRST.id, "b2", replaces="b1")
        back = Selection(FIRST.id, "b1", replaces="b2")
        store.commit(story, Changes(selections=(Selection(FIRST.id, "b1"), there)))
        store.commit(story, Changes(selections=(back,)))
        store.commit(story, Changes(selections=(there,)))
        assert store.log(story).selections == (Selection(FIRST.id, "b1"), there, back, there)

    def test_each_lane_of_a_turn_counts_by_itself(self, store: LedgerStore, story: str) -> None:
        rows = (Selection(FIRST.id, "b1"), Selection(FIRST.id, "n1", lane="synopsis"))
        store.commit(story, Changes(selections=rows))
        assert store.log(story).selections == rows

    def test_each_turn_counts_by_itself(self, store: LedgerStore, story: str) -> None:
        rows = (Selection(FIRST.id, "b1"), Selection(SECOND.id, "b1"))
        store.commit(story, Changes(selections=rows))
        assert store.log(story).selections == rows

    def test_of_many_workers_that_select_for_one_turn_the_first_stands(
        self, store: LedgerStore, story: str, other: LedgerStore
    ) -> None:
        def select(number: int) -> None:
            handle = store if number % 2 else other
            handle.commit(story, Changes(selections=(Selection(FIRST.id, f"b{number}"),)))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(select, range(8)))
        assert len(store.log(story).selections) == 1
        assert store.heads(story).version == 8

    def test_many_selections_keep_their_order(self, store: LedgerStore, story: str) -> None:
        rows = tuple(Selection(f"t{number % 700:04}", f"b{number}") for number in range(700))
        later = tuple(Selection(row.turn, row.body + "x", replaces=row.body) for row in reversed(rows))
        store.commit(story, Changes(selections=rows))
        store.commit(story, Changes(selections=later))
        assert store.log(story).selections == rows + later

    def test_the_snapshot_orders_selections_by_turn_and_lane_and_then_in_time(
        self, store: LedgerStore, story: str
    ) -> None:
        first, second = Selection("t", "b2"), Selection("t", "b1", replaces="b2")
        rows = (Selection("z", "b"), first, Selection("t", "n", lane="a"), second, Selection("a", "b"))
        store.commit(story, Changes(selections=rows))
        assert store.snapshot(story).selections == (
            Selection("a", "b"),
            Selection("t", "n", lane="a"),
            first,
            second,
            Selection("z", "b"),
        )

    def test_the_log_of_an_empty_story_is_empty(self, store: LedgerStore, story: str) -> None:
        assert store.log(story) == Log(0)

    def test_the_log_tells_everything_in_the_order_of_writing(self, store: LedgerStore, story: str) -> None:
        changes = _logged("t2", 1), _logged("t1", 2)
        for change in changes:
            store.commit(story, change)
        assert store.log(story) == Log(
            version=2,
            selections=changes[0].selections + changes[1].selections,
            acts=changes[0].acts + changes[1].acts,
            carried=changes[0].carried + changes[1].carried,
            tombstones=changes[0].tombstones + changes[1].tombstones,
        )

    def test_the_log_since_a_version_tells_only_what_came_after(self, store: LedgerStore, story: str) -> None:
        store.commit(story, _logged("t1", 1))
        seen = store.log(story).version
        later = _logged("t2", 2)
        store.commit(story, later)
        assert store.log(story, since=seen) == Log(
            2, later.selections, later.acts, later.carried, later.tombstones
        )

    def test_the_log_since_now_is_empty(self, store: LedgerStore, story: str) -> None:
        store.commit(story, _logged("t1", 1))
        assert store.log(story, since=1) == Log(1)

    def test_the_log_does_not_tell_again_what_was_written_again(self, store: LedgerStore, story: str) -> None:
        first = _logged("t1", 1)
        store.commit(story, first)
        again = Changes(selections=first.selections, carried=first.carried, tombstones=first.tombstones)
        store.commit(story, again)
        assert store.log(story, since=1) == Log(2)

    def test_the_log_tells_which_turns_lost_their_words(self, store: LedgerStore, story: str) -> None:
        twin = turn(FIRST.text, after=SECOND)
        store.commit(story, Changes(turns=(FIRST, SECOND, twin)))
        store.purge(story, [FIRST.id], [], [])
        stones = {Tombstone(FIRST.id, FIRST.key), Tombstone(twin.id, FIRST.key)}
        assert set(store.log(story, since=1).tombstones) == stones


def _logged(name: str, number: int) -> Changes:
    return Changes(
        selections=(Selection(name, f"b{number}"),),
        acts=(act(number, kind="assert", subject="林瑶", number=number),),
        carried=(CarriedAct("an act", name),),
        tombstones=(Tombstone(name, f"key of {name}"),),
    )
