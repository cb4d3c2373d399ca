"""The benchmark of placing, run on a session of three requests."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "sillytavern.py"
GREETING, ASKED, ANSWER, MORE = "Rain falls.", "I knock twice.", "Who is there so late?", "It is me."


def step(identity, chat, after, reply, **more):
    roles = ("assistant", "user")
    said = [{"role": roles[at % 2], "content": text} for at, text in enumerate(chat)]
    who = ("char", "user")
    told = {
        name: [[who[at % 2], "", text] for at, text in enumerate(texts)]
        for name, texts in (("story_before", chat[:-1]), ("story_after", after))
    }
    request = {"path": "/v1/chat/completions", "stream": True, "messages": said}
    basic = {"id": identity, "kind": "turn", "story": "one", "branch": "main", "commits": "new_pair"}
    return {
        **basic,
        **told,
        "request": request,
        "reply_sent": reply,
        "kept": reply,
        "client_gone": False,
        **more,
    }


def replayed(tmp_path, *steps, options=()):
    lines = "\n".join(json.dumps(one) for one in steps)
    (tmp_path / "SEQUENCE.jsonl").write_text(lines, encoding="utf-8")
    command = [sys.executable, str(BENCH), str(tmp_path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return json.loads(done.stdout.splitlines()[-1])


def test_a_plain_session_is_placed_right_over_http(tmp_path):
    first = step("01", [GREETING, ASKED], [GREETING, ASKED, ANSWER], ANSWER)
    swipe = step("02", [GREETING, ASKED], [GREETING, ASKED, "Go away!"], "Go away!")
    second = step("03", [GREETING, ASKED, ANSWER, MORE], [GREETING, ASKED, ANSWER, MORE, "Hm."], "Hm.")
    assert replayed(tmp_path, first, swipe, second) == {
        "requests": 3,
        "story_right": 100.0,
        "line_right": 100.0,
        "undecided": 0,
        "contaminated": 0,
        "reread": 0,
    }


def test_a_line_that_is_not_the_chat_counts_as_wrong(tmp_path):
    first = step("01", [GREETING, ASKED], [GREETING, "Something else.", ANSWER], ANSWER)
    figures = replayed(tmp_path, first, options=["--direct"])
    assert (figures["line_right"], figures["contaminated"]) == (0.0, 1)
