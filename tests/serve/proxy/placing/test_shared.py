"""What is remembered of all stories together."""

from fabula.serve.proxy.placing.shared import Shared


def test_the_story_that_was_told_on_last_has_the_highest_number():
    shared = Shared()
    for name in ("one", "two", "one"):
        shared.use(name)
    assert shared.last_use("one") > shared.last_use("two") > shared.last_use("three")


def test_a_token_that_came_last_is_the_storys():
    shared = Shared()
    shared.hold("one", "", [("x-pick", "a")])
    shared.hold("one", "", [("x-pick", "b")])
    assert shared.fields("one") == {"x-pick": "b"}
    assert shared.tokens["x-pick", "a"] == "one"


def test_a_note_is_anothers_only_where_another_story_has_it():
    shared = Shared()
    shared.note("one", ["mark"])
    assert (shared.is_others_note("one", "mark"), shared.is_others_note("two", "mark")) == (False, True)
    assert not shared.is_others_note("two", "other mark")


def test_what_was_put_there_longest_ago_is_forgotten():
    shared = Shared()
    for number in range(2049):
        shared.hold("one", f"chat {number}", [])
    assert (len(shared.chats), "chat 0" in shared.chats) == (2048, False)
