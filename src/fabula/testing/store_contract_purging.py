"""The part of the store contract about purging: the words go, the places stay, and nothing brings them back."""

# ruff: noqa: D102 - the name of a test is its sentence.

from fabula.ledger.ids import ROOT
from fabula.ledger.records import (
    Binding,
    Candidate,
    Changes,
    Message,
    Selection,
    StoryRow,
    Tombstone,
    Turn,
)
from fabula.ledger.store import LedgerStore
from fabula.testing.ledger_rows import act, body, line, move, turn

SAID = Message("林瑶的真名是月。", "user", "Player", ("林瑶",), "yesterday", {"secret": "月"})
SECRET = turn(SAID.text, message=SAID)
NEXT = turn("The moon is up.", SECRET)
TWIN = turn(f"  {SAID.text}\n", NEXT)
GONE = Turn(SECRET.id, SECRET.parent, 1, "user", "", "", SECRET.key, purged=True)


class PurgingContract:
    """Purges of one story, and tombstones."""

    def test_a_purged_turn_keeps_only_its_place_and_its_key(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        assert store.turns(story, [SECRET.id])[SECRET.id] == GONE

    def test_a_purge_raises_the_version(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        assert store.purge(story, [SECRET.id], [], []) == store.heads(story).version == 2

    def test_a_purged_turn_still_stands_in_its_line(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        assert tuple(store.ancestry(story, NEXT.id, 9)) == (NEXT.stem, GONE.stem)
        assert tuple(store.children(story, [ROOT])[ROOT]) == (GONE.stem,)
        assert store.heads(story).branches == {"main": TWIN.id}

    def test_a_purge_takes_the_text_from_every_turn_with_the_same_key(
        self, store: LedgerStore, story: str
    ) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        twin = store.turns(story, [TWIN.id])[TWIN.id]
        assert (twin.purged, twin.text, twin.key) == (True, "", SECRET.key)
        assert [stem.id for stem in store.with_key(story, [SECRET.key])[SECRET.key]] == [SECRET.id, TWIN.id]

    def test_a_purge_leaves_other_turns_alone(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        assert store.turns(story, [NEXT.id])[NEXT.id] == NEXT

    def test_every_purged_turn_has_its_tombstone(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        expected = sorted((SECRET.id, TWIN.id))
        assert store.snapshot(story).tombstones == tuple(Tombstone(one, SECRET.key) for one in expected)

    def test_a_purge_takes_the_candidates_with_the_same_key(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        replies = (
            Candidate("c1", NEXT.id, "a", "", SAID.text + " "),
            Candidate("c2", NEXT.id, "a", "", "No."),
        )
        store.commit(story, Changes(candidates=replies))
        store.purge(story, [SECRET.id], [], [])
        assert store.snapshot(story).candidates == replies[1:]

    def test_a_purge_takes_bodies_with_their_bindings_and_selections(
        self, store: LedgerStore, story: str
    ) -> None:
        _tell(store, story)
        store.commit(story, _read(SECRET, "b1"))
        store.commit(story, _read(NEXT, "b2"))
        store.purge(story, [], ["b1"], [])
        kept = store.snapshot(story)
        assert [row.id for row in kept.bodies] == ["b2"]
        assert [row.body for row in kept.bindings] == ["b2"]
        assert [row.body for row in kept.selections] == ["b2"]

    def test_after_a_purge_of_what_counted_a_turn_can_be_read_anew(
        self, store: LedgerStore, story: str
    ) -> None:
        _tell(store, story)
        store.commit(story, _read(SECRET, "b1"))
        store.purge(story, [SECRET.id], ["b1"], [])
        store.commit(story, _read(SECRET, "b3"))
        assert store.log(story).selections == (Selection(SECRET.id, "b3"),)

    def test_a_purge_empties_the_payloads_of_acts(self, store: LedgerStore, story: str) -> None:
        acts = act(1, moon="月"), act(2, open="yes")
        store.commit(story, Changes(acts=acts))
        store.purge(story, [], [], [acts[0].id])
        kept = store.snapshot(story).acts
        assert [dict(row.payload) for row in kept] == [{}, {"open": "yes"}]
        assert [row.id for row in kept] == [row.id for row in acts]

    def test_purging_what_is_not_there_erases_nothing(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        before = store.snapshot(story)
        store.purge(story, ["unknown"], ["unknown"], ["unknown"])
        assert store.snapshot(story).turns == before.turns
        assert store.snapshot(story).tombstones == ()

    def test_purging_again_tells_the_log_again(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        seen = store.purge(story, [SECRET.id], [], [])
        store.purge(story, [SECRET.id], ["b1"], [])
        assert {row.turn for row in store.log(story, since=seen).tombstones} == {SECRET.id, TWIN.id}

    def test_a_purge_keeps_the_tombstone_of_a_turn_that_is_not_there(
        self, store: LedgerStore, story: str
    ) -> None:
        elsewhere = Tombstone("elsewhere", SECRET.key)
        store.commit(story, Changes(turns=(SECRET,), tombstones=(elsewhere,)))
        store.purge(story, [SECRET.id], [], [])
        stones = store.snapshot(story).tombstones
        assert set(stones) == {elsewhere, Tombstone(SECRET.id, SECRET.key)}

    def test_a_purge_of_many_turns_is_one_act(self, store: LedgerStore, story: str) -> None:
        turns = line(f"Secret number {number}." for number in range(1_200))
        store.commit(story, Changes(turns=turns))
        assert store.purge(story, (one.id for one in turns), [], []) == 2
        assert all(one.purged for one in store.snapshot(story).turns)

    def test_sending_a_purged_turn_again_brings_nothing_back(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        store.commit(story, Changes(turns=(SECRET,)))
        assert store.turns(story, [SECRET.id])[SECRET.id] == GONE

    def test_a_purged_text_told_elsewhere_is_kept_without_words(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        again = turn(SAID.text, NEXT, SAID)
        store.commit(story, Changes(turns=(again,)))
        kept = store.turns(story, [again.id])[again.id]
        assert (kept.purged, kept.text, kept.speaker, kept.present, kept.sent_at) == (True, "", "", None, "")
        assert dict(kept.meta) == {}

    def test_a_turn_written_without_words_has_its_tombstone_too(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        seen = store.purge(story, [SECRET.id], [], [])
        again = turn(SAID.text, NEXT, SAID)
        store.commit(story, Changes(turns=(again,)))
        assert store.log(story, since=seen).tombstones == (Tombstone(again.id, again.key),)

    def test_turns_can_follow_a_purged_one(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        other = turn("The moon is down.", SECRET)
        store.commit(story, Changes(turns=(other,)))
        assert store.turns(story, [other.id])[other.id] == other

    def test_a_candidate_with_a_purged_text_is_not_kept(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        store.commit(story, Changes(candidates=(Candidate("c", NEXT.id, "assistant", "", SAID.text),)))
        assert store.snapshot(story).candidates == ()

    def test_a_tombstone_forbids_a_text_before_it_was_ever_told(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(tombstones=(Tombstone(SECRET.id, SECRET.key),)))
        store.commit(story, Changes(turns=(SECRET,)))
        assert store.turns(story, [SECRET.id])[SECRET.id] == GONE

    def test_a_tombstone_in_the_same_commit_forbids_a_text(self, store: LedgerStore, story: str) -> None:
        stone = Tombstone(SECRET.id, SECRET.key)
        store.commit(story, Changes(turns=(SECRET,), tombstones=(stone,)))
        assert store.turns(story, [SECRET.id])[SECRET.id] == GONE
        assert store.snapshot(story).tombstones == (stone,)

    def test_a_tombstone_takes_the_text_of_turns_that_are_there(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        reply = Candidate("c", NEXT.id, "assistant", "", SAID.text)
        store.commit(story, Changes(candidates=(reply,)))
        store.commit(story, Changes(tombstones=(Tombstone(SECRET.id, SECRET.key),)))
        found = store.turns(story, [SECRET.id, TWIN.id])
        assert found[SECRET.id] == GONE
        assert found[TWIN.id].purged
        assert store.snapshot(story).candidates == ()

    def test_a_turn_that_comes_purged_is_kept_purged(self, store: LedgerStore, story: str) -> None:
        store.commit(story, Changes(turns=(GONE, NEXT)))
        assert store.turns(story, [SECRET.id])[SECRET.id] == GONE

    def test_a_turn_that_comes_purged_without_a_tombstone_takes_no_other_turn_with_it(
        self, store: LedgerStore, story: str
    ) -> None:
        store.commit(story, Changes(turns=(GONE, NEXT, TWIN)))
        assert store.turns(story, [TWIN.id])[TWIN.id] == TWIN
        assert store.snapshot(story).tombstones == ()

    def test_rows_of_a_purged_story_can_be_written_into_another(self, store: LedgerStore, story: str) -> None:
        _tell(store, story)
        store.purge(story, [SECRET.id], [], [])
        kept = store.snapshot(story)
        store.create(StoryRow("copy", kept.story.created))
        store.commit("copy", Changes(turns=kept.turns, tombstones=kept.tombstones))
        copied = store.snapshot("copy")
        assert (copied.turns, copied.tombstones) == (kept.turns, kept.tombstones)


def _tell(store: LedgerStore, story: str) -> None:
    store.commit(story, Changes(turns=(SECRET, NEXT, TWIN), moves=(move("main", None, TWIN),)))


def _read(said: Turn, name: str) -> Changes:
    return Changes(
        bodies=(body(name),), bindings=(Binding(said.id, name),), selections=(Selection(said.id, name),)
    )
