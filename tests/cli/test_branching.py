"""The tree: log, branches, fork, switch, rewind, tags, stories."""

import re

import fabula
from fabula.cli.lines import MARKS


def texts(run, store, *more):
    return [turn["text"] for turn in run("log", store, *more, "--json").json["turns"]]


def test_the_log_lists_turns_newest_last(run, told, golden):
    golden("cli/log.txt", run("log", told).out)


def test_the_log_as_json_has_words_status_versions_and_names(run, told):
    log = run("log", told, "--json").json
    assert set(log) == {"story", "branch", "turns", "provisional"}
    first = log["turns"][0]
    assert (first["number"], first["status"], first["versions"]) == (1, "ok", 2)
    assert log["turns"][-1]["branches"] == ["main"]
    assert log["turns"][2]["tags"] == ["the gift"]


def test_the_log_can_be_short(run, told):
    assert run("log", told, "--last", "2").out.count("\n") == 2


def test_the_log_can_stop_earlier(run, told):
    assert len(texts(run, told, "--as-of", "2")) == 2


def test_the_log_of_an_empty_story_says_so(run, store):
    run("rewind", store, "0")
    assert run("log", store).out == "Nothing is told on main.\n"
    assert run("log", store, "--json").json["turns"] == []


def test_the_log_can_stop_before_the_first_turn(run, store):
    assert run("log", store, "--as-of", "0").out == "Nothing is told before the first turn.\n"


def test_a_turn_without_a_speaker_shows_none(run, store):
    run("tell", store, "It rained.", "--role", "assistant")
    line = run("log", store, "--last", "1").out
    assert "assistant" not in line
    assert line.split("  ")[-1] == "(main) It rained.\n"


def test_a_terminal_gets_the_marks_explained(run, told, monkeypatch):
    assert "two versions" not in run("log", told).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    legend = re.sub("\x1b\\[[0-9;]*m", "", run("log", told, "--last", "2").out.splitlines()[-1])
    assert legend == "• read   1/2 the first of two versions   (branch)"


def test_the_help_of_the_log_explains_every_mark(run):
    shown = run("log", "--help").out
    assert [sign for sign, _ in MARKS.values() if f"{sign} " not in shown] == []


def test_the_log_of_the_heads_tells_every_move(run, told, golden):
    golden("cli/log-heads.txt", run("log", told, "--heads").scrubbed)


def test_the_moves_of_one_branch_can_be_asked_for(run, told):
    moves = run("log", told, "--heads", "--branch", "kinder", "--json").json["moves"]
    assert [(move["branch"], move["why"]) for move in moves] == [("kinder", "fork"), ("kinder", "tell")]


def test_moves_say_who_made_them(run, store, monkeypatch):
    monkeypatch.setenv("FABULA_AUTHOR", "沈棠")
    run("tell", store, "More.")
    moves = run("log", store, "--heads", "--json").json["moves"]
    assert [move["by"] for move in moves] == ["cli", "沈棠"]


def test_a_provisional_reply_stands_at_the_tip(run, store):
    story = fabula.open(store)
    story.offer("Perhaps she hands it over.", speaker="Mira")
    story.close()
    assert "(provisional) Perhaps she hands it over." in run("log", store).out.splitlines()[-1]
    assert run("log", store, "--json").json["provisional"][0]["speaker"] == "Mira"


def test_branches_are_drawn_as_a_tree_with_the_tags(run, told, golden):
    golden("cli/branches.txt", run("branches", told).out)


def test_branches_as_json_say_where_they_leave(run, told):
    shape = run("branches", told, "--json").json
    assert shape["start"] == "main"
    assert [(one["name"], one["turns"], one["leaves"], one["after"]) for one in shape["branches"]] == [
        ("main", 5, "", 0),
        ("kinder", 3, "main", 2),
    ]
    assert shape["tags"]["the gift"]["number"] == 3


def test_branches_without_a_common_turn_are_trees_of_their_own(run, told):
    run("edit", told, "1", "Lin Feng gave the silver key to Lin Yao.")
    drawn = run("branches", told).out.splitlines()
    assert [line.split()[0] for line in drawn] == ["main", "kinder", "[the"]


def test_a_branch_has_turns_of_its_own(run, told):
    assert texts(run, told, "--branch", "kinder")[-1] == "Lin Yao gave the silver key to Player."
    assert texts(run, told)[-1] == "Mira gave the silver key to Ann."


def test_a_fork_starts_here_if_no_turn_is_given(run, store):
    assert (
        run("fork", store, "other", "--json").json["head"]
        == run("log", store, "--json").json["turns"][-1]["id"]
    )


def test_switching_lasts(run, told):
    assert run("switch", told, "kinder").out.startswith("kinder: turn 3")
    assert run("log", told, "--json").json["branch"] == "kinder"


def test_switching_to_a_turn_swipes_back(run, told):
    moves = run("log", told, "--heads", "--branch", "main", "--json").json["moves"]
    swiped_away = moves[-1]["before"]
    run("switch", told, swiped_away[:8])
    assert texts(run, told)[-1] == "Mira gave the silver key to Tom."


def test_going_back_some_turns(run, told):
    assert run("rewind", told, "-2", "--json").json["head"]["number"] == 3


def test_going_back_to_a_turn_by_number_tag_or_to_the_beginning(run, told):
    assert run("rewind", told, "4", "--json").json["head"]["number"] == 4
    assert run("rewind", told, "the gift", "--json").json["head"]["number"] == 3
    assert run("rewind", told, "0").out == "main: before the first turn\n"
    assert texts(run, told) == []


def test_going_back_too_far_is_refused(run, told):
    done = run("rewind", told, "-9")
    assert done.code == 2
    assert "only 5 turns" in done.err


def test_what_was_rewound_is_still_in_the_tree(run, told):
    tip = run("log", told, "--json").json["turns"][-1]["id"]
    run("rewind", told, "-1")
    run("switch", told, tip)
    assert run("log", told, "--json").json["turns"][-1]["id"] == tip


def test_a_tag_names_the_last_turn_or_another_and_can_be_taken_away(run, store):
    assert run("tag", store, "末尾").out.startswith("[末尾]  turn 4")
    assert run("tag", store, "early", "-3", "--json").json["turn"]["number"] == 2
    assert run("tag", store, "末尾", "--delete").out == "[末尾] is gone\n"
    assert set(run("branches", store, "--json").json["tags"]) == {"early"}


def test_stories_are_listed_with_their_branches(run, told, golden):
    golden("cli/stories.txt", run("stories", told).scrubbed)
    (row,) = run("stories", told, "--json").json["stories"]
    assert (row["name"], row["branch"], row["branches"]) == ("moonlit", "main", ["kinder", "main"])


def test_several_stories_need_a_name(run, told, tmp_path):
    run("tell", told, "顾守义把青伞交给了沈棠。", "--story", "青伞")
    done = run("log", told)
    assert done.code == 3
    assert "moonlit, 青伞" in done.err
    assert len(texts(run, told, "--story", "青伞")) == 1


def test_chinese_lines_stand_in_columns(run, umbrella, golden):
    golden("cli/log-zh.txt", run("log", umbrella).out)


def test_a_mistyped_store_is_not_made(run, tmp_path):
    assert run("log", tmp_path / "typo.db").code == 3
    assert not (tmp_path / "typo.db").exists()
