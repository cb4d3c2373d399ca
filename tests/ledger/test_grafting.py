"""Where another story's turns come to stand."""

from fabula.ledger.grafting import Graft
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Message, StoryRow
from fabula.ledger.telling import tell_next
from fabula.stores.memory import MemoryStore

LINE = ("Rain beats on the glass of the tower.", "I hand over the letter.", "She turns it over.", "I wait.")


def ledger(store, name, *said):
    store.create(StoryRow(name, "2026-01-01"))
    told = Ledger(store, name, clock=lambda: "2026-01-01")
    for text, speaker in said:
        tell_next(told, "main", Message(text, speaker=speaker))
    return told


def graft(ours, theirs, **more):
    store = MemoryStore()
    here = ledger(store, "ours", *((text, "") for text in ours))
    there = ledger(store, "theirs", *((text, speaker) for text, speaker in theirs))
    made = Graft(here, store.snapshot("theirs"), branch="main", **more)
    tip = made.stands.get(there.head("main"))
    return here, made, [] if tip is None else list(made.line(tip))


def plain(*texts):
    return [(text, "") for text in texts]


def test_the_same_turns_stand_for_themselves():
    here, made, line = graft(LINE, plain(*LINE[:2]))
    assert (made.new, [stem.id for stem in line]) == (
        (),
        [stem.id for stem in here.line(here.head("main"))][:2],
    )


def test_a_window_stands_behind_what_it_shows_whoever_is_named_as_the_speaker():
    _, made, line = graft(LINE, [(LINE[2], "Mira"), (LINE[3], "Aldous"), ("The tide turns at last.", "Mira")])
    assert [turn.text for turn in made.new] == ["The tide turns at last."]
    assert [stem.number for stem in line] == [1, 2, 3, 4, 5]


def test_a_window_with_a_word_changed_is_told_again_from_there():
    _, made, line = graft(LINE, plain(LINE[1], "She turns it over and over.", LINE[3]))
    assert [turn.text for turn in made.new] == ["She turns it over and over.", LINE[3]]
    assert len(line) == 4


def test_what_has_nothing_in_common_stands_at_the_beginning_or_behind_a_turn():
    here, made, line = graft(LINE, plain("Snow falls.", "Nobody comes."))
    assert ([stem.number for stem in line], len(made.new)) == ([1, 2], 2)
    tip = here.head("main")
    behind = Graft(here, here.store.snapshot("theirs"), branch="main", after=tip)
    assert [turn.number for turn in behind.new] == [5, 6]
