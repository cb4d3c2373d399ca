"""A file in, a story out: which reader reads it, and what decoding it cost."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from fabula.errors import FormatError
from fabula.formats.decode import decode
from fabula.formats.generic import parse_json, parse_jsonl
from fabula.formats.parsed import Parsed
from fabula.formats.recognise import ARCHIVE, check_readable, recognise_text
from fabula.formats.sillytavern import parse_sillytavern

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
    "json": parse_json,
    "jsonl": parse_jsonl,
}


def parse(data: bytes, *, name: str = "", format: str = "", encoding: str = "") -> Parsed:  # noqa: A002  # what people call it
    """The story in a file's bytes.

    ``name`` is the file's name, used where the content leaves the format open; ``format`` overrides both.
    ``encoding`` says how the bytes spell text, where that should not be found out.

    Raises:
        FormatError: the format or encoding is unknown, the file is empty or no text, or it is not of its format.
    """
    if format and format not in FORMATS and format != ARCHIVE:
        raise FormatError(f"There is no format {format!r}. Known are {', '.join(FORMATS)}.")
    check_readable(data)
    decoded = decode(data, encoding)
    kind = format or recognise_text(decoded.text, name)
    if kind == ARCHIVE:
        raise FormatError(
            "This is an archive of Fabula's own: load it with the archive import, which loses nothing."
        )
    parsed = _reader(kind)(decoded.text)
    return replace(
        parsed,
        troubles=decoded.troubles + parsed.troubles,
        meta={**parsed.meta, "encoding": decoded.encoding},
    )


def _reader(kind: str) -> Callable[[str], Parsed]:
    if kind in _READERS:
        return _READERS[kind]
    from fabula.formats.markdown import parse_markdown  # noqa: PLC0415 - what knows books is slow to load
    from fabula.formats.text import parse_text  # noqa: PLC0415

    return parse_markdown if kind == "markdown" else parse_text
