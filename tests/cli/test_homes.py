"""Which story and branch each file of an import belongs to."""

import json

import pytest

MAIN = "Ines - 2031-05-04"
OPENING = ["Ines rows out to the buoy.", "I hold the lantern."]


@pytest.fixture
def chats(tmp_path):
    """Writes a SillyTavern chat: its name, its lines, and the chat that it leaves."""

    def write(name, *lines, main_chat=""):
        metadata = {"main_chat": main_chat} if main_chat else {}
        rows = [{"user_name": "unused", "character_name": "unused", "chat_metadata": metadata}]
        rows += [{"name": "Ines", "is_user": False, "mes": line} for line in (*OPENING, *lines)]
        path = tmp_path / f"{name}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return write


def last(run, store, *more):
    return run("log", store, *more, "--json").json["turns"][-1]["text"]


def names(run, store):
    return [row["name"] for row in run("stories", store, "--json").json["stories"]]


@pytest.fixture
def buoy(tmp_path):
    return tmp_path / "buoy.db"


@pytest.mark.parametrize("main_comes", ["first", "last"])
def test_a_branch_of_a_chat_is_a_branch_of_its_story(main_comes, run, chats, buoy):
    main = chats(MAIN, "The bell rings.")
    branch = chats(f"{MAIN} - Branch #1", "The rope tears.", main_chat=MAIN)
    run("import", buoy, *((main, branch) if main_comes == "first" else (branch, main)))
    assert names(run, buoy) == [MAIN]
    assert last(run, buoy) == "The bell rings."
    assert last(run, buoy, "--branch", "Branch #1") == "The rope tears."


def test_the_turns_before_a_branch_are_shared(run, chats, buoy):
    main = chats(MAIN, "The bell rings.")
    run("import", buoy, main, chats(f"{MAIN} - Branch #1", "The rope tears.", main_chat=MAIN))
    assert run("stats", buoy, "--json").json["turns_in_tree"] == 4


def test_importing_chats_and_branches_again_changes_nothing(run, chats, buoy):
    files = [
        chats(MAIN, "The bell rings."),
        chats(f"{MAIN} - Branch #1", "The rope tears.", main_chat=MAIN),
        chats(f"{MAIN} - Branch #2", main_chat=MAIN),
    ]
    run("import", buoy, *files)
    before = run("export", buoy).out
    assert run("import", buoy, *reversed(files)).out.count("importing twice adds nothing") == 3
    assert run("export", buoy).out == before


def test_a_branch_alone_belongs_to_the_story_of_its_chat(run, chats, buoy):
    done = run("import", buoy, chats(f"{MAIN} - Branch #1", "The rope tears.", main_chat=MAIN))
    assert done.out.startswith(f"{MAIN}, branch Branch #1 (sillytavern): 3 turns, 3 new\n")
    assert run("log", buoy).out == "Nothing is told on main; other branches: Branch #1.\n"


def test_under_a_given_name_branches_stay_branches(run, chats, buoy):
    branch = chats(f"{MAIN} - Branch #1", "The rope tears.", main_chat=MAIN)
    run("import", buoy, branch, chats(MAIN, "The bell rings."), "--story", "ines")
    assert names(run, buoy) == ["ines"]
    assert last(run, buoy, "--branch", "Branch #1") == "The rope tears."
    assert last(run, buoy, "--branch", "main") == "The bell rings."


def test_a_given_branch_counts_more_than_the_file_s_name(run, chats, buoy):
    run("import", buoy, chats(f"{MAIN} - Branch #1", "The rope tears.", main_chat=MAIN), "--branch", "rope")
    assert last(run, buoy, "--branch", "rope") == "The rope tears."


def test_a_branch_of_another_name_is_called_after_the_whole_file(run, chats, buoy):
    run("import", buoy, chats("before the storm", "The bell rings.", main_chat=MAIN))
    assert last(run, buoy, "--story", MAIN, "--branch", "before the storm") == "The bell rings."


def test_a_branch_of_a_branch_belongs_to_the_same_story(run, chats, buoy):
    run("import", buoy, chats(f"{MAIN} - Branch #1 - Branch #2", "Fog.", main_chat=f"{MAIN} - Branch #1"))
    assert last(run, buoy, "--story", MAIN, "--branch", "Branch #1 - Branch #2") == "Fog."


def test_files_of_one_name_are_called_after_their_folders(run, tmp_path, chats):
    files = [chats("d1/novel", "The bell rings."), chats("d2/novel", "The rope tears.")]
    store = tmp_path / "novels.db"
    assert run("import", store, *files).code == 0
    assert names(run, store) == ["d1-novel", "d2-novel"]
    assert last(run, store, "--story", "d2-novel") == "The rope tears."


def test_branches_follow_the_chats_of_their_folder(run, tmp_path, chats):
    store = tmp_path / "novels.db"
    branch = chats("d1/novel - Branch #1", "Fog.", main_chat="novel")
    run("import", store, chats("d1/novel"), chats("d2/novel"), branch)
    assert last(run, store, "--story", "d1-novel", "--branch", "Branch #1") == "Fog."
    assert names(run, store) == ["d1-novel", "d2-novel"]


def test_one_file_named_twice_is_one_file(run, tmp_path, chats):
    file = chats("novel")
    assert run("import", tmp_path / "n.db", file, file).out.count("novel (sillytavern)") == 1


def test_files_that_only_their_suffix_tells_apart_are_not_mixed(run, tmp_path, chats):
    other = tmp_path / "novel.txt"
    other.write_text("Bo sailed to the north.", "utf-8")
    done = run("import", tmp_path / "n.db", chats("novel"), other)
    assert done.code == 2
    assert "novel.txt: another file of this call is called 'novel' too" in done.err
    assert names(run, tmp_path / "n.db") == ["novel"]


def test_standard_input_is_a_story_of_its_own(run, chats, buoy):
    chat = chats(f"{MAIN} - Branch #1", main_chat=MAIN)
    run("import", buoy, "-", stdin=chat.read_bytes())
    assert names(run, buoy) == ["buoy"]
