"""What the line protocol is understood as, from models that keep to it and from those that do not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.claims.statements import Modality
from fabula.extraction.model.answers.answer_lines import lines_answer
from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.items import Fault, ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.models.chat import Reply


def sheet(text="Bram took the lute. Isa watched him. They say Isa will be queen."):
    return sheet_of(Window((Turn("t12", "t11", 12, "assistant", "", text, "k12"),), 0), View())


def read(text, told=None, finish="stop"):
    told = told or sheet()
    return lines_answer(Reply(text, finish=finish), dict(enumerate(told.lines, 1)), told)


def triples(answer):
    return [(item.at, item.name, item.predicate, item.object or item.value) for item in answer.items]


BRAM = [("12.1", "Bram", "holds", "lute")]
ALONE = "Bram took the lute."


@pytest.mark.parametrize(
    "line",
    [
        "1 fact | Bram | got | lute",
        "1. fact | Bram | got | lute",
        "1: fact | Bram | got | lute",
        "#1 fact|Bram|got|lute",
        "1 ｜ fact ｜ Bram ｜ got ｜ lute",
        "１、fact｜Bram｜got｜lute",
        "1 FACT: Bram | got | lute",
        "- 1 fact | Bram | got | the lute",
        "1) **fact** | Bram | took | lute |",
        "12.1 fact | Bram | stole | lute",
        "Line 1: fact | Bram | got | lute",
        "第1句 事实 | Bram | 得到 | lute",
        "fact | Bram | got | lute",
        "1 fact Bram | got | lute",
    ],
)
def test_a_claim_is_read_in_many_spellings(line):
    answer = read(line, sheet(ALONE))
    assert [
        (at, name, predicate, far.removeprefix("the ")) for at, name, predicate, far in triples(answer)
    ] == BRAM
    assert answer.faults == ()


def test_each_sentence_has_its_status():
    answer = read("1 fact | Bram | got | lute\n2 none\n3 rumour")
    assert triples(answer) == BRAM
    assert (answer.nothing, answer.silent, answer.faults) == (False, (), ())


def test_nothing_is_said_when_every_sentence_says_none():
    assert read("1 none\n2 none\n3 rumour").nothing
    assert read("1 无\n2 没有\n3 传闻").nothing


def test_a_sentence_that_was_left_out_is_silent():
    answer = read("1 fact | Bram | got | lute\n3 rumour")
    assert (answer.silent, answer.faults, answer.nothing) == (("12.2",), (Fault.MISSING_LINES,), False)


def test_another_status_with_a_claim_keeps_its_mood():
    (item,) = read("1 none\n2 none\n3 rumour | Isa | became | queen").items
    assert (item.predicate, item.object, item.modality) == ("has_role", "queen", Modality.RUMOURED)


def test_death_needs_no_object():
    (item,) = read("1 fact | Bram | died", sheet("Bram died.")).items
    assert (item.predicate, item.value, item.object) == ("status", "dead", "")


def test_quitting_is_an_ending_and_a_reveal_joins_two_names():
    told = sheet("Isa quit the Salt League. The piper is really Bram.")
    ending, reveal = read(
        "1 fact | Isa | quit | the Salt League\n2 fact | The piper | is really | Bram", told
    ).items
    assert (ending.kind, ending.predicate) == (ItemKind.END, "member_of")
    assert (reveal.kind, reveal.name, reveal.object) == (ItemKind.SAME, "Bram", "The piper")


def test_a_runaway_is_one_item_and_is_flagged():
    """P058 in lines: the last line again and again until the bound."""
    answer = read("1 fact | Bram | got | lute\n" * 30 + "1 fact | Bram | g", finish="length")
    assert triples(answer) == BRAM
    assert Fault.LOOP in answer.faults
    assert Fault.CUT in answer.faults


@pytest.mark.parametrize(
    "text", ["I apologize for the confusion.", "Past the mill she rode on.", "抱歉，我无法回答。"]
)
def test_prose_is_no_answer(text):
    """P048: an apology leaves every sentence silent."""
    answer = read(text)
    assert (answer.is_usable, answer.faults) == (False, (Fault.PROSE,))
    assert len(answer.silent) == 3


def test_the_batch_told_back_is_recognised():
    assert read("1. Bram took the lute.\n2. Isa watched him.").faults == (Fault.PROMPT_ECHO,)


def test_a_fact_without_a_claim_is_refused_and_not_silent():
    answer = read("1 fact\n2 none\n3 none")
    assert answer.refused[0].reason == "It calls the sentence a fact and does not say which."
    assert (answer.silent, answer.nothing) == ((), False)


def test_chinese_lines_are_read_alike():
    told = sheet("小满捡到了铜哨。阿槐去了渡口。")
    assert triples(read("1 事实｜小满｜捡到了｜铜哨\n2 fact | 阿槐 | 到了 | 渡口", told)) == [
        ("12.1", "小满", "holds", "铜哨"),
        ("12.2", "阿槐", "located_in", "渡口"),
    ]


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            [
                "1",
                "2",
                "fact",
                "none",
                "|",
                "｜",
                " ",
                "\n",
                "Bram",
                "gave",
                "Isa the lute",
                "made",
                "died",
                "I",
                "就是",
            ]
        ),
        max_size=40,
    ).map("".join)
)
def test_no_text_whatsoever_raises(text):
    told = sheet()
    answer = checked(read(text, told), told)
    assert answer.items or answer.nothing or answer.faults or answer.refused
