"""How something came about: why and timeline."""

KEY = "silver key"


def test_why_shows_every_version_with_its_words(run, told, golden):
    golden("cli/why.txt", run("why", told, KEY, "held_by").out)


def test_why_takes_the_start_of_a_fact_s_id(run, told):
    (fact,) = run("facts", told, KEY, "--json").json["facts"]
    (version,) = run("why", told, fact["id"][:8], "--json").json["versions"]
    assert version["id"] == fact["id"]
    assert version["evidence"][0]["speaker"] == "Narrator"


def test_why_marks_the_quote_by_colour_on_a_terminal(run, told, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = run("why", told, KEY, "held_by").out
    assert "[[" not in shown
    assert "\x1b[1;33mMira gave" in shown


def test_why_of_the_author_s_word_names_the_act(run, told):
    run("claim", told, KEY, "held_by", "Lin Feng")
    assert "the author said so (act " in run("why", told, KEY, "held_by").out


def test_why_of_nothing_told_is_an_error(run, told):
    assert run("why", told, "Player", "spouse_of").code == 3
    assert run("why", told, "Nobody").code == 3


def test_why_speaks_chinese(run, umbrella, golden):
    golden("cli/why-zh.txt", run("why", umbrella, "青伞").out)


def test_a_timeline_has_one_line_for_each_version(run, told, golden):
    golden("cli/timeline.txt", run("timeline", told, KEY, "held_by").out)


def test_a_timeline_shows_story_time_where_it_is_told(run, told, golden):
    run("claim", told, "Ann", "status", "--value", "ill", "--when", "day 2")
    run("claim", told, "Ann", "status", "--value", "well", "--when", "day 4")
    golden("cli/timeline-days.txt", run("timeline", told, "Ann", "status").out)


def test_a_timeline_as_json_has_story_time_as_told_and_in_minutes(run, told):
    run("claim", told, "Ann", "status", "--value", "ill", "--when", "day 2")
    (version,) = run("timeline", told, "Ann", "status", "--json").json["versions"]
    assert (version["story_time"], version["since"], version["until"]) == ("day 2", 2880, None)


def test_a_timeline_can_end_earlier(run, told):
    shape = run("timeline", told, KEY, "held_by", "--as-of", "3", "--json").json
    assert [version["standing"] for version in shape["versions"]] == ["superseded", "current"]


def test_a_timeline_speaks_chinese(run, umbrella, golden):
    golden("cli/timeline-zh.txt", run("timeline", umbrella, "青伞", "held_by").out)


def test_a_timeline_of_nothing_told_is_an_error(run, told):
    assert run("timeline", told, "Ann", "spouse_of", "--json").error["code"] == "fact-not-found"


def test_a_timeline_at_a_story_time_has_what_holds_then(run, told):
    run("claim", told, "Ann", "status", "--value", "ill", "--when", "day 2")
    run("claim", told, "Ann", "status", "--value", "well", "--when", "day 4")
    (version,) = run("timeline", told, "Ann", "status", "--at", "day 3", "--json").json["versions"]
    assert version["value"] == "ill"


def test_why_can_be_asked_from_a_point_of_view(run, told):
    run("introduce", told, "Su Wan")
    assert run("why", told, KEY, "held_by", "--pov", "Ann").code == 0
    assert run("why", told, KEY, "held_by", "--pov", "Su Wan", "--strict").code == 3
