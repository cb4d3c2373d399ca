"""What is only spoken is the word of whoever speaks it."""

import pytest

from fabula.claims.statements import Modality
from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.items import Answer, Item, ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Turn


def judge(item, text, speaker="Narrator"):
    turns = (Turn("t1", "t0", 1, "assistant", speaker, text, "k1"),)
    return checked(Answer((item,)), sheet_of(Window(turns, 0), View()))


def fact(name, predicate, far, at="1.1", **more):
    return Item(ItemKind.FACT, at, name=name, predicate=predicate, object=far, **more)


@pytest.mark.parametrize(
    ("text", "item", "holder"),
    [
        ('"Tom stole the lute," Isa said.', fact("Tom", "holds", "lute"), "Isa"),
        ("“汤姆偷了铜哨。”柳儿说道。", fact("汤姆", "holds", "铜哨"), "柳儿"),
    ],
)
def test_what_a_named_speaker_says_is_held_by_them(text, item, holder):
    (kept,) = judge(item, text).items
    assert (kept.holder, kept.modality) == (holder, Modality.ASSERTED)


def test_what_a_turns_own_speaker_quotes_is_theirs():
    (kept,) = judge(fact("Tom", "holds", "lute"), '"Tom stole the lute."', "Isa").items
    assert kept.holder == "Isa"


def test_what_nobody_known_says_is_a_rumour():
    (kept,) = judge(fact("Tom", "holds", "lute", "1.2"), 'A voice rang out. "Tom stole the lute!"').items
    assert (kept.holder, kept.modality) == ("", Modality.RUMOURED)


def test_what_is_narrated_too_is_so():
    text = '"Tom took the lute," Isa said. Tom took the lute indeed.'
    (kept,) = judge(fact("Tom", "holds", "lute"), text).items
    assert (kept.holder, kept.modality) == ("", Modality.ASSERTED)


def test_a_denial_makes_it_a_lie():
    (kept,) = judge(
        fact("Tom", "holds", "lute"), '"Tom stole the lute," Isa said. "That\'s a lie," said Tom.'
    ).items
    assert kept.modality is Modality.LIED
    (chinese,) = judge(fact("汤姆", "holds", "铜哨"), "“汤姆偷了铜哨。”柳儿说道。“你撒谎！”").items
    assert chinese.modality is Modality.LIED


def test_a_characters_own_narration_stays_so():
    (kept,) = judge(fact("Tom", "holds", "lute"), "Tom took the lute from me.", "Isa").items
    assert kept.holder == ""


def test_what_speakers_say_of_themselves_in_the_first_person_is_seen():
    (kept,) = judge(fact("I", "holds", "lute"), '"I have the lute."', "Isa").items
    assert (kept.name, kept.holder) == ("Isa", "")


def test_an_ending_spoken_by_nobody_known_is_refused():
    end = Item(ItemKind.END, "1.1", name="Tom", predicate="member_of", object="Watch")
    answer = judge(end, '"Tom left the Watch!"')
    assert answer.items == ()
    assert answer.refused[0].reason == "It is only spoken, and nobody knows by whom."
