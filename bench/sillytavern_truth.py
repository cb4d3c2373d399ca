"""What the captured session says of each request: the chat as the person saw it, and the texts that belong to it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fabula.ledger.match import taken_apart

Chat = tuple[str, ...]

UNCHANGED = {"nothing", "append_to_last_assistant", "new_narrator_message"}
"""What an act commits where the request showed the chat just as it stood before."""


@dataclass(frozen=True, slots=True)
class Step:
    """One request of the session with the truth about it; ``chat`` is what the person's chat was, normalised."""

    id: str
    story: str
    branch: str
    kind: str
    request: Mapping[str, Any]
    replies: tuple[str, ...]
    gone: bool
    chat: Chat
    hidden: frozenset[str] = field(default_factory=frozenset)
    kept: str = ""
    status: int = 200
    dropped: bool = False
    open_texts: frozenset[str] = field(default_factory=frozenset)
    shows_history: bool = True


def normal(text: str) -> str:
    """A text as chats are compared: words with single spaces, no name in front, no tag blocks."""
    return taken_apart(text).body


def steps_of(data: Path) -> Iterator[Step]:
    """The chat-completion requests of a session, in order."""
    rows = [json.loads(line) for line in (data / "SEQUENCE.jsonl").read_text("utf-8").splitlines()]
    seen: dict[str, set[str]] = {}
    for place, row in enumerate(rows):
        request = row.get("request")
        if not request or not request["path"].endswith("/chat/completions"):
            continue
        capture = captured(data, row["id"])
        chat = _chat(row, _replies_to_come(rows, place))
        known = seen.setdefault(row["story"], set())
        history = [normal(_words(message.get("content"))) for message in request["messages"]]
        yield Step(
            id=row["id"],
            story=row["story"],
            branch=row["branch"],
            kind=row["kind"],
            request=request,
            replies=_replies(row, capture),
            gone=bool(row.get("client_gone")),
            chat=chat,
            hidden=_hidden(capture),
            kept=row.get("kept") or "",
            status=int((capture.get("reply") or {}).get("status") or 200),
            dropped=bool((capture.get("reply") or {}).get("dropped_by_server")),
            open_texts=frozenset(_open(request["messages"], known)),
            shows_history=any(text in set(chat) for text in history) or not chat or len(history) > 2,
        )
        known.update(history)


def captured(data: Path, identity: str) -> Mapping[str, Any]:
    """The full capture of a step, where the folder has it."""
    path = data / f"{identity}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def allowed_texts(data: Path) -> dict[str, set[str]]:
    """Every text that ever stood in the chats of each story."""
    allowed: dict[str, set[str]] = {}
    for line in (data / "SEQUENCE.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        texts = allowed.setdefault(row["story"], set())
        for _, _, text in (*(row.get("story_before") or ()), *(row.get("story_after") or ())):
            texts.add(normal(text))
    return allowed


def _chat(row: Mapping[str, Any], to_come: int) -> Chat:
    """The chat when the request was made: before the act, or after it without the replies that it brought."""
    if row["commits"] in UNCHANGED:
        return tuple(words for _, _, text in row["story_before"] if (words := normal(text)))
    told = [(who, normal(text)) for who, _, text in row["story_after"]]
    for _ in range(to_come):
        if told and told[-1][0] != "user":
            told.pop()
    return tuple(words for _, words in told if words)


def _replies_to_come(rows: Sequence[Mapping[str, Any]], place: int) -> int:
    """How many replies the act brings from this request on: one act can be several requests."""
    own = rows[place]
    same_act = [row for row in rows[place:] if _act(row) == _act(own) and row["commits"] not in UNCHANGED]
    return len(same_act)


def _act(row: Mapping[str, Any]) -> str:
    return row["id"].rstrip("ab") if row["id"][-1:] in "ab" and "did" in row else row["id"]


def _replies(row: Mapping[str, Any], capture: Mapping[str, Any]) -> tuple[str, ...]:
    scripted = (capture.get("reply") or {}).get("scripted") or {}
    every = scripted.get("texts")
    sent = row.get("reply_sent") or ""
    return tuple(every) if every else ((sent,) if sent.strip() else ())


def _hidden(capture: Mapping[str, Any]) -> frozenset[str]:
    chat = capture.get("chat_before") or ()
    return frozenset(
        normal(one["mes"]) for one in chat if one.get("is_system") and one.get("extra_type") in (None, "")
    )


def _open(messages: Sequence[Mapping[str, Any]], known: set[str]) -> Iterator[str]:
    """Texts that this request shows for the first time and that may be a note or a turn: only the next one tells."""
    users = [place for place, message in enumerate(messages) if message["role"] == "user"]
    for place, message in enumerate(messages):
        words = normal(_words(message.get("content")))
        doubtful = message["role"] == "system" or (message["role"] == "user" and place not in users[-1:])
        if words and words not in known and doubtful:
            yield words


def _words(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(part.get("text") or "" for part in content if part.get("type") == "text")
    return content if isinstance(content, str) else ""
