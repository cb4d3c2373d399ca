"""How far turns are read: the status that is shown, whatever was tried, and why."""

import pytest

import fabula
from fabula.extraction.readings import PLAIN, Made
from fabula.extraction.spending import UNANSWERED
from fabula.ledger.records import Body, Status
from fabula.models.chat import Usage
from fabula.testing.failing_reader import ONE_CALL, FailingReader
from fabula.testing.scripted_reader import ScriptedReader

RULES = Body("r", f"{PLAIN}1", status=Status.OK)


def body(status, attempt=1, *, answered=True, extractor="model"):
    usage = {} if answered else {UNANSWERED: 1}
    return Body(f"{status}{attempt}", extractor, attempt=attempt, status=status, usage=usage)


@pytest.mark.parametrize(
    ("counting", "tried", "shown"),
    [
        (None, [], None),
        (RULES, [], Status.OK),
        (RULES, [body(Status.FAILED)], Status.FAILED),
        (RULES, [body(Status.SUSPICIOUS)], Status.SUSPICIOUS),
        (RULES, [body(Status.FAILED), body(Status.QUARANTINED, 2)], Status.QUARANTINED),
        (RULES, [body(Status.FAILED), body(Status.RATE_LIMITED, 2)], Status.FAILED),
        (RULES, [body(Status.FAILED, answered=False), body(Status.SUSPICIOUS, 2)], Status.SUSPICIOUS),
        (RULES, [body(Status.OK), body(Status.FAILED, 2)], Status.OK),
        (body(Status.OK), [body(Status.OK), body(Status.FAILED, 2)], Status.OK),
        (body(Status.RATE_LIMITED), [body(Status.RATE_LIMITED)], Status.RATE_LIMITED),
    ],
)
def test_the_status_of_a_turn_is_its_latest_trouble_with_a_model_or_what_counts(counting, tried, shown):
    made = Made(counting, (*tried, *([counting] if counting else [])))

    assert (made.shown.status if made.shown else None) == shown


def test_a_story_without_turns_has_no_readings():
    assert fabula.open(":memory:", story="m").readings() == ()


def test_every_turn_is_listed_with_what_came_of_it():
    story = fabula.open(":memory:", story="m")
    for text in ("[Mira mood: calm]", "[nonsense]", "poison", "fog", "[Finn mood: 平静]"):
        story.tell(text)
    story.extract(FailingReader(ScriptedReader()))
    story.tell("[Tess mood: glad]")

    found = story.readings()

    assert [one.number for one in found] == [1, 2, 3, 4, 5, 6]
    assert [one.status.value for one in found] == ["ok", "empty", "failed", "suspicious", "ok", "pending"]
    assert [one.claims for one in found] == [2, 0, 0, 0, 2, 0]
    assert [len(one.refused) for one in found] == [0, 1, 1, 0, 0, 0]
    assert found[2].reason == "the answer holds nothing that can be read"
    assert "seem to tell something" in found[3].reason
    assert [one.usage for one in found] == [ONE_CALL] * 5 + [Usage()]
    assert [one.attempts for one in found] == [1, 1, 1, 1, 1, 0]


def test_readings_of_some_turns():
    story = fabula.open(":memory:", story="m")
    for number in range(5):
        story.tell(f"Turn {number}.")

    assert [one.number for one in story.readings(2, 3)] == [2, 3]
    assert [one.number for one in story.readings(-2)] == [4, 5]
