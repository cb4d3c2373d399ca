"""Message lists as most programs write them: JSON or JSONL of role and content, and relatives."""

from collections.abc import Mapping, Sequence
from json import JSONDecodeError
from typing import Any

from fabula.claims.text import normal_text
from fabula.errors import FormatError
from fabula.formats.decode import clean
from fabula.formats.parsed import Line, Parsed, Trouble
from fabula.formats.rows import Row, keepable, load, rows
from fabula.ledger.records import Message

TEXT_KEYS = ("content", "text", "mes", "message", "value")
SPEAKER_KEYS = ("speaker", "name", "author")
ROLE_KEYS = ("role", "from")
PRESENT_KEYS = ("present", "cast")
TIME_KEYS = ("sent_at", "timestamp", "date")
VERSION_KEYS = ("versions", "swipes")
LIST_KEYS = ("messages", "conversations", "turns")
TITLE_KEYS = ("title", "story")
_KNOWN = {*TEXT_KEYS, *SPEAKER_KEYS, *ROLE_KEYS, *PRESENT_KEYS, *TIME_KEYS, *VERSION_KEYS, "meta"}
_ROLES = {
    "human": "user", "player": "user", "ai": "assistant", "bot": "assistant", "model": "assistant", "gpt": "assistant",
    "char": "assistant", "character": "assistant", "narrator": "system", "developer": "system",
}  # fmt: skip
_TOOLS = ("tool", "function")


def parse_json(text: str) -> Parsed:
    """The story of a JSON file: a list of messages, or an object that holds one.

    Raises:
        FormatError: it is not JSON, holds no messages, or holds several stories.
    """
    try:
        value = load(text)
    except ValueError as error:
        if _are_rows(text):
            return parse_jsonl(text, label="json")
        raise FormatError(f"This is not JSON{_place(error)}. The file may be cut off.") from error
    if isinstance(value, dict):
        key = messages_key(value)
        if key:
            about = {name: keepable(item) for name, item in value.items() if name != key}
            return _parsed("json", _numbered(value[key]), about)
        value = [value]
    if not isinstance(value, list):
        raise FormatError(
            "This JSON holds no list of messages; expected [{role, content}, ...] or {messages: [...]}."
        )
    return _parsed("json", _numbered(value), {})


def parse_jsonl(text: str, *, label: str = "jsonl") -> Parsed:
    """The story of a file with one message a line; broken lines are troubles, the rest is taken.

    Raises:
        FormatError: no line holds a message, or the lines are whole stories.
    """
    found = list(rows(text))
    whole = [row for row in found if row.value is not None and messages_key(row.value)]
    if len(found) == len(whole) == 1 and whole[0].value is not None:
        return parse_json(text)
    return _parsed(label, found, {})


def _place(error: ValueError) -> str:
    if not isinstance(error, JSONDecodeError):
        return ""
    return f" from line {error.lineno}, character {error.colno} on"


def messages_key(value: Mapping[str, Any]) -> str:
    """The key under which an object holds a list of messages; empty if it is no story of its own."""
    lists = (key for key in LIST_KEYS if isinstance(value.get(key), list))
    return next((key for key in lists if any(isinstance(item, dict) for item in value[key])), "")


def is_message(value: Mapping[str, Any]) -> bool:
    """Whether an object has a message's text."""
    return any(key in value for key in TEXT_KEYS)


def _are_rows(text: str) -> bool:
    return sum(row.value is not None for row in rows(text)) > 1


def _numbered(values: Sequence[Any]) -> list[Row]:
    reason = "This is not an object with a message in it."
    return [
        Row(number, value, unit="message")
        if isinstance(value, dict)
        else Row(number, None, reason, unit="message")
        for number, value in enumerate(values, start=1)
    ]


def _parsed(label: str, found: Sequence[Row], about: Mapping[str, Any]) -> Parsed:
    _check_single([row.value for row in found if row.value is not None])
    lines: list[Line] = []
    troubles: list[Trouble] = []
    aside: list[dict[str, Any]] = []
    for row in found:
        reason = row.reason if row.value is None else _unreadable(row.value)
        if row.value is None or reason:
            troubles.append(Trouble(row.where, reason))
        elif _is_aside(row.value, begun=bool(lines)):
            name = _text_of(_first(row.value, SPEAKER_KEYS)) or _text_of(_first(row.value, ROLE_KEYS))
            aside.append({"after": len(lines) - 1, "name": name, "text": _text(row.value)})
        else:
            lines.append(_line(row.value, row.where))
    title = next((_text_of(about[key]) for key in TITLE_KEYS if isinstance(about.get(key), str)), "")
    return Parsed(
        label, title, tuple(lines), tuple(troubles), dict(about) | ({"aside": aside} if aside else {})
    )


def _check_single(values: Sequence[Mapping[str, Any]]) -> None:
    stories = sum(bool(messages_key(value)) for value in values)
    if stories:
        raise FormatError(
            f"This file holds {stories} stories, each with a message list of its own. "
            "Split it into one file a story and import each."
        )
    if not any(map(is_message, values)):
        raise FormatError(
            f"Nothing in this file is a message: none has {', '.join(f'`{key}`' for key in TEXT_KEYS)}. "
            "Expected [{role, content}, ...], one such object a line, or {messages: [...]}."
        )


def _unreadable(value: Mapping[str, Any]) -> str:
    if not is_message(value):
        return f"There is no text: none of {', '.join(TEXT_KEYS)} is given."
    if not normal_text(_text(value)) and not value.get("tool_calls"):
        return "The message has no words."
    return ""


def _is_aside(value: Mapping[str, Any], *, begun: bool) -> bool:
    """Tool traffic is never told; nor are instructions: system messages without a speaker before the first line."""
    role = _text_of(_first(value, ROLE_KEYS)).casefold()
    if role in _TOOLS or (value.get("tool_calls") and not normal_text(_text(value))):
        return True
    return role in {"system", "developer"} and not begun and not _first(value, SPEAKER_KEYS)


def _line(value: Mapping[str, Any], where: str) -> Line:
    role = _text_of(_first(value, ROLE_KEYS)).strip().casefold()
    role = _ROLES.get(role, role) or "assistant"
    speaker = _text_of(_first(value, SPEAKER_KEYS)).strip()
    present = _present(_first(value, PRESENT_KEYS))
    standing = Message(_text(value), role, speaker, present, _time(value), _meta(value))
    versions = []
    seen = {"", normal_text(standing.text)}
    for words in _other_texts(value):
        if normal_text(words) not in seen:
            seen.add(normal_text(words))
            versions.append(Message(words, role, speaker, present))
    return Line(standing, tuple(versions), where)


def _other_texts(value: Mapping[str, Any]) -> list[str]:
    listed = _first(value, VERSION_KEYS)
    if not isinstance(listed, list):
        return []
    return [_text(item) if isinstance(item, dict) else _content(item) for item in listed]


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> Any:  # noqa: ANN401  # JSON
    return next((value[key] for key in keys if value.get(key) not in (None, "")), None)


def _text(value: Mapping[str, Any]) -> str:
    return _content(_first(value, TEXT_KEYS))


def _content(content: object) -> str:
    """The words of a content: a string, or the text parts of a list."""
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "\n\n".join(clean(part)[0] for part in parts if isinstance(part, str) and part.strip())
    return _text_of(content)


def _text_of(value: object) -> str:
    return clean(value)[0] if isinstance(value, str) else ""


def _present(listed: object) -> tuple[str, ...] | None:
    if not isinstance(listed, list):
        return None
    return tuple(clean(name)[0].strip() for name in listed if isinstance(name, str) and name.strip())


def _time(value: Mapping[str, Any]) -> str:
    found = _first(value, TIME_KEYS)
    return clean(str(found))[0] if isinstance(found, str | int | float) else ""


def _meta(value: Mapping[str, Any]) -> dict[str, Any]:
    given = value.get("meta")
    other = {key: item for key, item in value.items() if key not in _KNOWN or _unused(value, key)}
    return {**(keepable(given) if isinstance(given, dict) else {}), **keepable(other)}


def _unused(value: Mapping[str, Any], key: str) -> bool:
    """Whether a key that could hold a field does not, since another one or nothing usable does."""
    for keys in (TEXT_KEYS, SPEAKER_KEYS, ROLE_KEYS, PRESENT_KEYS, TIME_KEYS, VERSION_KEYS):
        if key in keys:
            used = next((name for name in keys if value.get(name) not in (None, "")), key)
            return used != key and value.get(key) not in (None, "")
    return key == "meta" and not isinstance(value.get(key), dict)
