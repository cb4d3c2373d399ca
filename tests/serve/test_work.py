"""The kinds of long work that every server does."""

import pytest

import fabula
from fabula.errors import FormatError, InvalidInputError, ModelDeniedError
from fabula.serve.work import understood

PROSE = (
    "Lin Yao gives the silver key to Lin Feng.\n\nLin Feng leaves the pavilion.\n\n林瑶把银钥匙交给了林风。"
)


@pytest.fixture
def served(serve):
    return serve()


def sent(served, until, data, **query):
    """What came of a file that was sent."""
    with served.client() as client:
        answered = client.post("/api/stories/moonlit/import", content=data, params=query)
        assert answered.status_code == 202, answered.text
        identity = answered.json()["id"]
    return ended(served, until, identity)


def ended(served, until, identity):
    def state():
        shape = served.raw("GET", f"/api/stories/moonlit/jobs/{identity}")[1]
        return shape if shape["state"] not in {"waiting", "running"} else None

    return until(state)


def test_a_text_becomes_a_story_that_is_read(served, until):
    report = sent(served, until, PROSE.encode(), name="moonlit.txt")["report"]
    assert (report["format"], report["turns"], report["new"], report["moved"]) == ("text", 3, 3, True)
    assert report["extracted"]["read"] == 3
    assert report["facts"] > 0


def test_a_file_that_is_sent_twice_adds_nothing(served, until):
    sent(served, until, PROSE.encode())
    report = sent(served, until, PROSE.encode())["report"]
    assert (report["new"], report["extracted"]["read"]) == (0, 0)


def test_a_file_can_be_taken_in_without_being_read(served, until):
    assert sent(served, until, PROSE.encode(), read=False)["report"]["extracted"] is None


def test_a_file_goes_to_the_branch_that_is_named_which_is_made_for_it(served, until):
    assert sent(served, until, PROSE.encode(), branch="kinder")["report"]["branch"] == "kinder"
    assert served.texts() == []


def test_an_encoding_that_is_named_is_used(served, until):
    report = sent(served, until, "林瑶走进月光里。".encode("gb18030"), encoding="gb18030", format="text")
    assert report["state"] == "done"
    assert served.texts() == ["林瑶走进月光里。"]


def test_an_archive_brings_everything_back(served, until):
    story = fabula.open(":memory:", story="first")
    story.tell("Lin Yao gives the silver key to Lin Feng.")
    story.extract()
    story.fork("kinder").tell("She smiles.")
    report = sent(served, until, b"".join(story.export()))["report"]
    assert (report["format"], report["turns"], report["facts"]) == ("fabula", 1, len(story.view().facts()))


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n\x00\x00", b"   "])
def test_a_file_that_is_no_story_is_refused_and_makes_none(served, data):
    status, said = served.raw("POST", "/api/stories/moonlit/import", data)
    assert (status, said["error"]["code"]) == (400, "format-error")
    assert served.raw("GET", "/api/stories/moonlit/turns")[0] == 404


def test_a_story_whose_name_is_none_is_refused(served):
    assert served.raw("POST", "/api/stories/%20x/import", b"Words.")[1]["error"]["code"] == "invalid-input"


def test_an_extraction_reads_what_is_unread(served, until):
    sent(served, until, PROSE.encode(), read=False)
    with served.client() as client:
        identity = client.post("/api/stories/moonlit/jobs", json={"kind": "extract"}).json()["id"]
    assert ended(served, until, identity)["report"]["read"] == 3


def test_an_extraction_that_a_model_stopped_has_failed_and_says_how_far_it_came(serve, until):
    from fabula.serve.work import usual_kinds

    class Denied:
        identity, batch, look_back = "denied/1", 4, 2

        def read(self, window, known):
            raise ModelDeniedError("The key is wrong.")

    served = serve(kinds=usual_kinds(lambda _: Denied()))
    sent(served, until, PROSE.encode(), read=False)
    with served.client() as client:
        identity = client.post("/api/stories/moonlit/jobs", json={"kind": "extract"}).json()["id"]
        shape = ended(served, until, identity)
        assert (shape["state"], shape["error"]["code"], shape["report"]["left"]) == (
            "failed",
            "model-denied",
            3,
        )
        rules = {"kind": "extract", "arguments": {"reader": "rules"}}
        identity = client.post("/api/stories/moonlit/jobs", json=rules).json()["id"]
    assert ended(served, until, identity)["report"]["read"] == 3


def test_an_extraction_does_not_take_arguments_that_it_does_not_know(served, until):
    sent(served, until, PROSE.encode())
    with served.client() as client:
        said = {"kind": "extract", "arguments": {"model": "x"}}
        assert client.post("/api/stories/moonlit/jobs", json=said).json()["error"]["code"] == "invalid-input"


def test_vectors_cannot_be_mended_without_an_embedder(served, until):
    sent(served, until, PROSE.encode())
    with served.client() as client:
        identity = client.post("/api/stories/moonlit/jobs", json={"kind": "repair-vectors"}).json()["id"]
    assert ended(served, until, identity)["error"]["code"] == "invalid-input"


def test_what_cannot_be_understood_is_refused_before_anything_is_made():
    with pytest.raises(FormatError):
        understood("moonlit", {"data": b"{}", "format": "fabula"})
    with pytest.raises(InvalidInputError):
        understood(" ", {"data": PROSE.encode()})


def test_an_archive_makes_the_story_as_old_as_it_says():
    story = fabula.open(":memory:", story="first")
    story.tell("月光。")
    made = understood("second", {"data": b"".join(story.export())}).makes
    (row,) = story.store.stories()
    assert (made.name, made.created, made.branch) == ("second", row.created, "main")
