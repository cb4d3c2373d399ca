"""Which stories are joined into which, from the acts that say so."""

from fabula.ledger.joined import joints, told_in
from fabula.ledger.records import Act


def join(seq, story):
    payload = {"story": story, "made": {"main-2": "t2"}, "moved": {"main": ["t0", "t1"]}, "acts": ["a"]}
    return Act(seq, f"id{seq}", "join", "story", "", payload)


def test_a_join_that_stands_says_what_it_left():
    joint = joints([join(1, "harbour")])["harbour"]
    assert (joint.act, joint.made, joint.moved, joint.acts) == (
        "id1",
        {"main-2": "t2"},
        {"main": ("t0", "t1")},
        ("a",),
    )


def test_a_join_that_is_undone_is_none():
    undo = Act(2, "id2", "undo", "story", "", {"act": "id1"})
    assert joints([join(1, "harbour"), undo]) == {}
    assert joints([join(1, "harbour"), undo, join(3, "harbour")])["harbour"].act == "id3"


def test_a_story_is_told_where_the_last_join_leads():
    assert told_in("a", {"a": "b", "b": "c"}) == "c"
    assert told_in("c", {"a": "b", "b": "c"}) == "c"


def test_a_circle_ends():
    assert told_in("a", {"a": "b", "b": "a"}) == "b"
