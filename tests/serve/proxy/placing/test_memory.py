"""What is remembered of one story: bounded, and without its words."""

from fabula.serve.proxy.placing.memory import Marks, Memory, Whisper

REPLY = "Mira: The tide has turned, and nobody at the harbour says a word about the seal."
HAN = "潮水已经退了，港口上没有一个人提起那枚银色的印章，只有风还在吹。"


def test_marks_that_were_added_longest_ago_go_first():
    marks = Marks(["old"])
    marks.update(f"mark {number}" for number in range(1023))
    marks.add("old")
    marks.add("one more")
    assert "old" in marks
    assert "mark 0" not in marks
    assert len(list(marks)) == 1024


def test_a_whisper_is_known_as_it_was_and_cut_anywhere():
    for reply in (REPLY, HAN):
        whisper = Whisper.of(reply)
        assert whisper.is_shown(reply)
        assert whisper.is_shown(reply[:30])
        assert whisper.is_shown(f"  {reply[:27]}\n")


def test_a_whisper_is_known_without_the_name_in_front():
    assert Whisper.of(REPLY).is_shown(REPLY.removeprefix("Mira: "))


def test_what_begins_otherwise_is_no_whisper():
    whisper = Whisper.of(REPLY)
    assert not whisper.is_shown("The tide")  # so few characters of the beginning prove nothing
    assert not whisper.is_shown("The moon has turned, and nobody at the harbour says a word about the seal.")
    assert not whisper.is_shown("")
    assert not Whisper.of("").is_shown("")


def test_chats_that_were_used_longest_ago_are_forgotten():
    memory = Memory()
    for number in range(257):
        memory.hold_chat(f"chat {number}", "main")
    assert "chat 0" not in memory.chats
    assert len(memory.chats) == 256
