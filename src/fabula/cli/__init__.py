"""The command line: ``fabula COMMAND STORE ...``, thin over ``Story``."""

import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; what goes wrong is said in one line on stderr.

    The codes are those of ``fabula.errors``; 1 is also an output that cannot be written, 2 a command that
    cannot be understood, 130 Ctrl-C.
    """
    try:
        from fabula.cli.running import run  # noqa: PLC0415 - Ctrl-C while it loads must end quietly

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
