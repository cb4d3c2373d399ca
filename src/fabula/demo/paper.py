"""What the demo is written on: a console, at a pace that a person can follow where there is one."""

import time

from rich.console import Console
from rich.text import Text

WIDTH = 100

Part = str | tuple[str, str]
"""A piece of a line: a text, or a text with its style."""


class Paper:
    """Writes lines on a console. ``pace`` is how many seconds pass after each; on no terminal none do."""

    def __init__(self, console: Console, pace: float = 0.0) -> None:
        self._console = console
        self._pace = pace if console.is_terminal else 0.0
        self._width = min(console.width, WIDTH) if console.is_terminal else WIDTH

    def heading(self, title: str) -> None:
        """Begin another part of the show."""
        self._print(Text())
        self._print(Text(title, style="bold cyan"))

    def line(self, *parts: Part, indent: int = 0) -> None:
        """One line, cut at the right edge."""
        text = Text.assemble(*parts)
        text.truncate(self._width - indent, overflow="ellipsis")
        text.pad_left(indent)
        self._print(text)

    def whole(self, *parts: Part, indent: int = 0) -> None:
        """A text on as many lines as it takes."""
        for text in Text.assemble(*parts).wrap(self._console, self._width - indent):
            text.rstrip()
            text.pad_left(indent)
            self._print(text)

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True, highlight=False)
        if self._pace:
            time.sleep(self._pace)
