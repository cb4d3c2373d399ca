"""The stories of the store: which there are, and making another one."""

import pytest


@pytest.fixture
def served(serve):
    return serve()


def test_stories_are_listed_by_name(served):
    for name in ("sunlit", "moonlit", "月光"):
        served.make(name)
    said = served.raw("GET", "/api/stories")[1]
    assert [row["name"] for row in said["stories"]] == ["moonlit", "sunlit", "月光"]
    assert said["next"] is None


def test_a_story_that_is_made_twice_is_left_alone(served):
    served.make()
    served.tell("One.")
    served.make()
    assert served.raw("GET", "/api/stories/moonlit")[1]["version"] == 1


def test_a_version_grows_with_every_write(served):
    served.make()
    before = served.raw("GET", "/api/stories/moonlit")[1]["version"]
    served.tell("One.")
    assert served.raw("GET", "/api/stories/moonlit")[1]["version"] == before + 1


@pytest.mark.parametrize("name", ["", " ", " x", "a\nb", "a\x00b", "\ud800", 5, None])
def test_a_story_needs_a_name_of_one_line(served, name):
    with served.client() as client:
        import json

        answered = client.post("/api/stories", content=json.dumps({"name": name}))
    assert (answered.status_code, answered.json()["error"]["code"]) == (400, "invalid-input")


def test_a_story_that_is_not_there_cannot_be_asked(served):
    assert served.raw("GET", "/api/stories/moonlit")[1]["error"]["code"] == "story-not-found"
