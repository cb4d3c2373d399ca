"""What the server writes to its log."""

import io
import logging

import pytest

from fabula.serve.logs import discreet, log_to


@pytest.fixture
def lines():
    """The lines of the server's own loggers, which are set back afterwards."""
    names = ("fabula", "uvicorn")
    before = [(logging.getLogger(name), logging.getLogger(name).__dict__.copy()) for name in names]
    stream = io.StringIO()
    log_to(stream)
    yield stream
    for logger, state in before:
        logger.handlers, logger.propagate = state["handlers"], state["propagate"]
        logger.setLevel(state["level"])


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer s3cret-value-1",
        "authorization='s3cret-value-1'",
        "?token=s3cret-value-1&x=1",
        '{"api_key": "s3cret-value-1"}',
        "sk-s3cret-value-1",
        "password = s3cret-value-1",
    ],
)
def test_what_looks_like_a_secret_is_masked(text):
    assert "s3cret" not in discreet(text)


def test_other_words_stay_as_they_are():
    assert discreet("GET /api/stories/月光/turns 200 1.5ms") == "GET /api/stories/月光/turns 200 1.5ms"


def test_secrets_in_a_traceback_are_masked_too(lines):
    try:
        int("Bearer s3cret-value-1")
    except ValueError:
        logging.getLogger("fabula.serve").exception("It failed")
    assert "ValueError" in lines.getvalue()
    assert "s3cret" not in lines.getvalue()


def test_the_chatter_of_the_library_is_left_out(lines):
    logging.getLogger("uvicorn.error").info("Started server process")
    logging.getLogger("fabula.access").info("GET / 200")
    assert "Started" not in lines.getvalue()
    assert "GET / 200" in lines.getvalue()
