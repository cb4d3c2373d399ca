"""What a commit means to those who listen."""

from fabula.ledger.ids import ROOT
from fabula.ledger.records import Act, Candidate, CarriedAct, Changes, HeadMove, Log, Selection, Tag
from fabula.serve.happenings import MOST_IDS, happenings, purged
from fabula.testing.ledger_rows import line

TURNS = line(["月光", "银钥匙"])
WORDS = ("月光", "银钥匙")


def kinds(changes, effective=None):
    return [kind for kind, _ in happenings(changes, effective)]


def test_new_turns_are_told_before_the_head_that_moves_to_them():
    changes = Changes(turns=TURNS, moves=(HeadMove("main", ROOT, TURNS[-1].id, why="tell"),))
    assert kinds(changes) == ["turns-added", "head-moved"]


def test_a_branch_is_made_moved_and_removed():
    moves = (HeadMove("b", None, "t1"), HeadMove("b", "t1", "t2"), HeadMove("b", "t2", None))
    assert kinds(Changes(moves=moves)) == ["branch-made", "head-moved", "branch-removed"]


def test_of_two_readings_only_the_one_that_counts_is_told():
    changes = Changes(selections=(Selection("t1", "b1"), Selection("t2", "b2")))
    effective = Log(7, selections=(Selection("t2", "b2"),))
    assert list(happenings(changes, effective)) == [("extracted", {"count": 1, "ids": ["t2"]})]


def test_everything_else_has_its_event():
    changes = Changes(
        acts=(Act(1, "a1", "lock", "story", "", {"secret": "words"}),),
        carried=(CarriedAct("a1", "t1"),),
        tags=(Tag("dawn", "t1"), Tag("dusk", None)),
        candidates=(Candidate("c1", "t1", "assistant", "", "words"),),
        dropped=("c0",),
        branch="kinder",
    )
    assert kinds(changes) == [
        "tag-set",
        "tag-removed",
        "start-moved",
        "act-made",
        "acts-carried",
        "reply-offered",
        "replies-dropped",
    ]


def test_no_event_repeats_a_word_of_the_story():
    changes = Changes(
        turns=TURNS,
        acts=(Act(1, "a1", "lock", "story", "", {"words": WORDS[0]}),),
        candidates=(Candidate("c1", "t1", "assistant", WORDS[1], WORDS[0]),),
    )
    assert not any(word in repr(list(happenings(changes))) for word in WORDS)


def test_a_long_list_is_counted_and_begun():
    (event,) = purged([f"t{number}" for number in range(500)])
    assert (event[1]["count"], len(event[1]["ids"])) == (500, MOST_IDS)


def test_a_commit_of_nothing_means_nothing():
    assert kinds(Changes()) == []
