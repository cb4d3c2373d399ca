"""The command that serves: where it listens, who may come in, and how it ends."""

import os
import signal
import subprocess
import sys

import httpx2
import pytest

from fabula.cli.serving import app
from fabula.errors import InvalidInputError

PROGRAM = "from fabula.cli.serving import app; app()"
TOKEN = "a-token-of-some-length"  # noqa: S105 - of this test alone


@pytest.fixture
def serving(tmp_path):
    """``serving("--port", "0")``: the process that the command is, and where it says that it listens."""
    started = []

    def start(*typed, **environment):
        command = [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path / "story.db"), *typed]
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, stdout=pipe, stderr=pipe, text=True, env={**os.environ, **environment}
        )
        started.append(process)
        said = process.stdout.readline()
        return process, said.partition(" at ")[2].partition(";")[0]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def refused(*typed):
    with pytest.raises(InvalidInputError) as caught:
        app(args=list(typed), standalone_mode=False)
    return str(caught.value)


def test_it_says_where_it_listens_logs_without_secrets_and_ends_quietly(serving):
    process, url = serving("--port", "0", FABULA_TOKEN=TOKEN)
    with httpx2.Client(base_url=url, timeout=20) as client:
        assert client.get("/api/stories?token=in-the-query").status_code == 401
        answered = client.get("/api/stories", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answered.json() == {"stories": [], "next": None}
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert [line.rsplit(" ", 2)[0].partition("127.0.0.1 ")[2] for line in err.splitlines()] == [
        "GET /api/stories",
        "GET /api/stories",
    ]
    assert TOKEN not in err


def test_a_token_file_opens_only_the_stories_that_it_names(serving, tmp_path):
    (tmp_path / "tokens").write_text(f"# mine\n{TOKEN} moonlit\n", encoding="utf-8")
    _, url = serving("--port", "0", "--token-file", str(tmp_path / "tokens"))
    with httpx2.Client(base_url=url, timeout=20, headers={"Authorization": f"Bearer {TOKEN}"}) as client:
        assert client.post("/api/stories", json={"name": "moonlit"}).is_success
        assert client.post("/api/stories", json={"name": "sunlit"}).status_code == 403


def test_beyond_this_machine_it_wants_a_token(tmp_path, monkeypatch):
    monkeypatch.delenv("FABULA_TOKEN", raising=False)
    store = tmp_path / "story.db"
    assert "--token-file" in refused(str(store), "--host", "0.0.0.0")  # noqa: S104 - that is the point
    assert not store.exists()


def test_a_token_file_that_holds_none_does_not_leave_the_door_open(tmp_path):
    (tmp_path / "tokens").write_text("# none yet\n", encoding="utf-8")
    assert "holds no token" in refused(str(tmp_path / "s.db"), "--token-file", str(tmp_path / "tokens"))
    assert "cannot be read" in refused(str(tmp_path / "s.db"), "--token-file", str(tmp_path / "nowhere"))


def test_a_model_that_nobody_can_reach_is_said_to_be_at_once(tmp_path):
    assert "--url" in refused(str(tmp_path / "s.db"), "--model", "qwen3")


def test_a_port_that_is_taken_is_said_to_be(serving, tmp_path):
    _, url = serving("--port", "0")
    port = url.rpartition(":")[2]
    assert f"port {port}" in refused(str(tmp_path / "other.db"), "--port", port)


def test_a_server_tells_its_models_and_no_key(serving, tmp_path):
    _, url = serving(
        *("--port", "0", "--model", "qwen3", "--url", "http://127.0.0.1:9/v1"),
        *("--embedder", "none", "--upstream", "http://127.0.0.1:8/v1"),
        FABULA_API_KEY="sk-around-here",
        XDG_CACHE_HOME=str(tmp_path),
    )
    with httpx2.Client(base_url=url, timeout=20) as client:
        said = client.get("/api/settings")
        assert client.get("/api/health").json()["parts"]["models"]["reader"] == "model"
        tried = client.post("/api/settings/try", json={}).json()
    found = said.json()
    assert found["reader"]["key"] == {"is_set": True, "source": "environment"}
    assert (found["embedder"]["use"]["value"], found["upstream"]["url"]["source"]) == ("none", "flag")
    assert tried["code"] == "refused"
    assert "sk-around-here" not in said.text
