"""What a structured answer is understood as: calls, JSON in whatever stands around it, and everything else."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.claims.statements import Modality
from fabula.extraction.model import item_shape as shape
from fabula.extraction.model.answers.answer import reasons_for_retry, structured_answer
from fabula.extraction.model.answers.checks import checked
from fabula.extraction.model.items import Change, Fault, ItemKind
from fabula.extraction.model.questions.sheets import sheet_of
from fabula.extraction.model.sheet import Sheet
from fabula.extraction.reader import Window
from fabula.graph.view import View
from fabula.ledger.records import Turn
from fabula.models.chat import Reply, ToolCall

FACT = {"at": "12.1", "is": "fact", "s": "Bram", "p": "holds", "o": "lute"}


def sheet(text="Bram took the lute. Isa watched him.") -> Sheet:
    return sheet_of(Window((Turn("t12", "t11", 12, "assistant", "", text, "k12"),), 0), View())


def read(text, finish="stop"):
    return structured_answer(Reply(text, finish=finish), sheet())


def triples(answer):
    return [(item.name, item.predicate, item.object or item.value) for item in answer.items]


BRAM = [("Bram", "holds", "lute")]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"nothing_changed": False, "items": [FACT]}),
        json.dumps([FACT]),
        json.dumps(FACT),
        json.dumps({"facts": [{key: value for key, value in FACT.items() if key != "is"}]}),
        json.dumps({"operations": [FACT]}),
        json.dumps({"result": {"data": {"items": [FACT]}}}),
        json.dumps({"12.1": [{key: value for key, value in FACT.items() if key != "at"}]}),
        json.dumps({"name": "upsert", "arguments": {"items": [FACT]}}),
        json.dumps({"name": "upsert", "arguments": json.dumps({"items": [FACT]})}),
        json.dumps(FACT) + "\n" + json.dumps(FACT | {"at": "12.1"}),
        "```json\n" + json.dumps({"items": [FACT]}, indent=2) + "\n```",
        "Sure! Here is what [the story] says:\n" + json.dumps([FACT]) + "\nLet me know if {you} need more.",
        '<think>Is it {"items": [1]}? No.</think>' + json.dumps([FACT]),
        "Bram has it, I think.</think>" + json.dumps([FACT]),
        "{'items': [{'at': '12.1', 'is': 'fact', 's': 'Bram', 'p': 'holds', 'o': 'lute',},]}",
        '{"items": [{"at": "12.1", "is": "fact", "s": "Bram", "p": "holds", "o": "lute"}',
        '{"items": [{at: 12.1, is: "fact", s: "Bram", p: "holds", o: "lute"}]}',
        '{"items": [{"line": "#12.1", "type": "fact", "subject": "Bram", "relation": "holds", "object": "lute"}]}',
        '{"items": [{"行": "12.1", "类型": "事实", "主语": "Bram", "谓语": "holds", "宾语": "lute"}]}',
    ],
)
def test_an_item_is_found_in_whatever_it_is_wrapped(text):
    assert triples(read(text)) == BRAM


def test_calls_of_the_offered_tools_count():
    calls = (ToolCall("upsert", json.dumps({"items": [FACT]})),)
    assert triples(structured_answer(Reply("Done!", calls, "tool_calls"), sheet())) == BRAM


def test_nothing_changed_must_be_said():
    said = structured_answer(Reply("", (ToolCall("nothing_changed", "{}"),)), sheet())
    assert said.nothing
    assert read('{"nothing_changed": true, "items": []}').nothing
    assert read('[{"is": "none"}]').nothing
    silent = read('{"nothing_changed": false, "items": []}')
    assert (silent.nothing, silent.is_usable, silent.faults) == (False, False, (Fault.EMPTY,))


def test_prose_that_claims_an_update_changes_nothing():
    """P048: prose is no answer, and it is told apart from "nothing changed"."""
    answer = read("I have updated the memory: Bram now holds the lute.")
    assert (answer.items, answer.nothing, answer.faults) == ((), False, (Fault.PROSE,))
    claimed = read('{"status": "success", "updated": 3}')
    assert (claimed.items, claimed.is_usable) == ((), False)


def test_a_tool_that_was_not_offered_changes_nothing():
    answer = structured_answer(Reply("", (ToolCall("save_memory", json.dumps({"items": [FACT]})),)), sheet())
    assert not answer.is_usable
    assert answer.refused[0].reason == "No tool is called 'save_memory'."


@pytest.mark.parametrize(
    "text",
    [
        '{"$defs": {"Item": {"type": "object"}}, "properties": {"items": {"type": "array"}}}',
        '{"type": "object", "properties": {"items": {"type": "array", "items": {"properties": {"s": {"type": "string"}}}}}}',
    ],
)
def test_a_schema_told_back_is_recognised(text):
    """P046: small models echo the schema instead of filling it."""
    answer = read(text)
    assert (answer.items, answer.refused, answer.faults) == ((), (), (Fault.SCHEMA_ECHO,))


def test_the_batch_told_back_is_recognised():
    assert read("#12 [assistant]: Bram took the lute. Isa watched him.").faults == (Fault.PROMPT_ECHO,)


def test_an_empty_answer_is_empty():
    assert read("").faults == (Fault.EMPTY,)
    assert read("<think>What now").faults == (Fault.THINKING, Fault.EMPTY)


def test_a_loop_yields_one_item_and_is_flagged():
    """P058: the same item fifty times, cut off at the bound."""
    looped = read('{"items": [' + ", ".join([json.dumps(FACT)] * 50) + ', {"at": "12.1", "is": "fa', "length")
    assert triples(looped) == BRAM
    assert set(looped.faults) == {Fault.LOOP, Fault.CUT}


def test_of_a_cut_answer_the_intact_beginning_is_kept_and_nothing_is_finished_for_the_model():
    cut = read(
        '{"items": [' + json.dumps(FACT) + ', {"at": "12.2", "is": "fact", "s": "Isa", "p": "hol', "length"
    )
    assert triples(cut) == BRAM
    assert Fault.CUT in cut.faults
    alone = read('{"items": [{"at": "12.2", "is": "fact", "s": "Isa", "p": "is at", "o": "the mi')
    assert (alone.items, alone.faults) == ((), (Fault.CUT,))


def test_one_bad_item_costs_no_good_one():
    """P050: a wrong column is refused with its reason; the others stand."""
    bad = [
        {"at": -1, "col": -1},
        7,
        {"at": "12.1", "is": "sculpture", "s": "Bram"},
        {"is": "fact", "s": "Bram"},
    ]
    answer = read(json.dumps({"items": [bad[0], FACT, *bad[1:]]}))
    assert triples(answer) == BRAM
    assert [refusal.reason for refusal in answer.refused] == [
        "It is no item but a bare value.",
        "Nobody knows what an item is that calls itself 'sculpture'.",
        "It has no predicate.",
    ]


@pytest.mark.parametrize(
    ("written", "thousandths"),
    [(0.8, 800), ("0.8", 800), ("80%", 800), ("8/10", 800), (7, 1000), (-3, 0), ("high", 800), ("高", 800)],
)
def test_numbers_are_read_as_written_and_clamped(written, thousandths):
    (item,) = read(json.dumps([FACT | {"confidence": written}])).items
    assert item.confidence == thousandths


@pytest.mark.parametrize("written", [None, True, "very", [], {}, "1e999"])
def test_what_is_no_number_says_nothing(written):
    (item,) = read(json.dumps([FACT | {"strength": written}])).items
    assert item.strength is None


def test_a_number_beyond_all_bounds_is_clamped():
    (item,) = read(
        '[{"at": "12.1", "is": "fact", "s": "Bram", "p": "holds", "o": "lute", "strength": -1e999}]'
    ).items
    assert item.strength == -1000


@pytest.mark.parametrize(
    ("word", "modality", "past"),
    [
        ("rumor", Modality.RUMOURED, False),
        ("planned", Modality.PLANNED, False),
        ("Long ago", Modality.ASSERTED, True),
        ("谎言", Modality.LIED, False),
        ("梦", Modality.DREAMED, False),
    ],
)
def test_moods_go_by_many_words(word, modality, past):
    (item,) = read(json.dumps([FACT | {"is": word}])).items
    assert (item.modality, item.past) == (modality, past)
    (item,) = read(json.dumps([FACT | {"modality": word}])).items
    assert (item.modality, item.past) == (modality, past)


def test_corrections_endings_and_contradictions_may_name_a_known_fact_alone():
    items = read(
        json.dumps(
            [
                {"at": "12.1", "is": "end", "known": "f3"},
                {"at": "12.1", "is": "correction", "known": "F5", "v": "nineteen"},
                {"at": "12.1", "is": "contradiction", "known": "f6", "o": "Isa"},
            ]
        )
    ).items
    assert [(item.kind, item.known, item.change) for item in items] == [
        (ItemKind.END, "f3", Change.NEW),
        (ItemKind.FACT, "f5", Change.CORRECTION),
        (ItemKind.FACT, "f6", Change.CONTRADICTS),
    ]


def test_entities_events_and_scenes_keep_their_own_fields():
    entity, event, scene = read(
        json.dumps(
            [
                {"at": "12.1", "type": "character", "name": "Bram", "aliases": "Old Bram, the piper"},
                {"at": "12.1", "is": "event", "s": "theft", "roles": [{"role": "thief", "name": "Bram"}]},
                {"at": "12.2", "is": "scene", "present": ["Bram", "Isa"], "starts": "yes"},
            ]
        )
    ).items
    assert (entity.kind, entity.entity_kind, entity.aliases) == (
        ItemKind.ENTITY,
        "character",
        ("Old Bram", "the piper"),
    )
    assert (event.name, event.roles) == ("theft", (("thief", "Bram"),))
    assert (scene.present, scene.starts) == (("Bram", "Isa"), True)


def test_several_subjects_are_an_item_each():
    assert triples(read(json.dumps([FACT | {"s": ["Bram", "Isa"], "p": "is at", "o": "mill"}]))) == [
        ("Bram", "located_in", "mill"),
        ("Isa", "located_in", "mill"),
    ]


def test_what_a_model_is_told_after_a_failure_is_about_this_answer():
    assert reasons_for_retry(read("")) == "The answer was empty."
    refused = checked(read(json.dumps([FACT | {"s": "Juno Pike"}])), sheet())
    assert reasons_for_retry(refused) == '"Juno Pike" does not occur in what was read.'
    assert reasons_for_retry(read(json.dumps([FACT]))) == ""


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        ["fact", "end", "12.1", "Bram", "lute", "f1", "e1", "\ud800", "\x00", "holds", "I", "她"]
    )
)
KEYS = st.sampled_from([*shape.FIELDS, "items", "facts", "arguments", "name", "nothing_changed"]) | st.text(
    max_size=5
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None)
@given(TREES, st.integers(0, 400), st.booleans())
def test_no_json_whatsoever_raises(tree, cut, is_call):
    text = json.dumps(tree)[: cut or None]
    reply = Reply("", (ToolCall("upsert", text),)) if is_call else Reply(text)
    answer = checked(structured_answer(reply, sheet()), sheet())
    assert answer == checked(structured_answer(reply, sheet()), sheet())
    for item in answer.items:
        json.dumps([item.name, item.object, item.value, item.sentence]).encode()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.text(alphabet='{}[]":,\\ab1<think/>`\n', max_size=120))
def test_no_text_whatsoever_raises(text):
    answer = checked(structured_answer(Reply(text), sheet()), sheet())
    assert answer.items or answer.nothing or answer.faults or answer.refused


@pytest.mark.parametrize(
    "text", ["[" * 5000, '{"a":' * 3000, '{"items":[{"s":"' + "x" * 300_000, '["' + "\\" * 999]
)
def test_endless_answers_come_to_an_end(text):
    assert read(text).items == ()
