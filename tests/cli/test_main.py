"""The command line as a whole: exit codes, errors, pipes, colours, scripts."""

import os
import subprocess
import sys

import pytest

from fabula import errors
from fabula.errors import FabulaError

COMMANDS = [
    "demo",
    "import",
    "export",
    "tell",
    "swipe",
    "edit",
    "extract",
    "status",
    "retry",
    "purge",
    "log",
    "branches",
    "fork",
    "switch",
    "rewind",
    "tag",
    "stories",
    "facts",
    "entities",
    "why",
    "timeline",
    "compare",
    "path",
    "graph",
    "recall",
    "context",
    "verify",
    "stats",
    "introduce",
    "claim",
    "correct",
    "end",
    "retract",
    "lock",
    "pin",
    "reject",
    "merge",
    "unmerge",
    "separate",
    "reveal",
    "stage",
    "rename",
    "undo",
    "acts",
]

# What goes wrong -> the error that says so. STORE stands for a store with the story moonlit.
WRONG = {
    "no such store": (("log", "nowhere.db"), errors.NotFoundError),
    "no such story": (("log", "STORE", "--story", "sunlit"), errors.StoryNotFoundError),
    "no such branch": (("log", "STORE", "--branch", "other"), errors.BranchNotFoundError),
    "no such tag": (("tag", "STORE", "nothing", "--delete"), errors.BranchNotFoundError),
    "no such turn": (("rewind", "STORE", "99"), errors.TurnNotFoundError),
    "no such entity": (("facts", "STORE", "Nobody"), errors.EntityNotFoundError),
    "nothing to end": (("end", "STORE", "Mira", "envies"), errors.FactNotFoundError),
    "no such act": (("undo", "STORE", "abcd"), errors.ActNotFoundError),
    "branch taken": (("fork", "STORE", "main"), errors.BranchExistsError),
    "introduced twice": (("introduce", "STORE", "Mira"), errors.AlreadyToldError),
    "no words": (("tell", "STORE", "  "), errors.InvalidInputError),
    "nobody to confirm": (("purge", "STORE", "1"), errors.InvalidInputError),
    "no such language": (("demo", "--lang", "fr"), errors.InvalidInputError),
    "empty file": (("import", "STORE", "-"), errors.FormatError),
    "unknown kind of store": (("tell", "mongodb://x", "Hello."), errors.InvalidInputError),
    "a folder": (("log", "."), errors.StoreError),
}


def fabula(*arguments, **more):
    """Runs the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "fabula", *map(str, arguments)], capture_output=True, check=False, **more
    )


@pytest.mark.parametrize("case", WRONG)
def test_what_goes_wrong_ends_with_the_code_of_its_error(case, run, store):
    arguments, error = WRONG[case]
    typed = [store if argument == "STORE" else argument for argument in arguments]
    done = run(*typed, "--json")
    assert (done.code, done.error["code"]) == (error.exit_code, error.code)
    assert done.error["message"]
    assert done.out == ""


@pytest.mark.parametrize("case", WRONG)
def test_what_goes_wrong_is_said_in_one_line(case, run, store):
    arguments, _ = WRONG[case]
    done = run(*[store if argument == "STORE" else argument for argument in arguments])
    assert done.err.startswith("fabula: ")
    assert done.err.count("\n") == 1


def test_errors_of_every_exit_code_but_a_missing_extra_are_met_here():
    met = {error.exit_code for _, error in WRONG.values()} | {
        errors.StoreError.exit_code,
        errors.ModelError.exit_code,  # test_reading meets it
    }
    classes = [
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, FabulaError)
    ]
    assert {error.exit_code for error in classes} - met == {
        errors.FabulaError.exit_code,
        errors.MissingExtraError.exit_code,
    }


def test_a_command_that_cannot_be_understood_ends_with_2_and_points_to_its_help(run):
    done = run("log")
    assert done.code == 2
    assert "STORE" in done.err
    assert "fabula log --help" in done.err
    assert done.err.count("\n") == 1


def test_an_unknown_command_is_a_usage_error_in_json_too(run):
    done = run("sing", "--json")
    assert (done.code, done.error["code"]) == (2, "usage")


def test_an_unknown_option_is_refused_where_negative_turns_are_allowed(run, store):
    done = run("rewind", store, "--jsno")
    assert done.code == 2
    assert "--jsno" in done.err


def test_no_command_at_all_shows_the_help(run):
    done = run()
    assert done.code == 0
    assert "fabula demo" in done.out


def test_the_help_lists_every_command(run):
    listed = run("--help").out
    assert [command for command in COMMANDS if f" {command} " not in listed] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_and_takes_json(command, run):
    done = run(command, "--help")
    shown = " ".join(done.out.split())
    assert done.code == 0
    assert f"fabula {command}" in shown.partition("Example: ")[2] or "Example" in shown
    assert "--json" in shown


def test_the_version_is_the_package_s(run):
    import fabula as package

    assert run("--version").out == f"fabula {package.__version__}\n"


def test_a_pipe_gets_no_colours(store):
    done = fabula("log", store)
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr
    assert b"Lin Yao" in done.stdout


def test_a_terminal_gets_colours_unless_they_are_unwanted(run, store, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[33m" in run("log", store).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[33m" not in run("log", store).out


def test_a_reader_that_goes_away_is_met_with_silence(tmp_path, run):
    path = tmp_path / "long.txt"
    path.write_text(
        "\n\n".join(f"This is paragraph {number} of a long story." for number in range(3000)), "utf-8"
    )
    store = tmp_path / "long.db"
    assert run("import", store, path, "--no-extract").code == 0
    command = [sys.executable, "-m", "fabula", "log", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_a_terminal_that_lacks_a_script_shows_question_marks(umbrella):
    done = fabula("log", umbrella, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"??" in done.stdout


def test_json_loses_nothing_on_a_terminal_that_lacks_a_script(umbrella):
    import json

    done = fabula("log", umbrella, "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout)["turns"][0]["speaker"] == "旁白"


def test_a_control_character_in_a_story_reaches_no_terminal(run, tmp_path):
    store = tmp_path / "sly.db"
    run("tell", store, "Mira said: \x1b[2Jgone.")
    assert "\x1b" not in run("log", store).out
    assert "\x1b" not in run("context", store, "Mira").out
