"""What is remembered, written and read again."""

import json

from fabula.serve.proxy.placing.evidence import Place
from fabula.serve.proxy.placing.memory import Marks, Memory, Whisper
from fabula.serve.proxy.placing.shared import Shared
from fabula.serve.proxy.placing.written import (
    memory_from_json,
    memory_to_json,
    shared_from_json,
    shared_to_json,
)


def a_memory():
    memory = Memory(
        notes=Marks(["a"]), fresh=Marks(["b"]), endings=Marks(["c"]), streams=True, branch="main-2"
    )
    memory.sightings.note("d", Place("e!", "", 3))
    memory.whispers.append(Whisper.of("潮水已经退了，港口上没有一个人。"))
    memory.hold_chat("chat", "main")
    return memory


def test_a_memory_comes_back_as_it_was():
    body = memory_to_json(a_memory())
    back = memory_from_json(body)
    assert memory_to_json(back) == body
    assert list(back.sightings) == [("d", [Place("e!", "", 3)])]
    assert back.whispered("潮水已经退了，港口上没有一个人。")
    assert (back.streams, back.branch, back.chats, list(back.notes)) == (
        True,
        "main-2",
        {"chat": "main"},
        ["a"],
    )


def test_what_is_shared_comes_back_as_it_was():
    shared = Shared()
    shared.hold("雪夜", "chat", [("x-pick", "1")])
    shared.note("雪夜", ["mark"])
    shared.use("雪夜")
    shared.use("other")
    back = shared_from_json(shared_to_json(shared))
    assert shared_to_json(back) == shared_to_json(shared)
    assert back.last_use("other") > back.last_use("雪夜") > 0
    assert (back.chats, back.tokens) == ({"chat": "雪夜"}, {("x-pick", "1"): "雪夜"})


def test_what_is_damaged_or_of_another_format_is_nothing():
    other = json.dumps(json.loads(memory_to_json(a_memory())) | {"format": 0})
    for body in ("", "{", "[]", "null", "{}", '{"format":1}', '{"format":1,"sightings":7}', other):
        assert memory_to_json(memory_from_json(body)) == memory_to_json(Memory())
        assert shared_to_json(shared_from_json(body)) == shared_to_json(Shared())


def test_an_id_with_half_of_a_surrogate_pair_is_written_too():
    memory = a_memory()
    memory.hold_chat("chat \ud800", "main")
    body = memory_to_json(memory)
    assert body.encode()
    assert memory_from_json(body).chats == memory.chats
