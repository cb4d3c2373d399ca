"""Asking until an answer is of use: in which order, how often, and what is kept of each try."""

import json

import pytest

from fabula.errors import ModelUnavailableError
from fabula.extraction.model.asking import FORMS, Asking
from fabula.extraction.model.items import Fault
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.model.questions.structured_wording import instruction
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.reader import Window
from fabula.extraction.spending import charge_of
from fabula.graph.view import View
from fabula.ledger.records import Message
from fabula.ledger.tree import chain_after
from fabula.models.chat import Reply, ToolCall, Usage
from fabula.models.scripted import ScriptedModel

TEXT = "Bram took the lute. Isa married Bram. Isa went to Eel Harbour."
LUTE = {"at": "1.1", "is": "fact", "s": "Bram", "p": "holds", "o": "lute"}
WEDDING = {"at": "1.2", "is": "fact", "s": "Isa", "p": "spouse of", "o": "Bram"}
HARBOUR = {"at": "1.3", "is": "fact", "s": "Isa", "p": "is at", "o": "Eel Harbour"}
INVENTED = {"at": "1.1", "is": "fact", "s": "Zed", "p": "holds", "o": "lute"}
PROSE = "I think that this is a lovely story."
NOTHING = json.dumps({"nothing_changed": True, "items": []})
STRUCTURED = ("schema", "tool", "json", "plain")


def sheet(text=TEXT):
    turns = tuple(chain_after(None, [Message(text, "assistant")]))
    return sheet_of(Window(turns, 0), View())


def answer(*items):
    return json.dumps({"nothing_changed": False, "items": items})


def replied(text, finish="stop"):
    return Reply(text, finish=finish, usage=Usage(1, 10, 5))


def asked(form, *script, text=TEXT, is_last=True, **settings):
    """The answer that comes of a script, and the asking."""
    model = ScriptedModel(script)
    asking = Asking(model, FORMS[form], ReadingSettings(form=form, **settings), is_last=is_last)
    got = asking.about(sheet(text))
    assert len(model.asks) == len(script), "every line of the script was said"
    return got, asking


def facts(got):
    return [(item.name, item.predicate, item.object or item.value) for item in got.items]


def last_message(asking, number):
    return asking.model.asks[number].messages[-1].text


@pytest.mark.parametrize("form", STRUCTURED)
def test_a_good_answer_needs_one_question(form):
    got, asking = asked(form, answer(LUTE, WEDDING))

    assert facts(got) == [("Bram", "holds", "lute"), ("Isa", "spouse_of", "Bram")]
    assert (got.refused, got.silent, asking.usage.calls, dict(asking.faults)) == ((), (), 1, {})


@pytest.mark.parametrize("form", STRUCTURED)
def test_the_word_that_nothing_changed_is_an_answer(form):
    got, asking = asked(form, NOTHING)

    assert (got.nothing, got.items, asking.usage.calls) == (True, (), 1)


def test_a_called_tool_is_an_answer():
    call = Reply("", (ToolCall("upsert", json.dumps({"items": [LUTE]})),), "tool_calls", Usage(1))
    got, _ = asked("tool", call)

    assert facts(got) == [("Bram", "holds", "lute")]


def test_lines_ask_about_each_sentence_by_itself():
    got, asking = asked("lines", "1 fact | Bram | got | lute", "1 fact | Isa | married | Bram", "1 none")

    assert facts(got) == [("Bram", "holds", "lute"), ("Isa", "spouse_of", "Bram")]
    assert (asking.usage.calls, got.silent) == (3, ())


@pytest.mark.parametrize("form", STRUCTURED)
def test_a_useless_answer_is_held_up_with_the_reason_and_then_less_is_asked(form):
    got, asking = asked(form, PROSE, PROSE, answer(LUTE))
    first, again, shorter = asking.model.asks

    assert facts(got) == [("Bram", "holds", "lute")]
    assert again.messages[: len(first.messages)] == first.messages
    assert PROSE in again.messages[-2].text
    assert "prose" in again.messages[-1].text
    is_tool = "tool" if form == "tool" else "object"
    assert shorter.messages[0].text == instruction(ReadingSettings().types, is_tool, short=True)
    assert asking.faults[Fault.PROSE] == 2


def test_less_is_not_asked_where_somebody_will_ask_about_fewer_turns():
    got, _ = asked("schema", PROSE, PROSE, is_last=False)

    assert (got.is_usable, got.silent) == (False, ("1.1", "1.2", "1.3"))


def test_an_answer_that_stays_useless_says_what_was_wrong_each_time():
    got, asking = asked("schema", PROSE, "", "still nothing")

    assert (got.is_usable, got.refused) == (False, ())
    assert got.faults == (Fault.PROSE, Fault.EMPTY)
    assert (asking.usage.calls, asking.faults[Fault.PROSE], asking.faults[Fault.EMPTY]) == (3, 2, 1)


def test_a_second_answer_of_no_use_does_not_hide_what_was_wrong_with_the_first():
    got, _ = asked("schema", '{"properties": {"items": {"type": "array"}}}', "", is_last=False)

    assert got.faults == (Fault.SCHEMA_ECHO, Fault.EMPTY)


def test_an_answer_of_which_nothing_can_be_taken_is_asked_for_once_more():
    got, asking = asked("schema", answer(INVENTED), answer(LUTE))

    assert facts(got) == [("Bram", "holds", "lute")]
    assert '"Zed"' in last_message(asking, 1)
    assert ['"Zed"' in one.reason for one in got.refused] == [True], "what was made up stays in sight"


def test_a_model_that_insists_on_what_it_made_up_is_not_asked_a_third_time():
    got, asking = asked("schema", answer(INVENTED), answer(INVENTED))

    assert (got.items, len(got.refused), asking.usage.calls, got.silent) == ((), 1, 2, ())


def test_what_was_refused_is_kept_when_the_second_answer_is_prose():
    got, _ = asked("schema", answer(INVENTED), PROSE)

    assert (got.items, len(got.refused), got.silent) == ((), 1, ())


def test_an_answer_of_which_something_stands_is_not_asked_for_again():
    got, _ = asked("schema", answer(LUTE, INVENTED))

    assert (facts(got), len(got.refused)) == ([("Bram", "holds", "lute")], 1)


def test_a_refused_item_knows_the_line_that_it_cites():
    got, _ = asked("schema", answer(LUTE, INVENTED | {"at": "1.2"}, {"at": "1.3", "is": "fact", "s": "Isa"}))

    assert sorted(one.at for one in got.refused) == ["1.2", "1.3"]


def test_an_answer_that_was_cut_keeps_what_it_said_and_is_asked_about_the_rest():
    cut = replied(answer(LUTE)[:-2] + ', {"at": "1.2", "is": "fa', "length")
    got, asking = asked("schema", cut, answer(WEDDING, HARBOUR))

    assert [fact[0] for fact in facts(got)] == ["Bram", "Isa", "Isa"]
    assert "1.1 Bram took" not in last_message(asking, 1).partition("Read now:")[2]
    assert "1.2 Isa married" in last_message(asking, 1)
    assert (asking.faults[Fault.CUT], got.silent) == (1, ())


def test_what_is_left_when_even_the_rest_is_cut_is_told():
    cut = replied(answer(LUTE)[:-2] + ",", "length")
    again = replied(answer(WEDDING)[:-2] + ",", "length")
    got, _ = asked("schema", cut, again)

    assert (len(got.items), got.silent) == (2, ("1.3",))


def test_what_is_left_when_nothing_comes_of_the_rest_is_told():
    got, _ = asked("schema", replied(answer(LUTE)[:-2] + ",", "length"), PROSE)

    assert (len(got.items), got.silent) == (1, ("1.2", "1.3"))


def test_nothing_said_before_the_cut_is_taken_at_its_word():
    got, asking = asked("schema", replied(f"{NOTHING} For in this", "length"))

    assert (got.nothing, got.silent, asking.usage.calls) == (True, (), 1)


def test_lines_are_asked_again_by_halves():
    got, asking = asked(
        "lines", PROSE, "1 fact | Bram | got | lute", "1 none", "1 none", text=TEXT, sentences_per_call=2
    )

    assert facts(got) == [("Bram", "holds", "lute")]
    assert got.silent == ()
    assert "Isa married" in last_message(asking, 0)
    assert "Isa married" not in last_message(asking, 1)


def test_silent_lines_are_asked_about_alone():
    got, asking = asked(
        "lines", "1 fact | Bram | got | lute\n3 none", "1 fact | Isa | married | Bram", sentences_per_call=4
    )

    assert (len(got.items), got.silent) == (2, ())
    assert "Isa married Bram" in last_message(asking, 1)
    assert "lute" not in last_message(asking, 1)
    assert asking.faults[Fault.MISSING_LINES] == 1


def test_lines_that_stay_silent_are_told():
    got, _ = asked("lines", "1 none\n3 none", PROSE, sentences_per_call=4)

    assert (got.nothing, got.silent) == (True, ("1.2",))


def test_a_line_alone_is_asked_about_once():
    got, asking = asked("lines", "1 none", PROSE, "1 none")

    assert (asking.usage.calls, got.nothing, got.silent) == (3, True, ("1.2",))
    assert asking.faults[Fault.PROSE] == 1


def test_one_silent_line_does_not_silence_the_others():
    got, _ = asked("lines", PROSE, "1 fact | Isa | married | Bram", PROSE, is_last=False)

    assert (len(got.items), got.silent) == (1, ("1.1", "1.3"))


def test_a_line_that_can_not_be_taken_is_not_asked_for_again():
    got, asking = asked("lines", "1 fact | Zed | got | lute", "1 none", "1 none")

    assert (asking.usage.calls, got.items, got.silent) == (3, (), ())
    assert [one.at for one in got.refused] == ["1.1"]


def test_what_an_error_cut_short_is_charged_to_it():
    script = [replied(PROSE), replied(PROSE), ModelUnavailableError("gone")]
    with pytest.raises(ModelUnavailableError) as caught:
        asked("schema", *script)

    assert charge_of(caught.value) == Usage(2, 20, 10)


def test_usage_adds_up_over_every_try():
    _, asking = asked("schema", *[replied(PROSE)] * 2, replied(answer(LUTE)))

    assert asking.usage == Usage(3, 30, 15)


def test_a_copied_example_counts_as_an_echo():
    _, asking = asked("schema", answer(LUTE, LUTE | {"s": "Wick", "o": "brass lantern"}))

    assert asking.faults[Fault.PROMPT_ECHO] == 1


def test_the_same_thing_said_in_two_tries_is_one():
    got, _ = asked("schema", replied(answer(LUTE)[:-2] + ",", "length"), answer(LUTE, WEDDING, HARBOUR))

    assert len(got.items) == 3
