"""What the storysim benchmark promises, on the small part of its data that is kept with the tests."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

import fabula

BENCH = Path(__file__).parents[1] / "bench" / "storysim.py"
DATA = Path(__file__).parent / "data" / "storysim"


def loaded():
    spec = importlib.util.spec_from_file_location("storysim", BENCH)
    module = sys.modules["storysim"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


storysim = loaded()
from storysim_answers import Ask, answered  # noqa: E402 - the benchmark puts its folder on the path
from storysim_founded import is_founded  # noqa: E402
from storysim_questions import by_words, day_of  # noqa: E402
from storysim_ranks import PlainBM25, stands_above  # noqa: E402

CAST = (
    ("Kett", "character"),
    ("Mira Voss", "character"),
    ("the Grey Fox", "character"),
    ("iron crown", "item"),
)
CAST_ZH = (("林清瑶", "character"), ("沈墨白", "character"), ("灰狐", "character"), ("寒铁剑", "item"))


@pytest.fixture(scope="module")
def story():
    """Kett and Lin Qingyao hold a thing and an office each."""
    told = fabula.open(":memory:", story="cast")
    told.tell("It begins.")
    for name, kind in (*CAST, *CAST_ZH, ("regent", "concept"), ("掌门", "concept")):
        told.introduce(name, kind)
    for holder, thing, role in (("Kett", "iron crown", "regent"), ("林清瑶", "寒铁剑", "掌门")):
        told.claim(thing, "held_by", holder)
        told.claim(role, "role_held_by", holder)
    return told


@pytest.mark.parametrize("via", ["acts", "extraction"])
def test_gold_events_answer_every_question_and_stand_at_every_checkpoint(via):
    tally = storysim.measured(DATA, mode="facts", via=via)
    assert tally.wrong == []
    assert (
        tally.figures()["answers"]
        == tally.figures()["checkpoints"]
        == tally.figures()["rebuild_equal"]
        == 100
    )
    assert tally.all["checkpoints", "en"] == tally.all["checkpoints", "zh"] == 10


def test_the_command_ends_with_one_line_of_figures_for_both_languages():
    run = [sys.executable, str(BENCH), str(DATA), "--mode", "text", "--limit", "1"]
    out = subprocess.run(run, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    figures = json.loads(out.splitlines()[-1])
    for figure in (
        "answers",
        "current_above_stale",
        "current_above_trap",
        "bm25_current_above_stale",
        "unfounded",
    ):
        assert {figure, f"{figure}_en", f"{figure}_zh"} <= set(figures)
    assert "checkpoints" not in figures


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("In whose hands is the iron crown these days?", "owner"),
        ("Who held the iron crown previously?", "owner_prev"),
        ("In what place is whoever carries the iron crown?", "hop"),
        ("Who serves as regent at present?", "role"),
        ("To which guild does the present regent belong?", "hop2"),
        ("Whereabouts is Kett?", "loc"),
        ("Which banner does Kett serve under?", "faction"),
        ("Is Kett still among the living?", "alive"),
        ("How do Kett and Mira Voss stand to each other?", "rel"),
        ("What is the true identity of the Grey Fox?", "alias"),
        ("What colour is Kett's horse?", ""),
        ("寒铁剑如今落在何人手中？", "owner"),
        ("寒铁剑的上一任主人是谁？", "owner_prev"),
        ("拿着寒铁剑的人身在何处？", "hop"),
        ("如今谁是掌门？", "role"),
        ("当今掌门是哪个门派的人？", "hop2"),
        ("林清瑶眼下身处何地？", "loc"),
        ("林清瑶如今效力于哪一方？", "faction"),
        ("林清瑶尚在人世吗？", "alive"),
        ("林清瑶与沈墨白如今是敌是友？", "rel"),
        ("灰狐的真面目是谁？", "alias"),
        ("林清瑶的马是什么颜色？", ""),
    ],
)
def test_a_question_in_other_words_is_understood_alike(story, question, topic):
    assert by_words(story.view(), question).topic == topic


def test_a_day_is_read_in_either_script():
    assert [day_of("on day 14"), day_of("on the 3rd day"), day_of("第5天"), day_of("第十二日")] == [
        14,
        3,
        5,
        12,
    ]


def test_a_question_about_death_turns_the_answer_round(story):
    ask = by_words(story.view(), "Has Kett died?")
    assert (answered(story, ask), answered(story, Ask("alive", ask.ids))) == ("no", "yes")


def test_a_fact_that_no_event_tells_is_unfounded(story):
    event = {"type": "find", "args": {"a": "Kett", "i": "iron crown"}, "asserted": True}
    row = {"messages": [{"event": event}], "characters": ["Kett"], "masks": {}}
    founded = [fact.slot.subject for fact in story.view().facts() if is_founded(row, story.view(), fact)]
    assert founded == [story.view().entity("iron crown").entity.id]


def test_a_rumour_founds_nothing(story):
    event = {"type": "find", "args": {"a": "Kett", "i": "iron crown"}, "asserted": False}
    row = {"messages": [{"event": event}], "characters": ["Kett"], "masks": {}}
    assert not any(is_founded(row, story.view(), fact) for fact in story.view().facts())


def test_only_a_listed_turn_above_every_wrong_one_counts():
    assert stands_above({7: 0, 3: 1}, [7], [3, 5])
    assert not stands_above({7: 1, 3: 1}, [7], [3])
    assert not stands_above({3: 1}, [7], [5])


def test_plain_bm25_ranks_by_words_and_by_pairs_of_characters():
    plain = PlainBM25(
        [{"text": "The rain fell."}, {"text": "Kett took the iron crown."}, {"text": "寒铁剑在林清瑶手里。"}]
    )
    assert list(plain.places("Who has the iron crown?")) == [1, 0]
    assert list(plain.places("寒铁剑在哪里？")) == [2]
