import pytest

from fabula.errors import InvalidInputError
from fabula.models.address import Key, address

KEY = "sk-proj-0123456789abcdef"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434/v1"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1"),
        ("https://example.org/proxy/x/v1//", "https://example.org/proxy/x/v1"),
        (" http://localhost:8080 \n", "http://localhost:8080"),
        ("HTTP://[::1]:8080/API", "HTTP://[::1]:8080/API"),
    ],
)
def test_a_url_is_kept_as_it_is_given_but_for_slashes_at_its_end(url, base):
    assert address(url).base == base
    assert address(url).of("/models") == f"{base}/models"


@pytest.mark.parametrize(
    ("url", "trouble"),
    [
        ("localhost:11434/v1", "must begin with http"),
        ("ftp://example.org", "must begin with http"),
        ("http://", "name a host"),
        ("", "must begin with http"),
        ("http://example.org:port/v1", "no URL"),
        ("http://[::1/v1", "no URL"),
        ("http://example.org/v1?version=2", r"no \?"),
        ("http://example.org/v1#top", "no #"),
        ("http://example.org/a b", "no spaces"),
        ("http://example.org/v1/chat/completions", "leave out /chat/completions"),
    ],
)
def test_what_cannot_be_a_base_url_is_refused_with_a_reason(url, trouble):
    with pytest.raises(InvalidInputError, match=trouble):
        address(url)


def test_a_key_in_the_url_is_refused_and_not_repeated():
    with pytest.raises(InvalidInputError, match="not in the URL") as caught:
        address(f"https://user:{KEY}@example.org/v1")
    assert KEY not in str(caught.value)


def test_an_encrypted_address_is_told_from_a_plain_one():
    assert [address(url).is_encrypted for url in ("https://a", "HTTPS://a", "http://a")] == [
        True,
        True,
        False,
    ]


def test_a_key_is_shown_in_the_header_alone():
    key = Key(f" {KEY}\n")
    assert key.header() == {"Authorization": f"Bearer {KEY}"}
    assert KEY not in f"{key!r} {key} {vars(type(key)).get('__doc__')}"


def test_without_a_key_there_is_no_header():
    assert (Key("").header(), bool(Key("")), bool(Key(KEY))) == ({}, False, True)


@pytest.mark.parametrize("text", ["sk-1\n23", "sk 123", "sk-密钥", "sk-\x00"])
def test_what_no_key_can_be_is_refused_and_not_repeated(text):
    with pytest.raises(InvalidInputError, match="Copy it again") as caught:
        Key(text)
    assert text not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        (f"Incorrect key: {KEY}.", "Incorrect key: ***."),
        (f"key={KEY}&x", "key=***&x"),
        ("Incorrect key: sk-proj-****cdef. See", "Incorrect key: ***. See"),
        ("nothing of it", "nothing of it"),
    ],
)
def test_a_key_is_scrubbed_out_of_what_others_say(text, scrubbed):
    assert Key(KEY).scrubbed(text) == scrubbed


def test_a_key_is_scrubbed_when_it_comes_as_part_of_a_url():
    assert Key("sk/012345+6789=").scrubbed("at ?key=sk%2F012345%2B6789%3D") == "at ?key=***"


def test_a_short_key_is_scrubbed_as_a_word():
    assert Key("ol").scrubbed("ol is not the key of a pool") == "*** is not the key of a pool"
