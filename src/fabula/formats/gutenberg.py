"""The licence and the credits that Project Gutenberg puts around a book."""

import re
from dataclasses import dataclass, field

_START = re.compile(
    r"^\s*\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG.*$|^\*END\*?\s*THE SMALL PRINT.*$",
    re.MULTILINE | re.IGNORECASE,
)
_END = re.compile(
    r"^\s*\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|^\s*End of (?:the |this )?Project Gutenberg",
    re.MULTILINE | re.IGNORECASE,
)
_FIELD = re.compile(
    r"^(Title|Author|Translator|Editor|Illustrator|Language|Release Date):[ \t]*(\S.*)$", re.MULTILINE
)
_CREDITS = re.compile(
    r"\s*((?:Produced by|E-?text prepared by|Transcribed from|This (?:e-?text|eBook) was produced)(?:.+\n?)+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stripped:
    """A book without its wrapping, every line still at its number; ``about`` is what the wrapping said."""

    text: str
    about: dict[str, str] = field(default_factory=dict)


def without_gutenberg(text: str) -> Stripped:
    """The book alone. A text that is not from Project Gutenberg comes back as it is."""
    start, end = _START.search(text), _END.search(text)
    if start is None and end is None:
        return Stripped(text)
    first = start.end() if start else 0
    last = end.start() if end and end.start() > first else len(text)
    about = {name.lower().replace(" ", "_"): value.strip() for name, value in _FIELD.findall(text[:first])}
    body = text[first:last]
    credit = _CREDITS.match(body)
    if credit:
        about["credits"] = " ".join(credit.group(1).split())
        body = "\n" * credit.group().count("\n") + body[credit.end() :]
    return Stripped("\n" * text[:first].count("\n") + body, about)
