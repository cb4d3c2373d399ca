"""A file in, a story out: which reader reads it, and what decoding it cost."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from fabula.errors import FormatError
from fabula.formats.decode import decode
from fabula.formats.generic import parse_json, parse_jsonl
from fabula.formats.markdown import parse_markdown
from fabula.formats.parsed import Parsed
from fabula.formats.recognise import ARCHIVE, check_readable, recognise_text
from fabula.formats.sillytavern import parse_sillytavern
from fabula.formats.text import parse_text

FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "sillytavern": "a SillyTavern chat (.jsonl), of one character or a group",
        "text": "a story in plain text, with or without chapters",
        "markdown": "a story in Markdown",
        "json": "a JSON list of {role, content} messages, or an object with `messages`",
        "jsonl": "one {role, content} message a line",
    }
)
"""Every format that ``parse`` reads, with what it is in a few words."""

_READERS: Mapping[str, Callable[[str], Parsed]] = {
    "sillytavern": parse_sillytavern,
    "text": parse_text,
    "markdown": parse_markdown,
    "json": parse_json,
    "jsonl": parse_jsonl,
}


def parse(data: bytes, *, name: str = "", format: str = "") -> Parsed:  # noqa: A002  # what people call it
    """The story in a file's bytes.

    ``name`` is the file's name, used where the content leaves the format open; ``format`` overrides both.

    Raises:
        FormatError: the format is unknown, the file is empty or no text, or it is not of its format.
    """
    if format and format not in FORMATS and format != ARCHIVE:
        raise FormatError(f"There is no format {format!r}. Known are {', '.join(FORMATS)}.")
    check_readable(data)
    decoded = decode(data)
    kind = format or recognise_text(decoded.text, name)
    if kind == ARCHIVE:
        raise FormatError(
            "This is an archive of Fabula's own: load it with the archive import, which loses nothing."
        )
    parsed = _READERS[kind](decoded.text)
    return replace(
        parsed,
        troubles=decoded.troubles + parsed.troubles,
        meta={**parsed.meta, "encoding": decoded.encoding},
    )
