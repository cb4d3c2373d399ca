"""Views are kept by what they are made of."""

import pytest

from fabula.graph import memo
from fabula.graph.memo import Views
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Binding, Body, Changes, Selection, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader


@pytest.fixture
def story():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    for number in range(1, 11):
        story.tell(f"[N{number} at mill]")
    story.extract(ScriptedReader())
    return elsewhere(story)


def elsewhere(story):
    """The same branch in other hands, which have folded nothing yet."""
    return Story(story.store, "moonlit", branch=story.branch, clock=lambda: rows.CREATED)


@pytest.fixture
def folds(monkeypatch):
    """The numbers of the turns that are folded from now on."""
    numbers = []
    fold_turn = memo.fold_turn

    def counting(state, told, rules):
        numbers.append(told.stem.number)
        return fold_turn(state, told, rules)

    monkeypatch.setattr(memo, "fold_turn", counting)
    return numbers


def test_before_the_first_turn_nothing_holds(story):
    assert Views(Ledger(story.store, "moonlit", clock=str)).view(ROOT).entities() == ()


def test_a_view_is_folded_once(story, folds):
    story.view()
    story.view()
    story.view(4)

    assert folds == list(range(1, 11))


def test_one_more_turn_costs_one_more_fold(story, folds):
    story.view()
    folds.clear()
    story.tell("[Mira at mill]")
    elsewhere(story).extract(ScriptedReader())
    folds.clear()

    story.view()

    assert folds == [11]


def test_what_was_folded_while_it_was_read_is_not_folded_again(story, folds):
    story.view()
    folds.clear()
    story.tell("[Mira at mill]")
    story.tell("[Mira at inn]")
    story.extract(ScriptedReader())

    view = story.view()

    assert folds == []
    assert view == elsewhere(story).view()


def test_what_the_author_said_after_the_reading_is_folded_in(story, folds):
    story.tell("[Mira at mill]")
    story.extract(ScriptedReader())
    story.claim("Mira", "mood", value="calm", turn=11)
    folds.clear()

    view = story.view()

    assert folds == [11]
    assert view == elsewhere(story).view()


def test_a_fork_shares_what_it_stands_on(story, folds):
    story.view()
    folds.clear()
    other = story.fork("other", at=6)
    other.tell("[Oren at mill]")
    other.view()
    assert folds == []

    elsewhere(other).extract(ScriptedReader())
    folds.clear()
    other.view()

    assert folds == [7]


def test_a_late_reading_folds_from_its_turn_on(story, folds):
    story.view()
    folds.clear()
    elsewhere(story).read_again(8, 8, ScriptedReader(edition="b"))
    folds.clear()

    story.view()

    assert folds == [8, 9, 10]


def test_a_rule_folds_everything_anew_and_undoing_it_nothing(story, folds):
    story.view()
    folds.clear()

    act = story.author.rename("N1", "Nell")
    assert story.view().entity("N1").entity.name == "Nell"
    assert len(folds) == 10

    folds.clear()
    story.author.undo(act.id)
    assert story.view().entity("N1").entity.name == "N1"
    assert folds == []


def test_equal_content_has_an_equal_digest_and_other_content_another(story):
    other = Story(story.store, "moonlit", clock=lambda: "later")
    digest = story.view().digest
    assert other.view().digest == digest

    story.claim("N1", "mood", value="calm", turn=3)

    assert story.view().digest == other.view().digest != digest
    assert story.view(2).digest == other.view(2).digest


def test_readings_of_other_lanes_count_too(story):
    ledger = Ledger(story.store, "moonlit", clock=str)
    views = Views(ledger)
    tip = story.turn(10).id
    before = views.view(tip).digest
    body = Body("synopsis body", "upkeep/1")
    ledger.commit(
        Changes(
            bodies=(body,),
            bindings=(Binding(tip, body.id),),
            selections=(Selection(tip, body.id, None, "synopsis"),),
        )
    )

    assert views.view(tip).digest != before


def test_after_forgetting_all_is_folded_anew(story, folds):
    views = Views(Ledger(story.store, "moonlit", clock=str))
    views._ledger.heads()
    tip = story.turn(10).id
    view = views.view(tip)
    folds.clear()

    views.forget()

    assert views.view(tip) == view
    assert len(folds) == 10


def test_who_a_turn_says_was_there_comes_into_the_view():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    story.tell("Mira and Tom sit by the fire.", present=("Mira", "Tom"))
    story.tell("Ann stole the silver key.", present=("Ann",))
    story.extract()
    (fact,) = [one for one in story.view().told() if one.predicate == "held_by"]
    assert [story.view().name_of(one) for one in fact.audience] == ["Ann"]
