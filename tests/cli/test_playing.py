"""The demo command."""

import subprocess
import sys

import pytest

from fabula.cli.playing import language


@pytest.mark.parametrize(("tongue", "words"), [("en", "The Bone Whistle"), ("zh", "青伞")])
def test_the_demo_asks_nothing_and_leaves_nothing_behind(tongue, words, tmp_path):
    command = [sys.executable, "-m", "fabula", "demo", "--lang", tongue]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=True, cwd=tmp_path, timeout=60
    )
    assert words in done.stdout.decode()
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""
    assert list(tmp_path.iterdir()) == []


def test_the_demo_as_json_says_how_the_questions_went(run):
    shape = run("demo", "--json").json
    assert set(shape) == {"title", "language", "turns", "answers", "sound"}
    assert shape["sound"]
    assert shape["answers"][0] == {"ask": "Who has the bone whistle now?", "hit": 1}


@pytest.mark.parametrize(
    ("variables", "spoken"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_demo_speaks_the_language_of_the_place(variables, spoken, monkeypatch):
    monkeypatch.delenv("LANG")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == spoken
