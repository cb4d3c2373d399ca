"""The page about the proxy: the headers are those that are sent, and every way to name a story is understood."""

import json
import re
from pathlib import Path

import pytest

from fabula.serve.proxy.headers import TOLD
from fabula.serve.proxy.placing.hints import hints_of
from fabula.serve.proxy.placing.placed import KINDS
from fabula.serve.proxy.placing.request import Request

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "play-through-the-proxy.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| (?P<where>[^|]+?) \| (?P<what>[^|]*?) \|$", PAGE, flags=re.MULTILINE))


def named_by(path="/v1/chat/completions", headers=(), said="Who is there?", role="user", **fields):
    body = {"messages": [{"role": role, "content": said}], **fields}
    return hints_of(Request(path, dict(headers), body)).story


def test_every_header_that_is_sent_is_on_the_page():
    assert {f"`{name}`" for name in TOLD} <= ROWS.keys()


def test_every_kind_of_request_is_on_the_page():
    assert set(re.findall(r"`(\w+)`", ROWS["`X-Fabula-Kind`"])) == KINDS


def test_the_path_names_the_story():
    (base,) = re.findall(r"`http://[^/]+(/s/\S+?)`", ROWS["the path"])
    assert named_by(f"{base}/chat/completions") == "moonlit"


def test_the_header_names_the_story():
    name, value = re.findall(r"`(\S+): (\S+)`", ROWS["a header"])[0]
    assert named_by(headers={name.lower(): value}) == "moonlit"


@pytest.mark.parametrize("example", re.findall(r"`(\"[^`]+)`", ROWS["the body"]))
def test_the_body_names_the_story(example):
    assert named_by(**json.loads(f"{{{example}}}")) == "moonlit"


def test_a_tag_in_a_system_message_names_the_story():
    (tag,) = re.findall(r"`(<[^`]+>)`", ROWS["a system message"])
    assert named_by(said=f"You are the keeper. {tag}", role="system") == "moonlit"
