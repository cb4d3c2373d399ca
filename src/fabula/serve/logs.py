"""What the server writes to its log: one line a request, what goes wrong, and never a secret."""

import logging
import re
from typing import TextIO

_SECRETS = re.compile(
    r"(?i)(bearer\s+|\bsk-|(?:api[-_]?key|token|authorization|password)[\"']?\s*[=:]\s*[\"']?(?:bearer\s+)?)[^\s\"',&]+"
)
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Discreet(logging.Formatter):
    """Writes lines in which whatever looks like a token or a key is masked, tracebacks included."""

    def format(self, record: logging.LogRecord) -> str:
        """The line without its secrets, and without line breaks that somebody sent."""
        return discreet(super().format(record))


def discreet(text: str) -> str:
    """A text in which whatever looks like a token or a key is masked."""
    return _SECRETS.sub(r"\1***", text)


def log_to(stream: TextIO, *, level: int = logging.INFO) -> None:
    """Let the server's lines go to a stream, and nowhere else."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet(_LINE))
    for name, lowest in (("fabula", level), ("uvicorn", max(level, logging.WARNING))):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(lowest)
        logger.propagate = False
