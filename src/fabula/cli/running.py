"""One command from its words to its exit code: what goes wrong is said in one line on stderr."""

import os
import sys
from collections.abc import Sequence
from typing import TextIO

import typer

from fabula.cli.app import app
from fabula.cli.show import tell_error
from fabula.errors import FabulaError

INTERRUPTED = 130
UNWRITABLE = 1
USAGE = 2
_ASKED_WRONGLY: type[BaseException] = typer.BadParameter.__mro__[1]
"""The usage errors of click, which typer wraps or brings along, depending on its version."""


def run(typed: Sequence[str]) -> int:
    """Run the command that was typed and return its exit code."""
    if sys.stdout is None:
        message = "Standard output is closed, so nothing was done. Send it to a file, or to /dev/null."
        return _failed("closed-output", message, UNWRITABLE, typed)
    _speak_any_script()
    try:
        code = app(args=list(typed) or ["--help"], prog_name="fabula", standalone_mode=False)
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except (FabulaError, OSError, _ASKED_WRONGLY) as error:
        return _gone_wrong(error, typed)
    return code if isinstance(code, int) else 0


def _gone_wrong(error: BaseException, typed: Sequence[str]) -> int:
    """Say what went wrong, and give its exit code; a reader of a pipe that has gone is told nothing."""
    if isinstance(error, FabulaError):
        return _failed(error.code, str(error), error.exit_code, typed)
    if isinstance(error, _ASKED_WRONGLY):
        return _failed("usage", _usage(error), USAGE, typed)
    _write_nowhere(sys.stdout)
    return UNWRITABLE if isinstance(error, BrokenPipeError) else _unwritable(error, typed)


def _failed(code: str, message: str, exit_code: int, typed: Sequence[str]) -> int:
    tell_error(code, message, as_json="--json" in typed)
    return exit_code


def _unwritable(error: BaseException, typed: Sequence[str]) -> int:
    name = getattr(error, "filename", None)
    what = f"{name} cannot be used" if name else "The output cannot be written"
    reason = getattr(error, "strerror", None) or "the system says no more"
    return _failed("unwritable", f"{what}: {reason}.", UNWRITABLE, typed)


def _usage(error: BaseException) -> str:
    """What click says of a wrong command, and where its help is."""
    message = str(getattr(error, "format_message", error.__str__)()).rstrip()
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "fabula")
    return f"{message}{'' if message.endswith(('.', '?', '!')) else '.'} See `{path} --help`."


def _speak_any_script() -> None:
    """Let a terminal that lacks a script's signs show ? for them, where Python would give up."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


def _write_nowhere(stream: TextIO) -> None:
    """Let what is buffered for a stream that cannot be written go nowhere, so that Python's end stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
