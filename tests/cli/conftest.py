"""Commands run in this process, and two small stories to run them on."""

import io
import json
import re
import sys
from dataclasses import dataclass

import pytest

from fabula.cli import main

CHAT = [
    {"user_name": "Player", "character_name": "Lin Yao", "chat_metadata": {}},
    {
        "name": "Narrator",
        "is_user": False,
        "mes": "Lin Yao arrived at the Moonlit Court. Lin Feng gave the silver key to Lin Yao.",
        "swipes": [
            "Lin Yao arrived at the Moonlit Court. Lin Feng gave the silver key to Lin Yao.",
            "Lin Yao arrived at the Old Mill.",
        ],
        "swipe_id": 0,
    },
    {"name": "Player", "is_user": True, "mes": "I ask Lin Yao who has the silver key."},
    {"name": "Narrator", "is_user": False, "mes": "Lin Yao gave the silver key to Mira. It was cold."},
    {"name": "Mira", "is_user": False, "mes": "I put the silver key in my pocket."},
]
UMBRELLA = ["顾守义把青伞交给了沈棠。", "我把青伞接了过来。", "沈棠把青伞交给了何三娘。"]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


@dataclass(frozen=True)
class Ran:
    """What a command did: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def error(self):
        return json.loads(self.err)["error"]

    @property
    def scrubbed(self):
        """Output without what differs from run to run."""
        return re.sub(r"(?m)^(bytes +)[\d,]+$", r"\1<size>", TIME.sub("<time>", self.out))


@pytest.fixture(autouse=True)
def _plain_surroundings(monkeypatch):
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "TTY_COMPATIBLE",
        "TTY_INTERACTIVE",
        "FABULA_AUTHOR",
        "LC_ALL",
        "LC_MESSAGES",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def run(capsys, monkeypatch):
    """``run("log", store, stdin=b"...")``: a command as a person types it."""

    def type_in(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return type_in


@pytest.fixture
def chat(tmp_path):
    """A chat file with a swipe."""
    path = tmp_path / "moonlit.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in CHAT), encoding="utf-8")
    return path


@pytest.fixture
def store(tmp_path, run, chat):
    """A store that holds the chat as the story ``moonlit``."""
    path = tmp_path / "moonlit.db"
    assert run("import", path, chat).code == 0
    return path


@pytest.fixture
def umbrella(tmp_path, run):
    """A store that holds a Chinese story."""
    path = tmp_path / "青伞.db"
    for text in UMBRELLA:
        assert run("tell", path, text, "--speaker", "旁白").code == 0
    return path


@pytest.fixture
def told(store, run):
    """The store with a branch, a tag, a further swipe and an author's act."""
    for arguments in (
        ("tell", store, "Mira gave the silver key to Tom.", "--speaker", "Narrator", "--role", "assistant"),
        ("swipe", store, "Mira gave the silver key to Ann."),
        ("tag", store, "the gift", "3"),
        ("fork", store, "kinder", "--at", "2"),
        ("tell", store, "Lin Yao gave the silver key to Player.", "--branch", "kinder"),
        ("rename", store, "Mira", "Mirabel"),
    ):
        assert run(*arguments).code == 0
    return store
