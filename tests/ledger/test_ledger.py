"""One story's ledger: fresh whoever wrote, whole or nothing."""

from itertools import count

import pytest

from fabula.errors import AmbiguousNameError, BranchNotFoundError, TurnNotFoundError
from fabula.ledger.acts import ActKind
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Binding, Candidate, CarriedAct, Changes, Selection, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.testing import ledger_rows as rows

TURNS = rows.line(["One.", "Two.", "Three."])


@pytest.fixture
def store():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    store.commit("moonlit", rows.told(TURNS))
    return store


def opened(store):
    return Ledger(store, "moonlit", clock=lambda: "now", by="Ada")


@pytest.fixture
def ledger(store):
    return opened(store)


def test_a_head_is_where_the_branch_points(ledger):
    assert ledger.head("main") == TURNS[-1].id


def test_an_unknown_branch_is_named_with_those_that_are_known(ledger):
    with pytest.raises(BranchNotFoundError, match="it has: main"):
        ledger.head("other")


def test_the_starting_branch_stands_at_the_root_until_something_is_told(store):
    store.create(StoryRow("empty", rows.CREATED, "main"))
    ledger = Ledger(store, "empty", clock=lambda: "now")
    assert ledger.head("main") == ROOT

    store.commit("empty", Changes(turns=TURNS[:1], moves=(rows.move("other", None, TURNS[0]),)))

    assert ledger.head("main") == ROOT


def test_a_line_is_found_by_number_from_either_end(ledger):
    tip = TURNS[-1].id

    assert [ledger.find(number, tip).id for number in (1, 3, -1, "2", " 2 ")] == [
        TURNS[at].id for at in (0, 2, 2, 1, 1)
    ]


def test_a_turn_is_found_by_its_id_or_the_start_of_it(ledger):
    turn = TURNS[1].id

    assert ledger.find(turn, ROOT).id == ledger.find(turn[:6], ROOT).id == turn
    assert ledger.find(turn[:6].upper(), ROOT).id == turn


@pytest.mark.parametrize("reference", [0, 4, -4, "", "--1", "²", "１", "ffffff", "abc", "%", "____"])
def test_what_means_no_turn_is_refused(ledger, reference):
    with pytest.raises(TurnNotFoundError):
        ledger.find(reference, TURNS[-1].id)


def test_an_id_cut_too_short_is_ambiguous(store, ledger):
    seen = {}
    for number in count(1):
        turn = rows.turn(f"Turn {number}.")
        twin = seen.setdefault(turn.id[:4], turn)
        if twin is not turn:
            break
    store.commit("moonlit", Changes(turns=(twin, turn)))

    with pytest.raises(AmbiguousNameError) as caught:
        ledger.find(turn.id[:4], TURNS[-1].id)

    assert caught.value.candidates == tuple(sorted((twin.id[:12], turn.id[:12])))


def test_a_missing_turn_is_named(ledger):
    with pytest.raises(TurnNotFoundError, match="ffffffffffff"):
        ledger.turns([TURNS[0].id, "f" * 32])


def test_turns_come_in_the_order_asked_for(ledger):
    ids = [TURNS[2].id, TURNS[0].id, TURNS[2].id]

    assert [turn.id for turn in ledger.turns(ids)] == ids


def test_what_others_wrote_is_read_in(store, ledger):
    other = opened(store)
    ledger.heads()
    selection = Selection(TURNS[0].id, "b")
    binding = Binding(TURNS[0].id, "b")
    other.commit(Changes(bodies=(rows.body("b"),), bindings=(binding,), selections=(selection,)))

    ledger.heads()

    assert ledger.selected(TURNS[0].id) == {"reader": "b"}
    assert TURNS[0].id in ledger.take_changed()
    assert ledger.take_changed() == frozenset()


def test_acts_are_chained_whoever_writes_them(store, ledger):
    one = ledger.act(ActKind.ASSERT, {"claim": {}}, TURNS[0].id)
    two = opened(store).act(ActKind.PIN, {"subject": "a"}, TURNS[0].id)
    three = ledger.act(ActKind.END, {"claim": {}}, TURNS[1].id)

    assert [act.seq for act in (one, two, three)] == [1, 2, 3]
    assert [act.id for act in opened(store).store.snapshot("moonlit").acts] == [one.id, two.id, three.id]
    assert (two.turn, three.turn, one.by, one.at) == ("", TURNS[1].id, "Ada", "now")


def test_acts_hold_where_they_were_made_and_where_they_were_carried(ledger):
    act = ledger.act(ActKind.ASSERT, {"claim": {}}, TURNS[0].id)
    ledger.commit(Changes(carried=(CarriedAct(act.id, TURNS[2].id),)))

    assert [list(ledger.acts_at(turn.id)) for turn in TURNS] == [[act], [], [act]]
    assert list(ledger.acts_bound_to(TURNS[2].id)) == [act.id]


def test_an_undone_act_holds_nowhere_and_is_still_bound(ledger):
    act = ledger.act(ActKind.ASSERT, {"claim": {}}, TURNS[0].id)
    ledger.take_changed()
    ledger.act(ActKind.UNDO, {"act": act.id})

    assert list(ledger.acts_at(TURNS[0].id)) == []
    assert list(ledger.acts_bound_to(TURNS[0].id)) == [act.id]
    assert ledger.take_changed() == {TURNS[0].id}
    assert len(ledger.acts) == 2
    assert ledger.standing == ()


def test_a_purge_by_somebody_else_empties_every_cache(store, ledger):
    act = ledger.act(ActKind.ASSERT, {"claim": {"value": "Two."}}, TURNS[0].id)
    assert ledger.turns([TURNS[1].id])[0].text == "Two."

    store.purge("moonlit", [TURNS[1].id], [], [act.id])
    ledger.heads()

    assert ledger.turns([TURNS[1].id])[0].text == ""
    assert dict(ledger.acts[0].payload) == {}
    assert ledger.forgotten == 1


def test_a_purged_text_that_is_written_again_is_known_as_it_is_kept(store, ledger):
    store.purge("moonlit", [TURNS[1].id], [], [])
    again = rows.turn("Two.", TURNS[2], rows.Message("Two.", speaker="Mira"))

    ledger.commit(Changes(turns=(again,)))

    assert ledger.stem(again.id).speaker == ""
    assert ledger.turns([again.id])[0].purged


def test_a_move_of_a_branch_yet_to_be_made_starts_from_nothing(store, ledger):
    assert ledger.before("main", TURNS[-1].id) == TURNS[-1].id
    assert ledger.before("other", ROOT) is None


def test_what_was_read_is_remembered_until_other_words_count(ledger):
    line = ledger.line(TURNS[-1].id)
    ledger.note_read("scripted/1", line[:2])
    assert (ledger.read_up_to("scripted/1", line), ledger.read_up_to("rules/1", line)) == (2, 0)

    first, second = Selection(TURNS[0].id, "b"), Selection(TURNS[0].id, "c", "b")
    bindings = tuple(Binding(TURNS[0].id, body) for body in "bc")
    ledger.commit(
        Changes(bodies=(rows.body("b"), rows.body("c")), bindings=bindings, selections=(first, second))
    )

    assert ledger.read_up_to("scripted/1", line) == 0


class Counted:
    """A store that counts how often its log is asked for."""

    def __init__(self, store):
        self._store = store
        self.logs = 0

    def __getattr__(self, name):
        return getattr(self._store, name)

    def log(self, story, since=0):
        self.logs += 1
        return self._store.log(story, since)


def test_after_a_commit_that_the_log_does_not_tell_of_nothing_is_read_again(store):
    counted = Counted(store)
    ledger = opened(counted)
    ledger.heads()
    before = counted.logs
    tip = rows.turn("Four.", TURNS[-1])
    ledger.commit(Changes(turns=(tip,), moves=(rows.move("main", TURNS[-1], tip),)))
    assert (counted.logs, ledger.head("main")) == (before, tip.id)
    ledger.act(ActKind.PIN, {"x": 1})
    assert counted.logs == before + 1


def test_what_others_wrote_before_a_commit_of_ones_own_is_read_in_with_it(store, ledger):
    ledger.heads()
    opened(store).act(ActKind.PIN, {"x": 1})
    tip = rows.turn("Four.", TURNS[-1])
    ledger.commit(Changes(turns=(tip,), moves=(rows.move("main", TURNS[-1], tip),)))
    assert [act.kind for act in ledger.acts] == ["pin"]


def test_turns_by_key_and_replies_that_wait_are_those_of_the_version_that_was_read_last(store, ledger):
    ledger.heads()
    assert [stem.id for stem in ledger.with_key([TURNS[0].key])[TURNS[0].key]] == [TURNS[0].id]
    assert ledger.candidates() == ()

    twin = rows.turn("One.", TURNS[-1])
    waiting = Candidate("c", twin.id, "assistant", "", "潮水退了。")
    store.commit("moonlit", Changes(turns=(twin,), candidates=(waiting,)))
    ledger.heads()

    assert [stem.id for stem in ledger.with_key([twin.key])[twin.key]] == [TURNS[0].id, twin.id]
    assert [one.id for one in ledger.candidates()] == ["c"]


def test_what_is_asked_for_twice_at_one_version_is_read_once(ledger, monkeypatch):
    ledger.heads()
    ledger.with_key([TURNS[0].key, "unknown"])
    ledger.candidates()
    monkeypatch.delattr(MemoryStore, "with_key")
    monkeypatch.delattr(MemoryStore, "candidates")

    assert TURNS[0].key in ledger.with_key([TURNS[0].key, "unknown"])
    assert ledger.candidates() == ()
