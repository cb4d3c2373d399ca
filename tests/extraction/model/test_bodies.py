"""What answers come to: whose refusal it is, how each turn went, and what the first body bears."""

import pytest

from fabula.claims.statements import Assertion
from fabula.extraction.model.bodies import Heard, bodies_of
from fabula.extraction.model.items import Answer, Fault, Item, ItemKind, Refused
from fabula.extraction.model.questions.sheets import sheet_of, split
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Message, Refusal, Status
from fabula.ledger.tree import chain_after
from fabula.models.chat import Usage

LUTE = Item(ItemKind.FACT, "1.1", name="Bram", predicate="holds", object="lute")
NOTHING = Answer(nothing=True)


def window(*texts):
    return Window(tuple(chain_after(None, [Message(text, "assistant") for text in texts])), 0)


TWO = window("Bram took the lute. He smiled.", "They wait. It rains.")


def bodies(told, *answers, known=None, **heard):
    """The bodies of answers about the whole window, or about its parts in order."""
    known = known or View()
    sheet = sheet_of(told, known)
    parts = (sheet,) if len(answers) == 1 else split(sheet)
    return bodies_of(Heard(list(zip(parts, answers, strict=True)), **heard), told, known, "reader/1")


def statuses(made):
    return [body.status.value for body in made]


@pytest.mark.parametrize(
    ("at", "place"),
    [("1.1", 0), ("#2.2", 1), ("2", 1), ("2.9", 1), ("2.1, 1.1", 1), ("", 0), ("9.1", 0), ("nowhere", 0)],
)
def test_a_refusal_goes_to_the_turn_that_it_cites_or_to_the_first(at, place):
    made = bodies(TWO, Answer(nothing=True, refused=(Refused("drum", "No drum.", at),)))

    assert [body.refused for body in made].index((Refusal("drum", "No drum."),)) == place


def test_without_an_answer_every_turn_is_empty():
    made = bodies_of(Heard(), window("…", "!"), View(), "reader/1")

    assert statuses(made) == ["empty", "empty"]


def test_a_window_of_no_use_fails_with_what_was_wrong_and_with_what_was_refused():
    made = bodies(TWO, Answer(refused=(Refused("send", "No such tool."),), faults=(Fault.PROSE,)))

    assert statuses(made) == ["failed", "failed"]
    assert [len(body.refused) for body in made] == [2, 1]
    assert all("prose" in body.refused[-1].reason for body in made)


def test_one_part_of_no_use_fails_its_turns_alone():
    made = bodies(TWO, Answer((LUTE,)), Answer(faults=(Fault.EMPTY,)))

    assert statuses(made) == ["ok", "failed"]


def test_silence_about_a_line_is_told_and_makes_its_turn_doubtful():
    made = bodies(TWO, Answer((LUTE,), silent=("1.2", "2.1", "2.2")))

    assert statuses(made) == ["suspicious", "suspicious"]
    assert [body.refused[-1].reason for body in made] == [
        "Nothing was said of 1.2.",
        "Nothing was said of 2.1, 2.2.",
    ]
    assert len(made[0].claims) > 0


def test_what_rules_find_and_the_model_told_elsewhere_was_not_missed():
    told = window("Lin Feng gave the key to Lin Yao.", "So the key is now with Lin Yao.")
    key = Item(ItemKind.FACT, "2.1", name="Lin Yao", predicate="holds", object="key")

    assert statuses(bodies(told, NOTHING))[0] == "suspicious"
    assert statuses(bodies(told, Answer((key,)))) == ["ok", "ok"]


def test_to_name_somebody_is_not_to_tell_what_the_turn_states():
    told = window("Lin Feng gave the key to Lin Yao.", "Lin Feng left the guild.")
    left = Item(ItemKind.FACT, "2.1", name="Lin Feng", predicate="left", object="guild")

    assert statuses(bodies(told, Answer((left,)))) == ["suspicious", "ok"]


def test_the_first_body_bears_the_cost_and_the_faults():
    heard = {"usage": Usage(2, 10, 5), "faults": {Fault.FENCED: 2, Fault.CUT: 1}}
    first, second = bodies(TWO, NOTHING, **heard)

    assert first.usage == {"calls": 2, "prompt": 10, "completion": 5, "fault_cut": 1, "fault_fenced": 2}
    assert second.usage == {}


def test_what_was_shown_is_marked_by_whom_it_was_about_and_not_by_its_keys(telling, say):
    def mark(name):
        story = telling().tell(f"{name} took the lute.", say("1.1", "fact", name, "holds", "lute"))
        return bodies(window("The lute is here."), NOTHING, known=story.view)[0].known

    assert mark("Bram") == mark("Bram") != mark("Isa")
    assert bodies(TWO, NOTHING)[0].known == ""


def test_claims_keep_to_their_turns():
    drum = Item(ItemKind.FACT, "2.1", name="Isa", predicate="holds", object="drum")
    made = bodies(window("Bram took the lute.", "Isa took the drum."), Answer((drum, LUTE)))

    assert [[one.subject for one in body.claims if isinstance(one, Assertion)] for body in made] == [
        ["Bram"],
        ["Isa"],
    ]
    assert [body.status for body in made] == [Status.OK, Status.OK]
