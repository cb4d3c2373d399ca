"""Running a reader that may fail: nothing is lost, nothing half applied, nothing asked twice, and all of it is told."""

import pytest

import fabula
from fabula.errors import (
    ModelDeniedError,
    ModelNotFoundError,
    ModelRefusedError,
    ModelUnavailableError,
    RateLimitedError,
)
from fabula.extraction.model.reader import ModelReader
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.rules import Rules
from fabula.extraction.schedule import Schedule
from fabula.extraction.spending import Cap, blameless, charged
from fabula.ledger.records import Status
from fabula.models.chat import Usage
from fabula.models.scripted import ScriptedModel
from fabula.testing.failing_reader import FailingReader
from fabula.testing.scripted_reader import ScriptedReader

SLOW_DOWN = RateLimitedError("The endpoint asks to wait.", retry_after=3)
AWAY = ModelUnavailableError("The endpoint does not answer.")
WRONG = [
    ModelDeniedError("The key is not accepted."),
    ModelNotFoundError("There is no such model."),
    ModelRefusedError("The form is not known."),
]


@pytest.fixture(params=["memory", "sqlite"])
def story(request, tmp_path):
    place = ":memory:" if request.param == "memory" else str(tmp_path / "m.db")
    told = fabula.open(place, story="moonlit")
    yield told
    told.close()


def tell(story, count, **odd):
    """Turns that say who is in what mood; ``t7="poison"`` is what turn 7 says besides."""
    for number in range(1, count + 1):
        more = odd.get(f"t{number}", "")
        story.tell(f"[N{number:03} mood: calm] {more}", role="user" if number % 2 else "assistant")


def reader(batch=1, look_back=0, *, edition="", troubles=None):
    return FailingReader(ScriptedReader(batch, look_back, edition=edition), troubles or {})


def states(story):
    return "".join(status.value[0] for status in story.statuses(story.turns()))


def known(story):
    """The numbers of the turns whose mood holds."""
    return [int(story.view().name_of(fact.subject)[1:]) for fact in story.view().facts()]


def contents(view):
    return view.entities(), view.told(), view.stage


# No answer.


def test_p066_a_429_at_call_50_keeps_49_and_the_next_run_goes_on_from_there(story):
    tell(story, 100)
    first = reader(troubles={50: SLOW_DOWN})

    report = story.extract(first)

    assert (report.read, report.failed, report.left) == (49, 1, 51)
    assert (report.stopped, report.trouble) == ("The endpoint asks to wait.", "rate-limited")
    assert states(story) == "o" * 49 + "r" + "p" * 50
    assert len(known(story)) == 49

    second = reader()
    report = story.extract(second)

    assert second.asked == [(number,) for number in range(50, 101)]
    assert (report.read, report.left, report.stopped) == (51, 0, "")
    assert len(known(story)) == 100


def test_p066_a_hundred_turns_in_batches_cost_a_call_a_batch(story):
    tell(story, 100)
    model = reader(batch=4)

    report = story.extract(model)

    assert (report.calls, report.tokens) == (25, 25 * 120)
    assert story.extract(reader(batch=4)).calls == 0


def test_an_endpoint_that_is_away_marks_the_turns_that_were_asked_about_and_stops(story):
    tell(story, 8)

    report = story.extract(reader(batch=3, troubles={2: AWAY}))

    assert states(story) == "ooofffpp"
    assert report.trouble == "model-unavailable"
    assert {one.reason for one in story.readings(4, 6)} == {"The endpoint does not answer."}
    assert story.verify().is_sound


def test_an_outage_never_makes_a_turn_poison(story):
    tell(story, 3)
    for _ in range(4):
        story.extract(reader(troubles={1: AWAY}))

    assert states(story) == "fpp"
    assert story.extract(reader()).read == 3
    assert states(story) == "ooo"


def test_the_same_outage_again_writes_no_more_rows(story):
    tell(story, 3)
    story.extract(reader(troubles={1: SLOW_DOWN}))
    rows = len(story.store.snapshot("moonlit").bodies)

    for _ in range(5):
        story.extract(reader(troubles={1: SLOW_DOWN}))

    assert len(story.store.snapshot("moonlit").bodies) == rows == 1
    assert story.readings()[0].attempts == 1


@pytest.mark.parametrize("error", WRONG, ids=lambda error: error.code)
def test_a_wrong_setting_stops_the_run_and_is_no_turns_fault(story, error):
    tell(story, 3)

    report = story.extract(reader(troubles={1: error}))

    assert states(story) == "ppp"
    assert (report.stopped, report.trouble, report.left) == (str(error), error.code, 3)


def test_words_that_an_endpoint_refuses_after_it_has_answered_others_do_not_stop_the_run(story):
    tell(story, 5)
    model = reader(troubles={3: ModelRefusedError("The question is too long.")})

    report = story.extract(model)

    assert states(story) == "oofoo"
    assert report.stopped == ""
    assert story.readings(3, 3)[0].reason == "The question is too long."
    story.extract(reader(troubles={1: ModelRefusedError("The question is too long.")}))
    assert states(story) == "ooqoo"


def test_an_endpoint_that_refuses_everything_from_some_day_on_is_not_asked_about_every_turn(story):
    tell(story, 30)
    refuses = {call: ModelRefusedError("No.") for call in range(5, 60)}
    model = reader(troubles=refuses)

    report = story.extract(model)

    assert report.trouble == "model-refused"
    assert len(model.asked) == 8


def test_what_was_spent_before_an_error_is_not_forgotten(story):
    tell(story, 2)

    report = story.extract(reader(troubles={1: charged(AWAY, Usage(1, 90, 10))}))

    assert (report.calls, report.tokens) == (1, 100)
    assert story.usage().total == Usage(1, 90, 10)


def test_an_interrupted_run_keeps_every_call_that_was_paid(story):
    tell(story, 6)

    def interrupt(done, _of):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        story.extract(reader(), interrupt)

    assert states(story) == "oooppp"
    rest = reader()
    story.extract(rest)
    assert rest.asked == [(4,), (5,), (6,)]


# Useless answers.


def test_p054_one_poisonous_turn_takes_no_neighbour_along_and_is_listed(story):
    tell(story, 12, t7="poison")
    model = reader(batch=4)

    report = story.extract(model)

    assert states(story) == "oooooofooooo"
    assert model.asked == [(1, 2, 3, 4), (5, 6, 7, 8), (5, 6), (7, 8), (7,), (8,), (9, 10, 11, 12)]
    assert (report.read, report.failed, report.stopped) == (11, 1, "")
    assert known(story) == [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert story.verify().is_sound


def test_a_turn_that_fails_in_a_second_run_is_kept_out_until_somebody_retries_it(story):
    tell(story, 4, t2="poison")
    runs = [reader(batch=4) for _ in range(4)]
    for one in runs:
        story.extract(one)

    assert [one.asked for one in runs[1:]] == [[(2,)], [], []]
    assert states(story) == "oqoo"
    on_demand = reader(batch=4)
    report = story.retry(on_demand)
    assert (on_demand.asked, report.failed) == ([(2,)], 1)
    assert states(story) == "oqoo"


def test_a_retry_that_comes_off_counts(story):
    tell(story, 3, t2="poison", t3="fog")
    for _ in range(2):
        story.extract(reader())
    assert states(story) == "oqs"
    healed = reader()
    healed.poison = healed.fog = "something else"

    report = story.retry(healed)

    assert healed.asked == [(2,), (3,)]
    assert report.read == 2
    assert states(story) == "ooo"
    assert known(story) == [1, 2, 3]


def test_a_retry_looks_at_the_turns_it_was_given_only(story):
    tell(story, 4, t2="poison", t3="poison")
    story.extract(reader())
    model = reader()

    story.retry(model, 3, 4)

    assert model.asked == [(3,)]


def test_another_model_tries_what_one_has_given_up(story):
    tell(story, 2, t1="poison")
    for _ in range(2):
        story.extract(reader())
    other = reader(edition="other")
    other.poison = "something else"

    story.extract(other)

    assert other.asked == [(1,)]
    assert states(story) == "oo"


def test_a_turn_kept_out_stays_so_when_it_is_told_again_under_new_ancestors(story):
    tell(story, 4, t3="poison")
    for _ in range(2):
        story.extract(reader())
    story.edit(1, "[N001 mood: cross]")
    again = reader()

    story.extract(again)

    assert again.asked == [(1,)]
    assert states(story) == "ooqo"


# Rules beside a model.


def test_a_model_that_fails_leaves_what_rules_have_read_and_its_trouble_is_shown(story):
    story.tell("Mira took the silver key. poison", speaker="Narrator")
    story.extract()
    before = contents(story.view())

    story.extract(reader())

    assert contents(story.view()) == before
    reading = story.readings()[0]
    assert (reading.status, reading.extractor) == (Status.FAILED, Rules().identity)
    assert reading.claims > 0
    assert story.status(1) is Status.FAILED


def test_rules_fill_the_gap_that_a_failed_reading_leaves(story):
    story.tell("Mira took the silver key. poison", speaker="Narrator")
    story.extract(reader())

    story.extract()

    assert [fact.predicate for fact in story.view().facts()] == ["held_by"]
    second = reader()
    story.extract(second)
    assert second.asked == [(1,)], "the model tries once more, and no third time"
    story.extract(third := reader())
    assert third.asked == []
    assert states(story) == "q"


def test_a_model_that_found_nothing_in_rich_words_does_not_displace_what_rules_found(story):
    story.tell("Mira took the silver key. fog", speaker="Narrator")
    story.extract()

    report = story.extract(reader())

    assert report.suspicious == 1
    assert states(story) == "s"
    assert [fact.predicate for fact in story.view().facts()] == ["held_by"]
    story.extract(again := reader())
    assert again.asked == []


def test_a_model_reads_over_rules_and_not_over_another_model(story):
    tell(story, 3)
    story.extract()
    story.extract(reader())
    other = reader(edition="other")

    story.extract(other)
    assert other.asked == []

    story.extract(other, again=True)
    assert other.asked == [(1,), (2,), (3,)]
    assert {one.extractor for one in story.readings()} == {other.identity}


# What was read before.


def test_a_failed_reading_is_never_taken_for_a_known_one(story):
    tell(story, 3, t2="poison")
    story.extract(reader())
    story.fork("other", at=1).tell("[N002 mood: calm] poison", role="assistant")
    other = story.switch("other")
    healed = reader()
    healed.poison = "something else"

    other.extract(healed)

    assert healed.asked == [(2,)]
    assert states(other) == "oo"


def test_the_latest_good_attempt_is_the_known_one(story):
    tell(story, 3)
    story.extract(reader())
    story.read_again(2, 2, reader())
    latest = story.store.snapshot("moonlit").bodies
    second = next(body.id for body in latest if body.attempt == 2)
    story.edit(1, "[N001 mood: cross]")
    story.rewind(1)
    story.tell("[N002 mood: calm] ", role="assistant")
    model = reader()

    story.extract(model)

    assert (2,) not in model.asked
    assert second in story._ledger.selected(story.turn(2).id).values()


# Batches.


def test_after_an_edit_the_whole_batch_is_read_again(story):
    tell(story, 12)
    story.extract(reader(batch=4))
    story.edit(6, "[N006 mood: cross]")
    again = reader(batch=4)

    story.extract(again)

    assert again.asked == [(5, 6, 7, 8)]


def test_going_back_to_a_line_takes_up_what_was_read_of_it(story):
    tell(story, 8)
    story.extract(reader(batch=4))
    head, before = story.head, contents(story.view())
    story.edit(6, "[N006 mood: cross]")
    story.extract(reader(batch=4))
    back = reader(batch=4)

    story.switch(head.id)
    report = story.extract(back)

    assert (back.asked, report.calls) == ([], 0)
    assert contents(story.view()) == before


def test_a_batch_that_is_cut_off_is_read_again_with_what_comes_instead(story):
    tell(story, 8)
    story.extract(reader(batch=4))
    story.rewind(6)
    assert story.extract(reader(batch=4)).calls == 0, "going back is free"
    story.tell("[N099 mood: grim]")
    model = reader(batch=4)

    story.extract(model)

    assert model.asked == [(5, 6, 7)]


def test_a_batch_at_the_end_is_not_read_again_when_the_story_goes_on(story):
    tell(story, 6)
    story.extract(reader(batch=4))
    story.tell("[N007 mood: calm]")
    model = reader(batch=4)

    story.extract(model)

    assert model.asked == [(7,)]


# Bounds.


@pytest.mark.parametrize(
    ("cap", "read", "said"),
    [
        (Cap(calls=2), 6, "cap: 2 of 2 calls made"),
        (Cap(tokens=300), 9, "cap: 360 of 300 tokens spent"),
    ],
)
def test_a_cap_stops_before_the_question_that_goes_beyond_it(story, cap, read, said):
    tell(story, 12)

    report = story.extract(reader(batch=3), cap=cap)

    assert (report.read, report.left, report.stopped, report.trouble) == (read, 12 - read, said, "")
    assert story.extract(reader(batch=3)).read == 12 - read


def test_a_cap_does_not_bound_what_costs_nothing(story):
    tell(story, 6)
    story.extract(reader())
    story.edit(6, "[N006 mood: cross]")

    assert story.extract(reader(), cap=Cap(calls=1)).stopped == ""


def test_nothing_is_read_before_it_is_due(story):
    tell(story, 5)
    model = reader(batch=4)

    waiting = story.extract(model, schedule=Schedule(every=3))
    story.tell("[N006 mood: calm]", role="assistant")
    read = story.extract(model, schedule=Schedule(every=3))

    assert (waiting.read, waiting.left, waiting.trouble) == (0, 5, "")
    assert waiting.stopped.startswith("not due yet")
    assert read.read == 6


# What it cost.


def test_p072_the_usage_of_a_story_is_the_sum_of_the_calls_made(story):
    tell(story, 12, t7="poison", t9="fog")
    story.extract()
    models = [reader(batch=4, troubles={3: SLOW_DOWN}), reader(batch=4), reader(batch=4), reader(edition="b")]
    reports = [story.extract(models[0]), story.extract(models[1])]
    story.edit(2, "[N002 mood: cross]")
    reports += [story.extract(models[2]), story.retry(models[2]), story.extract(models[3], again=True)]
    spent = sum((model.spent for model in models), Usage())

    found = story.usage()

    assert found.total == spent
    assert sum((report.usage for report in reports), Usage()) == spent
    assert sum(found.by_turn.values(), Usage()) == spent
    assert sum(found.by_extractor.values(), Usage()) == spent
    assert dict(found.by_task) == {"reading": spent}
    assert found.by_extractor[models[3].identity] == models[3].spent


# What is no turn's fault, and what is not paid for.


def test_an_error_that_is_no_turns_fault_marks_none_and_its_price_is_told(story):
    tell(story, 3)
    error = charged(blameless(ModelUnavailableError("Too slow to be tried out.")), Usage(2, 10, 5))

    report = story.extract(reader(troubles={1: error}))

    assert states(story) == "ppp"
    assert (report.trouble, report.usage, report.left) == ("model-unavailable", Usage(2, 10, 5), 3)


def test_turns_without_an_answer_are_told_apart_from_those_that_failed(story):
    tell(story, 4, t1="poison")

    report = story.extract(reader(troubles={3: AWAY}))

    assert (report.failed, report.unanswered) == (2, 1)
    assert [one.is_unanswered for one in story.readings()] == [False, False, True, False]


def test_a_model_of_which_nothing_comes_is_not_paid_for_the_whole_story(story):
    tell(story, 9, **{f"t{number}": "poison" for number in range(2, 10)})
    model = reader()

    report = story.extract(model)

    assert (len(model.asked), report.read, report.failed, report.left) == (6, 1, 5, 3)
    assert (report.trouble, "in a row" in report.stopped) == ("model-error", True)


def test_a_run_never_makes_more_calls_than_its_cap(story):
    tell(story, 6)
    model = ScriptedModel(lambda _: "What a lovely story.")
    reading = ModelReader(model, ReadingSettings(form="schema", batch=2))

    report = story.extract(reading, cap=Cap(calls=4))

    assert (len(model.asks), report.calls, report.trouble) == (4, 4, "")
    assert report.stopped == "cap: 4 of 4 calls made"


def test_reading_again_honours_a_cap(story):
    tell(story, 6)
    story.extract(reader())
    model = reader()

    assert story.read_again(1, 6, model, cap=Cap(calls=2)).stopped == "cap: 2 of 2 calls made"
    assert len(model.asked) == 2


def test_with_nothing_unread_a_schedule_keeps_nobody_waiting(story):
    tell(story, 2)
    story.extract(reader())

    assert story.extract(reader(), schedule=Schedule(every=4)).stopped == ""


def test_what_was_read_before_is_asked_for_once_for_many_windows(story):
    tell(story, 12)
    asked = []
    bodies = story.store.bodies
    story.store.bodies = lambda name, ids: asked.append(tuple(ids)) or bodies(name, ids)
    assert story.extract(reader()).read == 12
    assert [len(ids) for ids in asked] == [12]


def test_words_that_come_again_in_a_run_are_read_once(story):
    for _ in range(3):
        story.tell("[N001 mood: calm]", role="user")
    report = story.extract(reader())
    assert (report.read, report.reused) == (1, 2)
