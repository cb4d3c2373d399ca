"""The README says what is true: its Python runs, its commands exist."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from fabula.cli.app import app

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_python_runs_as_it_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    names = {}

    exec(compile(block, "README.md", "exec"), names)  # noqa: S102 - it is ours

    assert "silver key is held by Lin Feng" in capsys.readouterr().out
    assert [fact.predicate for fact in names["view"].entity("Lin Feng").relations()] == ["held_by"]
    names["story"].close()


@pytest.mark.parametrize("command", sorted(set(re.findall(r"^fabula (\w+)", README, flags=re.MULTILINE))))
def test_every_command_exists(command):
    assert command in get_command(app).commands
