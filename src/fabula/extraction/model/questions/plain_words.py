"""Makes words of a story safe to show in a prompt: on one line, bounded, and without signs that steer a model."""

import re

# What chat templates part messages with: <|im_start|>, </s>, <start_of_turn>, [INST]. A space makes it text.
_STEERING = re.compile(r"<(?=[|｜/A-Za-z_])|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_)\b)")
_BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def on_one_line(text: str, most: int = 0) -> str:
    """The text on one line, in at most so many characters if ``most`` is set.

    Nothing in it can begin a line, and so none of it can pass for a header or a message of its own.
    """
    line = _STEERING.sub(r"\g<0> ", _BREAKS.sub(" ", text).strip())
    return line if not most or len(line) <= most else line[: most - 1].rstrip() + "…"
