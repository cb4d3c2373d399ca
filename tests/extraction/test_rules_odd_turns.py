"""Odd turns: whatever stands in a turn, reading it stops nobody and claims nothing that no store can keep."""

import random

import pytest

import fabula
from fabula.errors import InvalidInputError
from fabula.extraction.rules import Rules, rules

ODD = [
    "A" * 300 + " took the silver key.",
    "Mira took the " + "very " * 60 + "silver key.",
    "Mira\nVoss took the\nsilver key from Kett\u2028X.",
    "林" + "瑶" * 200 + "来到了长安城。",
    "林瑶把" + "金" * 130 + "交给了林峰。",
    "The council made " + "Mira " * 40 + "the new regent.",
    "Mira, called " + "X" * 200 + ", arrived at the inn.",
    "<b>Mira</b> took the <i>key</i>",
    "“" * 50,
    "🙂 took the 🙂.",
    "مريم أعطت المفتاح لفين",
]
MARKS = '\n"“”*_。，.!?\t 的X#🙂说是 '


def shaken(dice):
    """A sentence with marks where none belong."""
    text = list(
        dice.choice(
            ["Mira took the silver key from Kett.", "林瑶把银钥匙交给了林峰。", '"I have it," said Finn.']
        )
        * 2
    )
    for _ in range(dice.randrange(14)):
        text.insert(dice.randrange(len(text)), dice.choice(MARKS))
    return "".join(text)


def test_every_odd_turn_is_read_and_the_ledger_stays_sound():
    dice = random.Random(5)
    story = fabula.open(":memory:", story="odd")
    for text in [*ODD, *(shaken(dice) for _ in range(150))]:
        story.tell(
            text,
            speaker=dice.choice(["Narrator", "Mira", "", "旁白"]),
            role=dice.choice(["user", "assistant"]),
        )

    report = story.extract()

    assert report.read == len(story.turns())
    assert story.verify().is_sound


def test_a_turn_that_breaks_the_reading_fails_by_itself(monkeypatch):
    told = rules._claims

    def breaking(window, at, *rest):
        if "thunder" in window.turns[at].text:
            raise InvalidInputError("No store can keep that.")
        return told(window, at, *rest)

    monkeypatch.setattr(rules, "_claims", breaking)
    story = fabula.open(":memory:", story="odd")
    for text in ("Mira took the silver key.", "The thunder rolled.", "Mira gave the silver key to Finn."):
        story.tell(text, speaker="Narrator")

    report = story.extract(Rules())

    assert report.refused == 1
    assert [status.value for status in story.statuses(story.turns())] == ["ok", "failed", "ok"]


@pytest.mark.parametrize("cue", ["", "谁", "a" * 2000, "(((", "🙂", "the of and"])
def test_any_cue_is_answered(cue):
    story = fabula.open(":memory:", story="odd")
    story.tell("Mira took the silver key.")
    story.extract()

    assert story.recall(cue).status == "ok"
    assert story.context(cue, 60).tokens <= 60
