"""A fact as a sentence."""

import pytest

from fabula.graph.phrase import phrase
from fabula.ledger.records import StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader


def phrased(text, **claim):
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    story.tell(text)
    story.extract(ScriptedReader(kinds={"银钥匙": "item", "silver key": "item"}))
    if claim:
        story.claim(**claim)
    view = story.view()
    return phrase(view.facts()[-1], view)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("[Mira holds silver key]", "silver key is held by Mira"),
        ("[Mira at mill]", "Mira is at mill"),
        ("[Mira enemy_of Finn]", "Finn and Mira are enemies"),
        ("[林瑶 holds 银钥匙]", "银钥匙在林瑶手里"),
        ("[林瑶 ally_of Finn]", "Finn和林瑶是盟友"),
    ],
)
def test_a_known_relation_reads_as_a_sentence_in_the_storys_script(told, sentence):
    assert phrased(told) == sentence


def test_an_unknown_relation_reads_as_a_plain_line():
    assert phrased("[Mira secretly_envies Finn]") == "Mira: secretly envies: Finn"


def test_an_attribute_shows_its_text():
    assert phrased("[Mira eyes: grey {as slate}]") == "Mira: eyes: grey {as slate}"
    assert phrased("[林瑶 眼睛颜色: 灰]") == "林瑶的眼睛颜色：灰"


def test_the_storys_own_sentence_comes_first():
    sentence = "Mira would trust Finn with her life."

    assert (
        phrased("[new: Mira] [new: Finn]", subject="Mira", predicate="trusts", far="Finn", fact=sentence)
        == sentence
    )
