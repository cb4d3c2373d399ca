"""Memory as tools for agents, asked by the SDK's own client: over standard input and output, and over HTTP."""

import json
import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from fabula.claims.statements import Termination
from fabula.operations import OPERATIONS
from fabula.serve.access import Access, keys_from
from fabula.serve.mcp_server import mcp_annex, mcp_server
from fabula.serve.stories import Stories
from fabula.stores import open_store
from fabula.story import Story

GIFT = "Lin Yao gave the silver key to Mira."
UMBRELLA = "顾守义把青伞交给了沈棠。"


@pytest.fixture
def portal():
    with start_blocking_portal() as portal:
        yield portal


@contextmanager
def connected(portal: BlockingPortal, server: Any, **more: Any):
    """A client that is connected, as a function that calls one of its methods."""
    with portal.wrap_async_context_manager(Client(server, **more)) as client:
        yield lambda name, *asked: portal.call(getattr(client, name), *asked)


@pytest.fixture
def ask(portal) -> Callable[..., Any]:
    """A client of a server in this process that keeps one story."""
    with connected(portal, mcp_server(Stories(open_store(":memory:")), "moonlit")) as ask:
        yield ask


def text_of(result) -> str:
    return result.content[0].text


def test_tools_are_those_of_the_table_and_say_what_they_take_and_give(ask):
    tools = {tool.name: tool for tool in ask("list_tools").tools}
    assert tools.keys() == {one.tool for one in OPERATIONS.values() if one.tool}
    for tool in tools.values():
        assert tool.description
        assert tool.output_schema["type"] == "object"
        assert all(one.get("description") for one in tool.input_schema["properties"].values())
    assert tools["remember"].input_schema["required"] == ["text"]
    assert not tools["remember"].annotations.read_only_hint
    assert tools["recall"].annotations.read_only_hint


def test_what_is_remembered_is_read_at_once(ask):
    said = ask("call_tool", "remember", {"text": GIFT, "speaker": "Narrator"})
    assert said.structured_content["turn"]["number"] == 1
    assert "silver key is held by Mira" in text_of(said)


def test_answers_are_lines_for_the_model_and_whole_beside_them(ask):
    ask("call_tool", "remember", {"text": GIFT})
    ask("call_tool", "remember", {"text": UMBRELLA})
    asked = {
        "recall": {"cue": "青伞在谁手里？"},
        "facts": {},
        "timeline": {"subject": "青伞", "predicate": "held_by"},
        "why": {"subject": "青伞"},
        "who_is": {"entity": "沈棠"},
        "story_at": {},
    }
    for tool, given in asked.items():
        found = ask("call_tool", tool, given)
        assert not found.is_error
        assert "青伞" in text_of(found)
        assert "沈棠" in json.dumps(found.structured_content, ensure_ascii=False)
        assert len(text_of(found)) < len(json.dumps(found.structured_content, ensure_ascii=False))


def test_a_turn_may_be_given_as_a_number(ask):
    for text in (GIFT, "Mira gave the silver key to Tom."):
        ask("call_tool", "remember", {"text": text})
    then = ask("call_tool", "story_at", {"as_of": 1})
    assert then.structured_content["turn"] == 1
    assert "held by Mira" in text_of(then)


def test_a_check_finds_what_stands_against_the_author_s_word(portal):
    store = open_store(":memory:")
    with connected(portal, mcp_server(Stories(store), "moonlit")) as ask:
        ask("call_tool", "remember", {"text": GIFT})
        assert "Nothing in the story" in text_of(ask("call_tool", "check", {}))
        Story(store, "moonlit").author.lock(Termination("silver key", "held_by"))
        ask("call_tool", "remember", {"text": "Mira gave the silver key to Tom."})
        assert "turn 2 says of silver key held_by: Tom" in text_of(ask("call_tool", "check", {}))


def test_what_fails_says_why_to_the_model(ask):
    ask("call_tool", "remember", {"text": GIFT})
    failed = ask("call_tool", "who_is", {"entity": "Nobody"})
    assert failed.is_error
    assert failed.structured_content["error"]["code"] == "entity-not-found"
    assert "Nobody" in text_of(failed)


def test_a_parameter_that_is_missing_is_told_to_the_model(ask):
    assert ask("call_tool", "timeline", {"subject": "x"}).is_error


def test_a_story_is_made_when_it_is_first_told(ask):
    ask("call_tool", "remember", {"text": GIFT, "story": "sunlit"})
    stories = json.loads(ask("read_resource", "fabula://stories").contents[0].text)["stories"]
    assert [row["name"] for row in stories] == ["sunlit"]


def test_asking_makes_no_story(ask):
    assert ask("call_tool", "recall", {"cue": "x"}).structured_content["error"]["code"] == "story-not-found"


def test_where_there_are_several_stories_one_must_be_named(portal):
    stories = Stories(open_store(":memory:"))
    with connected(portal, mcp_server(stories)) as ask:
        for story in ("sunlit", "moonlit"):
            ask("call_tool", "remember", {"text": GIFT, "story": story})
        failed = ask("call_tool", "facts", {})
        assert failed.structured_content["error"]["candidates"] == ["moonlit", "sunlit"]
        assert not ask("call_tool", "facts", {"story": "sunlit"}).is_error


def test_branches_are_resources(ask):
    ask("call_tool", "remember", {"text": UMBRELLA, "story": "月光/一"})
    templates = {one.uri_template for one in ask("list_resource_templates").resource_templates}
    assert templates == {"fabula://{story}/branches", "fabula://{story}/branches/{branch}"}
    story = "%E6%9C%88%E5%85%89%2F%E4%B8%80"
    branches = json.loads(ask("read_resource", f"fabula://{story}/branches").contents[0].text)
    assert [one["name"] for one in branches["branches"]] == ["main"]
    assert "青伞" in ask("read_resource", f"fabula://{story}/branches/main").contents[0].text


def test_a_branch_that_is_not_there_is_no_resource(ask):
    ask("call_tool", "remember", {"text": GIFT})
    with pytest.raises(MCPError, match="kinder"):
        ask("read_resource", "fabula://moonlit/branches/kinder")


def test_a_command_serves_an_agent_over_standard_input_and_output(portal, tmp_path):
    path = tmp_path / "moonlit.db"
    program = "import sys; from fabula.cli.agents import app; app()"
    command = StdioServerParameters(command=sys.executable, args=["-c", program, str(path)])
    with connected(portal, stdio_client(command)) as ask:
        ask("call_tool", "remember", {"text": GIFT, "speaker": "Narrator"})
        found = ask("call_tool", "who_is", {"entity": "Mira"})
        assert "silver key is held by Mira" in text_of(found)
    kept = open_store(str(path))
    assert [row.name for row in kept.stories()] == ["moonlit"]
    assert [move.by for move in kept.moves("moonlit")] == ["mcp"]
    kept.close()


@pytest.fixture
def served(serve):
    stories = Stories(open_store(":memory:"))
    keys = keys_from(["moonlit-token-12345 moonlit", "everything-token-12345"])
    access = Access(keys=keys)
    return serve(stories.store, access, annexes=(mcp_annex(stories),))


@contextmanager
def over_http(portal: BlockingPortal, url: str, token: str = "", **more: Any):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    client = httpx2.AsyncClient(headers=headers, follow_redirects=True, timeout=20)
    with (
        portal.wrap_async_context_manager(client),
        connected(portal, streamable_http_client(f"{url}/mcp", http_client=client), **more) as ask,
    ):
        yield ask


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_agent_asks_over_http(portal, served, mode):
    with over_http(portal, served.url, "everything-token-12345", mode=mode) as ask:
        ask("call_tool", "remember", {"text": GIFT, "story": "moonlit"})
        assert "held by Mira" in text_of(ask("call_tool", "facts", {"story": "moonlit"}))


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_token_for_one_story_sees_no_other_one(portal, served, mode):
    with over_http(portal, served.url, "everything-token-12345", mode=mode) as ask:
        for story in ("moonlit", "sunlit"):
            ask("call_tool", "remember", {"text": GIFT, "story": story})
    with over_http(portal, served.url, "moonlit-token-12345", mode=mode) as ask:
        assert not ask("call_tool", "facts", {}).is_error
        for tool, asked in (("facts", {}), ("remember", {"text": GIFT})):
            failed = ask("call_tool", tool, {**asked, "story": "sunlit"})
            assert failed.structured_content["error"]["code"] == "forbidden"
        stories = ask("read_resource", "fabula://stories").contents[0].text
        assert [row["name"] for row in json.loads(stories)["stories"]] == ["moonlit"]


def test_without_a_token_nobody_gets_to_the_tools(served):
    assert served.raw("POST", "/mcp", b"{}", Content_Type="application/json")[0] == 401


def test_pages_of_elsewhere_do_not_reach_the_tools(served):
    said = served.raw("POST", "/mcp", b"{}", Content_Type="application/json", Origin="https://evil.example")
    assert said[0] == 403
