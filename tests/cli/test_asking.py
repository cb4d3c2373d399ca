"""Asking: facts, entities, recall, context."""

KEY = "silver key"
CUE = "Who has the silver key?"


def test_facts_are_sentences_with_their_turn_and_quote(run, told, golden):
    golden("cli/facts.txt", run("facts", told).out)


def test_past_versions_say_where_they_stand(run, told, golden):
    golden("cli/facts-all.txt", run("facts", told, KEY, "--all").out)


def test_facts_as_json_have_ends_by_id_and_name_and_evidence(run, told):
    shape = run("facts", told, KEY, "--json").json
    (fact,) = shape["facts"]
    assert shape["turn"] == 5
    assert fact["subject"] == {"id": "item-silver-key", "name": KEY}
    assert (fact["predicate"], fact["object"]["name"], fact["standing"]) == ("held_by", "Ann", "current")
    assert fact["evidence"][0]["quote"] in "Mira gave the silver key to Ann."


def test_facts_can_be_asked_as_of_an_earlier_turn(run, told):
    (fact,) = run("facts", told, KEY, "--as-of", "1", "--json").json["facts"]
    assert fact["object"]["name"] == "Lin Yao"


def test_nothing_holds_before_the_first_turn(run, told):
    assert run("facts", told, "--as-of", "0", "--json").json == {"turn": 0, "facts": []}


def test_facts_differ_from_branch_to_branch(run, told):
    (fact,) = run("facts", told, KEY, "--branch", "kinder", "--json").json["facts"]
    assert fact["object"]["name"] == "Player"


def test_nothing_held_is_said_in_words(run, tmp_path):
    run("tell", tmp_path / "m.db", "It rained.")
    assert run("facts", tmp_path / "m.db").out == "Nothing of the kind holds at turn 1.\n"


def test_beliefs_are_kept_apart_from_canon(run, told):
    run("claim", told, KEY, "held_by", "Mirabel", "--holder", "Ann", "--modality", "lied")
    assert "Ann, lied: silver key is held by Mirabel" in run("facts", told, "--beliefs").out
    assert "lied" not in run("facts", told).out


def test_facts_from_a_point_of_view_are_what_somebody_can_know(run, told):
    run("claim", told, "Lin Feng", "fears", "Ann", "--holder", "Mirabel")
    known = run("facts", told, "--pov", "Mirabel", "--strict", "--json").json["facts"]
    assert "Lin Yao is at Moonlit Court" not in {fact["phrase"] for fact in known}
    assert {(fact["holder"] or {}).get("name") for fact in known} == {None, "Mirabel"}


def test_a_point_of_view_takes_no_past_and_has_its_beliefs_already(run, told):
    assert run("facts", told, "--pov", "Mirabel", "--all").code == 2
    assert run("facts", told, "--pov", "Mirabel", "--beliefs").code == 2
    assert run("facts", told, "--pov", "Nobody").code == 3


def test_facts_can_be_asked_at_a_story_time(run, told):
    run("claim", told, "Ann", "status", "--value", "ill", "--when", "day 2")
    run("claim", told, "Ann", "status", "--value", "well", "--when", "day 4")
    (status,) = run("facts", told, "Ann", "--at", "day 3", "--json").json["facts"][-1:]
    assert status["value"] == "ill"
    assert run("facts", told, "--at", "one fine morning").code == 2


def test_entities_come_in_the_order_of_meeting(run, told, golden):
    golden("cli/entities.txt", run("entities", told).out)


def test_entities_of_one_kind(run, told):
    shape = run("entities", told, "--kind", "item", "--json").json
    assert [entity["name"] for entity in shape["entities"]] == [KEY]


def test_a_recall_gives_scores_and_reasons(run, told, golden):
    golden("cli/recall.txt", run("recall", told, CUE, "--limit", "3").out)


def test_a_recall_as_json_has_hits_with_facts(run, told):
    shape = run("recall", told, CUE, "--json").json
    assert set(shape) == {"cue", "turn", "status", "starts", "hits"}
    first = next(hit for hit in shape["hits"] if hit["kind"] == "fact")
    assert first["fact"]["object"]["name"] == "Ann"
    assert shape["hits"][0]["reasons"]


def test_a_recall_by_relations_alone(run, told):
    assert run("recall", told, CUE, "--policy", "relations").code == 0
    assert run("recall", told, CUE, "--policy", "magic").code == 2


def test_nothing_recalled_is_said_in_words(run, told):
    assert run("recall", told, CUE, "--limit", "0").out == "Nothing comes to mind.\n"


def test_a_context_is_the_text_alone(run, told, golden):
    golden("cli/context.txt", run("context", told, CUE, "--budget", "200").out)


def test_a_receipt_says_what_was_kept_and_cut(run, told, golden):
    golden("cli/context-receipt.txt", run("context", told, CUE, "--budget", "120", "--receipt").out)


def test_a_context_as_json_keeps_to_its_budget(run, told):
    shape = run("context", told, CUE, "--budget", "150", "--json").json
    assert 0 < shape["tokens"] <= 150
    assert shape["receipt"]["budget"] == 150


def test_a_context_leaves_out_what_the_model_sees_anyway(run, told):
    shape = run("context", told, CUE, "--visible", "1", "--json").json
    assert "visible" in {row["why"] for row in shape["receipt"]["cut"]}


def test_a_chinese_story_is_asked_in_chinese(run, umbrella):
    assert (
        run("recall", umbrella, "青伞在谁手里？", "--json").json["hits"][0]["fact"]["object"]["name"]
        == "何三娘"
    )


def test_entities_can_be_those_that_somebody_knows_of(run, told):
    run("introduce", told, "Su Wan")
    known = run("entities", told, "--pov", "Su Wan", "--strict", "--json").json["entities"]
    assert [entity["name"] for entity in known] == ["Su Wan"]


def test_a_recall_stays_within_what_somebody_knows(run, told):
    run("introduce", told, "Su Wan")
    shown = run("recall", told, CUE, "--pov", "Su Wan", "--strict", "--json").json["hits"]
    assert [hit for hit in shown if hit["kind"] == "fact"] == []
    assert run("recall", told, CUE, "--pov", "Nobody").code == 3
