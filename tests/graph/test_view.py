"""A view is read: names, facts, portraits, timelines."""

from dataclasses import replace

import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Modality, Scene, Termination
from fabula.claims.statements import NO_PERIOD
from fabula.claims.storytime import period_of
from fabula.errors import AmbiguousNameError, EntityNotFoundError, InvalidInputError
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.rules import NO_RULES, Pin, Rules
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

TELLING = (
    (EntityClaim("Mira", aliases=("the widow",)), EntityClaim("Finn"), EntityClaim("key", "item")),
    (Assertion("Mira", "holds", object="key"), Assertion("Mira", "mood", value="calm")),
    (Assertion("Finn", "holds", object="key"), Assertion("Mira", "mood", value="cold")),
    (Assertion("Finn", "trusts", object="Mira"), Assertion("Mira", "holds", object="key", holder="Finn")),
    (Assertion("Finn", "mood", value="glad", modality=Modality.DREAMED),),
)


def folded(*turns, rules=NO_RULES):
    state = NOTHING_TOLD
    for number, claims in enumerate(turns, start=1):
        stem = Stem(f"t{number}", "", number, "", f"k{number}")
        told = TurnClaims(stem, (Body("b", "hand", claims=tuple(claims)),), (), lambda _, stem=stem: stem)
        state = fold_turn(state, told, rules)
    return View("t", len(turns), "d", state, rules)


@pytest.fixture(scope="module")
def view():
    return folded(*TELLING)


def said(view, facts):
    return [f"{view.name_of(f.subject)} {f.predicate} {view.name_of(f.object) or f.value}" for f in facts]


def test_entities_come_in_the_order_of_meeting(view):
    assert [entity.name for entity in view.entities()] == ["key", "Finn", "Mira"]
    assert [entity.name for entity in view.entities("character")] == ["Finn", "Mira"]


@pytest.mark.parametrize("reference", ["Mira", "THE WIDOW", "npc-mira", " npc-mira "])
def test_a_reference_is_an_alias_a_name_or_an_id(view, reference):
    assert view.resolve(reference).id == "npc-mira"


@pytest.mark.parametrize("reference", ["", "  ", "Oren", "npc-oren"])
def test_what_means_nobody_gives_nothing(view, reference):
    assert view.resolve(reference) is None
    with pytest.raises(EntityNotFoundError):
        view.entity(reference)


def test_a_name_that_fits_several_is_refused_with_those_it_fits():
    view = folded([EntityClaim("Rose"), EntityClaim("Rose", "item")])

    with pytest.raises(AmbiguousNameError) as caught:
        view.entity("Rose")

    assert caught.value.candidates == ("item-rose", "npc-rose")
    assert view.entity("npc-rose").entity.kind == "character"
    assert view.resolve("Rose").id == "item-rose"


def test_r09_bearers_by_alias_come_before_bearers_by_name():
    view = folded([EntityClaim("Mira", aliases=("Rose",))], [EntityClaim("Rose", "item")])

    assert [entity.id for entity in view.bearers("rose")] == ["npc-mira", "item-rose"]


def test_an_id_that_nobody_has_is_its_own_name(view):
    assert view.name_of("npc-oren") == "npc-oren"


def test_facts_are_what_canon_holds_now(view):
    assert sorted(said(view, view.facts())) == ["Finn trusts Mira", "Mira mood cold", "key held_by Finn"]


def test_beliefs_and_dreams_are_had_by_asking(view):
    assert said(view, view.facts(holder="npc-finn")) == ["key held_by Mira"]
    assert said(view, view.facts(modality=Modality.DREAMED)) == ["Finn mood glad"]


def test_told_is_everything_oldest_first(view):
    assert [fact.opened for fact in view.told()] == [2, 2, 3, 3, 4, 4, 5]


def test_about_finds_either_end_and_the_holder(view):
    assert len(view.about("npc-finn")) == 4
    assert len(view.about("item-key")) == 3
    assert view.about("nobody") == ()


def test_a_timeline_has_every_version(view):
    timeline = view.timeline("key", "held_by")

    assert [(fact.object, fact.opened, fact.closed) for fact in timeline if not fact.holder] == [
        ("npc-mira", 2, 3),
        ("npc-finn", 3, None),
    ]


def test_a_timeline_may_be_read_from_the_inverse(view):
    assert [fact.opened for fact in view.timeline("Mira", "holds") if not fact.holder] == [2]


def test_a_timeline_of_nobody_is_refused(view):
    with pytest.raises(EntityNotFoundError):
        view.timeline("Oren", "mood")


def test_a_fact_is_found_by_its_id_or_the_start_of_it(view):
    fact = view.facts()[0]

    assert view.fact(fact.id) == view.fact(fact.id[:8]) == fact
    assert view.fact("") is None
    assert view.fact("zz") is None


def test_a_portrait_shows_relations_and_every_value_of_attributes(view):
    mira = view.entity("Mira")

    assert said(view, mira.relations()) == ["Finn trusts Mira"]
    assert [(fact.value, fact.is_current) for fact in mira.attributes()["mood"]] == [
        ("calm", False),
        ("cold", True),
    ]
    assert len(mira.facts()) == 2


def test_a_portrait_keeps_to_canon(view):
    assert "mood" not in view.entity("Finn").attributes()


@pytest.mark.parametrize(
    ("pin", "pinned"),
    [
        (Pin("item-key", "held_by"), ["key held_by Finn"]),
        (Pin("item-key", "held_by", "npc-finn"), ["key held_by Finn"]),
        (Pin("item-key", "held_by", "npc-mira"), []),
        (Pin("npc-mira", "mood", value="cold"), ["Mira mood cold"]),
    ],
)
def test_a_pin_marks_what_holds(view, pin, pinned):
    view = replace(view, rules=Rules(pins=(pin,)))

    assert said(view, [fact for fact in view.facts() if fact.pinned]) == pinned


def test_who_was_absorbed_is_found_at_who_is_left():
    view = folded(*TELLING, [EntityClaim("stranger"), Identity("Mira", "stranger")])

    assert view.resolve("npc-stranger").id == "npc-mira"
    assert view.name_of("npc-stranger") == "Mira"
    assert view.about("npc-stranger") == view.about("npc-mira")


def test_problems_come_oldest_first():
    view = folded([Termination("Oren", "mood")], [Termination("Tess", "mood")])

    assert [problem.number for problem in view.problems] == [1, 2]


# Moments of story time.


def day(number):
    return period_of(f"day {number}")


def held(who, number=None, **more):
    return Assertion("key", "held_by", object=who, period=day(number) if number else NO_PERIOD, **more)


MEETING = (EntityClaim("Mira"), EntityClaim("Finn"), EntityClaim("Oren"), EntityClaim("key", "item"))


def holders(view, *moments):
    return ["".join(view.name_of(fact.object) for fact in view.at(moment).facts()) for moment in moments]


def test_at_a_time_holds_what_held_then():
    view = folded(MEETING, [held("Mira", 2)], [held("Finn", 5)])

    assert holders(view, "day 1", "day 2", "day 4", "day 5", "day 9") == ["", "Mira", "Mira", "Finn", "Finn"]
    assert [fact.object for fact in view.facts()] == ["npc-finn"]


def test_a_time_is_a_label_or_minutes_and_a_day_counts_to_its_end():
    view = folded(MEETING, [held("Mira", 2)], [held("Finn", 5)])
    noon = day(5).start + 12 * 60

    assert holders(view, day(5).start - 1, day(5).start, noon, "第五天", "Day Five") == [
        "Mira",
        *["Finn"] * 4,
    ]


@pytest.mark.parametrize("label", ["", "long ago", "那一年冬天"])
def test_a_time_that_cannot_be_sorted_is_refused(view, label):
    with pytest.raises(InvalidInputError, match="day 4"):
        view.at(label)


def test_a_flashback_holds_at_its_own_time():
    view = folded(MEETING, [held("Mira", 5)], [held("Finn", 2)], [held("Oren", 3, past=True)])

    assert holders(view, "day 2", "day 3", "day 4", "day 5") == ["Finn", "Oren", "Oren", "Mira"]


def test_what_nobody_dated_holds_as_far_as_the_clock_had_come():
    view = folded(MEETING, [held("Mira")], [Scene(period=day(4))], [held("Finn")])

    assert holders(view, "day 1", "day 3", "day 4") == ["Mira", "Mira", "Finn"]


def test_a_story_without_a_clock_is_as_it_is_now():
    view = folded(MEETING, [held("Mira")], [held("Finn")])

    assert holders(view, "day 1", "day 9") == ["Finn", "Finn"]


def test_a_portrait_at_a_time_shows_what_held_then():
    view = folded(MEETING, [held("Mira", 2)], [held("Finn", 5)]).at("day 3")

    assert [fact.object for fact in view.entity("key").relations()] == ["npc-mira"]
    assert [view.holds(fact) for fact in view.timeline("key", "held_by")] == [True, False]


def test_the_view_of_a_moment_has_a_digest_of_its_own(view):
    assert len({view.digest, view.at("day 4").digest, view.at("day 5").digest}) == 3
    assert view.at("day 4") == view.at("day 4")


# Who knows what.


def known(view, name, *, strict=False):
    return said(view, view.known_to(name, strict=strict))


def test_somebody_knows_what_was_told_in_their_presence_or_of_them():
    view = folded(
        MEETING,
        [Scene(present=("Finn",), starts=True), held("Mira")],
        [Assertion("Oren", "mood", value="sad")],
    )

    assert known(view, "Finn") == ["key held_by Mira", "Oren mood sad"]
    assert known(view, "Mira") == ["key held_by Mira"]
    assert known(view, "Oren") == ["Oren mood sad"]


def test_strictly_nobody_knows_what_was_said_of_them_behind_their_back():
    view = folded(MEETING, [Scene(present=("Finn",), starts=True), held("Mira")])

    assert known(view, "Mira", strict=True) == []
    assert known(view, "Finn", strict=True) == ["key held_by Mira"]


def test_where_nobody_knows_who_was_there_only_the_strict_know_less():
    view = folded(MEETING, [held("Mira")])

    assert (known(view, "Oren"), known(view, "Oren", strict=True)) == (["key held_by Mira"], [])


def test_telling_it_once_more_to_somebody_takes_it_from_nobody():
    view = folded(MEETING, [held("Mira")], [Scene(present=("Finn",), starts=True), held("Mira")])

    assert known(view, "Oren") == ["key held_by Mira"]
    assert (known(view, "Oren", strict=True), known(view, "Finn", strict=True)) == ([], ["key held_by Mira"])


def test_somebody_knows_what_they_believe_and_not_what_others_do():
    view = folded(MEETING, [held("Mira", holder="Finn", audience=())])

    assert (known(view, "Finn"), known(view, "Oren")) == (["key held_by Mira"], [])


def test_who_turned_out_to_be_somebody_knows_what_both_heard():
    view = folded(
        [*MEETING, EntityClaim("stranger")],
        [Scene(present=("stranger",), starts=True), held("Mira")],
        [Identity("Oren", "stranger")],
    )

    assert known(view, "Oren", strict=True) == ["key held_by Mira"]


def test_a_timeline_of_an_attribute_is_that_of_the_relation_alone():
    view = folded(MEETING, [held("Mira"), held("Mira", attribute="price", value="5")])

    assert [fact.value for fact in view.timeline("key", "held_by")] == [""]
    assert [fact.value for fact in view.timeline("Mira", "holds", "price")] == ["5"]
    assert view.attributes_of(view.timeline("key", "held_by")[0])["price"][0].value == "5"


def test_what_is_held_of_somebody_is_what_canon_tells_of_them_and_holds(view):
    assert sorted(said(view, view.held_of("npc-mira"))) == ["Finn trusts Mira", "Mira mood cold"]
    assert view.held_of("npc-nobody") == ()


def test_a_view_knows_how_its_names_begin(view):
    assert set(view.state.leads) == {"mira", "widow", "finn", "key"}
