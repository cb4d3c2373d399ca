"""SillyTavern chats: old and new headers, group chats, every swipe of every message."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fabula.claims.text import normal_text
from fabula.errors import FormatError
from fabula.formats.decode import clean
from fabula.formats.parsed import Line, Parsed, Trouble
from fabula.formats.rows import Row, keepable, rows
from fabula.ledger.records import Message

SYSTEM_NAME = "SillyTavern System"
_NO_NAME = {"", "unused", "System", SYSTEM_NAME}
_HEADER_KEYS = ("chat_metadata", "user_name", "character_name")
_USER_MACRO = re.compile(r"\{\{user\}\}|<USER>", re.IGNORECASE)
_CHAR_MACRO = re.compile(r"\{\{char\}\}|<BOT>|<CHAR>", re.IGNORECASE)
_KEPT_HEADER = ("user_name", "character_name", "create_date")
_KEPT_METADATA = (
    "integrity",
    "main_chat",
    "note_prompt",
    "note_depth",
    "note_position",
    "note_role",
    "variables",
)
_KEPT_EXTRA = ("api", "model", "bookmark_link", "branches")


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    lines: list[Line] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    aside: list[dict[str, Any]] = field(default_factory=list)


def is_header(value: Mapping[str, Any]) -> bool:
    """Whether a row is the first line of a chat file rather than a message."""
    return "mes" not in value and any(key in value for key in _HEADER_KEYS)


def is_message(value: Mapping[str, Any]) -> bool:
    """Whether a row is a message as SillyTavern writes it."""
    return "mes" in value and ("is_user" in value or "name" in value)


def parse_sillytavern(text: str) -> Parsed:
    """The story of a SillyTavern chat file.

    The message that stands is ``mes``; all other swipes are versions, with ``{{user}}`` and ``{{char}}``
    filled in as SillyTavern does when it shows them. Hidden messages are lines with ``meta["hidden"]``;
    comments, tool calls and SillyTavern's own messages are ``meta["aside"]``.

    Raises:
        FormatError: no line is a SillyTavern header or message.
    """
    everything = list(rows(text))
    found = [row.value for row in everything if row.value is not None]
    if not any(is_header(value) or is_message(value) for value in found):
        raise FormatError(
            "No line of this file is a SillyTavern message (an object with `mes` and `name`). "
            "Choose another format, or let it be recognised."
        )
    header = found[0] if is_header(found[0]) else {}
    person = _person(header, found)
    reading = _Reading()
    for row in everything:
        if row.value is None or row.value is not header:
            _take(reading, row, person)
    return Parsed(
        format="sillytavern",
        title=_real(header.get("character_name")),
        lines=tuple(reading.lines),
        troubles=tuple(reading.troubles),
        meta=_meta(header, reading.aside),
    )


def _person(header: Mapping[str, Any], found: list[dict[str, Any]]) -> str:
    named = (_real(value.get("name")) for value in found if value.get("is_user") is True)
    return next((name for name in named if name), _real(header.get("user_name")))


def _take(reading: _Reading, row: Row, person: str) -> None:
    if row.value is None:
        reading.troubles.append(Trouble(row.where, row.reason))
        return
    text = row.value.get("mes")
    reason = _unreadable(text)
    if reason or not isinstance(text, str):
        reading.troubles.append(Trouble(row.where, reason))
        return
    text, removed = clean(text)
    if removed:
        reading.troubles.append(
            Trouble(row.where, f"Characters that no store can keep were removed from the text: {removed}.")
        )
    if _is_aside(row.value):
        name = clean(str(row.value.get("name") or ""))[0]
        reading.aside.append({"after": len(reading.lines) - 1, "name": name, "text": text})
    else:
        reading.lines.append(_line(row, text, person))


def _unreadable(text: object) -> str:
    if text is None:
        return "This line holds no message: `mes` is missing."
    if not isinstance(text, str):
        return f"The message's text is not a string but {_kind(text)}."
    if not normal_text(clean(text)[0]):
        return "The message has no words (perhaps only a picture)."
    return ""


def _kind(value: object) -> str:
    """What a JSON value is, in words."""
    names = ((bool, "true or false"), (int | float, "a number"), (list, "a list"))
    return next((name for kind, name in names if isinstance(value, kind)), "an object")


def _extra(value: Mapping[str, Any]) -> Mapping[str, Any]:
    extra = value.get("extra")
    return extra if isinstance(extra, dict) else {}


def _is_aside(value: Mapping[str, Any]) -> bool:
    """Whether a message is about the chat, not in the story.

    What SillyTavern would send to a model is story, whatever it looks like on the screen; hidden
    messages carry no type, unlike SillyTavern's own.
    """
    extra = _extra(value)
    if extra.get("type") == "comment" or extra.get("tool_invocations"):
        return True
    if value.get("is_system") is not True:
        return False
    own = value.get("name") == SYSTEM_NAME or extra.get("isSmallSys") is True
    return own or (bool(extra.get("type")) and extra.get("type") != "narrator")


def _line(row: Row, text: str, person: str) -> Line:
    value = row.value or {}
    role, speaker = _who(value)
    meta = _message_meta(value)

    def version(words: str) -> Message:
        return Message(words, role, speaker, meta={"hidden": True} if "hidden" in meta else {})

    sent_at = value.get("send_date")
    standing = Message(
        text, role, speaker, sent_at="" if sent_at is None else clean(str(sent_at))[0], meta=meta
    )
    fill = _filler(person, speaker)
    return Line(standing, _versions(value, text, fill, version), row.where)


def _who(value: Mapping[str, Any]) -> tuple[str, str]:
    name = _real(value.get("name"))
    if _extra(value).get("type") == "narrator":
        return "system", name
    return ("user" if value.get("is_user") is True else "assistant"), name


def _filler(person: str, speaker: str) -> Callable[[str], str]:
    def fill(text: str) -> str:
        if person:
            text = _USER_MACRO.sub(lambda _: person, text)
        return _CHAR_MACRO.sub(lambda _: speaker, text) if speaker else text

    return fill


def _versions(
    value: Mapping[str, Any], standing: str, fill: Callable[[str], str], version: Callable[[str], Message]
) -> tuple[Message, ...]:
    swipes = value.get("swipes")
    seen = {"", normal_text(standing)}
    versions = []
    for swipe in swipes if isinstance(swipes, list) else ():
        words = fill(clean(swipe)[0]) if isinstance(swipe, str) else ""
        if normal_text(words) not in seen:
            seen.add(normal_text(words))
            versions.append(version(words))
    return tuple(versions)


def _message_meta(value: Mapping[str, Any]) -> dict[str, Any]:
    extra = _extra(value)
    kept = {key: keepable(extra[key]) for key in _KEPT_EXTRA if extra.get(key)}
    pictures = _pictures(extra)
    if pictures:
        kept["media"] = pictures
    meta: dict[str, Any] = {"sillytavern": kept} if kept else {}
    if value.get("is_system") is True:
        meta["hidden"] = True
    return meta


def _pictures(extra: Mapping[str, Any]) -> list[str]:
    """Where a message's pictures and sounds are; pictures that are written out in the file itself are left."""
    media = extra.get("media")
    listed = [item.get("url") for item in media if isinstance(item, dict)] if isinstance(media, list) else []
    urls = [*listed, extra.get("image"), extra.get("video"), extra.get("file")]
    return [clean(url)[0] for url in urls if isinstance(url, str) and url and not url.startswith("data:")]


def _real(name: object) -> str:
    if not isinstance(name, str) or name.strip() in _NO_NAME:
        return ""
    return clean(name)[0].strip()


def _meta(header: Mapping[str, Any], aside: list[dict[str, Any]]) -> dict[str, Any]:
    metadata = header.get("chat_metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    kept = {key: keepable(header[key]) for key in _KEPT_HEADER if header.get(key) not in (None, "", "unused")}
    kept |= {
        key: keepable(metadata[key]) for key in _KEPT_METADATA if metadata.get(key) not in (None, "", {})
    }
    meta: dict[str, Any] = {"sillytavern": kept} if kept else {}
    return meta | ({"aside": aside} if aside else {})
