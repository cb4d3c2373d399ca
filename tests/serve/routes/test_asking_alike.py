"""Everything that can be asked of a story: over HTTP the same answers as in Python, for each operation of the table."""

import json

import httpx2
import pytest

from fabula.ledger.records import StoryRow
from fabula.operations import OPERATIONS
from fabula.stores import open_store
from fabula.story import Story

NOW = "2026-01-01T00:00:00+00:00"
SILVER = {"subject": "silver key", "predicate": "held_by"}

# In this order, on one story. Every operation is in it; those that write come when there is something to write upon.
ASKED = [
    (
        "tell",
        {"text": "Lin Yao gives the silver key to Lin Feng.", "speaker": "Narrator", "present": ["Lin Yao"]},
    ),
    ("tell", {"text": "林瑶把银钥匙交给了林风。", "read": False}),
    ("swipe", {"text": "Lin Feng gives the silver key to Mira.", "read": True}),
    ("insert", {"text": "Moonlight.", "after": "1"}),
    ("edit", {"turn": "2", "text": "Moonlight on the water."}),
    ("delete", {"turn": "2"}),
    ("follow", {"messages": [{"role": "user", "content": "Mira leaves."}]}),
    ("offer", {"text": "Perhaps."}),
    ("extract", {"again": True}),
    ("read-again", {"first": "1", "last": "-1"}),
    ("turns", {"last": 2}),
    ("turn", {"turn": "1"}),
    ("versions", {"turn": "-1"}),
    ("status", {"troubles": True}),
    ("usage", {}),
    ("facts", {"every": True}),
    ("facts", {"entity": "Mira"}),
    ("entities", {"kind": "character"}),
    ("entity", {"entity": "Lin Yao", "as_of": "1"}),
    ("timeline", SILVER),
    ("why", SILVER),
    ("view", {"as_of": "1"}),
    ("problems", {}),
    ("paths", {"start": "Mira", "limit": 5}),
    ("graph", {"focus": ["Mira"], "hops": 1}),
    ("picture", {"focus": ["Mira"]}),
    ("recall", {"cue": "Who has the silver key?", "limit": 3}),
    ("context", {"cue": "银钥匙在谁手里？", "budget": 200}),
    ("keep-context", {"cue": "Who has the key?"}),
    ("receipts", {}),
    ("receipt", {"number": 1}),
    ("why-not", {"asked": "Mira", "cue": "key"}),
    ("vectors", {}),
    ("forget-receipts", {}),
    ("introduce", {"name": "Su Wan", "kind": "character", "aliases": ["婉儿"]}),
    ("claim", {"subject": "Su Wan", "predicate": "holds", "object": "silver key"}),
    ("claim", {"subject": "Su Wan", "predicate": "mood", "value": "glad"}),
    ("correct", {"subject": "Su Wan", "predicate": "mood", "value": "sad"}),
    ("lock", SILVER),
    ("tell", {"text": "Su Wan gives the silver key to Mira.", "speaker": "Narrator"}),
    ("proposals", {"entity": "Mira"}),
    ("decline", {"proposal": "6220"}),
    ("tell", {"text": "Su Wan gives the silver key to Lin Feng.", "speaker": "Narrator"}),
    ("accept", {"proposal": "557f"}),
    ("unlock", SILVER),
    ("pin", {"subject": "Su Wan", "predicate": "mood"}),
    ("unpin", {"subject": "Su Wan", "predicate": "mood"}),
    ("end", {"subject": "Su Wan", "predicate": "mood"}),
    ("reject", {**SILVER, "object": "Lin Feng"}),
    ("retract", {"subject": "Su Wan", "predicate": "holds"}),
    ("stage", {"present": ["Mira"]}),
    ("introduce", {"name": "The Masked One"}),
    ("reveal", {"name": "The Masked One", "other": "Mira"}),
    ("separate", {"one": "Lin Yao", "other": "Lin Feng"}),
    ("merge", {"keep": "Mira", "absorb": "Su Wan"}),
    ("unmerge", {"one": "Mira", "other": "Su Wan"}),
    ("rename", {"entity": "Mira", "name": "米拉"}),
    ("undo", {"act": "1"}),
    ("acts", {}),
    ("tag", {"name": "dawn"}),
    ("untag", {"name": "dawn"}),
    ("fork", {"name": "kinder", "at": "1"}),
    ("compare", {"one": "main", "other": "kinder"}),
    ("branches", {}),
    ("remove-branch", {"name": "kinder"}),
    ("rewind", {"to": "1"}),
    ("switch", {"to": "main"}),
    ("join", {"other": "harbour"}),
    ("unjoin", {"other": "harbour"}),
    ("moves", {}),
    ("purge", {"turns": ["1"]}),
    ("verify", {}),
    ("stats", {}),
    ("export", {}),
]


def opening(store, name):
    return Story(store, name, by="somebody", clock=lambda: NOW)


def asked_over_http(client, name, given):
    """The answer of an operation, as a client gets it; without the cursor, which only HTTP has."""
    operation = OPERATIONS[name]
    path = f"/api/stories/moonlit{operation.path}"
    for one in operation.parameters:
        if f"{{{one.name}}}" in path:
            path = path.replace(f"{{{one.name}}}", str(given[one.name]))
            given = {key: value for key, value in given.items() if key != one.name}
    answered = client.post(path, json=given) if operation.writes else client.get(path, params=given)
    return read(answered)


def read(answered: httpx2.Response):
    if not answered.headers["content-type"].startswith("application/json"):
        return answered.content
    said = answered.json()
    assert said.pop("next", None) is None
    return said


def asked_in_python(story, name, given):
    operation = OPERATIONS[name]
    exact = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    try:
        found = operation.ask(story.switch(story.branches.start()), **exact)
    except Exception as error:  # noqa: BLE001 - compared with the error that HTTP tells
        return {"error": error.code}
    return found if isinstance(found, bytes) else json.loads(json.dumps(found))


def test_every_operation_gives_the_same_answer_over_http_as_in_python(serve):
    row = StoryRow("moonlit", NOW)
    here, there = open_store(":memory:"), open_store(":memory:")
    for store in (here, there):
        store.create(row)
        store.create(StoryRow("harbour", NOW))
        opening(store, "harbour").tell("The lamp is lit.")
    story = opening(here, "moonlit")
    served = serve(there, opening=opening)
    failed = []
    with served.client() as client:
        for name, given in ASKED:
            mine, theirs = asked_in_python(story, name, given), asked_over_http(client, name, given)
            if isinstance(theirs, dict) and "error" in theirs:
                theirs = {"error": theirs["error"]["code"]}
                failed.append((name, theirs))
            assert theirs == mine, name
    assert failed == [], failed


def test_every_operation_is_asked_by_these_tests():
    assert {name for name, _ in ASKED} == OPERATIONS.keys()


@pytest.fixture
def served(serve):
    served = serve()
    served.make()
    return served


def test_a_long_list_comes_in_pages_that_stay_as_turns_are_added(served):
    for number in range(7):
        served.tell(f"Turn {number}.")
    found, cursor = [], ""
    with served.client() as client:
        while cursor is not None:
            asked = {"limit": 3, "cursor": cursor}
            shown = client.get("/api/stories/moonlit/turns", params=asked).json()
            found += [turn["text"] for turn in shown["turns"]]
            cursor = shown["next"]
            if len(found) == 3:
                served.tell("Turn 7.")
    assert found == [f"Turn {number}." for number in range(8)]


def test_a_cursor_of_one_list_does_not_fit_another(served):
    for number in range(3):
        served.tell(f"Turn {number}.")
    with served.client() as client:
        cursor = client.get("/api/stories/moonlit/turns", params={"limit": 1}).json()["next"]
        for path, more in (("facts", {}), ("turns", {"last": 2})):
            said = client.get(f"/api/stories/moonlit/{path}", params={"cursor": cursor, **more}).json()
            assert said["error"]["code"] == "invalid-input"


def test_a_picture_is_an_image_or_a_page_and_runs_nothing(served):
    served.tell("Lin Yao gives the silver key to Lin Feng.")
    with served.client() as client:
        image, page = (
            client.get("/api/stories/moonlit/picture", params={"page": is_page}) for is_page in (False, True)
        )
    assert image.headers["content-type"].startswith("image/svg+xml")
    assert all("sandbox" in answered.headers["content-security-policy"] for answered in (image, page))
    assert all(answered.headers["x-content-type-options"] == "nosniff" for answered in (image, page))


def test_what_is_long_to_ask_may_be_sent_in_a_body(served):
    served.tell("The silver key lies in the pavilion.")
    cue = "Where is the silver key? " * 500
    with served.client() as client:
        said = client.post("/api/stories/moonlit/recall", json={"cue": cue, "limit": 1}).json()
    assert len(said["hits"]) == 1


def test_the_branch_is_asked_for_in_the_query_whatever_the_method(served):
    served.tell("One.")
    with served.client() as client:
        client.post("/api/stories/moonlit/fork", json={"name": "kinder"})
        client.post("/api/stories/moonlit/tell?branch=kinder", json={"text": "Two."})
        lengths = [
            len(client.get("/api/stories/moonlit/turns", params={"branch": branch}).json()["turns"])
            for branch in ("", "main", "kinder")
        ]
    assert lengths == [1, 1, 2]


def test_parameters_that_an_operation_does_not_have_are_refused(served):
    with served.client() as client:
        for answered in (
            client.get("/api/stories/moonlit/facts", params={"entty": "Mira"}),
            client.post("/api/stories/moonlit/tell", json={"text": "One.", "speker": "Mira"}),
        ):
            assert (answered.status_code, answered.json()["error"]["code"]) == (400, "invalid-input")


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("receipts/99999999999999999999999", {}),
        ("turns", {"last": 10**30}),
        ("turns", {"as_of": "9" * 5000}),
        ("turns/9999999999999999999", {}),
        ("turns", {"as_of": "\x00"}),
        ("facts", {"entity": "\x00"}),
        ("facts", {"at": "第" * 1000}),
        ("turns", {"branch": "\x00"}),
        ("entities/%00", {}),
        ("recall", {"cue": ""}),
        ("context", {"cue": "x", "budget": -1}),
    ],
)
def test_odd_questions_are_no_fault_of_ours(served, path, params):
    served.tell("One.")
    with served.client() as client:
        assert client.get(f"/api/stories/moonlit/{path}", params=params).status_code < 500
