"""Walking the relations from the command line."""

import pytest


@pytest.fixture
def kin(tmp_path, run):
    """A store in which a key leads to a brother."""
    path = tmp_path / "kin.db"
    for text in (
        "Lin Feng gave the silver key to Mira.",
        "Mira arrived at the Old Mill.",
        "Tom is at the Old Mill.",
    ):
        assert run("tell", path, text, "--speaker", "Narrator").code == 0
    return path


def ways(run, *arguments):
    paths = run("path", *arguments, "--json").json["paths"]
    return [" ".join(node["name"] for node in one["nodes"]) for one in paths]


def test_a_path_shows_its_steps_and_their_words(run, kin, golden):
    golden("cli/path.txt", run("path", kin, "silver key", "--two-hop").out)


def test_one_step_leads_to_the_neighbours(run, kin):
    assert ways(run, kin, "Mira") == ["Mira Old Mill"]
    assert ways(run, kin, "Mira", "--both") == ["Mira Old Mill", "silver key Mira"]
    assert ways(run, kin, "Mira", "Tom") == []


def test_the_far_end_can_be_named(run, kin):
    assert ways(run, kin, "silver key", "Old Mill", "--two-hop") == ["silver key Mira Old Mill"]
    assert ways(run, kin, "silver key", "Tom", "--two-hop") == []


def test_two_steps_can_each_be_of_one_relation(run, kin):
    typed = (kin, "silver key", "--two-hop", "--predicate", "held_by", "--second")
    assert ways(run, *typed, "located_in") == ["silver key Mira Old Mill"]
    assert ways(run, *typed, "member_of") == []


def test_back_from_the_far_end(run, kin):
    assert set(ways(run, kin, "Old Mill", "--reverse")) == {"Mira Old Mill", "Tom Old Mill"}
    assert ways(run, kin, "Old Mill", "Tom", "--reverse") == ["Tom Old Mill"]


def test_what_several_share(run, kin):
    assert ways(run, kin, "Mira", "--shared", "silver key", "--shared", "Old Mill") == [
        "Mira Old Mill",
        "silver key Mira",
    ]


def test_past_relations_are_walked_on_request(run, kin):
    run("tell", kin, "Mira gave the silver key to Tom.")
    assert ways(run, kin, "silver key") == ["silver key Tom"]
    assert set(ways(run, kin, "silver key", "--all")) == {"silver key Tom", "silver key Mira"}
    assert ways(run, kin, "silver key", "--as-of", "3") == ["silver key Mira"]


def test_relations_are_walked_as_they_were_at_a_story_time(run, kin):
    run("claim", kin, "Mira", "owes", "Tom", "--when", "day 2")
    run("end", kin, "Mira", "owes", "Tom", "--when", "day 5")
    asked = (kin, "Mira", "--predicate", "owes")
    assert ways(run, *asked) == []
    assert ways(run, *asked, "--at", "day 3") == ["Mira Tom"]


def test_a_long_list_says_that_there_is_more(run, kin):
    assert (
        run("path", kin, "Old Mill", "--reverse", "--limit", "1")
        .out.splitlines()[-1]
        .startswith("2 ways seen")
    )


def test_nothing_found_is_said_in_words(run, kin):
    assert run("path", kin, "Mira", "Lin Feng").out == "Nothing leads there.\n"


def test_ways_exclude_each_other_and_names_must_be_known(run, kin):
    assert run("path", kin, "Mira", "--two-hop", "--reverse").code == 2
    assert run("path", kin, "Mira", "--second", "held_by").code == 2
    assert run("path", kin, "Nobody").code == 3
