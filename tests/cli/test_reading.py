"""Reading on the command line: what it says, what it costs, what it refuses, and how it ends."""

import pytest

import fabula.cli.reading
from fabula.errors import ModelDeniedError, ModelUnavailableError, RateLimitedError
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

MODEL = ("--model", "qwen3", "--url", "http://localhost:11434/v1")
URL = "http://localhost:1/v1"


@pytest.fixture
def told(tmp_path, run):
    """A store with nine turns that nobody has read; the third is poison, the fifth foggy, the sixth half nonsense."""
    path = tmp_path / "m.db"
    odd = {3: " poison", 5: " fog", 6: " [nonsense] [rubbish]"}
    for number in range(1, 10):
        text = f"[N{number} mood: calm]{odd.get(number, '')}"
        role = "user" if number % 2 else "assistant"
        assert run("tell", path, text, "--no-extract", "--role", role).code == 0
    return path


@pytest.fixture
def models(monkeypatch):
    """Every reader that a command makes, with its options; ``troubles`` are those of the next one."""

    class Made(list):
        def __init__(self):
            self.troubles, self.options = {}, None

        def make(self, options):
            self.options = options
            self.append(FailingReader(ScriptedReader(batch=options.batch or 1), self.troubles))
            self.troubles = {}
            return self[-1]

    made = Made()
    monkeypatch.setattr(fabula.cli.reading, "model_reader", made.make)
    return made


def test_reading_with_a_model_says_what_it_read_refused_and_cost(run, told, models):
    done = run("extract", told, *MODEL)

    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("read 8 turns; ")
    assert lines[1] == "  9 calls, 1,080 tokens"
    assert lines[2] == f"  1 failed, 1 doubtful: `fabula status {told} --troubles` lists them"
    assert lines[3] == "  refused 3 items:"
    assert any("the answer holds nothing that can be read" in line for line in lines[4:7])


def test_a_report_as_json_has_its_cost_and_its_reasons(run, told, models):
    report = run("extract", told, *MODEL, "--json").json["extracted"]

    assert (report["read"], report["failed"], report["suspicious"], report["left"]) == (8, 1, 1, 0)
    assert (report["usage"]["calls"], report["usage"]["tokens"]) == (9, 1080)
    assert sum(report["reasons"].values()) == report["refused"] == 3
    assert (report["stopped"], report["trouble"]) == ("", "")


@pytest.mark.parametrize("error", [RateLimitedError("Wait a while."), ModelDeniedError("The key is wrong.")])
def test_a_model_that_gives_no_answer_ends_the_command_with_8_and_loses_nothing(run, told, models, error):
    models.troubles = {3: error}

    done = run("extract", told, *MODEL)

    assert (done.code, done.err) == (8, f"fabula: {error}\n")
    assert done.out.startswith("read 2 turns; ")
    assert "  stopped; 7 turns left, the same command goes on from there\n" in done.out
    assert run("extract", told, *MODEL).out.startswith("read 6 turns; ")


def test_trouble_as_json_is_told_on_both_sides(run, told, models):
    models.troubles = {1: RateLimitedError("Wait a while.")}

    done = run("extract", told, *MODEL, "--json")

    assert (done.code, done.error["code"]) == (8, "rate-limited")
    assert done.json["extracted"]["trouble"] == "rate-limited"


def test_a_cap_ends_the_command_well_and_says_so(run, told, models):
    done = run("extract", told, *MODEL, "--max-calls", "2")

    assert done.code == 0
    assert (
        "  stopped (cap: 2 of 2 calls made); 7 turns left, the same command goes on from there\n" in done.out
    )


def test_nothing_is_read_before_it_is_due(run, told, models):
    waiting = run("extract", told, *MODEL, "--every", "5")
    read = run("extract", told, *MODEL, "--every", "4")

    assert (waiting.code, models[0].asked) == (0, [])
    assert "not due yet: 9 unread" in waiting.out
    assert read.out.startswith("read 8 turns")


def test_every_turn_has_a_status(run, told, models):
    run("extract", told, *MODEL)

    lines = run("status", told).out.splitlines()

    assert len(lines) == 10
    assert [line.split()[2] for line in lines[:6]] == ["ok", "ok", "failed", "ok", "suspicious", "ok"]
    assert lines[2].endswith("the answer holds nothing that can be read")
    assert "2 refused" in lines[5]
    assert lines[-1] == "7 ok, 1 suspicious, 1 failed; 9 calls, 1,080 tokens so far"


def test_troubles_alone_can_be_listed(run, told, models):
    run("extract", told, *MODEL)

    found = run("status", told, "--troubles", "--json").json

    assert [turn["number"] for turn in found["turns"]] == [3, 5]
    assert found["statuses"] == {"ok": 7, "suspicious": 1, "failed": 1}
    assert found["usage"]["total"]["calls"] == 9
    assert found["usage"]["by_task"]["reading"]["calls"] == 9


def test_a_story_that_nobody_has_read_is_pending(run, told):
    assert run("status", told).out.splitlines()[-1] == "9 pending"


def test_trouble_is_read_again_on_demand(run, told, models):
    run("extract", told, *MODEL)

    one = run("retry", told, *MODEL, "--turn", "5")
    every = run("retry", told, *MODEL)

    assert (one.code, models[1].asked) == (0, [(5,)])
    assert (every.code, models[2].asked) == (0, [(3,), (5,)])


def test_another_models_reading_is_read_over_only_where_that_is_wanted(run, told, models):
    run("extract", told, *MODEL, "--batch", "2")
    run("extract", told, *MODEL)
    assert models[1].asked == [(3,)], "what failed with the other settings"

    run("extract", told, *MODEL, "--anew")
    assert len(models[2].asked) == 9


def test_the_options_reach_the_model(run, told, models, tmp_path):
    path = tmp_path / "fabula.toml"
    path.write_text('[model]\nname = "big"\nkey = "sk-secret"\n[extract]\nmax_calls = 1\n', encoding="utf-8")

    done = run("extract", told, "--settings", path, "--look-back", "0", "--form", "lines", "--language", "zh")

    options = models.options
    assert (options.wanted, options.look_back, options.form, options.language) == ("big", 0, "lines", "zh")
    assert "cap: 1 of 1 calls made" in done.out
    assert "sk-secret" not in done.out + done.err + repr(options)


def test_rules_read_whatever_the_settings_say(run, told, models, tmp_path, monkeypatch):
    path = tmp_path / "fabula.toml"
    path.write_text('[model]\nname = "big"\n', encoding="utf-8")
    monkeypatch.setenv("FABULA_SETTINGS", str(path))

    assert run("extract", told, "--rules").code == 0
    assert models == []


@pytest.mark.parametrize(
    "typed", [("--url", URL), ("--model", "m", "--rules"), ("--model", "m"), ("--dry-run",)]
)
def test_options_that_mean_nothing_are_refused(run, told, typed):
    done = run("extract", told, *typed)

    assert done.code == 2
    assert done.err.startswith("fabula: ")


def test_a_dry_run_shows_the_next_question_and_asks_nobody(run, told, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    typed = ("extract", told, "--model", "m", "--url", URL, "--dry-run", "--batch", "2")

    text, shape = run(*typed), run(*typed, "--json").json

    assert text.code == 0
    assert "[N1 mood: calm]" in text.out
    assert "about turns 1, 2: at most " in text.out.splitlines()[-1]
    assert shape["turns"] == [1, 2]
    assert shape["questions"][0]["tokens"] > 100
    assert run("status", told).out.splitlines()[-1] == "9 pending"


def test_a_dry_run_with_nothing_left_says_so(run, tmp_path, told, models, monkeypatch):
    path = tmp_path / "one.db"
    run("tell", path, "[Mira mood: calm]", "--no-extract")
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    run("purge", path, "1", "--yes")

    done = run("extract", path, "--model", "m", "--url", URL, "--dry-run")

    assert done.out == "nothing is left to read\n"


def test_who_read_is_said_and_what_another_model_has_read_already(run, told, models):
    first = run("extract", told, *MODEL)
    second = run("extract", told, *MODEL, "--batch", "2")

    assert first.out.splitlines()[0].endswith("; by scripted/1 1+0")
    assert "  8 turns are read by scripted/1 1+0 already; --anew reads them again" in second.out


def test_with_nothing_left_to_read_a_command_says_so(run, tmp_path):
    path = tmp_path / "one.db"
    run("tell", path, "Mira gave the key to Finn.")

    assert run("extract", path).out.splitlines()[0] == "nothing is left to read"
    assert run("extract", path, "--every", "4").out.splitlines()[0] == "nothing is left to read"


def test_turns_without_an_answer_are_called_so_in_the_report_and_in_the_status(run, told, models):
    models.troubles = {1: ModelUnavailableError("Away.")}

    done = run("extract", told, *MODEL, "--batch", "2")

    assert (done.code, "  2 without an answer: " in done.out) == (8, True)
    assert run("status", told).out.splitlines()[-1].startswith("7 pending, 2 without an answer")


def test_where_everything_failed_the_command_ends_with_8(run, tmp_path, models):
    path = tmp_path / "bad.db"
    run("tell", path, "poison", "--no-extract")

    assert run("extract", path, *MODEL).code == 8


def test_what_a_model_failed_at_is_not_retried_by_rules(run, told, models):
    run("extract", told, *MODEL)

    done = run("retry", told)

    assert done.code == 2
    assert "scripted/1 1+0" in done.err
    assert "--model NAME" in done.err


def test_a_place_in_the_settings_without_a_name_is_refused(run, told, tmp_path):
    path = tmp_path / "fabula.toml"
    path.write_text('[model]\nurl = "http://localhost:1/v1"\n', encoding="utf-8")

    assert run("extract", told, "--settings", path).code == 2
    assert run("extract", told, "--settings", path, "--rules").code == 0


def test_reading_again_honours_the_cap(run, told, models):
    run("extract", told, *MODEL)

    assert (
        "cap: 2 of 2 calls made" in run("extract", told, *MODEL, "--again", "6", "9", "--max-calls", "2").out
    )


def test_a_dry_run_of_reading_again_shows_those_turns(run, told, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    typed = ("extract", told, "--model", "m", "--url", URL, "--dry-run", "--again", "7", "8", "--json")

    assert run(*typed).json["turns"] == [7, 8]
