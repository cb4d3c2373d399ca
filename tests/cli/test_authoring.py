"""The author's word, act by act."""

import pytest

KEY = "silver key"


def holder(run, store):
    facts = run("facts", store, KEY, "--json").json["facts"]
    return [fact["object"]["name"] for fact in facts if fact["predicate"] == "held_by"]


def test_a_claim_holds_from_its_turn_on(run, told):
    run("claim", told, KEY, "held_by", "Lin Feng", "--turn", "5")
    assert holder(run, told) == ["Lin Feng"]


def test_a_claim_takes_a_text_instead_of_an_entity(run, told):
    act = run("claim", told, "Ann", "mood", "--value", "cheerful", "--when", "that evening", "--json").json[
        "act"
    ]
    assert (act["kind"], act["payload"]["claim"]["value"]) == ("assert", "cheerful")
    (fact,) = [one for one in run("facts", told, "Ann", "--json").json["facts"] if one["predicate"] == "mood"]
    assert (fact["value"], fact["story_time"], fact["by_author"]) == ("cheerful", "that evening", True)


def test_a_correction_takes_back_what_was_held(run, told):
    run("correct", told, KEY, "held_by", "Mirabel", "--instead", "Ann")
    assert holder(run, told) == ["Mirabel"]


def test_an_end_and_a_retraction_leave_nothing_or_what_was_before(run, told):
    run("end", told, KEY, "held_by", "Ann")
    assert holder(run, told) == []
    run("undo", told, run("acts", told, "--json").json["acts"][-1]["id"])
    run("retract", told, KEY, "held_by", "Ann")
    assert holder(run, told) == ["Mirabel"]


def test_a_lock_keeps_later_text_out(run, told):
    run("lock", told, KEY, "held_by")
    run("tell", told, "Ann gave the silver key to Tom.", "--speaker", "Narrator")
    assert holder(run, told) == ["Ann"]


def test_a_pin_is_shown(run, told):
    run("pin", told, KEY, "held_by")
    assert "(pinned)" in run("facts", told).out


def test_a_rejected_reading_does_not_come_back(run, told):
    run("reject", told, KEY, "held_by", "Ann")
    run("extract", told, "--again", "5", "5")
    assert holder(run, told) == ["Mirabel"]


def test_entities_are_introduced_merged_and_taken_apart(run, told):
    run("introduce", told, "the Fox", "--alias", "Red", "--summary", "Nobody knows her.")
    run("merge", told, "Ann", "the Fox")
    names = {entity["name"]: entity for entity in run("entities", told, "--json").json["entities"]}
    assert "the Fox" not in names
    assert "the Fox" in names["Ann"]["aliases"]
    absorbed = run("acts", told, "--json").json["acts"][-1]["payload"]
    run("unmerge", told, absorbed["keep"], absorbed["absorb"])
    assert "the Fox" in run("entities", told).out


def test_two_are_kept_apart_by_name(run, told):
    assert run("separate", told, "Ann", "Mirabel").code == 0


def test_a_former_name_stays_an_alias(run, told):
    (mira,) = [one for one in run("entities", told, "--json").json["entities"] if one["name"] == "Mirabel"]
    assert mira["aliases"] == ["Mira"]


def test_the_acts_are_listed_with_what_was_undone(run, told, golden):
    run("claim", told, KEY, "held_by", "Lin Feng", "--turn", "5")
    run("undo", told, run("acts", told, "--json").json["acts"][-1]["id"][:8])
    golden("cli/acts.txt", run("acts", told).scrubbed)
    assert [act["stands"] for act in run("acts", told, "--json").json["acts"]] == [True, False, True]


def test_no_acts_are_said_in_words(run, store):
    assert run("acts", store).out == "The author has said nothing yet.\n"


def test_an_act_is_undone_once(run, told):
    act = run("acts", told, "--json").json["acts"][0]["id"]
    assert run("undo", told, act).code == 0
    assert run("undo", told, act).code == 2


@pytest.mark.parametrize("command", ["claim", "correct"])
def test_a_claim_needs_a_far_end(command, run, told):
    done = run(command, told, KEY, "held_by")
    assert done.code == 2
    assert "object" in done.err


def test_an_unknown_name_is_not_taken_for_somebody(run, told):
    done = run("claim", told, KEY, "held_by", "Nobody")
    assert done.code == 3
    assert "Introduce it first" in done.err


def test_the_author_speaks_chinese(run, umbrella):
    done = run("claim", umbrella, "青伞", "held_by", "沈棠", "--json").json["act"]
    assert done["payload"]["claim"]["object"] == "沈棠"


def test_a_reveal_makes_one_of_two_from_a_turn_on(run, told):
    run("introduce", told, "the stranger", "--turn", "1")
    assert run("reveal", told, "Mirabel", "the stranger", "--turn", "4").code == 0
    assert run("why", told, "the stranger", "--as-of", "3").code == 3
    names = [entity["name"] for entity in run("entities", told, "--json").json["entities"]]
    assert "the stranger" not in names


def test_the_stage_is_set_by_hand(run, told):
    act = run("stage", told, "Mirabel", "Ann", "--place", "Moonlit Court", "--when", "day 3", "--json").json[
        "act"
    ]
    claim = act["payload"]["claim"]
    assert (claim["present"], claim["place"], claim["type"]) == (["Mirabel", "Ann"], "Moonlit Court", "scene")
    assert run("stage", told, "Nobody").code == 3
