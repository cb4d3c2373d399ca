"""What of a path is ours and what is the upstream's."""

import pytest

from fabula.errors import InvalidInputError
from fabula.serve.proxy.ways import Way, way_of


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("/v1/chat/completions", Way("/chat/completions")),
        ("/chat/completions", Way("/chat/completions")),
        ("/v1/chat/completions/", Way("/chat/completions")),
        ("/v1", Way("")),
        ("/v1/", Way("/")),
        ("/v1/models/a%2Fb", Way("/models/a%2Fb")),
        ("/v1x/models", Way("/v1x/models")),
        ("/s/moonlit/v1/models", Way("/models", "moonlit")),
        ("/s/moonlit/models", Way("/models", "moonlit")),
        ("/s/%E6%9C%88%20%E5%85%89/v1/chat/completions", Way("/chat/completions", "月 光")),
        ("/s/a%2Fb/v1/models", Way("/models", "a/b")),
    ],
)
def test_a_path_goes_where_it_means(path, way):
    assert way_of(path) == way


@pytest.mark.parametrize(
    "path", ["/v1/../admin", "/v1/%2e%2e/x", "/v1/..%2fadmin", "/v1/a/./b", "/v1/..%5Cx", "/s/a/v1/.."]
)
def test_no_path_climbs_out(path):
    with pytest.raises(InvalidInputError, match="write it out"):
        way_of(path)


def test_a_story_in_a_path_needs_a_name():
    with pytest.raises(InvalidInputError):
        way_of("/s/%20/v1/models")


def test_only_the_chat_tells_stories():
    assert way_of("/v1/chat/completions").is_chat
    assert not way_of("/v1/completions").is_chat
