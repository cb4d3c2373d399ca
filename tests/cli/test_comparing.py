"""Two places of a story side by side."""


def test_two_branches_are_compared_in_words(run, told, golden):
    golden("cli/compare.txt", run("compare", told, "main", "kinder").out)


def test_a_comparison_as_json_has_facts_of_either_side(run, told):
    shape = run("compare", told, "main", "kinder", "--json").json
    (pair,) = shape["different"]
    assert (pair["one"]["object"]["name"], pair["other"]["object"]["name"]) == ("Ann", "Player")
    assert (shape["one"]["name"], shape["one"]["turn"], shape["other"]["turn"]) == ("main", 5, 3)
    assert shape["same"] is False
    assert {entity["name"] for entity in shape["entities_only_one"]} == {"Ann", "Mirabel"}


def test_turns_from_the_end_and_tags_are_places_too(run, told):
    shape = run("compare", told, "the gift", "-1", "--json").json
    assert (shape["one"]["turn"], shape["other"]["turn"]) == (3, 5)
    assert shape["different"][0]["one"]["object"]["name"] == "Mirabel"


def test_a_place_compared_with_itself_tells_the_same(run, told):
    assert run("compare", told, "main", "-1").out.splitlines()[-1] == "They tell the same."
    assert run("compare", told, "5", "main", "--json").json["same"] is True


def test_two_moments_of_story_time_do_not_mix(run, told):
    run("claim", told, "Ann", "status", "--value", "well", "--when", "day 4")
    assert "Ann is well" in run("compare", told, "4", "5", "--at", "day 4").out
    assert "Ann is well" not in run("compare", told, "4", "5", "--at", "day 1").out


def test_a_place_that_is_nowhere_is_an_error(run, told):
    assert run("compare", told, "main", "nowhere").code == 3
