from fabula.models.outcome import Call, Heard


def test_a_call_shows_neither_its_headers_nor_its_content():
    call = Call("POST", "http://localhost:1/v1/models", {"Authorization": "Bearer secret"}, b"the story")
    assert repr(call) == "Call(method='POST', url='http://localhost:1/v1/models')"


def test_only_successes_are_good():
    assert [Heard(status, b"").is_good for status in (200, 201, 301, 404, 500)] == [
        True,
        True,
        False,
        False,
        False,
    ]
