"""The story as a file that a browser shows."""

from xml.etree import ElementTree as ET


def test_the_picture_stands_beside_the_store_and_is_called_after_it(run, told):
    done = run("graph", told)
    picture = told.with_suffix(".svg")
    assert done.out == f"7 entities, 2 relations in {picture}\n"
    assert ET.fromstring(picture.read_bytes()).tag.endswith("svg")  # noqa: S314 - our own picture


def test_a_story_of_another_name_is_in_the_file_s_name(run, told):
    run("tell", told, "Ann is Tom's sister.", "--story", "a/b")
    shape = run("graph", told, "--story", "a/b", "--json").json
    assert shape["file"] == str(told.with_name("moonlit-a-b.svg"))


def test_a_picture_can_be_a_page(run, told, tmp_path):
    run("graph", told, "-o", tmp_path / "out.html")
    assert (tmp_path / "out.html").read_text("utf-8").startswith("<!doctype html>")
    run("graph", told, "--html")
    assert told.with_suffix(".html").exists()


def test_a_picture_can_go_to_standard_output(run, told):
    assert run("graph", told, "-o", "-").out.startswith("<svg ")
    assert run("graph", told, "-o", "-", "--html").out.startswith("<!doctype html>")
    assert run("graph", told, "-o", "-", "--json").code == 2
    assert not told.with_suffix(".svg").exists()


def test_what_is_drawn_is_told_as_json(run, told, tmp_path):
    shape = run("graph", told, "-o", tmp_path / "a.svg", "--focus", "silver key", "--json").json
    assert (shape["entities"], shape["relations"], shape["left_out"], shape["turn"]) == (2, 1, 0, 5)
    assert shape["bytes"] == (tmp_path / "a.svg").stat().st_size


def test_past_versions_and_earlier_turns_can_be_drawn(run, told):
    assert run("graph", told, "--all", "--json").json["relations"] == 4
    assert run("graph", told, "--as-of", "1", "--json").json["turn"] == 1


def test_those_without_room_are_counted(run, told):
    assert run("graph", told, "--most", "3").out.endswith("; 4 more had no room\n")


def test_a_point_of_view_shows_only_whom_its_facts_speak_of(run, told):
    everything = run("graph", told, "--json").json["entities"]
    assert run("graph", told, "--pov", "Ann", "--strict", "--json").json["entities"] < everything
    assert run("graph", told, "--pov", "Ann", "--all").code == 2


def test_other_kinds_of_files_are_refused(run, told, tmp_path):
    assert run("graph", told, "-o", tmp_path / "a.png").code == 2
    assert run("graph", told, "-o", tmp_path / "a.svg", "--html").code == 2
    assert run("graph", told, "--focus", "Nobody").code == 3
    assert list(tmp_path.glob("*.png")) == []


def test_a_chinese_story_is_drawn_in_chinese(run, umbrella):
    drawn = run("graph", umbrella, "-o", "-").out
    assert ">青伞</text>" in drawn
    assert ">归</text>" in drawn
