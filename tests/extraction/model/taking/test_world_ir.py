"""Structured facts from elsewhere in place of prose: linked, checked and refused like a model's."""

import pytest

import fabula
from fabula.errors import InvalidInputError, TurnNotFoundError
from fabula.extraction.model.taking.world_ir import WorldIr, by_turn, read_world_ir
from fabula.graph.phrase import phrase
from fabula.ledger.records import READER, Status


@pytest.fixture
def story():
    told = fabula.open(":memory:", story="ir")
    told.tell("Lin Yao shows Mira the silver key. Mira nods.", speaker="Narrator")
    told.tell("林瑶把银钥匙交给了林峰。", speaker="旁白")
    return told


def read(story, *records, **settings):
    ledger = story._ledger
    return read_world_ir(ledger, story._views, ledger.head(story.branch), records, **settings)


def says(story):
    view = story.view()
    return [phrase(fact, view) for fact in view.facts()]


def refused(story):
    counting = [story._ledger.selected(turn.id).get(READER, "") for turn in story.turns()]
    bodies = story._ledger.bodies([body for body in counting if body])
    return [refusal.reason for body in counting if body for refusal in bodies[body].refused]


def test_entities_edges_and_attributes_become_facts_n07(story):
    report = read(
        story,
        {"turn": 1, "type": "individual", "name": "Lin Yao", "labels": ["heir"], "summary": "An heir."},
        {"turn": 1, "sourceName": "Lin Yao", "targetName": "Mira", "relation": "TRUSTS", "strength": 0.5},
        {"turn": 1, "name": "Mira", "attributes": {"Eye colour": "green"}},
        {"turn": 2, "subject": "林峰", "predicate": "持有", "object": "银钥匙"},
    )
    view = story.view()

    assert set(says(story)) == {
        "Lin Yao: trusts: Mira",
        "Mira: eye color: green",
        "银钥匙在林峰手里",
    }
    assert view.entity("Lin Yao").entity.labels == ("heir",)
    assert view.timeline("Lin Yao", "trusts")[0].strength == 500
    assert (report.read, report.refused) == (2, 0)


def test_lists_within_a_record_are_taken_apart(story):
    read(
        story,
        {
            "turn": 1,
            "entities": [{"name": "Mira", "kind": "character"}],
            "events": [{"name": "the showing", "participants": ["Mira"]}],
            "edges": [{"source": "Lin Yao", "target": "silver key", "relation": "holds"}, 7],
        },
    )

    assert set(says(story)) == {"Mira is involved in the showing", "silver key is held by Lin Yao"}
    assert refused(story) == ["it has neither a name nor a subject"]


def test_kinds_that_the_graph_does_not_take_are_skipped_with_their_edges_n07(story):
    read(
        story,
        {"turn": 1, "name": "silver key", "type": "item"},
        {"turn": 1, "source": "Mira", "target": "silver key", "relation": "wants"},
        {"turn": 1, "source": "Mira", "target": "Lin Yao", "relation": "ally_of"},
        kinds=("character", "group", "faction"),
    )

    assert says(story) == ["Lin Yao and Mira are allies"]
    assert refused(story) == ["'silver key' is of the kind 'item', which the graph does not take"] * 2


def test_an_edge_whose_end_is_unknown_is_skipped_and_reported_n10(story):
    read(story, {"turn": 1, "source": "Mira", "target": "Zed", "relation": "ally_of"})

    assert says(story) == []
    assert refused(story) == ["nothing that was read calls anybody or anything 'Zed'"]
    assert story.status(1) is Status.SUSPICIOUS


@pytest.mark.parametrize(
    "wrong",
    [{"strength": 1.5}, {"strength": "much"}, {"fact": "No."}, {"relation": "x" * 49}, {"relation": "7"}],
)
def test_an_edge_beyond_its_bounds_is_refused_n10(story, wrong):
    read(story, {"turn": 1, "source": "Mira", "target": "Lin Yao", "relation": "knows", **wrong})

    assert says(story) == []
    assert len(refused(story)) == 1


def test_a_short_chinese_fact_is_long_enough_n10(story):
    read(story, {"turn": 2, "source": "林峰", "target": "林瑶", "relation": "信任", "fact": "他信她"})

    assert says(story) == ["他信她"]


def test_no_change_writes_no_version_and_a_changed_fact_does_n11(story):
    edge = {"source": "Mira", "target": "Lin Yao", "relation": "knows", "strength": 0.2}
    read(story, {"turn": 1, **edge})
    story.tell("Mira and Lin Yao.")
    story.tell("Mira and Lin Yao talk.")
    read(story, {"turn": 3, **edge}, {"turn": 4, **edge, "strength": 0.9})

    versions = story.view().timeline("Mira", "knows")
    assert [(one.strength, one.opened, one.closed) for one in versions] == [(200, 1, 4), (900, 4, None)]


def test_records_of_one_turn_see_each_other_n12(story):
    read(
        story,
        {"turn": 1, "subject": "Mira", "relation": "holds", "object": "silver key"},
        {"turn": 1, "subject": "Mira", "relation": "holds", "object": "silver key", "ended": True},
    )

    assert [one.standing.value for one in story.view().timeline("silver key", "held_by")] == ["ended"]


def test_a_quote_is_the_evidence_and_one_that_does_not_stand_there_is_refused(story):
    nod = {"turn": 1, "subject": "Mira", "predicate": "mood", "value": "calm"}
    read(story, {**nod, "quote": "Mira nods."}, {**nod, "value": "cross", "quote": "Mira frowns."})

    (fact,) = story.view().facts()
    assert (fact.value, fact.evidence[0].quote) == ("calm", "Mira nods.")
    assert refused(story) == ["its quote is not in the turn"]


@pytest.mark.parametrize(
    ("record", "quote"),
    [
        ({"subject": "Mira", "object": "Lin Yao"}, "Lin Yao shows Mira the silver key."),
        ({"subject": "Narrator", "object": "Mira"}, "Lin Yao shows Mira the silver key. Mira nods."),
    ],
)
def test_without_a_quote_the_first_sentence_with_all_names_is_the_evidence_else_the_turn(
    story, record, quote
):
    read(story, {"turn": 1, "relation": "knows", **record})

    (fact,) = story.view().facts()
    assert fact.evidence[0].quote == quote


def test_turns_without_records_keep_their_reading(story):
    story.extract()
    before = story._ledger.selected(story.turn(2).id)
    read(story, {"turn": 1, "subject": "Mira", "predicate": "mood", "value": "calm"})

    assert story._ledger.selected(story.turn(2).id) == before
    assert "Mira: mood: calm" in says(story)


def test_the_same_records_again_are_read_once(story):
    record = {"turn": 1, "subject": "Mira", "predicate": "mood", "value": "calm"}

    assert read(story, record).read == 1
    assert read(story, record).read == 0


def test_records_without_a_turn_are_of_the_last_one(story):
    read(story, {"subject": "林瑶", "predicate": "mood", "value": "平静"})

    assert story.view().facts()[0].opened == 2


def test_a_turn_may_be_named_by_its_id(story):
    read(story, {"turn": story.turn(1).id, "subject": "Mira", "predicate": "mood", "value": "calm"})

    assert story.view().facts()[0].opened == 1


def test_a_turn_that_is_not_on_the_line_is_an_error(story):
    with pytest.raises(TurnNotFoundError, match="it has 2 turns"):
        read(story, {"turn": 9, "name": "Mira"})


def test_what_is_no_record_is_an_error():
    with pytest.raises(InvalidInputError, match="is a JSON object"):
        by_turn(["Mira"], 1)


def test_reveals_scenes_and_beliefs_are_records_too(story):
    read(
        story,
        {"turn": 1, "kind": "scene", "present": ["Mira", "Lin Yao"], "starts": True, "when": "day 4"},
        {"turn": 1, "subject": "Lin Yao", "relation": "holds", "object": "silver key", "holder": "Mira"},
        {"turn": 2, "same": ["林瑶", "Lin Yao"]},
    )
    view = story.view()

    assert view.entity("Lin Yao").entity.name == "林瑶"
    assert len(view.stage.present) == 2
    assert [fact.period.label for fact in view.facts(holder="npc-mira")] == ["day 4"]


def test_it_is_an_extractor_like_any_other(story):
    story.extract(WorldIr({1: [{"subject": "Mira", "predicate": "mood", "value": "calm"}]}))

    assert says(story) == ["Mira: mood: calm"]
    assert [story.status(one) for one in (1, 2)] == [Status.OK, Status.EMPTY]


def test_its_identity_is_that_of_its_records():
    one = WorldIr({1: [{"name": "Mira"}]})

    assert one.identity == WorldIr({1: [{"name": "Mira"}]}).identity
    assert one.identity != WorldIr({1: [{"name": "Bram"}]}).identity
