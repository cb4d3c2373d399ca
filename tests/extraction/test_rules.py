"""The extractor without a model, as its callers see it."""

import time

from fabula.claims import Assertion, EntityClaim, Scene
from fabula.extraction.reader import Window
from fabula.extraction.rules import Rules
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES
from fabula.graph.view import View
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Status, Turn


def turn(text, number=1, **more):
    speaker = more.pop("speaker", "Narrator")
    role = more.pop("role", "assistant")
    return Turn(turn_id(ROOT, speaker, text), ROOT, number, role, speaker, text, text_key(text), **more)


def read(text, **more):
    (body,) = Rules().read(Window((turn(text, **more),), 0), View())
    return body


def told(texts):
    """The view after these turns, each read by itself as it came."""
    view, turns = View(), []
    for number, text in enumerate(texts, 1):
        turns.append(turn(text, number))
        window = turns[-3:]
        bodies = tuple(Rules().read(Window(tuple(window), len(window) - 1), view))
        claims = TurnClaims(turns[-1].stem, bodies, (), lambda back: turns[-1 - back].stem)
        view = View(turns[-1].id, number, "", fold_turn(view.state, claims, NO_RULES))
    return view


def facts(body):
    return [
        (claim.subject, claim.predicate, claim.object or claim.value, claim.holder)
        for claim in body.claims
        if isinstance(claim, Assertion)
    ]


def scene(body):
    (found,) = (claim for claim in body.claims if isinstance(claim, Scene))
    return found


def test_every_fresh_turn_gets_a_body_in_order():
    window = Window((turn("Mira nodded."), turn("It rained.", 2), turn("Tom died.", 3)), 1)
    bodies = Rules().read(window, View())
    assert [body.status for body in bodies] == [Status.EMPTY, Status.OK]
    assert {body.extractor for body in bodies} == {"rules/1"}


def test_the_same_window_gives_the_same_body():
    assert read("Mira gave Tom the silver key.") == read("Mira gave Tom the silver key.")


def test_every_quote_stands_where_it_says():
    text = "  Rain fell. Mira gave Tom the silver key.\n\n克莱恩来到廷根城。  "
    body = read(text)
    quotes = [quote for claim in body.claims for quote in getattr(claim, "evidence", ())]
    normal = turn(text).normal
    assert len(quotes) >= 4
    assert all(normal[quote.start : quote.end] == quote.text for quote in quotes)


def test_whoever_a_fact_names_is_introduced_before_it():
    body = read("Mira gave Tom the silver key.")
    kinds = [type(claim) for claim in body.claims]
    assert kinds.index(Assertion) == 3
    assert {claim.name for claim in body.claims if isinstance(claim, EntityClaim)} == {
        "Mira",
        "Tom",
        "silver key",
    }


def test_the_fold_takes_what_the_rules_tell():
    view = told(["Mira gave Tom the silver key.", "Wren stole the silver key from Tom."])
    assert view.problems == ()
    assert [view.name_of(fact.object) for fact in view.timeline("silver key", "held_by")] == ["Tom", "Wren"]


def test_a_part_of_a_known_name_means_its_bearer():
    view = told(["Mira Voss smiled at the crowd, and Mira Voss nodded.", "Mira took the silver key."])
    assert [entity.name for entity in view.entities("character")] == ["Mira Voss"]
    assert view.entity("Mira").entity.aliases == ("Mira",)


def test_a_part_that_fits_two_is_nobody_for_sure():
    view = told(["At noon Mira Voss nodded.", "Later Mira Dunn nodded.", "Now Mira took the silver key."])
    assert view.facts() == ()


def test_a_chinese_given_name_means_the_one_who_bears_it():
    view = told(["林清瑶说：“走吧。”", "清瑶捡到了玉佩。"])
    assert [entity.name for entity in view.entities("character")] == ["林清瑶"]
    assert [view.name_of(fact.object) for fact in view.facts()] == ["林清瑶"]


def test_a_fuller_name_belongs_to_the_one_known_by_its_part():
    view = told(["At dawn Tobin nodded.", "Tobin Hale died."])
    assert [entity.name for entity in view.entities("character")] == ["Tobin"]
    assert view.entity("Tobin Hale").attributes()["status"][0].value == "dead"


def test_titles_that_contradict_keep_two_apart():
    view = told(["At dawn Mr. Hall nodded.", "Then Mrs. Hall took the lantern."])
    assert {entity.name for entity in view.entities("character")} == {"Mr. Hall", "Mrs. Hall"}


def test_the_first_person_is_the_speaker_of_the_turn():
    body = read("I pick up the silver key.", speaker="Lin Yao", role="user")
    assert facts(body) == [("silver key", "held_by", "Lin Yao", "")]


def test_the_first_person_of_a_narrator_is_nobody():
    assert facts(read("I pick up the silver key.")) == []


def test_the_second_person_is_the_only_other_one_there():
    body = read("I hand you the silver key.", speaker="Player", role="user", present=("Lin Yao",))
    assert facts(body) == [("silver key", "held_by", "Lin Yao", "")]


def test_the_second_person_among_several_is_nobody_for_sure():
    body = read("I hand you the silver key.", speaker="Player", role="user", present=("Lin Yao", "Tom"))
    assert facts(body) == []


def test_what_is_said_is_the_speakers_word():
    body = read('"Tom is dead," said Mira.')
    assert facts(body) == [("Tom", "status", "dead", "Mira")]


def test_what_nobody_known_says_is_left_out():
    assert facts(read('"Tom is dead."')) == []


def test_words_outside_asterisks_are_spoken():
    body = read("*I take the lantern.* Tom is dead.", speaker="Mira")
    assert facts(body) == [("lantern", "held_by", "Mira", ""), ("Tom", "status", "dead", "Mira")]


def test_the_scene_has_the_speaker_the_present_cast_and_the_place():
    body = read("I enter the Old Mill.", speaker="Mira", role="user", present=("Tom",))
    assert scene(body).present == ("Mira", "Tom")
    assert scene(body).place == "Old Mill"
    assert scene(body).speaker == ""


def test_the_speaker_is_inferred_only_where_the_turn_names_none():
    assert scene(read("“走吧。”方小雨说。", speaker="")).speaker == "方小雨"
    assert scene(read("“走吧。”方小雨说。", speaker="旁白")).speaker == ""


def test_a_move_to_another_place_starts_a_scene():
    view = told(["Mira entered the Old Mill."])
    second = turn("Mira rode to Thornwood.", 2)
    (body,) = Rules().read(Window((second,), 0), view)
    assert scene(body).starts


def test_hundreds_of_turns_are_read_in_a_second():
    window = Window((turn("Mira gave Tom the silver key, and Tom rode to Thornwood before dark."),), 0)
    rules, view = Rules(), told(["Mira gave Tom the silver key."])
    rules.read(window, view)
    begun = time.process_time()
    for _ in range(100):
        rules.read(window, view)
    assert time.process_time() - begun < 1


def test_two_halves_of_a_name_are_one_person_when_the_whole_is_told():
    view = told(
        [
            "At noon Jory nodded.",
            "Then Flint sighed, and Flint nodded.",
            "Now Jory Flint took the silver key.",
        ]
    )
    assert [entity.name for entity in view.entities("character")] == ["Jory"]
    assert set(view.entity("Jory").entity.aliases) == {"Flint", "Jory Flint"}


def test_two_who_have_to_do_with_each_other_stay_two():
    view = told(
        ["At noon Anna nodded to Brandt.", "Anna married Brandt.", "Now Anna Brandt took the silver key."]
    )
    assert view.resolve("Anna") != view.resolve("Brandt")


def test_a_whole_name_is_called_by_either_half():
    view = told(["At noon Jory Flint nodded.", "Flint took the silver key.", "Jory rode to Thornwood."])
    assert [entity.name for entity in view.entities("character")] == ["Jory Flint"]


def test_a_given_name_and_its_whole_are_one_whichever_comes_first():
    for texts in (
        ["子衡和林清瑶结拜了。", "裴子衡捡到了玉佩。"],
        ["裴子衡捡到了玉佩。", "子衡和林清瑶结拜了。"],
    ):
        assert len(told(texts).entities("character")) == 2
