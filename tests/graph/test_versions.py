"""The versions of a slot, computed from all that was told about it."""

import pytest

from fabula.claims import Assertion, Retraction, Termination
from fabula.graph.facts import Evidence, SlotKey, Standing
from fabula.graph.versions import Origin, Told, disputes, grown, versions_of

SLOT = SlotKey("", "asserted", "item-key", "held_by", "")


def told(kind, holder, number, *, turn="", by_author=False, locks=False, **more):
    claim = kind("key", "held_by", object=holder, **more)
    evidence = (Evidence(turn or f"t{number}", number, f"{holder}{number}"),)
    origin = Origin(number, 1, turn or f"t{number}")
    return Told(claim, origin, "item-key", "held_by", holder, "", evidence, by_author, locks)


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
