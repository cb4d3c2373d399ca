"""I: what goes wrong upstream, and what the person sees of it."""

import json

from sillytavern_live.cards import ORIN
from sillytavern_live.model import Reply
from sillytavern_live.session import Session
from sillytavern_live.tale import UNANSWERED, Tale

SAID = "the memory service says no"
_PLAIN = {
    "choices": [
        {"index": 0, "message": {"role": "assistant", "content": "Plain JSON."}, "finish_reason": "stop"}
    ]
}


def play(session: Session) -> None:
    session.person.open_character(ORIN)
    tale = Tale(session, "orin-A")
    tale.first("orin_first", '"Is the stew hot?"', '"Hot as sin," Orin says.')
    for status in (400, 401, 403, 404, 429, 500, 502, 503):
        fails(tale, f"stream_{status}", refused(status))
    for name, reply in _ODD_STREAMS:
        fails(tale, name, reply)
    session.page.put("#stream_toggle", False)
    for status in (400, 401, 429, 500):
        fails(tale, f"plain_{status}", refused(status))
    fails(tale, "plain_empty", Reply())
    session.page.put("#stream_toggle", True)
    slow = Reply('"Slow today," Orin says.', hang=8)
    tale.says("slow_first_byte", "Slow?", slow, "the first byte comes late")
    _stopped_early(tale)
    tale.says("orin_after_errors", '"And now?"', '"Now we eat," Orin says.')


def refused(status: int) -> Reply:
    """An error as endpoints tell it."""
    return Reply(status=status, message=f"Scripted error {status}: {SAID}")


def fails(tale: Tale, name: str, reply: Reply) -> None:
    """Send a message that gets no good answer."""
    session = tale.session
    replies = [reply]
    if session.is_old and reply.status == 429 and name.startswith("plain"):
        # It asks again after 5 seconds, after 10, and so on for minutes: two times are enough.
        replies = [reply, reply, refused(400)]
    session.did(
        f"error_{name}",
        f"sends a message; the answer is {name}",
        tale.truth("error", UNANSWERED),
        lambda: session.person.send(f"Test of {name}."),
        *replies,
    )


_ODD_STREAMS = (
    (
        "stream_500_html",
        Reply(status=500, raw="<html><body>Bad gateway page</body></html>", media="text/html"),
    ),
    ("stream_200_json_error", Reply(raw=json.dumps({"error": {"message": "JSON error with status 200"}}))),
    ("stream_200_plain_json", Reply(raw=json.dumps(_PLAIN))),
    (
        "stream_error_event",
        Reply("It begins well enough and then", message="error inside the stream", error_after=3),
    ),
    ("stream_dropped", Reply("This sentence is cut by the server in the middle of everything", drop_after=4)),
    ("stream_empty", Reply()),
)


def _stopped_early(tale: Tale) -> None:
    session = tale.session

    def stopped() -> None:
        known = len(session.model.answered)
        session.person.send("Stop before the first byte.")
        session.page.until(lambda: len(session.model.answered) > known, "the question")
        session.person.stop()

    session.did(
        "stop_before_first_byte",
        "stops while waiting for the first byte",
        tale.truth("turn", UNANSWERED),
        stopped,
        Reply("Nobody will read this.", hang=3),
    )
