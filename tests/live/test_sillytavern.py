"""The proxy behind the real SillyTavern: what its page holds, what the model is told, where requests are placed."""

import contextlib
import json

import pytest

from fabula.stores import open_store

pytestmark = [
    pytest.mark.external_service("sillytavern"),
    pytest.mark.browser,
    pytest.mark.timeout(600),  # one worker plays, the others wait for it
]

FACT = "Corin Hale"


def told_to(capture):
    return json.dumps(capture["upstream"]["messages"], ensure_ascii=False)


def sent_by(capture):
    return json.dumps(capture["request"]["body"]["messages"], ensure_ascii=False)


def injected(capture):
    return int(capture["told"]["headers"].get("x-fabula-injected", 0))


def test_every_request_stands_on_the_line_that_the_page_shows(played):
    figures = dict(played.figures)
    assert figures.pop("requests") >= 24
    assert figures == {
        "story_right": 100.0,
        "line_right": 100.0,
        "undecided": 0,
        "contaminated": 0,
        "reread": 0,
    }, played.said


def test_there_is_one_story_for_each_chat_and_a_branch_for_each_branch(played):
    with contextlib.closing(open_store(str(played.folder / "stories.db"))) as store:
        stories = [row.name for row in store.stories()]
        branches = sorted(len(store.heads(name).branches) for name in stories)
    assert branches == [1, 1, 2], stories


def test_the_model_is_told_what_has_left_the_window(played):
    capture = played.capture("short_window")
    assert FACT not in sent_by(capture)
    assert FACT in told_to(capture)
    assert injected(capture) > 0


def test_a_request_that_shows_everything_reaches_the_model_as_it_was_sent(played):
    whole = [capture for capture in played.captures() if not injected(capture)]
    assert len(whole) > 20
    for capture in whole:
        assert capture["upstream"] == capture["request"]["body"], capture["id"]


def test_the_page_shows_replies_as_the_model_gave_them(played):
    for name in ("first_turn", "after_swipe_back", "back_on_main", "short_window", "zh_first_turn"):
        capture = played.capture(name)
        assert capture["chat_after"][-1]["mes"] == capture["reply"]["sent_text"]


def test_what_is_asked_in_the_background_is_answered_and_told_to_nobody(played):
    for name in ("quiet", "quiet_with_chat"):
        capture = played.capture(name)
        assert capture["told"]["headers"]["x-fabula-kind"] == "quiet"
        assert capture["chat_after"] == capture["chat_before"]
        assert capture["reply"]["sent_text"] in [toast["text"] for toast in capture["st"]["toasts"]]


def test_what_the_person_stops_is_stopped_at_the_model(played):
    capture = played.capture("stop_midway")
    assert capture["reply"]["client_gone"]
    assert capture["reply"]["sent_text"].startswith(capture["chat_after"][-1]["mes"])


def test_the_person_reads_why_the_model_refused(played):
    capture = played.capture("error_stream_503")
    assert capture["told"]["status"] == 503
    assert any("the memory service says no" in toast["text"] for toast in capture["st"]["toasts"])
    assert capture["chat_after"][-1]["is_user"]


def test_the_person_reads_that_an_answer_broke_off(played):
    toasts = played.capture("error_broken_off")["st"]["toasts"]
    assert any("broke off" in toast["text"] for toast in toasts), toasts


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("first_turn", "append"),
        ("swipe", "swipe"),
        ("after_edits", "edit"),
        ("regenerate", "swipe"),
        ("continue", "continue"),
        ("impersonate", "impersonate"),
        ("on_the_branch", "fork"),
    ],
)
def test_the_proxy_says_what_kind_of_act_it_took_a_request_for(played, name, kind):
    assert played.capture(name)["told"]["headers"]["x-fabula-kind"] == kind
