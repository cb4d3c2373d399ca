"""What a file is: by what is in it first, by its name second."""

import re
from itertools import islice
from pathlib import PurePath
from typing import Any

from fabula.errors import FormatError
from fabula.formats import generic, sillytavern
from fabula.formats.decode import decode
from fabula.formats.rows import load, rows

ARCHIVE = "fabula"
_LOOKED_AT = 20
_HELP = "Import a chat (.jsonl, .json) or a story as plain text or Markdown."
_SIGNATURES = (
    (
        b"\x89PNG\r\n\x1a\n",
        "a PNG picture. A character card holds no story; import the chat (.jsonl) instead",
    ),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a picture or a sound (RIFF)"),
    (b"SQLite format 3\x00", "an SQLite database. If it is a Fabula store, open it instead of importing it"),
    (b"%PDF-", "a PDF. Save its text as a .txt file and import that"),
    (b"{\\rtf", "a rich text document. Save it as plain text and import that"),
    (b"\xd0\xcf\x11\xe0", "an old Office document. Save it as plain text and import that"),
    (b"\x1f\x8b", "a gzip archive. Unpack it and import what is inside"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive. Unpack it and import what is inside"),
    (b"Rar!", "a RAR archive. Unpack it and import what is inside"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive. Unpack it and import what is inside"),
    (b"\x7fELF", "a program"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound file"),
)
_ZIPS = (
    (
        b"application/epub+zip",
        "an EPUB book. Convert it to plain text (any e-book program can) and import that",
    ),
    (b"word/", "a Word document. Save it as plain text and import that"),
    (b"card.json", "a packed character card. It holds no story; import the chat instead"),
)
_WEB_PAGE = re.compile(r"\s*(?:<!doctype html|<html|<\?xml)", re.IGNORECASE)
_MARKDOWN_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_MARKDOWN_NAMES = {".md", ".markdown", ".mdown", ".mkd"}


def recognise(data: bytes, name: str = "", encoding: str = "") -> str:
    """The format of a file: ``sillytavern``, ``text``, ``markdown``, ``json``, ``jsonl`` or ``fabula``.

    ``fabula`` is Fabula's own archive: its first line is an object with the key ``fabula``.

    Raises:
        FormatError: the file is empty or not text; the message says what it looks like.
    """
    return recognise_text(readable(data, encoding), name)


def readable(data: bytes, encoding: str = "") -> str:
    """The text of a file that is not empty, not another kind of file and not a web page.

    Raises:
        FormatError: it is one of these; the message says what it looks like and what to do.
    """
    check_readable(data)
    return decode(data, encoding).text


def check_readable(data: bytes) -> None:
    """Nothing, if the bytes may be a text.

    Raises:
        FormatError: they are empty or begin as another kind of file does.
    """
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise FormatError("The file is empty. " + _HELP)
    looks = _looks_like(data)
    if looks:
        raise FormatError(f"This file is no story in text: it looks like {looks}.")


def recognise_text(text: str, name: str = "") -> str:
    """The format of a text, as ``recognise`` finds it.

    Raises:
        FormatError: it is a web page.
    """
    if _WEB_PAGE.match(text):
        raise FormatError(
            "This file looks like a web page. Save the story in it as plain text and import that."
        )
    suffix = PurePath(name).suffix.casefold()
    return _as_rows(text) or _as_json(text, suffix) or _as_prose(text, suffix)


def _looks_like(data: bytes) -> str:
    if data.startswith(b"PK\x03\x04"):
        head = data[:4096]
        return next(
            (words for mark, words in _ZIPS if mark in head),
            "a ZIP archive. Unpack it and import what is inside",
        )
    return next((words for mark, words in _SIGNATURES if data.startswith(mark)), "")


def _as_rows(text: str) -> str:
    """The format of a text whose lines are JSON objects, a few broken ones among them."""
    seen = list(islice(rows(text), _LOOKED_AT))
    found = [row.value for row in seen if row.value is not None]
    if found and seen[0].value is not None and "fabula" in seen[0].value:
        return ARCHIVE
    if not found or len(found) * 2 < len(seen):
        return ""
    if any(sillytavern.is_header(value) or sillytavern.is_message(value) for value in found):
        return "sillytavern"
    return "json" if len(seen) == 1 and _is_story(found[0]) else "jsonl"


def _is_story(value: dict[str, Any]) -> bool:
    return bool(generic.messages_key(value))


def _as_json(text: str, suffix: str) -> str:
    if suffix in {".json", ".jsonl"}:
        return suffix[1:]
    if text.lstrip()[:1] not in {"[", "{"}:
        return ""
    try:
        load(text)
    except ValueError:
        return ""
    return "json"


def _as_prose(text: str, suffix: str) -> str:
    if suffix in _MARKDOWN_NAMES:
        return "markdown"
    headings = len(_MARKDOWN_HEADING.findall(text))
    return "markdown" if headings > 1 and suffix != ".txt" else "text"
