"""Versions that stand beside each other because they disagree and nothing tells which is wrong."""

import pytest

import fabula
from fabula.claims import Assertion, EntityClaim, Quote, Retraction, Termination
from fabula.claims.storytime import period_of
from fabula.extraction.reader import body_of
from fabula.graph.disputed import open_places, with_disputes
from fabula.graph.phrase import phrase


class Told:
    """An extractor that says given claims of each turn, with the whole turn for evidence."""

    batch, look_back = 1, 0

    def __init__(self, claims):
        self.claims = claims
        self.identity = f"told/{len(claims)}"

    def read(self, window, known):
        turn = window.turns[-1]
        quote = Quote(0, 0, len(turn.normal), turn.normal)
        found = []
        for claim in self.claims.get(turn.number, ()):
            fields = {name: getattr(claim, name) for name in type(claim).__slots__}
            found.append(type(claim)(**{**fields, "evidence": (quote,)}))
        return [body_of(window, len(window.turns) - 1, self.identity, claims=found)]


def born(value, **more):
    return Assertion("Mira", "birthplace", value=value, **more)


def story_of(*told):
    """A story whose first turn brings in Mira, and whose next ones say one claim each."""
    story = fabula.open(":memory:", story="disputed")
    story.tell("Mira is here.")
    for number in range(len(told)):
        story.tell(f"Then number {number}.")
    claims = {1: (EntityClaim("Mira"),), **{number: (claim,) for number, claim in enumerate(told, start=2)}}
    story.extract(Told(claims))
    return story


def standing(story, as_of=None):
    return [(fact.value, fact.standing.value) for fact in story.view(as_of).timeline("Mira", "birthplace")]


DISPUTED = (born("Wen"), born("Oss", contradicts=True))


def test_what_contradicts_closes_nothing_and_both_dispute_each_other():
    story = story_of(*DISPUTED)
    one, other = story.view().facts()

    assert standing(story) == [("Wen", "current"), ("Oss", "current")]
    assert (one.disputes, other.disputes) == ((other.id,), (one.id,))
    assert story.view().contradictions() == ((one, other),)


def test_before_it_was_told_there_is_no_dispute():
    view = story_of(*DISPUTED).view(2)

    assert [(fact.value, fact.disputes) for fact in view.facts()] == [("Wen", ())]
    assert view.contradictions() == ()


@pytest.mark.parametrize(("wrong", "right"), [("Wen", "Oss"), ("Oss", "Wen")])
@pytest.mark.parametrize("kind", [Retraction, Termination])
def test_take_either_back_or_end_it_and_the_other_stands_undisputed(wrong, right, kind):
    story = story_of(*DISPUTED, kind("Mira", "birthplace", value=wrong))

    assert [(fact.value, fact.disputes) for fact in story.view().facts()] == [(right, ())]


@pytest.mark.parametrize("right", ["Wen", "Oss", "Ank"])
def test_the_authors_correction_settles_it(right):
    story = story_of(*DISPUTED)
    story.author.correct(Assertion("Mira", "birthplace", value=right))

    assert [(fact.value, fact.disputes) for fact in story.view().facts()] == [(right, ())]


@pytest.mark.parametrize("right", ["Wen", "Oss"])
def test_a_lock_settles_it_and_keeps_it_settled(right):
    story = story_of(*DISPUTED)
    story.author.lock(Termination("Mira", "birthplace", value=right))
    story.tell("Mira was born in Ank.")
    late = {4: (born("Ank", contradicts=True),)}
    story.extract(Told({**late, 9: ()}))

    assert [(fact.value, fact.disputes) for fact in story.view().facts()] == [(right, ())]
    assert [one.told.value for one in story.view().proposals] == ["Ank"]


def test_undo_the_authors_word_and_the_dispute_is_back():
    story = story_of(*DISPUTED)
    act = story.author.correct(Assertion("Mira", "birthplace", value="Ank"))
    story.author.undo(act.id)

    assert len(story.view().contradictions()) == 1


def test_either_side_told_again_is_evidence_and_settles_nothing():
    story = story_of(*DISPUTED, born("Wen"), born("Oss"))
    one, other = story.view().facts()

    assert [len(fact.evidence) for fact in (one, other)] == [2, 2]
    assert one.disputes == (other.id,)


def test_another_strength_of_one_side_leaves_the_dispute():
    story = story_of(*DISPUTED, born("Wen", strength=500))
    versions = [(fact.value, fact.strength, bool(fact.disputes)) for fact in story.view().facts()]

    assert versions == [("Oss", None, True), ("Wen", 500, True)]


def test_news_supersedes_both_sides():
    story = story_of(*DISPUTED, born("Ank"))

    assert standing(story) == [("Wen", "superseded"), ("Oss", "superseded"), ("Ank", "current")]
    assert story.view().contradictions() == ()


def test_three_may_disagree():
    (facts,) = story_of(*DISPUTED, born("Ank", contradicts=True)).view().contradictions()

    assert [len(fact.disputes) for fact in facts] == [2, 2, 2]


def test_a_contradiction_of_nothing_is_plain():
    story = story_of(born("Wen", contradicts=True))

    assert [fact.disputes for fact in story.view().facts()] == [()]


def test_what_contradicts_from_an_earlier_time_still_disputes():
    story = story_of(
        born("Wen", period=period_of("day 9")), born("Oss", contradicts=True, period=period_of("day 2"))
    )

    assert len(story.view().contradictions()) == 1


def test_at_a_moment_both_sides_hold():
    story = story_of(
        born("Wen", period=period_of("day 2")),
        born("Oss", contradicts=True, period=period_of("day 2")),
        born("Ank", period=period_of("day 5")),
    )

    assert [fact.value for fact in story.view(at="day 3").facts()] == ["Wen", "Oss"]
    assert [fact.value for fact in story.view(at="day 6").facts()] == ["Ank"]


def test_the_fold_shows_a_dispute_whatever_the_order_of_computing():
    versions = story_of(*DISPUTED).view().timeline("Mira", "birthplace")

    assert open_places(versions) == (0, 1)
    assert with_disputes(versions, (0, 1)) == versions


def test_two_branches_that_settle_it_differently_differ():
    story = story_of(*DISPUTED)
    other = story.fork("other", at=3)
    other.tell("Elsewhere.")
    other.author.correct(Assertion("Mira", "birthplace", value="Wen"))
    found = fabula.compare(story.view(), other.view())

    assert [phrase(fact, story.view()) for fact in found.only_one] == ["Mira: birthplace: Oss"]
