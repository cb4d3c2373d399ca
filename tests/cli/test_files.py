"""Files in and out: import, twice, in parts, interrupted; archives that come back byte for byte."""

import json
from contextlib import contextmanager

import pytest

from fabula.cli import files


def test_an_import_says_what_came_of_it(run, tmp_path, chat, golden):
    golden("cli/import.txt", run("import", tmp_path / "m.db", chat).out)


def test_importing_twice_adds_nothing(run, store, chat):
    done = run("import", store, chat)
    assert "importing twice adds nothing" in done.out
    assert run("stats", store, "--json").json["turns_in_tree"] == 5


def test_an_import_as_json_counts_turns_versions_and_facts(run, tmp_path, chat):
    (report,) = run("import", tmp_path / "m.db", chat, "--json").json["imported"]
    assert (report["story"], report["format"]) == ("moonlit", "sillytavern")
    assert (report["turns"], report["new"], report["versions"]) == (4, 4, 1)
    assert report["extracted"]["read"] == 4
    assert report["facts"] > 0
    assert report["troubles"] == []


def test_a_story_is_called_after_its_file(run, tmp_path, chat):
    run("import", tmp_path / "m.db", chat)
    assert [row["name"] for row in run("stories", tmp_path / "m.db", "--json").json["stories"]] == ["moonlit"]


def test_a_broken_line_is_named_and_the_rest_is_taken(run, tmp_path, chat):
    chat.write_text(chat.read_text() + '{"name": "Mira", "mes"\n', "utf-8")
    done = run("import", tmp_path / "m.db", chat)
    assert done.code == 0
    assert "1 trouble:\n  line 6: " in done.out


def test_many_troubles_are_counted_rather_than_listed(run, tmp_path, chat):
    more = "".join(
        json.dumps({"name": "Mira", "is_user": False, "mes": f"Step {n}."}) + "\n" for n in range(20)
    )
    chat.write_text(chat.read_text() + more + "{broken\n" * 14, "utf-8")
    done = run("import", tmp_path / "m.db", chat)
    assert done.out.count("  line ") == 10
    assert done.out.endswith("  and 4 more; --json lists them all\n")


def test_what_stands_outside_the_story_is_left_out_and_counted(run, tmp_path, chat):
    comment = {"name": "Note", "is_user": False, "mes": "Slow down here.", "extra": {"type": "comment"}}
    chat.write_text(chat.read_text() + json.dumps(comment) + "\n", "utf-8")
    done = run("import", tmp_path / "m.db", chat)
    assert "left out: 1 line outside the story" in done.out
    (report,) = run("import", tmp_path / "m.db", chat, "--json").json["imported"]
    assert (report["turns"], report["aside"]) == (4, 1)


def test_reading_can_be_left_for_later(run, tmp_path, chat):
    store = tmp_path / "m.db"
    run("import", store, chat, "--no-extract")
    assert run("stats", store, "--json").json["readings"] == {"pending": 4}
    assert run("extract", store, "--json").json["extracted"]["read"] == 4


def test_several_files_are_several_stories(run, tmp_path, chat):
    other = tmp_path / "second.txt"
    other.write_text("Tom gave the lamp to Ann.", "utf-8")
    run("import", tmp_path / "m.db", chat, other)
    assert [row["name"] for row in run("stories", tmp_path / "m.db", "--json").json["stories"]] == [
        "moonlit",
        "second",
    ]


def test_several_files_with_a_name_are_the_parts_of_one_story(run, tmp_path):
    parts = [tmp_path / "1.txt", tmp_path / "2.txt"]
    for part, text in zip(parts, ("Tom gave the lamp to Ann.", "Ann gave the lamp to Bo."), strict=True):
        part.write_text(text, "utf-8")
    for _ in range(2):
        run("import", tmp_path / "m.db", *parts, "--story", "lamp")
    assert [turn["text"] for turn in run("log", tmp_path / "m.db", "--json").json["turns"]] == [
        "Tom gave the lamp to Ann.",
        "Ann gave the lamp to Bo.",
    ]


def test_a_file_that_is_no_story_is_named_and_does_not_stop_the_others(run, tmp_path, chat):
    picture = tmp_path / "card.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    done = run("import", tmp_path / "m.db", tmp_path / "gone.txt", picture, chat)
    assert done.code == 2
    assert [line.split(": ")[1].rpartition("/")[2] for line in done.err.splitlines()] == [
        "gone.txt cannot be read",
        "card.png",
    ]
    assert len(run("log", tmp_path / "m.db", "--json").json["turns"]) == 4


def test_failures_as_json_stand_beside_what_was_imported(run, tmp_path, chat):
    done = run("import", tmp_path / "m.db", tmp_path / "gone.txt", chat, "--json")
    assert done.code == 2
    assert [report["story"] for report in done.json["imported"]] == ["moonlit"]
    assert [(one["file"], one["code"]) for one in done.json["failed"]] == [
        (str(tmp_path / "gone.txt"), "invalid-input")
    ]


def test_the_exit_code_is_that_of_the_first_failure_as_typed(run, store, tmp_path):
    other = tmp_path / "elsewhere" / "moonlit.txt"
    other.parent.mkdir()
    other.write_text("Bo sailed to the north.", "utf-8")
    assert run("import", store, other, tmp_path / "gone.txt").code == 4
    assert run("import", store, tmp_path / "gone.txt", other).code == 2


def test_where_every_file_fails_no_store_is_made(run, tmp_path):
    assert run("import", tmp_path / "m.db", tmp_path / "a.txt", tmp_path / "b.txt").code == 2
    assert not (tmp_path / "m.db").exists()


def test_another_telling_under_a_known_name_is_refused_with_advice(run, store, tmp_path, chat):
    other = tmp_path / "elsewhere" / "moonlit.txt"
    other.parent.mkdir()
    other.write_text("Bo sailed to the north.", "utf-8")
    before = run("log", store, "--json").json
    done = run("import", store, other)
    assert done.code == 4
    assert "--story NAME or --branch NAME" in done.err
    assert run("log", store, "--json").json == before


def test_a_branch_named_for_an_import_is_made(run, store, tmp_path):
    other = tmp_path / "north.txt"
    other.write_text("Bo sailed to the north.", "utf-8")
    done = run("import", store, other, "--story", "moonlit", "--branch", "north")
    assert done.out.startswith("moonlit, branch north (text): 1 turn, 1 new\n")
    assert len(run("log", store, "--json").json["turns"]) == 4
    assert len(run("log", store, "--branch", "north", "--json").json["turns"]) == 1


def test_a_missing_file_is_named(run, tmp_path):
    done = run("import", tmp_path / "m.db", tmp_path / "gone.txt")
    assert done.code == 2
    assert "gone.txt cannot be read" in done.err


def test_standard_input_is_a_file_too(run, tmp_path):
    run("import", tmp_path / "青伞.db", "-", stdin="顾守义把青伞交给了沈棠。".encode())
    assert run("log", tmp_path / "青伞.db", "--json").json["story"] == "青伞"


def test_an_encoding_that_is_not_utf_8_is_said(run, tmp_path):
    path = tmp_path / "雪.txt"
    path.write_bytes("沈青禾推开门，雪落了一地。".encode("gbk"))
    done = run("import", tmp_path / "m.db", path)
    assert "  read as gb18030 (" in done.out
    (report,) = run("import", tmp_path / "m.db", path, "--json").json["imported"]
    assert report["encodings"] == ["gb18030"]


def test_nothing_is_said_of_plain_utf_8(run, tmp_path, chat):
    assert "read as" not in run("import", tmp_path / "m.db", chat).out


def test_the_encoding_can_be_said(run, tmp_path):
    path = tmp_path / "żółw.txt"
    path.write_bytes("Żółw źle się czuł.".encode("iso-8859-2"))
    run("import", tmp_path / "m.db", path, "--encoding", "latin2")
    (turn,) = run("log", tmp_path / "m.db", "--json").json["turns"]
    assert turn["text"] == "Żółw źle się czuł."


def test_an_unknown_encoding_is_refused_with_known_ones(run, tmp_path, chat):
    done = run("import", tmp_path / "m.db", chat, "--encoding", "klingon")
    assert done.code == 2
    assert "There is no text encoding 'klingon'. Known are utf-8" in done.err


def test_the_format_can_be_said(run, tmp_path, chat):
    (report,) = run("import", tmp_path / "m.db", chat, "--from", "text", "--json").json["imported"]
    assert report["format"] == "text"


def test_an_import_that_goes_another_way_says_where_the_old_one_is(run, store, chat):
    chat.write_text(chat.read_text().replace("It was cold.", "It was warm."), "utf-8")
    assert "the branch told something else before" in run("import", store, chat).out


def test_an_import_of_what_was_told_before_comes_back_to_it(run, store, chat):
    first = chat.read_text()
    chat.write_text(first.replace("It was cold.", "It was warm."), "utf-8")
    run("import", store, chat)
    chat.write_text(first, "utf-8")
    said = run("import", store, chat).out
    assert "4 turns, all known already\n  the branch is back at this telling" in said
    assert "nothing new" not in said
    assert "told something else" not in said


def test_an_import_of_the_beginning_leaves_the_branch_where_it_is(run, told, chat):
    before = run("log", told, "--json").json
    run("import", told, chat)
    assert run("log", told, "--json").json == before


def test_an_interrupted_import_goes_on_from_what_is_written(run, tmp_path, monkeypatch):
    path, store = tmp_path / "long.txt", tmp_path / "long.db"
    path.write_text("\n\n".join(f"Tom counted to {number}." for number in range(300)), "utf-8")

    @contextmanager
    def impatient():
        def step(what, done, of):
            if what == "Reading":
                raise KeyboardInterrupt

        yield step

    with monkeypatch.context() as patch:
        patch.setattr(files, "bar", impatient)
        stopped = run("import", store, path)
    assert stopped.code == 130
    assert "the same command goes on from there" in stopped.err
    (report,) = run("import", store, path, "--json").json["imported"]
    assert report["new"] == 0
    assert 0 < report["extracted"]["read"] < 300
    assert run("verify", store).code == 0


def test_an_archive_brings_back_the_same_bytes(run, told, tmp_path):
    out = tmp_path / "moonlit.fabula"
    assert run("export", told, "-o", out).code == 0
    (report,) = run("import", tmp_path / "again.db", out, "--json").json["imported"]
    assert (report["story"], report["format"]) == ("moonlit", "fabula")
    assert run("export", tmp_path / "again.db").out.encode() == out.read_bytes()


def test_an_archive_read_twice_adds_nothing(run, told, tmp_path):
    out = tmp_path / "moonlit.fabula"
    run("export", told, "--output", out)
    assert "importing twice adds nothing" in run("import", told, out).out


def test_an_archive_takes_another_name(run, told, tmp_path):
    run("export", told, "-o", tmp_path / "a.jsonl")
    run("import", told, tmp_path / "a.jsonl", "--story", "月下")
    assert [row["name"] for row in run("stories", told, "--json").json["stories"]] == ["moonlit", "月下"]


def test_an_archive_of_a_newer_fabula_is_refused(run, tmp_path):
    newer = b'{"branch":"main","created":"","fabula":99,"story":"x"}\n'
    assert run("import", tmp_path / "m.db", "-", stdin=newer).code == 6


def test_an_archive_that_went_another_way_is_a_conflict(run, told, tmp_path):
    run("export", told, "-o", tmp_path / "a.jsonl")
    other = tmp_path / "other.db"
    run("import", other, tmp_path / "a.jsonl")
    run("rename", other, "Ann", "Anna")
    run("rename", told, "Lin Feng", "Feng")
    run("export", other, "-o", tmp_path / "b.jsonl")
    assert run("import", told, tmp_path / "b.jsonl").code == 4


def test_an_export_says_how_large_it_is(run, told, tmp_path):
    out = tmp_path / "a.jsonl"
    report = run("export", told, "-o", out, "--json").json
    assert report == {"story": "moonlit", "file": str(out), "bytes": out.stat().st_size}


def test_an_export_leaves_no_half_file_behind(run, told, tmp_path):
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / "out.jsonl").mkdir()
    assert run("export", told, "-o", folder / "out.jsonl").code == 2
    assert [path.name for path in folder.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_an_export_to_standard_output_is_the_archive_or_refused(arguments, run, told):
    done = run("export", told, *arguments)
    assert (done.code, bool(done.out)) == ((2, False) if arguments else (0, True))
