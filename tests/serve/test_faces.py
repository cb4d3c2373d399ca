"""One table of operations, four faces: Python, the command line, HTTP and MCP give the same answers.

Each face has a store of its own, on which the same steps are done in the same order. Where a face does not have an
operation, which the table says, Python does the step there.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

import orjson
import pytest
from anyio.from_thread import start_blocking_portal
from mcp.client.client import Client
from tests.serve.openapi_client import OpenApiClient

from fabula.cli import main
from fabula.errors import FabulaError
from fabula.ledger.records import StoryRow
from fabula.operations import OPERATIONS
from fabula.serve.mcp_server import mcp_annex
from fabula.serve.stories import Stories
from fabula.stores import open_store
from fabula.story import Story

NOW = "2026-01-01T00:00:00+00:00"
AUTHOR = "somebody"
KEY = {"subject": "silver key", "predicate": "held_by"}
UMBRELLA = {"subject": "青伞", "predicate": "held_by"}
CUE = "Who has the silver key?"


class Step(NamedTuple):
    """An operation with what is asked, and how a person types it; None where there is no such command."""

    name: str
    asked: dict[str, Any]
    typed: tuple[str, ...] | None = None


def told(text: str, speaker: str, role: str = "user") -> Step:
    asked = {"text": text, "speaker": speaker, "role": role}
    return Step("tell", asked, ("tell", text, "--speaker", speaker, "--role", role))


STEPS = [
    told("Lin Yao arrived at the Moonlit Court. Lin Feng gave the silver key to Lin Yao.", "Narrator"),
    told("I ask Lin Yao who has the silver key.", "Player"),
    told("顾守义把青伞交给了沈棠。", "旁白", "assistant"),
    told("Lin Yao gave the silver key to Mira. It was cold.", "Narrator", "assistant"),
    told("沈棠把青伞交给了何三娘。", "旁白", "assistant"),
    Step("swipe", {"text": "沈棠把青伞交给了顾守义。"}, ("swipe", "沈棠把青伞交给了顾守义。")),
    Step(
        "edit",
        {"turn": "2", "text": "I ask Lin Yao about the silver key."},
        ("edit", "2", "I ask Lin Yao about the silver key."),
    ),
    Step("insert", {"text": "It rained on the Moonlit Court.", "after": "2", "speaker": "Narrator"}),
    Step("delete", {"turn": "3"}),
    Step("follow", {"messages": [{"role": "user", "name": "Player", "content": "I follow Mira."}]}),
    Step("offer", {"text": "Mira smiles.", "speaker": "Mira"}),
    Step("extract", {}, ("extract",)),
    Step("read-again", {"first": "1", "last": "2"}, ("extract", "--again", "1", "2")),
    Step("status", {}, ("status",)),
    Step("status", {"troubles": True}, ("status", "--troubles")),
    Step("usage", {}),
    Step("turns", {}, ("log",)),
    Step("turns", {"last": 2}, ("log", "--last", "2")),
    Step("turns", {"as_of": "2"}, ("log", "--as-of", "2")),
    Step("turn", {"turn": "-1"}),
    Step("versions", {"turn": "1"}),
    Step("facts", {}, ("facts",)),
    Step("facts", {"entity": "青伞", "every": True}, ("facts", "青伞", "--all")),
    Step("facts", {"as_of": "1"}, ("facts", "--as-of", "1")),
    Step("facts", {"pov": "Lin Yao", "strict": True}, ("facts", "--pov", "Lin Yao", "--strict")),
    Step("entities", {}, ("entities",)),
    Step("entities", {"kind": "item", "pov": "沈棠"}, ("entities", "--kind", "item", "--pov", "沈棠")),
    Step("entity", {"entity": "沈棠"}),
    Step("timeline", KEY, ("timeline", "silver key", "held_by")),
    Step("timeline", {**UMBRELLA, "as_of": "3"}, ("timeline", "青伞", "held_by", "--as-of", "3")),
    Step("why", KEY, ("why", "silver key", "held_by")),
    Step("why", {"subject": "沈棠"}, ("why", "沈棠")),
    Step("view", {}),
    Step("view", {"as_of": "2"}),
    Step("problems", {}),
    Step("paths", {"start": "silver key"}, ("path", "silver key")),
    Step(
        "paths", {"start": "青伞", "two_hop": True, "limit": 3}, ("path", "青伞", "--two-hop", "--limit", "3")
    ),
    Step("paths", {"start": "Mira", "shared": ["Lin Yao"]}, ("path", "Mira", "--shared", "Lin Yao")),
    Step("graph", {"focus": ["青伞"], "hops": 1}),
    Step("picture", {"focus": ["Mira"], "hops": 2}, ("graph", "-o", "-", "--focus", "Mira", "--hops", "2")),
    Step("recall", {"cue": CUE, "limit": 5}, ("recall", CUE, "--limit", "5")),
    Step("recall", {"cue": "青伞在谁手里？"}, ("recall", "青伞在谁手里？")),
    Step(
        "recall", {"cue": CUE, "pov": "Mira", "as_of": "4"}, ("recall", CUE, "--pov", "Mira", "--as-of", "4")
    ),
    Step("context", {"cue": CUE, "budget": 200}, ("context", CUE, "--budget", "200")),
    Step("context", {"cue": "青伞", "visible": 1}, ("context", "青伞", "--visible", "1")),
    Step("keep-context", {"cue": CUE}, ("context", CUE, "--keep")),
    Step("receipts", {}, ("receipts",)),
    Step("receipt", {"number": 1}, ("receipts", "1")),
    Step("why-not", {"asked": "silver key"}, ("why-not", "silver key")),
    Step("why-not", {"asked": "#1", "cue": CUE}, ("why-not", "#1", "--cue", CUE)),
    Step("vectors", {}, ("vectors",)),
    Step("forget-receipts", {}),
    Step(
        "introduce",
        {"name": "Su Wan", "aliases": ["婉儿"]},
        ("introduce", "Su Wan", "--alias", "婉儿"),
    ),
    Step(
        "claim",
        {"subject": "Su Wan", "predicate": "mood", "value": "glad", "when": "day 2"},
        ("claim", "Su Wan", "mood", "--value", "glad", "--when", "day 2"),
    ),
    Step(
        "correct",
        {"subject": "Su Wan", "predicate": "mood", "value": "sad"},
        ("correct", "Su Wan", "mood", "--value", "sad"),
    ),
    Step("facts", {"at": "day 2"}, ("facts", "--at", "day 2")),
    Step(
        "timeline",
        {"subject": "Su Wan", "predicate": "mood", "at": "day 2"},
        ("timeline", "Su Wan", "mood", "--at", "day 2"),
    ),
    Step("pin", {"subject": "Su Wan", "predicate": "mood"}, ("pin", "Su Wan", "mood")),
    Step("unpin", {"subject": "Su Wan", "predicate": "mood"}),
    Step("lock", KEY, ("lock", "silver key", "held_by")),
    told("Mira gave the silver key to Tom. Mira gave the silver key to Finn.", "Narrator", "assistant"),
    Step("proposals", {}),
    Step("accept", {"proposal": "{proposal}"}),
    Step("undo", {"act": "{act}"}, ("undo", "{act}")),
    Step("decline", {"proposal": "{proposal}"}),
    Step("unlock", KEY),
    Step("end", {"subject": "Su Wan", "predicate": "mood"}, ("end", "Su Wan", "mood")),
    Step("reject", {**UMBRELLA, "object": "顾守义"}, ("reject", "青伞", "held_by", "顾守义")),
    Step("retract", {"subject": "Su Wan", "predicate": "mood"}, ("retract", "Su Wan", "mood")),
    Step(
        "stage",
        {"present": ["Mira", "沈棠"], "place": "Moonlit Court", "when": "day 3"},
        ("stage", "Mira", "沈棠", "--place", "Moonlit Court", "--when", "day 3"),
    ),
    Step("introduce", {"name": "the masked one"}, ("introduce", "the masked one")),
    Step("reveal", {"name": "Mira", "other": "the masked one"}, ("reveal", "Mira", "the masked one")),
    Step("separate", {"one": "Lin Yao", "other": "Lin Feng"}, ("separate", "Lin Yao", "Lin Feng")),
    Step("merge", {"keep": "Su Wan", "absorb": "顾守义"}, ("merge", "Su Wan", "顾守义")),
    Step("merge", {"keep": "Lin Yao", "absorb": "Su Wan"}, ("merge", "Lin Yao", "Su Wan")),
    Step("unmerge", {"one": "npc-lin-yao", "other": "npc-su-wan"}, ("unmerge", "npc-lin-yao", "npc-su-wan")),
    Step("rename", {"entity": "Mira", "name": "米拉"}, ("rename", "Mira", "米拉")),
    Step("undo", {"act": "{act}"}, ("undo", "{act}")),
    Step("acts", {}, ("acts",)),
    Step("view", {"at": "day 3"}),
    Step("tag", {"name": "dawn", "turn": "2"}, ("tag", "dawn", "2")),
    Step("fork", {"name": "更好", "at": "dawn"}, ("fork", "更好", "--at", "dawn")),
    Step("branches", {}, ("branches",)),
    Step("compare", {"one": "main", "other": "更好"}, ("compare", "main", "更好")),
    Step("untag", {"name": "dawn"}, ("tag", "dawn", "--delete")),
    Step("switch", {"to": "更好"}, ("switch", "更好")),
    Step("switch", {"to": "main"}, ("switch", "main")),
    Step("remove-branch", {"name": "更好"}),
    Step("rewind", {"to": "-1"}, ("rewind", "-1")),
    Step("moves", {}, ("log", "--heads")),
    Step("moves", {"of": "main"}, ("log", "--heads", "--branch", "main")),
    Step("purge", {"turns": ["1"]}, ("purge", "1", "--yes")),
    Step("verify", {}, ("verify",)),
    Step("stats", {}, ("stats",)),
    Step("export", {}, ("export",)),
]
CANNOT_BE_DONE = [
    Step("facts", {"entity": "Nobody"}, ("facts", "Nobody")),
    Step("facts", {"pov": "Mira", "every": True}, ("facts", "--pov", "Mira", "--all")),
    Step("timeline", {"subject": "沈棠", "predicate": "spouse_of"}, ("timeline", "沈棠", "spouse_of")),
    Step("recall", {"cue": CUE, "as_of": "99"}, ("recall", CUE, "--as-of", "99")),
    Step("tell", {"text": "  "}, ("tell", "  ")),
    Step("rewind", {"to": "-99"}, ("rewind", "-99")),
    Step("undo", {"act": "zzzz"}, ("undo", "zzzz")),
]

OTHER = "harbour"
"""A story that every face's store gets once the steps that know of one story only are done."""

JOINING = [
    Step("join", {"other": OTHER, "preview": True}, ("join", OTHER, "--preview", "--story", "moonlit")),
    Step("join", {"other": OTHER}, ("join", OTHER, "--story", "moonlit")),
    Step("branches", {}, ("branches", "--story", "moonlit")),
    Step("acts", {}, ("acts", "--story", "moonlit")),
    Step("unjoin", {"other": OTHER}, ("unjoin", OTHER, "--story", "moonlit")),
    Step("export", {}, ("export", "--story", "moonlit")),
]

ONLY_THERE = {"stats": {"bytes"}, "vectors": {"repaired"}}
"""What the command line adds: the size of the file that it works on, and what making vectors came to."""


def plain(shape: Any) -> Any:
    """An answer as JSON reads it, without the times at which its face did things."""
    if isinstance(shape, bytes):
        return (
            [without_times(json.loads(line)) for line in shape.splitlines()] if shape[:1] == b"{" else shape
        )
    return without_times(orjson.loads(orjson.dumps(shape)))


def without_times(shape: Any) -> Any:
    if isinstance(shape, dict):
        timed = {"at", "created"} if isinstance(shape.get("at", shape.get("created")), str) else set()
        return {
            name: NOW if name in timed and value.startswith("20") else without_times(value)
            for name, value in shape.items()
        }
    return [without_times(one) for one in shape] if isinstance(shape, list) else shape


def in_python(store, step: Step) -> Any:
    story = Story(store, "moonlit", by=AUTHOR, clock=lambda: NOW)
    asked = {name: tuple(one) if isinstance(one, list) else one for name, one in step.asked.items()}
    try:
        return plain(OPERATIONS[step.name].ask(story, **asked))
    except FabulaError as error:
        return {"error": error.code}


def on_the_command_line(path, captured, step: Step) -> Any:
    command, *rest = step.typed
    as_json = () if OPERATIONS[step.name].media else ("--json",)
    captured.readouterr()
    code = main([command, str(path), *rest, *as_json])
    printed = captured.readouterr()
    if code:
        return {"error": json.loads(printed.err)["error"]["code"]}
    if OPERATIONS[step.name].media:
        return plain(printed.out)
    found = json.loads(printed.out)
    return plain({name: one for name, one in found.items() if name not in ONLY_THERE.get(step.name, ())})


def over_http(client: OpenApiClient, step: Step) -> Any:
    answered = client.ask(step.name, story="moonlit", **step.asked)
    if answered.status_code >= 400:
        return {"error": answered.json()["error"]["code"]}
    if not answered.headers["content-type"].startswith("application/json"):
        return plain(answered.content)
    found = answered.json()
    if OPERATIONS[step.name].lists is not None:
        assert found.pop("next") is None
    return plain(found)


def by_mcp(call: Callable[[str, dict[str, Any]], Any], step: Step) -> Any:
    found = call(OPERATIONS[step.name].tool, step.asked)
    shape = found.structured_content
    return {"error": shape["error"]["code"]} if found.is_error else plain(shape)


@pytest.fixture
def faces(serve, tmp_path, monkeypatch, capsysbinary):
    """Every face by name, each a function from a step to an answer; and where each of them keeps its story."""
    monkeypatch.setenv("FABULA_AUTHOR", AUTHOR)
    path = tmp_path / "moonlit.db"
    stores = {name: open_store(":memory:") for name in ("python", "http", "mcp")}
    stores["command"] = open_store(str(path))
    for store in stores.values():
        store.create(StoryRow("moonlit", NOW))

    def opening(store, name):
        return Story(store, name, by=AUTHOR, clock=lambda: NOW)

    with ExitStack() as stack:
        stack.callback(stores["command"].close)
        http = stack.enter_context(serve(stores["http"], opening=opening).client())
        agents = Stories(stores["mcp"], opening=opening)
        served = serve(agents.store, opening=opening, annexes=(mcp_annex(agents),))
        portal = stack.enter_context(start_blocking_portal())
        client = stack.enter_context(portal.wrap_async_context_manager(Client(f"{served.url}/mcp")))
        document_client = OpenApiClient(http)
        yield (
            stores,
            {
                "python": lambda step: in_python(stores["python"], step),
                "command": lambda step: on_the_command_line(path, capsysbinary, step),
                "http": lambda step: over_http(document_client, step),
                "mcp": lambda step: by_mcp(lambda *asked: portal.call(client.call_tool, *asked), step),
            },
        )


def latest(answer: Any) -> dict[str, str]:
    """The ids that an answer brings, by what steps call them."""
    found = answer if isinstance(answer, dict) else {}
    act, listed = found.get("act", {}), found.get("proposals", [])
    return {
        **({"{act}": act["id"]} if act else {}),
        **({"{proposal}": listed[0]["id"]} if isinstance(listed, list) and listed else {}),
    }


def has(face: str, step: Step) -> bool:
    operation = OPERATIONS[step.name]
    shown = {"command": operation.command, "mcp": operation.tool}
    return bool(shown.get(face, True))


def with_ids(step: Step, ids: dict[str, str]) -> Step:
    """The step with the ids of the latest act and proposal where it stands for them."""
    asked = {name: ids.get(one, one) if isinstance(one, str) else one for name, one in step.asked.items()}
    typed = step.typed and tuple(ids.get(one, one) for one in step.typed)
    return Step(step.name, asked, typed)


def test_every_face_gives_the_same_answers(faces):
    stores, ask = faces
    ids: dict[str, str] = {}
    for number, one in enumerate((*STEPS, *CANNOT_BE_DONE)):
        step = with_ids(one, ids)
        expected = ask["python"](step)
        assert (isinstance(expected, dict) and "error" in expected) == (number >= len(STEPS)), (
            step,
            expected,
        )
        for face in ("command", "http", "mcp"):
            if has(face, step):
                assert ask[face](step) == expected, (number, step, face)
            elif OPERATIONS[step.name].writes:
                assert in_python(stores[face], step) == expected, (number, step, face)
        ids |= latest(expected)


def test_every_face_joins_and_unjoins_alike(faces):
    stores, ask = faces
    for store in stores.values():
        for name, texts in (("moonlit", ("Rain.", "Mira waits.")), (OTHER, ("Rain.", "The lamp is lit."))):
            store.create(StoryRow(name, NOW))
            story = Story(store, name, by=AUTHOR, clock=lambda: NOW)
            for text in texts:
                story.tell(text)
    for step in JOINING:
        expected = ask["python"](step)
        assert "error" not in expected, (step, expected)
        assert ask["command"](step) == expected, step
        assert ask["http"](step) == expected, step
        assert in_python(stores["mcp"], step) == expected, step


def test_the_steps_know_every_operation_and_every_command():
    assert {step.name for step in (*STEPS, *JOINING)} == OPERATIONS.keys()
    for step in (*STEPS, *JOINING):
        assert bool(OPERATIONS[step.name].command) == bool(step.typed), step.name


def test_a_face_that_is_missing_is_a_decision_of_the_table():
    unspoken = {one.name for one in OPERATIONS.values() if not one.command}
    assert unspoken == {
        "delete",
        "insert",
        "follow",
        "offer",
        "turn",
        "versions",
        "remove-branch",
        "usage",
        "entity",
        "view",
        "problems",
        "proposals",
        "accept",
        "decline",
        "graph",
        "forget-receipts",
        "unlock",
        "unpin",
    }
    tools = {one.tool for one in OPERATIONS.values()} - {""}
    assert tools == {"remember", "recall", "facts", "timeline", "who_is", "why", "story_at", "check"}
