from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.recall.letter_embedder import LetterEmbedder

from fabula.errors import InvalidInputError, ModelUnavailableError
from fabula.graph.memo import Views
from fabula.ledger.archive import write_archive
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import StoryRow
from fabula.recall.shelf import Shelf
from fabula.recall.vector_room import Vectors
from fabula.recall.vector_search import VectorSearch
from fabula.recall.vector_state import Counts
from fabula.recall.vector_texts import turn_key
from fabula.stores.memory import MemoryStore
from fabula.stores.vectors_memory import MemoryVectors
from fabula.stores.vectors_sqlite import SqliteVectors
from fabula.story import Story
from fabula.testing.ledger_rows import CREATED

TOLD = ("Lin Yao holds the silver key.", "今夜月色很好。", "It rains.", "林风拿走了银钥匙。")


class Setting:
    """A story with a room for its vectors, as a handle on it sees them."""

    def __init__(self, vectors=None, texts=TOLD):
        self.vectors = MemoryVectors() if vectors is None else vectors
        self.embedder = LetterEmbedder()
        self.store = MemoryStore()
        self.store.create(StoryRow("月下", CREATED))
        self.story = Story(self.store, "月下", clock=lambda: CREATED)
        for text in texts:
            self.story.tell(text, speaker="Narrator")
        self.room = self.room_of(self.embedder)

    def room_of(self, embedder, branch="main"):
        ledger = Ledger(self.store, "月下", clock=lambda: CREATED)
        views = Views(ledger)
        search = VectorSearch(self.vectors, embedder)
        return Vectors(search, ledger, Shelf(), lambda: views.view(ledger.head(branch)))

    def turn(self, number):
        return self.story.turn(number)


@pytest.fixture
def here():
    return Setting()


def test_before_a_repair_everything_is_missing(here):
    state = here.room.state()
    assert (state.status, state.space, state.recorded) == ("degraded", "letters 64", "")
    assert state.counts["turn"] == Counts(4, 0, 0)
    assert "4 texts have no vector" in state.said
    assert here.embedder.asked == []


def test_a_repair_embeds_each_turn_with_its_speaker_the_latest_first(here):
    assert here.room.repair().embedded == 4
    assert here.embedder.passages() == [f"Narrator: {text}" for text in reversed(TOLD)]
    assert here.room.state().status == "ok"
    assert here.room.state().recorded == "letters 64"


def test_repairing_again_embeds_nothing(here):
    here.room.repair()
    assert here.room.repair().embedded == 0
    assert len(here.embedder.asked) == 4


def test_facts_and_entities_are_embedded_as_well(here):
    here.story.introduce("林瑶", summary="a courier")
    here.story.claim("林瑶", "age", value="19")
    here.room.repair()
    counts = here.room.state().counts
    assert (counts["fact"], counts["entity"]) == (Counts(1, 1), Counts(1, 1))
    assert "林瑶: a courier" in here.embedder.passages()


def test_a_range_of_turns_is_repaired_alone(here):
    assert here.room.repair(2, 3).embedded == 2
    assert here.room.state().counts["turn"] == Counts(4, 2)
    assert here.room.repair(first=4).embedded == 1
    assert here.room.repair(last=99).embedded == 1


def test_progress_is_told_from_batch_to_batch():
    here = Setting(texts=[f"Turn {number}." for number in range(40)])
    steps = []
    here.room.repair(progress=lambda done, of: steps.append((done, of)))
    assert steps[-1] == (40, 40)
    assert steps == sorted(steps)
    assert len(steps) > 1


def test_what_was_done_before_an_interruption_stays_done():
    here = Setting(texts=[f"Turn {number}." for number in range(40)])

    def stop(done, _of):
        if done >= 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        here.room.repair(progress=stop)
    assert here.room.repair().embedded == 24


def test_an_embedder_that_fails_leaves_what_was_done(here):
    here.embedder.is_away = True
    with pytest.raises(ModelUnavailableError):
        here.room.repair()
    here.embedder.is_away = False
    assert here.room.repair().embedded == 4


def test_forks_and_swipes_cost_only_their_own_words(here):
    here.room.repair()
    other = here.story.fork("kinder", at=2)
    other.tell("The sun comes out.", speaker="Narrator")
    kinder = here.room_of(here.embedder, "kinder")
    assert kinder.state().counts["turn"] == Counts(3, 2)
    assert kinder.repair().embedded == 1
    here.story.swipe("Lin Feng dropped it.")
    assert here.room.repair().embedded == 1


def test_words_told_again_cost_nothing(here):
    here.room.repair()
    here.story.tell(TOLD[0], speaker="Narrator")
    assert here.room.state().status == "ok"


def test_another_story_takes_over_the_vectors_of_equal_texts(here):
    here.room.repair()
    elsewhere = Setting(here.vectors)
    elsewhere.store.create(StoryRow("copy", CREATED))
    copy = Story(elsewhere.store, "copy")
    copy.tell(TOLD[0], speaker="Narrator")
    ledger = Ledger(elsewhere.store, "copy", clock=lambda: CREATED)
    views = Views(ledger)
    room = Vectors(
        VectorSearch(here.vectors, here.embedder), ledger, Shelf(), lambda: views.view(ledger.head("main"))
    )
    report = room.repair()
    assert (report.embedded, report.reused) == (0, 1)


def test_two_repairs_at_once_keep_every_text_once(tmp_path):
    here = Setting(SqliteVectors(tmp_path / "v", busy_timeout=60), [f"Turn {n}." for n in range(60)])
    rooms = [here.room_of(LetterEmbedder()) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(Vectors.repair, rooms))
    assert here.room.state().status == "ok"
    assert here.vectors.spaces() == {"letters 64": 60}
    here.vectors.close()


def test_another_embedder_makes_everything_stale_and_is_said(here):
    here.room.repair()
    other = here.room_of(LetterEmbedder("others", 32))
    state = other.state()
    assert (state.status, state.recorded, state.space) == ("degraded", "letters 64", "others 32")
    assert state.counts["turn"] == Counts(4, 0, 4)
    assert "letters 64" in state.said
    assert other.scores("key").status == "degraded"
    other.repair()
    assert (other.state().status, other.state().recorded) == ("ok", "others 32")


@pytest.mark.parametrize(("cue", "number"), [("谁拿着银钥匙", 4), ("the silver key", 1), ("月色", 2)])
def test_the_turn_that_is_nearest_scores_highest(here, cue, number):
    here.room.repair()
    scores = here.room.scores(cue)
    assert scores.status == "ok"
    assert set(scores.turns) == {turn.id for turn in here.story.turns()}
    assert max(scores.turns, key=scores.turns.get) == here.turn(number).id


def test_facts_are_scored_by_their_phrases(here):
    here.story.introduce("林瑶")
    here.story.claim("林瑶", "age", value="19")
    here.room.repair()
    fact = here.story.view().facts()[0]
    assert set(here.room.scores("林瑶多大").facts) == {fact.id}


def test_entities_and_facts_are_found_by_meaning(here):
    here.story.introduce("silver key", "item", summary="opens the moon gate")
    here.story.introduce("林瑶")
    here.story.claim("林瑶", "age", value="19")
    here.room.repair()
    assert here.room.entities("the gate of the moon", 1)[0].key == "item-silver-key"
    assert here.room.facts("林瑶", 5)[0].key == here.story.view().facts()[0].id


def test_scores_stand_where_the_view_stands(here):
    here.room.repair()
    early = here.room.scores("银钥匙", here.story.view(as_of=2))
    assert set(early.turns) == {here.turn(1).id, here.turn(2).id}


def test_scores_are_equal_whatever_keeps_the_vectors(here, tmp_path):
    kept = Setting(SqliteVectors(tmp_path / "v"))
    here.room.repair()
    kept.room.repair()
    assert kept.room.scores("银钥匙") == here.room.scores("银钥匙")
    kept.vectors.close()


def test_a_new_turn_is_missing_until_it_is_mended(here):
    here.room.repair()
    new = here.story.tell("The moon gate opens.")
    found = here.room.scores("moon gate")
    assert (found.status, new.id in found.turns) == ("degraded", False)
    mended = here.room.scores("moon gate", mend=4)
    assert (mended.status, max(mended.turns, key=mended.turns.get)) == ("ok", new.id)


def test_mending_is_bounded_and_takes_the_latest_first(here):
    here.room.scores("key", mend=1)
    assert here.embedder.passages() == [f"Narrator: {TOLD[-1]}"]


def test_an_embedder_that_is_away_degrades_and_raises_nothing(here):
    here.room.repair()
    here.embedder.is_away = True
    found = here.room.scores("银钥匙")
    assert (found.status, found.turns, found.facts) == ("degraded", {}, {})


def test_a_store_of_vectors_that_is_broken_degrades_and_raises_nothing(tmp_path):
    path = tmp_path / "v"
    path.write_bytes(b"no database " * 500)
    assert Setting(SqliteVectors(path)).room.scores("key").status == "degraded"


def test_a_blank_cue_costs_nothing(here):
    assert here.room.scores(" \n").turns == {}
    assert here.embedder.asked == []


def test_without_an_embedder_vectors_are_off(here):
    room = here.room_of(None)
    assert (room.state().status, room.scores("key").status) == ("off", "off")
    with pytest.raises(InvalidInputError):
        room.repair()


def test_a_story_without_turns_is_well(tmp_path):
    here = Setting(texts=())
    assert here.room.repair().embedded == 0
    assert here.room.scores("key").turns == {}
    assert here.room.state().status == "ok"


def purge(here, number):
    turn = here.turn(number)
    with here.room.purging([turn.id]):
        here.store.purge("月下", [turn.id], [], [])
    return turn


def test_a_purge_reaches_the_vectors_of_its_turns_and_of_what_was_read(here):
    here.story.introduce("林瑶")
    here.room.repair()
    purge(here, 1)
    assert here.vectors.spaces() == {"letters 64": 3}
    counts = here.room.state().counts
    assert (counts["turn"], counts["entity"]) == (Counts(3, 3), Counts(1, 0))


def test_a_purged_turn_is_neither_scored_nor_embedded_again(here):
    here.room.repair()
    turn = purge(here, 1)
    here.embedder.asked.clear()
    here.room.repair()
    assert here.embedder.passages() == []
    assert turn.id not in here.room.scores("silver key").turns


def test_a_purge_needs_no_embedder(here):
    here.room.repair()
    turn = here.turn(1)
    room = here.room_of(None)
    with room.purging([turn.id]):
        here.store.purge("月下", [turn.id], [], [])
    assert here.vectors.spaces() == {"letters 64": 3}


def test_words_purged_while_they_are_embedded_leave_no_vector(here):
    turn = here.turn(1)
    other = here.room_of(None)

    def purge_meanwhile():
        here.embedder.meanwhile = lambda: None
        with other.purging([turn.id]):
            here.store.purge("月下", [turn.id], [], [])

    here.room.state()
    here.embedder.meanwhile = purge_meanwhile
    here.room.repair()
    keys = here.vectors.get("letters 64", [turn_key("Narrator", turn.key)])
    assert keys == {}
    assert here.room.state().counts["turn"] == Counts(3, 3)


def test_a_purge_that_came_from_elsewhere_is_swept_up(here):
    here.room.repair()
    turn = here.turn(1)
    here.store.purge("月下", [turn.id], [], [])
    assert here.room.sweep() == 1
    assert here.room.sweep() == 0
    assert here.vectors.spaces() == {"letters 64": 3}


def test_an_archive_holds_no_vectors_and_a_story_taken_from_one_is_missing_them(here):
    before = b"".join(write_archive(here.store.snapshot("月下")))
    here.room.repair()
    assert b"".join(write_archive(here.store.snapshot("月下"))) == before
    elsewhere = Setting(texts=())
    elsewhere.story.restore(before.splitlines(keepends=True))
    assert elsewhere.room.state().counts["turn"] == Counts(4, 0, 0)
    assert elsewhere.room.repair().embedded == 4
