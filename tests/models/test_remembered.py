"""How an endpoint is best asked is kept in a file, and a file that is of no use costs no more than asking anew."""

import json

import pytest

from fabula.models.remembered import FileMemory, ForgetfulMemory

HERE = "http://localhost:11434/v1"


@pytest.fixture(params=["file", "forgetful"])
def memory(request, tmp_path):
    return FileMemory(tmp_path / "deep" / "forms.json") if request.param == "file" else ForgetfulMemory()


def test_a_word_is_kept_for_each_place_and_model(memory):
    memory.keep(HERE, "qwen3", "lines")
    memory.keep(HERE, "月光", "schema")

    assert [memory.recall(HERE, name) for name in ("qwen3", "月光", "gemma")] == ["lines", "schema", ""]
    assert memory.recall("http://elsewhere/v1", "qwen3") == ""


def test_the_latest_word_counts(memory):
    memory.keep(HERE, "qwen3", "lines")
    memory.keep(HERE, "qwen3", "tool")

    assert memory.recall(HERE, "qwen3") == "tool"


def test_an_empty_word_forgets(memory):
    memory.keep(HERE, "qwen3", "lines")
    memory.keep(HERE, "qwen3", "")

    assert memory.recall(HERE, "qwen3") == ""


def test_a_file_is_read_by_the_next_one(tmp_path):
    FileMemory(tmp_path / "forms.json").keep(HERE, "qwen3", "lines")

    assert FileMemory(tmp_path / "forms.json").recall(HERE, "qwen3") == "lines"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[1]", b"null", b'{"a": 1}', b"[" * 200_000], ids=range(7)
)
def test_a_broken_file_is_as_good_as_none_and_is_written_anew(tmp_path, content):
    path = tmp_path / "forms.json"
    path.write_bytes(content)
    memory = FileMemory(path)

    assert memory.recall(HERE, "qwen3") == ""
    memory.keep(HERE, "qwen3", "lines")
    assert memory.recall(HERE, "qwen3") == "lines"


def test_a_file_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "plain").write_text("a file where a folder would have to be")
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "plain" / "forms.json", tmp_path / "folder"):
        memory = FileMemory(place)
        memory.keep(HERE, "qwen3", "lines")

        assert memory.recall(HERE, "qwen3") == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "plain"]


def test_a_name_that_is_no_text_is_kept_all_the_same(tmp_path):
    memory = FileMemory(tmp_path / "forms.json")
    memory.keep(HERE, "broken\udcff", "lines")

    assert memory.recall(HERE, "broken\udcff") == "lines"


def test_the_oldest_words_are_dropped_when_there_are_too_many(tmp_path):
    path = tmp_path / "forms.json"
    path.write_text(json.dumps({f"{HERE} m{at}": "lines" for at in range(500)}))
    memory = FileMemory(path)
    memory.keep(HERE, "new", "tool")

    assert (memory.recall(HERE, "m0"), memory.recall(HERE, "m1"), memory.recall(HERE, "new")) == (
        "",
        "lines",
        "tool",
    )
