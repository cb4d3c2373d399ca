"""The events of each story: in order, after the commit, caught up on, and honest about gaps."""

import pytest

from fabula.serve.channels import Channels
from fabula.story import Story


@pytest.fixture
def served(serve):
    served = serve(kept_events=5, look_every=0.05)
    served.make()
    return served


def tell(served, text):
    return served.tell(text)


def test_a_listener_first_hears_where_it_stands(served):
    tell(served, "月光。")
    with served.listening("moonlit") as events:
        _, kind, data = next(events)
    assert (kind, data) == ("listening", {"version": 1})


def test_events_come_after_their_commit_and_in_order(served):
    with served.listening("moonlit") as events:
        next(events)
        ids = [tell(served, f"Turn {number}.")["id"] for number in range(2)]
        heard = [next(events) for _ in range(4)]
        texts = served.texts()
    assert texts == ["Turn 0.", "Turn 1."]
    assert [kind for _, kind, _ in heard] == ["turns-added", "branch-made", "turns-added", "head-moved"]
    assert [data["version"] for _, _, data in heard] == [1, 1, 2, 2]
    assert [data.get("after") for _, _, data in heard] == [None, ids[0], None, ids[1]]


def test_what_a_listener_is_told_of_can_be_read_at_once(served):
    with served.listening("moonlit") as events:
        next(events)
        for number in range(5):
            tell(served, f"Turn {number}.")
            while next(events)[1] not in {"branch-made", "head-moved"}:
                pass
            assert len(served.texts()) == number + 1


def test_who_reconnects_hears_what_came_meanwhile_and_nothing_twice(served):
    with served.listening("moonlit") as events:
        next(events)
        tell(served, "One.")
        last, _, _ = next(events)
    tell(served, "Two.")
    with served.listening("moonlit", last=last) as events:
        assert [next(events)[1] for _ in range(3)] == ["branch-made", "turns-added", "head-moved"]


def test_who_missed_nothing_hears_nothing_old_after_reconnecting(served):
    tell(served, "One.")
    with served.listening("moonlit") as events:
        last, _, _ = next(events)
    with served.listening("moonlit", last=last) as events:
        tell(served, "Two.")
        assert next(events)[1:][0] == "turns-added"


def test_who_missed_more_than_is_kept_is_told_to_read_again_once(served):
    with served.listening("moonlit") as events:
        last, _, _ = next(events)
    for number in range(5):
        tell(served, f"Turn {number}.")
    with served.listening("moonlit", last=last) as events:
        assert next(events)[1] == "reset"
        tell(served, "One more.")
        assert next(events)[1] == "turns-added"


@pytest.mark.parametrize("last", ["nonsense", "1-00000000-1", "--", "1-x-99999999999999999999999", "5"])
def test_an_id_of_another_server_means_reading_again(served, last):
    with served.listening("moonlit", last=last) as events:
        assert next(events)[1] == "reset"


def test_a_commit_of_another_process_means_reading_again(serve, tmp_path):
    from fabula.stores import open_store

    served = serve(open_store(str(tmp_path / "story.db")), look_every=0.05)
    served.make()
    tell(served, "One.")
    elsewhere = open_store(str(tmp_path / "story.db"))
    with served.listening("moonlit") as events:
        next(events)
        Story(elsewhere, "moonlit").tell("Two.")
        elsewhere.close()
        _, kind, data = next(events)
        assert (kind, data["version"]) == ("reset", 2)
        tell(served, "Three.")
        assert next(events)[1] == "turns-added"
    assert served.texts() == ["One.", "Two.", "Three."]


def test_a_write_that_is_refused_tells_nothing(served):
    tell(served, "One.")
    with served.listening("moonlit") as events:
        next(events)
        with served.client() as client:
            refused = client.post("/api/stories/moonlit/tell", json={"text": "Late.", "after": "0"})
        assert refused.json()["error"]["code"] == "head-moved"
        tell(served, "Two.")
        assert next(events)[2]["version"] == 2


def test_a_story_that_is_not_there_cannot_be_listened_to(served):
    assert served.raw("GET", "/api/stories/sunlit/events")[1]["error"]["code"] == "story-not-found"


def test_others_who_write_between_two_commits_of_ours_are_noticed_at_the_second():
    channels = Channels(lambda _story: 0)
    for version in (4, 6):
        with channels.committing("moonlit") as told:
            told(version, [("turns-added", {})])
    _, events = channels._channels["moonlit"].since(0)
    assert [event.kind for event in events] == ["turns-added", "reset", "turns-added"]


def test_ids_tell_the_version_of_the_story():
    channels = Channels(lambda _story: 0)
    with channels.committing("moonlit") as told:
        told(7, [("turns-added", {}), ("head-moved", {})])
    _, events = channels._channels["moonlit"].since(0)
    assert [event.id.split("-")[0] for event in events] == ["7", "7"]
