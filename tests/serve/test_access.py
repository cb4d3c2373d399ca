"""Who may ask, under which host name, from which pages."""

import pytest

from fabula.errors import InvalidInputError
from fabula.serve.access import Access, access_for, bearer, host_of, keys_from
from fabula.serve.permits import EVERYTHING
from fabula.serve.refusals import UnauthorizedError, WrongHostError, WrongOriginError

TOKEN = "a-token-of-some-length"  # noqa: S105 - of this test alone
OTHER = "another-token-entirely"


@pytest.mark.parametrize(
    "header", ["localhost", "LOCALHOST:7373", "127.0.0.1:7373", "[::1]:7373", "localhost."]
)
def test_a_server_on_this_machine_goes_by_the_names_of_this_machine(header):
    assert access_for("127.0.0.1").check_host(header) is None


@pytest.mark.parametrize(
    "header",
    [
        "evil.example",
        "localhost.evil.example:7373",
        "10.0.0.5:7373",
        "",
        None,
        "evil.example:80@localhost",
        "[::1",
        "localhost/x@evil.example",
    ],
)
def test_a_server_on_this_machine_goes_by_no_other_name(header):
    with pytest.raises(WrongHostError):
        access_for("127.0.0.1").check_host(header)


def test_a_server_for_others_goes_by_any_address_but_by_allowed_names_only():
    access = access_for("0.0.0.0", keys=keys_from([TOKEN]), allow_hosts=["story.lan:7373"])  # noqa: S104
    access.check_host("192.168.1.7:7373")
    access.check_host("story.lan")
    with pytest.raises(WrongHostError):
        access.check_host("evil.example")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "story.lan"])  # noqa: S104
def test_beyond_this_machine_a_token_is_required(host):
    with pytest.raises(InvalidInputError, match="--token-file"):
        access_for(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2", "[::1]"])
def test_on_this_machine_no_token_is_required(host):
    assert access_for(host).permit_of("") == EVERYTHING


@pytest.mark.parametrize(
    "origin", [None, "http://localhost:7373", "https://localhost:7373", "http://LOCALHOST:7373"]
)
def test_pages_of_the_server_itself_may_ask(origin):
    assert Access().check_origin(origin, "localhost:7373") is None


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:3000",
        "http://evil.example",
        "null",
        "",
        "http://localhost",
        "file://",
        "http://[::1",
    ],
)
def test_pages_of_elsewhere_may_not_ask(origin):
    with pytest.raises(WrongOriginError):
        Access().check_origin(origin, "localhost:7373")


def test_pages_without_an_origin_may_not_write_from_another_site():
    with pytest.raises(WrongOriginError):
        Access().check_origin(None, "localhost:7373", "cross-site")
    Access().check_origin(None, "localhost:7373", "same-origin")


def test_an_origin_that_was_allowed_may_ask():
    access = access_for("127.0.0.1", allow_origins=["http://localhost:8000/"])
    assert access.check_origin("http://localhost:8000", "localhost:7373") is None


@pytest.mark.parametrize("origin", ["localhost", "*", "http://a.example/path", "http://"])
def test_what_is_no_origin_cannot_be_allowed(origin):
    with pytest.raises(InvalidInputError, match="is no origin"):
        access_for("127.0.0.1", allow_origins=[origin])


def test_a_token_alone_is_for_every_story_and_one_with_names_for_those():
    access = Access(keys=keys_from(["# those of the house", "", TOKEN, f"{OTHER} moonlit, 月光"]))
    assert access.permit_of(TOKEN).allows("anything")
    assert [access.permit_of(OTHER).allows(story) for story in ("moonlit", "月光", "sunlit")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("token", ["", TOKEN[:-1], TOKEN + "x", "Ã" * 20, "\ud800"])
def test_a_token_that_is_missing_or_wrong_is_refused_without_being_repeated(token):
    with pytest.raises(UnauthorizedError) as caught:
        Access(keys=keys_from([TOKEN])).permit_of(token)
    assert not token or token not in str(caught.value)


@pytest.mark.parametrize("line", ["short", "t" * 15, "令牌令牌令牌令牌令牌令牌令牌令牌令牌"])
def test_a_line_that_holds_no_token_is_refused_without_being_repeated(line):
    with pytest.raises(InvalidInputError) as caught:
        keys_from(["# first", line])
    assert "Line 2" in str(caught.value)
    assert line not in str(caught.value)


def test_keys_never_show_their_token():
    assert TOKEN not in repr(Access(keys=keys_from([TOKEN])))


def test_the_token_comes_in_either_header_and_our_own_one_counts_first():
    assert bearer([(b"Authorization", b"Bearer abc")]) == "abc"
    assert bearer([(b"authorization", b"bearer upstream"), (b"x-fabula-token", b"ours")]) == "ours"
    assert bearer([(b"authorization", b"Basic abc")]) == ""


def test_a_host_is_read_as_a_browser_reads_it():
    assert [host_of(one) for one in ("A.b:1", "[::1]:2", "u@h:3", "a.b.", "a b")] == [
        "a.b",
        "::1",
        "",
        "a.b",
        "",
    ]
