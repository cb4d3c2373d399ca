"""What a session leaves behind: a capture of every act, and all of them in order in one file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sillytavern_live.hop import Passed
from sillytavern_live.model import Answered

Chat = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Truth:
    """What an act means for the story, as its author knows it.

    ``commits`` says what becomes of the reply: ``new_pair``, ``nothing``, ``replace_last_assistant``,
    ``append_to_last_assistant``, ``new_assistant_message``, ``new_narrator_message``, ``user_message_only``.
    """

    kind: str
    story: str
    branch: str = "main"
    commits: str = "new_pair"
    note: str = ""

    def shape(self) -> dict[str, Any]:
        """The fields as captures have them."""
        return {
            "kind": self.kind,
            "story": self.story,
            "branch": self.branch,
            "commits": self.commits,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the person, with the chat and where it was before and after; one truth a request, or one for all."""

    name: str
    did: str
    truths: Sequence[Truth]
    before: Chat
    after: Chat
    where: Sequence[Mapping[str, Any]]
    toasts: Sequence[Mapping[str, str]] = ()
    types: Sequence[str | None] = ()
    failed: str = ""


@dataclass(slots=True)
class Captures:
    """Writes one file per request, or one for an act that asks nothing, and ``SEQUENCE.jsonl``."""

    folder: Path
    version: str
    acts: int = 0
    failed: list[str] = field(default_factory=list)

    def keep(self, act: Act, passed: Sequence[Passed], answered: Sequence[Answered]) -> None:
        """Keep an act with its requests and the answers to them."""
        self.acts += 1
        if act.failed:
            self.failed.append(f"{act.name}: {act.failed}")
        for at in range(max(len(passed), 1)):
            mark = chr(ord("a") + at) if len(passed) > 1 else ""
            name = f"{self.acts:03d}_{act.name}{mark}"
            capture = self._capture(name, act, at)
            if passed:
                capture |= _asked(passed[at]) | _replied(answered[at] if at < len(answered) else None)
            (self.folder / f"{name}.json").write_text(
                json.dumps(capture, ensure_ascii=False, indent=1), "utf-8"
            )
            with (self.folder / "SEQUENCE.jsonl").open("a", encoding="utf-8") as out:
                out.write(json.dumps(_line(capture), ensure_ascii=False) + "\n")

    def _capture(self, name: str, act: Act, at: int) -> dict[str, Any]:
        return {
            "id": name,
            "what_the_person_did": act.did,
            "truth": act.truths[min(at, len(act.truths) - 1)].shape(),
            "st": {
                "version": self.version,
                "generation_type": act.types[at] if at < len(act.types) else None,
                "before_where": act.where[0],
                "after_where": act.where[1],
                "toasts": act.toasts,
            },
            "request": None,
            "told": None,
            "upstream": None,
            "reply": None,
            "chat_before": act.before,
            "chat_after": act.after,
            "driver_error": act.failed or None,
        }


def _asked(passed: Passed) -> dict[str, Any]:
    status, headers = passed.answer()
    request = {"method": "POST", "path": passed.path, "headers": passed.headers, "body": passed.body}
    return {"request": request, "told": {"status": status, "headers": dict(headers)}}


def _replied(answered: Answered | None) -> dict[str, Any]:
    if answered is None:
        return {}
    return {
        "upstream": answered.received.body,
        "reply": {
            "status": answered.status,
            "scripted": {"texts": answered.reply.texts} if answered.reply.texts else {},
            "sent_text": answered.text,
            "streamed": answered.received.streams,
            "pieces": answered.pieces,
            "client_gone": answered.gone,
            "dropped_by_server": answered.dropped,
        },
    }


def _line(capture: Mapping[str, Any]) -> dict[str, Any]:
    before, after = _story(capture["chat_before"]), _story(capture["chat_after"])
    truth, reply = capture["truth"], capture["reply"] or {}
    is_kept = capture["request"] and truth["commits"] != "nothing" and after and after[-1][0] != "user"
    return {
        "id": capture["id"],
        "st_version": capture["st"]["version"],
        **truth,
        "did": capture["what_the_person_did"],
        "generation_type": capture["st"]["generation_type"],
        "where": capture["st"]["after_where"].get("chat_file"),
        "request": _sent(capture["request"]),
        "reply_sent": reply.get("sent_text"),
        "client_gone": bool(reply.get("client_gone")),
        "kept": after[-1][2] if is_kept else None,
        "story_before": before,
        "story_after": after,
    }


_TOLD_APART = ("stream", "n", "tools", "user", "metadata", "st_context", "messages", "prompt")


def _sent(request: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if request is None:
        return None
    told = {name: request["body"][name] for name in _TOLD_APART if name in request["body"]}
    named = [list(one) for one in request["headers"] if one[0].lower().startswith("x-")]
    return {"path": request["path"], **told, **({"x_headers": named} if named else {})}


def _story(chat: Chat) -> list[list[str]]:
    """What of a chat is the story: hidden messages are not sent."""
    return [
        [one["who"], one["name"], one["mes"]]
        for one in chat
        if not one["is_system"] or one["who"] == "narrator"
    ]
