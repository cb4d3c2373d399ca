"""Novels in plain text: chapters and paragraphs to turns, in English, Chinese and their relatives."""

from typing import Any

from fabula.errors import FormatError
from fabula.formats.chapters import tell
from fabula.formats.front import split_front, title_of
from fabula.formats.gutenberg import without_gutenberg
from fabula.formats.outline import outline
from fabula.formats.parsed import Parsed
from fabula.formats.prose import blocks, layout, starts_by_indent


def parse_text(text: str) -> Parsed:
    """The story of a plain text: one paragraph one turn, told by nobody in particular.

    Headings, scene breaks, contents, the title page and Project Gutenberg's wrapping are no turns: they
    are kept in the ``meta`` of the paragraph that they introduce, or of the whole.

    Raises:
        FormatError: nothing is left to tell.
    """
    book = without_gutenberg(text)
    found = blocks(book.text)
    how = layout(found)
    outlined = outline(found, how)
    front, units = split_front(outlined.units)
    telling = tell(units, how, indents=starts_by_indent(found))
    if not telling.lines:
        raise FormatError("There is no story in this file: it holds headings and a title page at most.")
    about: dict[str, Any] = {"front": front, "contents": list(outlined.contents), "gutenberg": book.about}
    return Parsed(
        format="text",
        title=book.about.get("title", "") or title_of(front),
        lines=tuple(telling.lines),
        troubles=outlined.troubles,
        meta=telling.meta() | {key: value for key, value in about.items() if value},
    )
