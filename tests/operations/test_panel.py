"""What the panel asks: the line at a glance, whole pages, the margin, and a plain search."""

import pytest

import fabula
from fabula.operations.operation import whole
from fabula.operations.panel import PANEL
from fabula.testing.scripted_reader import ScriptedReader

TURNS = (
    "[scene: Mira, Finn @ harbour] [Mira sibling_of Finn +800]",
    "[new: silver key (item)] [silver key held_by Finn]",
    "[silver key held_by Mira]",
    "Nothing happened.",
    "[scene: Finn @ mill] 银钥匙很重。",
)


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="moonlit", by="test")
    for text in TURNS:
        told.tell(text)
    told.extract(ScriptedReader())
    return told


def ask(story, name, **asked):
    return PANEL[name].ask(story, **asked)


def test_every_operation_of_the_panel_can_be_asked_whole(story):
    needed = {"knowledge": {"entity": "Mira"}, "find": {"words": "Mira"}, "explain": {"cue": "Mira"}}
    story.receipts.keep(story.context("Mira"))
    needed["explain-receipt"] = {"number": 1}
    needed["together"] = {"one": "main", "other": "main"}
    for name in PANEL:
        assert isinstance(whole(ask(story, name, **needed.get(name, {}))), dict)


def test_the_line_has_one_entry_a_turn(story):
    story.swipe("It rained.")
    story.branches.tag("end", story.turn(-1).id)
    line = ask(story, "line")
    assert line["turns"] == len(line["statuses"]) == len(line["versions"]) == 5
    assert line["versions"] == [1, 1, 1, 1, 2]
    assert line["tags"] == {"end": 5}


def test_a_brief_line_says_only_how_long_it_is(story):
    brief, whole_line = ask(story, "line", brief=True), ask(story, "line")
    assert brief == {**whole_line, "statuses": [], "versions": [], "tags": {}}


def test_the_pulse_counts_what_each_turn_opened_and_closed(story):
    pulse = ask(story, "pulse")
    assert pulse["opened"][1:4] == [1, 1, 0]
    assert pulse["closed"] == [0, 0, 1, 0, 0]


def test_the_pulse_names_the_scenes_from_the_first_on(story):
    scenes = ask(story, "pulse")["scenes"]
    assert [(one["turn"], one["place"], one["present"]) for one in scenes] == [
        (1, "harbour", ["Mira", "Finn"]),
        (5, "mill", ["Finn"]),
    ]


def test_the_pulse_of_a_long_line_is_made_of_views_that_are_at_hand(story):
    for number in range(400):
        story.tell(f"[scene: Mira @ place {number // 50}] on" if number % 50 == 0 else "on")
    story.extract(ScriptedReader())
    scenes = ask(story, "pulse")["scenes"]
    assert [one["turn"] for one in scenes] == sorted({one["turn"] for one in scenes})
    assert scenes[-1]["turn"] == 356


def test_an_empty_story_has_an_empty_line():
    story = fabula.open(":memory:", story="empty")
    assert ask(story, "line")["turns"] == 0
    assert ask(story, "pulse") == {"turns": 0, "opened": [], "closed": [], "scenes": []}
    assert ask(story, "passage") == {"last": 0, "turns": [], "provisional": []}
    assert ask(story, "margin") == {"last": 0, "facts": [], "proposals": []}
    assert ask(story, "moment")["present"] == []


def test_a_passage_gives_some_turns_and_says_where_the_line_ends(story):
    passage = ask(story, "passage", first=2, last=3)
    assert [turn["number"] for turn in passage["turns"]] == [2, 3]
    assert passage["last"] == 5


def test_provisional_replies_stand_at_the_end_alone(story):
    story.offer("And then?")
    assert ask(story, "passage", first=1, last=3)["provisional"] == []
    assert [one["text"] for one in ask(story, "passage", first=1)["provisional"]] == ["And then?"]


def test_the_margin_has_what_the_turns_opened_and_what_they_closed(story):
    facts = ask(story, "margin", first=3, last=3)["facts"]
    assert [(fact["opened"], fact["closed"]) for fact in facts] == [(2, 3), (3, None)]


def test_the_margin_marks_what_is_pinned(story):
    from fabula.claims.statements import Termination

    story.author.pin(Termination("Mira", "sibling_of", "Finn"))
    assert any(fact["pinned"] for fact in ask(story, "margin", first=1, last=1)["facts"])


def test_a_moment_tells_who_is_there_as_of_a_turn(story):
    then, now = ask(story, "moment", as_of="2"), ask(story, "moment")
    assert [one["name"] for one in then["present"]] == ["Mira", "Finn"]
    assert now["place"]["name"] == "mill"
    assert now["entities"] == sum(now["kinds"].values())


def test_knowledge_parts_what_somebody_knows_from_what_they_cannot(story):
    story.tell("[scene: Mira @ cellar] [Mira mood: calm]", present=("Mira",))
    story.extract(ScriptedReader())
    found = ask(story, "knowledge", entity="Finn")
    assert found["known"] + found["unknown"] == len(story.view().facts())
    assert {one["value"] for one in found["cannot"]} == {"calm"}


@pytest.mark.parametrize(("words", "turns"), [("nothing HAPPENED", [4]), ("银钥匙", [5])])
def test_find_looks_into_the_words_whatever_their_case_and_script(story, words, turns):
    assert [turn["number"] for turn in ask(story, "find", words=words)["turns"]] == turns


def test_find_puts_who_is_called_so_first(story):
    story.introduce("Mirabel")
    assert [one["name"] for one in ask(story, "find", words="mira")["entities"]] == ["Mira", "Mirabel"]


def test_find_shows_nothing_of_later_turns(story):
    assert ask(story, "find", words="rained", as_of="2")["turns"] == []
    assert ask(story, "find", words="mill", as_of="2")["entities"] == []


def test_find_of_blank_words_finds_nothing(story):
    assert ask(story, "find", words="  ") == {"entities": [], "facts": [], "turns": []}
