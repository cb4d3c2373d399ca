"""The versions of a slot, computed from all that was told about it."""

from dataclasses import replace

import pytest

from fabula.claims import Assertion, Period, Retraction, Termination
from fabula.claims.statements import NO_PERIOD
from fabula.graph.facts import Evidence, SlotKey, Standing
from fabula.graph.told import Origin, Told
from fabula.graph.versions import disputes, grown, versions_of

SLOT = SlotKey("", "asserted", "item-key", "held_by", "")


def told(kind, holder, number, *, when=NO_PERIOD, audience=None, turn="", **more):
    marks = {mark: more.pop(mark) for mark in ("by_author", "locks") if mark in more}
    claim = kind("key", "held_by", object=holder, **more)
    evidence = (Evidence(turn or f"t{number}", number, f"{holder}{number}"),)
    origin = Origin(number, 1, turn or f"t{number}")
    return Told(
        claim, origin, "item-key", "held_by", holder, "", evidence, period=when, audience=audience, **marks
    )


def asserts(holder, number, **more):
    return told(Assertion, holder, number, **more)


def shown(versions):
    return [(fact.object, fact.opened, fact.closed, fact.standing) for fact in versions]


def test_a_new_far_end_supersedes_the_old_one():
    versions = versions_of(SLOT, [asserts("mira", 1), asserts("finn", 3)])

    assert shown(versions) == [("mira", 1, 3, Standing.SUPERSEDED), ("finn", 3, None, Standing.CURRENT)]


def test_saying_the_same_again_adds_evidence_and_no_version():
    versions = versions_of(SLOT, [asserts("mira", 1), asserts("mira", 5)])

    assert len(versions) == 1
    assert [piece.number for piece in versions[0].evidence] == [1, 5]


def test_another_strength_opens_a_version_and_no_strength_does_not():
    versions = versions_of(
        SLOT, [asserts("mira", 1, strength=300), asserts("mira", 2, strength=700), asserts("mira", 3)]
    )

    assert [(fact.strength, fact.closed) for fact in versions] == [(300, 2), (700, None)]


def test_another_sentence_opens_a_version():
    versions = versions_of(
        SLOT, [asserts("mira", 1, fact="She has it."), asserts("mira", 2, fact="Hers now.")]
    )

    assert [fact.sentence for fact in versions] == ["She has it.", "Hers now."]


def test_an_ending_closes_what_it_means():
    versions = versions_of(SLOT, [asserts("mira", 1), told(Termination, "mira", 4)])

    assert shown(versions) == [("mira", 1, 4, Standing.ENDED)]


def test_an_ending_of_somebody_else_closes_nothing():
    versions = versions_of(SLOT, [asserts("mira", 1), told(Termination, "finn", 4)])

    assert versions[0].is_current


def test_what_ended_may_begin_again():
    versions = versions_of(SLOT, [asserts("mira", 1), told(Termination, "mira", 4), asserts("mira", 6)])

    assert [fact.standing for fact in versions] == [Standing.ENDED, Standing.CURRENT]


def test_a_retraction_takes_back_and_reopens():
    versions = versions_of(SLOT, [asserts("mira", 1), asserts("finn", 3), told(Retraction, "finn", 4)])

    assert shown(versions) == [("mira", 1, None, Standing.CURRENT)]


@pytest.mark.parametrize(("early", "late"), [("a", "f"), ("f", "a")])
def test_a_retraction_comes_after_by_number_and_not_by_hash(early, late):
    versions = versions_of(SLOT, [asserts("mira", 1, turn=early), told(Retraction, "mira", 2, turn=late)])

    assert versions == ()


def test_a_retraction_says_nothing_of_what_comes_after_it():
    versions = versions_of(SLOT, [asserts("finn", 1), told(Retraction, "finn", 2), asserts("finn", 3)])

    assert shown(versions) == [("finn", 3, None, Standing.CURRENT)]


def test_a_reader_takes_back_nothing_that_the_author_said():
    versions = versions_of(SLOT, [asserts("finn", 1, by_author=True), told(Retraction, "finn", 2)])

    assert versions[0].is_current


def test_the_author_takes_back_what_the_author_said():
    versions = versions_of(
        SLOT, [asserts("finn", 1, by_author=True), told(Retraction, "finn", 2, by_author=True)]
    )

    assert versions == ()


def test_the_past_is_a_closed_version_of_its_own():
    versions = versions_of(SLOT, [asserts("mira", 1), asserts("finn", 2, past=True)])

    assert shown(versions) == [("mira", 1, None, Standing.CURRENT), ("finn", 2, 2, Standing.PAST)]


LOCKED = [asserts("mira", 1), asserts("mira", 2, by_author=True, locks=True)]


@pytest.mark.parametrize(
    "entry",
    [
        asserts("finn", 3),
        asserts("mira", 3, strength=5),
        told(Termination, "mira", 3),
        told(Retraction, "mira", 3),
    ],
    ids=["supersedes", "changes", "ends", "takes back"],
)
def test_what_is_locked_stays_and_the_rest_disputes_it(entry):
    versions = versions_of(SLOT, LOCKED)

    assert disputes(versions, entry)
    assert versions_of(SLOT, [*LOCKED, entry]) == versions


@pytest.mark.parametrize(
    "entry",
    [
        asserts("mira", 3),
        asserts("finn", 3, past=True),
        told(Termination, "finn", 3),
        told(Retraction, "finn", 3),
    ],
    ids=["confirms", "past", "ends another", "takes back another"],
)
def test_what_leaves_the_locked_fact_alone_does_not_dispute_it(entry):
    assert not disputes(versions_of(SLOT, LOCKED), entry)


def test_the_author_changes_what_is_locked():
    entry = asserts("finn", 3, by_author=True)

    assert not disputes(versions_of(SLOT, LOCKED), entry)
    assert versions_of(SLOT, [*LOCKED, entry])[-1].object == "finn"


def test_growing_by_one_equals_computing_anew():
    entries = [asserts("mira", 1), asserts("finn", 2), told(Termination, "finn", 3), asserts("mira", 4)]

    versions = ()
    for entry in entries:
        versions = grown(SLOT, versions, entry)

    assert versions == versions_of(SLOT, entries)


def test_every_version_has_an_id_of_its_own():
    versions = versions_of(SLOT, [asserts("mira", 1), asserts("finn", 2), asserts("mira", 3)])

    assert len({fact.id for fact in versions}) == 3


# Story time.


def on(day, end=None):
    return Period(f"day {day}", day * 10, (end or day + 1) * 10)


def dated(holder, number, day, **more):
    return asserts(holder, number, when=on(day), **more)


def spans(versions):
    return [(fact.object, fact.since, fact.until, fact.standing.value) for fact in versions]


def test_a_version_lasts_in_story_time_until_the_next_begins():
    versions = versions_of(SLOT, [dated("mira", 1, 2), dated("finn", 2, 5)])

    assert spans(versions) == [("mira", 20, 50, "superseded"), ("finn", 50, None, "current")]


def test_a_flashback_is_a_closed_version_until_the_next_known_time():
    versions = versions_of(SLOT, [dated("mira", 1, 5), dated("finn", 2, 2)])

    assert spans(versions) == [("mira", 50, None, "current"), ("finn", 20, 50, "past")]
    assert versions[0].ended_by == ()


def test_a_flashback_to_before_a_confirmation_closes_nothing():
    versions = versions_of(SLOT, [dated("mira", 1, 1), dated("mira", 2, 5), dated("finn", 3, 3)])

    assert spans(versions) == [("mira", 10, None, "current"), ("finn", 30, 50, "past")]
    assert versions[0].confirmed == (50,)


def test_a_flashback_that_says_what_held_then_adds_evidence_alone():
    versions = versions_of(SLOT, [dated("mira", 1, 1), dated("finn", 2, 5), dated("mira", 3, 3)])

    assert spans(versions) == [("mira", 10, 50, "superseded"), ("finn", 50, None, "current")]
    assert [piece.number for piece in versions[0].evidence] == [1, 3]


def test_a_flashback_that_says_what_holds_lets_it_begin_earlier():
    versions = versions_of(SLOT, [dated("mira", 1, 5), dated("mira", 2, 2)])

    assert spans(versions) == [("mira", 20, None, "current")]
    assert versions[0].confirmed == (50,)


def test_what_held_between_keeps_the_later_stretch_apart():
    versions = versions_of(SLOT, [dated("mira", 1, 5), dated("finn", 2, 3), dated("mira", 3, 2)])

    assert spans(versions) == [
        ("mira", 50, None, "current"),
        ("finn", 30, 50, "past"),
        ("mira", 20, 30, "past"),
    ]


def test_a_past_told_twice_is_one_version():
    twice = [asserts("finn", 2, past=True), asserts("finn", 3, past=True)]

    versions = versions_of(SLOT, [asserts("mira", 1), *twice])

    assert shown(versions)[1:] == [("finn", 2, 2, Standing.PAST)]
    assert [piece.number for piece in versions[1].evidence] == [2, 3]


def test_what_is_only_said_to_be_past_never_confirms_the_present():
    versions = versions_of(SLOT, [dated("mira", 1, 1), dated("mira", 2, 3, past=True)])

    assert spans(versions) == [("mira", 10, None, "current"), ("mira", 30, 40, "past")]


def test_a_past_without_a_later_time_lasts_as_long_as_its_label():
    assert spans(versions_of(SLOT, [dated("mira", 1, 3, past=True)])) == [("mira", 30, 40, "past")]


def test_the_present_told_again_ends_what_lay_over_it():
    versions = versions_of(
        SLOT, [dated("mira", 1, 1), asserts("finn", 2, past=True, when=on(3, 6)), dated("mira", 3, 4)]
    )

    assert spans(versions)[1] == ("finn", 30, 40, "past")


def test_times_that_overlap_are_in_the_order_of_telling():
    versions = versions_of(SLOT, [dated("mira", 1, 5), asserts("finn", 2, when=on(1, 9))])

    assert spans(versions) == [("mira", 50, 50, "superseded"), ("finn", 50, None, "current")]


def test_what_nobody_dated_begins_no_earlier_than_what_it_follows():
    versions = versions_of(SLOT, [dated("mira", 1, 5), asserts("finn", 2)])

    assert spans(versions) == [("mira", 50, 50, "superseded"), ("finn", 50, None, "current")]


def test_an_ending_in_a_flashback_leaves_the_present_alone():
    ending = told(Termination, "mira", 2, when=on(2))

    assert spans(versions_of(SLOT, [dated("mira", 1, 5), ending])) == [("mira", 50, None, "current")]


def test_an_ending_in_a_flashback_ends_earlier_what_is_over_anyway():
    ending = told(Termination, "mira", 3, when=on(3))

    versions = versions_of(SLOT, [dated("mira", 1, 1), dated("finn", 2, 5), ending])

    assert spans(versions) == [("mira", 10, 30, "superseded"), ("finn", 50, None, "current")]
    assert [piece.number for piece in versions[0].ended_by] == [3]


def test_what_closed_a_version_is_kept_with_it():
    versions = versions_of(SLOT, [asserts("mira", 1), asserts("finn", 3), told(Termination, "finn", 4)])

    assert [[piece.number for piece in fact.ended_by] for fact in versions] == [[3], [4]]


def test_a_version_that_is_reopened_forgets_what_had_closed_it():
    versions = versions_of(SLOT, [dated("mira", 1, 1), dated("finn", 3, 3), told(Retraction, "finn", 4)])

    assert (versions[0].ended_by, versions[0].until) == ((), None)


def test_a_flashback_disputes_no_lock():
    assert not disputes(
        versions_of(SLOT, [dated("mira", 1, 5), dated("mira", 2, 5, by_author=True, locks=True)]),
        dated("finn", 3, 2),
    )


# Who learned of it.


def heard(number, audience):
    return asserts("mira", number, audience=audience)


@pytest.mark.parametrize(
    ("audiences", "audience", "overheard"),
    [
        ([("finn",), ("oren", "finn")], ("finn", "oren"), False),
        ([None, None], None, False),
        ([None, ("finn",)], ("finn",), True),
        ([("finn",), None], ("finn",), True),
        ([("finn",), None, ("oren",)], ("finn", "oren"), True),
        ([(), ()], (), False),
    ],
)
def test_audiences_add_up_and_the_unknown_stays_unknown(audiences, audience, overheard):
    (fact,) = versions_of(SLOT, [heard(number, one) for number, one in enumerate(audiences, start=1)])

    assert (fact.audience, fact.overheard) == (audience, overheard)


# Ids.


def test_an_id_does_not_change_with_what_else_its_turn_says():
    one, other = asserts("mira", 1), replace(asserts("mira", 1), origin=Origin(1, 7, "t1"))

    assert versions_of(SLOT, [one])[0].id == versions_of(SLOT, [other])[0].id


def test_the_same_version_twice_in_a_turn_has_two_ids():
    entries = [
        replace(asserts(holder, 1), origin=Origin(1, place, "t1"))
        for place, holder in enumerate(("mira", "finn", "mira"))
    ]

    assert len({fact.id for fact in versions_of(SLOT, entries)}) == 3


# Dates and importance.


def says_when(holder, number, day, **more):
    """An assertion that itself says when it plays."""
    return asserts(holder, number, when=on(day), period=on(day), **more)


def test_a_date_told_with_what_nobody_dated_dates_it():
    (fact,) = versions_of(SLOT, [asserts("mira", 1), says_when("mira", 3, 2)])

    assert (fact.period.label, fact.since, fact.confirmed, fact.opened) == ("day 2", 20, (), 1)


def test_a_date_that_cannot_be_sorted_is_kept_as_its_label():
    winter = Period("that winter")
    (fact,) = versions_of(SLOT, [asserts("mira", 1), asserts("mira", 3, when=winter, period=winter)])

    assert (fact.period, fact.since) == (winter, None)


def test_the_time_of_a_scene_does_not_date_what_it_repeats():
    (fact,) = versions_of(SLOT, [asserts("mira", 1), dated("mira", 3, 2)])

    assert (fact.period, fact.since, fact.confirmed) == (NO_PERIOD, None, (20,))


def test_the_first_date_stays():
    (fact,) = versions_of(SLOT, [says_when("mira", 1, 2), says_when("mira", 3, 4)])

    assert (fact.period.label, fact.since, fact.confirmed) == ("day 2", 20, (40,))


def test_a_date_told_with_an_undated_past_dates_it():
    versions = versions_of(
        SLOT, [asserts("mira", 1), asserts("finn", 2, past=True), says_when("finn", 3, 2, past=True)]
    )

    assert spans(versions) == [("mira", None, None, "current"), ("finn", 20, 30, "past")]


@pytest.mark.parametrize(("first", "second", "kept"), [(None, 400, 400), (700, 400, 700), (700, None, 700)])
def test_the_greatest_importance_is_kept_and_opens_no_version(first, second, kept):
    (fact,) = versions_of(SLOT, [asserts("mira", 1, importance=first), asserts("mira", 2, importance=second)])

    assert fact.importance == kept
