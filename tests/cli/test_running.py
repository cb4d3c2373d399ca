"""The edges of a command: outputs that cannot be written, and Ctrl-C."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fabula.cli.running
from fabula.cli import main

FULL = Path("/dev/full")
on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
posix = pytest.mark.skipif(os.name != "posix", reason="descriptors are closed by a POSIX shell")


def fabula_to(output, *arguments):
    command = [sys.executable, "-m", "fabula", *map(str, arguments)]
    with output.open("wb") as file:
        return subprocess.run(command, stdout=file, stderr=subprocess.PIPE, check=False)


def with_closed(descriptor, *arguments):
    script = f'exec "$@" {descriptor}>&-'
    command = ["sh", "-c", script, "sh", sys.executable, "-m", "fabula", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False)


@on_a_full_disk
@pytest.mark.parametrize("command", ["log", "export", "stats"])
def test_a_full_disk_is_said_in_one_line(command, store):
    done = fabula_to(FULL, command, store)
    assert done.returncode == 1
    assert done.stderr.decode() == "fabula: The output cannot be written: No space left on device.\n"


@on_a_full_disk
def test_a_full_disk_is_said_as_json(store):
    done = fabula_to(FULL, "log", store, "--json")
    assert json.loads(done.stderr)["error"]["code"] == "unwritable"


@posix
def test_a_closed_output_stops_before_anything_is_done(tmp_path):
    done = with_closed(1, "tell", tmp_path / "m.db", "It rained.")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("fabula: Standard output is closed, so nothing was done.")
    assert done.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_closed_error_output_changes_no_exit_code(tmp_path):
    done = with_closed(2, "log", tmp_path / "none.db")
    assert (done.returncode, done.stdout) == (3, b"")


@pytest.mark.parametrize("place", ["run", "app"])
def test_an_interrupt_ends_with_130_and_no_traceback(place, monkeypatch, capsys):
    def interrupted(*arguments, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(fabula.cli.running, place, interrupted)
    assert main(["demo"]) == 130
    assert capsys.readouterr() == ("", "")
