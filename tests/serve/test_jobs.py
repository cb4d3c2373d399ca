"""Long work beside the requests: in order, watched, stopped, taken up again, and nothing lost."""

import threading

import pytest

from fabula.errors import ModelUnavailableError
from fabula.extraction.reader import body_of
from fabula.serve.job import JobKind
from fabula.serve.work import usual_kinds
from fabula.stores import open_store

SENTENCES = [f"Lin Yao gives the silver key {number} to Lin Feng." for number in range(6)]


class Held:
    """Work that goes step by step when it is let, and says which steps it has made."""

    def __init__(self, steps=3):
        self.steps = steps
        self.begun = threading.Event()
        self.go = threading.Event()
        self.made = []

    def __call__(self, told, arguments, progress):
        self.begun.set()
        assert self.go.wait(20)
        for step in range(self.steps):
            progress(step, self.steps)
            self.made.append((told.name, arguments.get("mark", ""), step))
        return {"made": self.steps}


@pytest.fixture
def held():
    held = Held()
    yield held
    held.go.set()


@pytest.fixture
def served(serve, held):
    served = serve(kinds={"held": JobKind(held), "plain": JobKind(lambda *_: {}), "bad": JobKind(refuse)})
    for story in ("moonlit", "sunlit"):
        served.make(story)
    return served


def refuse(*_):
    raise ModelUnavailableError("The model is away.")


def start(served, kind, story="moonlit", **arguments):
    with served.client() as client:
        answered = client.post(f"/api/stories/{story}/jobs", json={"kind": kind, "arguments": arguments})
    assert answered.status_code == 202, answered.text
    return answered.json()["id"]


def job(served, identity, story="moonlit"):
    return served.raw("GET", f"/api/stories/{story}/jobs/{identity}")[1]


def test_a_job_waits_runs_and_reports(served, held, until):
    identity = start(served, "held")
    assert held.begun.wait(20)
    assert job(served, identity)["state"] == "running"
    held.go.set()
    until(lambda: job(served, identity)["state"] == "done")
    assert job(served, identity)["report"] == {"made": 3}


def test_a_story_can_be_asked_while_a_job_works_at_it(served, held):
    start(served, "held")
    assert held.begun.wait(20)
    assert served.tell("Meanwhile.")["number"] == 1


def test_jobs_of_one_story_come_in_order(served, held, until):
    marks = ["a", "b", "c"]
    ids = [start(served, "held", mark=mark) for mark in marks]
    held.go.set()
    until(lambda: job(served, ids[-1])["state"] == "done")
    assert [mark for _, mark, step in held.made if step == 0] == marks


def test_a_job_of_another_story_goes_on_beside(served, held, until):
    start(served, "held")
    other = start(served, "plain", story="sunlit")
    until(lambda: job(served, other, "sunlit")["state"] == "done")
    assert held.made == []


def test_a_job_that_waits_is_cancelled_at_once_and_never_begins(served, held, until):
    first, second = start(served, "held"), start(served, "held", mark="never")
    assert served.raw("POST", f"/api/stories/moonlit/jobs/{second}/cancel")[1]["state"] == "cancelled"
    held.go.set()
    until(lambda: job(served, first)["state"] == "done")
    third = start(served, "plain")
    until(lambda: job(served, third)["state"] == "done")
    assert {mark for _, mark, _ in held.made} == {""}


def test_a_job_that_runs_is_cancelled_between_two_steps(served, held, until):
    identity = start(served, "held")
    assert held.begun.wait(20)
    assert served.raw("POST", f"/api/stories/moonlit/jobs/{identity}/cancel")[1]["stopping"] is True
    held.go.set()
    until(lambda: job(served, identity)["state"] == "cancelled")
    assert held.made == []


def test_a_cancelled_job_can_be_taken_up_again(served, held, until):
    identity = start(served, "held")
    assert held.begun.wait(20)
    served.raw("POST", f"/api/stories/moonlit/jobs/{identity}/cancel")
    held.go.set()
    until(lambda: job(served, identity)["state"] == "cancelled")
    assert served.raw("POST", f"/api/stories/moonlit/jobs/{identity}/resume")[0] == 202
    until(lambda: job(served, identity)["state"] == "done")


def test_a_job_that_is_done_cannot_be_resumed_and_stays_done_when_it_is_cancelled(served, until):
    identity = start(served, "plain")
    until(lambda: job(served, identity)["state"] == "done")
    status, said = served.raw("POST", f"/api/stories/moonlit/jobs/{identity}/resume")
    assert (status, said["error"]["code"]) == (409, "job-state")
    assert served.raw("POST", f"/api/stories/moonlit/jobs/{identity}/cancel")[1]["state"] == "done"


def test_a_job_that_fails_says_why_and_the_server_is_no_longer_well(served, until):
    identity = start(served, "bad")
    until(lambda: job(served, identity)["state"] == "failed")
    assert job(served, identity)["error"] == {
        "code": "model-unavailable",
        "message": "The model is away.",
        "retryable": True,
    }
    assert served.raw("GET", "/api/health")[1]["status"] == "degraded"
    start(served, "plain")
    until(lambda: served.raw("GET", "/api/health")[1]["status"] == "ok")


def test_a_fault_of_ours_fails_the_job_without_telling_its_words(serve, until):
    served = serve(kinds={"broken": JobKind(lambda *_: 1 / 0)})
    served.make()
    identity = start(served, "broken")
    until(lambda: job(served, identity)["state"] == "failed")
    assert job(served, identity)["error"]["code"] == "internal"


def test_what_a_job_does_can_be_listened_to(served, held):
    with served.listening("moonlit") as events:
        next(events)
        held.go.set()
        start(served, "held")
        states = []
        while "done" not in states:
            _, kind, data = next(events)
            assert kind == "job"
            states.append(data["state"])
    assert [state for at, state in enumerate(states) if at == states.index(state)] == [
        "waiting",
        "running",
        "done",
    ]


def test_jobs_that_make_no_sense_are_refused_before_they_wait(served):
    def refused(story, said):
        with served.client() as client:
            return client.post(f"/api/stories/{story}/jobs", json=said).json()["error"]["code"]

    assert refused("moonlit", {"kind": "unknown"}) == "invalid-input"
    assert refused("nowhere", {"kind": "plain"}) == "story-not-found"
    assert refused("moonlit", {"kind": "plain", "branch": "nowhere"}) == "branch-not-found"
    assert served.raw("GET", "/api/jobs")[1] == {"jobs": []}


def test_too_many_waiting_jobs_are_too_many(served, held):
    for _ in range(65):
        start(served, "held")
    with served.client() as client:
        answered = client.post("/api/stories/moonlit/jobs", json={"kind": "held"})
    assert (answered.status_code, answered.json()["error"]["code"]) == (503, "busy")
    assert answered.json()["error"]["retryable"] is True


class Halting:
    """A reader that finds nothing, and stops in the middle until it is let, as a slow model would."""

    identity, batch, look_back = "halting/1", 1, 2

    def __init__(self, after):
        self.after = after
        self.halted = threading.Event()
        self.go = threading.Event()
        self.read_of = []

    def read(self, window, known):
        if len(self.read_of) == self.after:
            self.halted.set()
            assert self.go.wait(20)
        self.read_of.append(window.fresh[0].text)
        return [body_of(window, window.start, self.identity)]


def test_a_server_that_ends_during_a_reading_loses_nothing_and_another_one_goes_on(serve, tmp_path, until):
    place = str(tmp_path / "story.db")
    slow = Halting(after=3)
    served = serve(open_store(place), kinds=usual_kinds(lambda _: slow))
    served.make()
    for text in SENTENCES:
        served.tell(text)
    identity = start(served, "extract")
    assert slow.halted.wait(20)
    jobs = served.server._kit.jobs
    served.server.should_exit = True
    until(lambda: jobs.get(identity).stop)
    slow.go.set()
    served.stop()
    assert jobs.get(identity).state == "interrupted"
    written = slow.read_of
    assert written == SENTENCES[: len(written)]
    assert len(written) < len(SENTENCES)

    rest = Halting(after=-1)
    again = serve(open_store(place), kinds=usual_kinds(lambda _: rest))
    identity = start(again, "extract")
    until(lambda: job(again, identity)["state"] == "done")
    assert written + rest.read_of == SENTENCES


def test_a_server_does_not_wait_for_ever_for_a_job_that_hangs(serve, tmp_path):
    slow = Halting(after=0)
    served = serve(open_store(str(tmp_path / "story.db")), kinds=usual_kinds(lambda _: slow))
    served.make()
    served.tell(SENTENCES[0])
    identity = start(served, "extract")
    assert slow.halted.wait(20)
    jobs = served.server._kit.jobs
    served.stop()
    assert jobs.get(identity).state == "interrupted"
    slow.go.set()
