"""The table of operations as a whole."""

import json
import subprocess
import sys
from dataclasses import is_dataclass
from typing import get_type_hints, is_typeddict

import fabula
from fabula.ledger.records import StoryRow
from fabula.operations import OPERATIONS
from fabula.operations.panel import PANEL


def test_every_operation_says_what_it_does_takes_and_gives():
    for one in OPERATIONS.values():
        assert one.summary.endswith("."), one.name
        assert is_dataclass(one.params), one.name
        assert all(parameter.says.text for parameter in one.parameters), one.name
        assert is_typeddict(one.shape) or (one.shape is bytes and one.media), one.name


def test_no_two_operations_share_a_place_or_a_tool():
    places = [(one.path, one.writes) for one in OPERATIONS.values()]
    tools = [one.tool for one in OPERATIONS.values() if one.tool]
    assert len(set(places)) == len(places)
    assert len(set(tools)) == len(tools)


def test_what_writes_is_never_remembered_and_never_asked_twice():
    assert not any(one.too or one.lists or one.media for one in OPERATIONS.values() if one.writes)


def test_answers_have_the_keys_of_their_types_whatever_the_face(ask):
    asked = {
        "entity": {"entity": "Mira"},
        "recall": {"cue": "key"},
        "turn": {"turn": "1"},
        "fork": {"name": "b"},
    }
    for name in ("facts", "entities", "turns", "moves", "stats", "branches", "view", *asked):
        answer = ask(name, **asked.get(name, {}))
        assert answer.keys() == get_type_hints(OPERATIONS[name].shape).keys(), name
        assert json.loads(json.dumps(answer)) == answer, name


def test_operations_load_nothing_that_only_a_server_needs():
    program = "import fabula.operations, fabula.cli.app, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert not {"pydantic", "fastapi", "mcp", "anyio", "uvicorn"} & set(json.loads(done.stdout))


def test_what_says_that_it_asks_no_view_asks_none():
    class Blind(fabula.Story):
        """A handle that makes no view for anybody."""

        def view(self, *_where, **_more):
            raise AssertionError("a view was asked for")

    store = fabula.open_store(":memory:")
    store.create(StoryRow("moonlit", "now"))
    told = Blind(store, "moonlit")
    told.tell("Mira gave the silver key to Tom.")
    fabula.Story(store, "moonlit").introduce("Mira")
    told._views.view = told.view
    viewless = [one for one in (*OPERATIONS.values(), *PANEL.values()) if one.viewless]
    assert len(viewless) > 8
    for one in viewless:
        asked = {"turn": "1"} if "{turn}" in one.path else {}
        assert isinstance(one.ask(told, **asked), dict), one.name
