"""The command line: ``fabula COMMAND STORE ...``, thin over ``Story``."""

import os
import sys
from collections.abc import Sequence

import typer

from fabula.cli.app import app
from fabula.cli.show import tell_error
from fabula.errors import FabulaError

__all__ = ["main"]

INTERRUPTED = 130
_ASKED_WRONGLY: type[BaseException] = typer.BadParameter.__mro__[1]
"""The usage errors of click, which typer wraps or brings along, depending on its version."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; what goes wrong is said in one line on stderr.

    The codes are those of ``fabula.errors``; 2 is also a command that cannot be understood, 130 is Ctrl-C.
    """
    typed = list(sys.argv[1:] if arguments is None else arguments)
    _speak_any_script()
    try:
        code = app(args=typed or ["--help"], prog_name="fabula", standalone_mode=False)
        sys.stdout.flush()
    except FabulaError as error:
        return _failed(error.code, str(error), error.exit_code, typed)
    except typer.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        return _nobody_reads()
    except _ASKED_WRONGLY as error:
        return _failed("usage", _usage(error), 2, typed)
    return code if isinstance(code, int) else 0


def _failed(code: str, message: str, exit_code: int, typed: Sequence[str]) -> int:
    tell_error(code, message, as_json="--json" in typed)
    return exit_code


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


def _nobody_reads() -> int:
    """End quietly, with typer's own code, when the reader of a pipe has gone; what is buffered goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
