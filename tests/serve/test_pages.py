"""Long lists in pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.errors import InvalidInputError
from fabula.serve.pages import page

NAMES = [f"林{number}" for number in range(25)]


def every(rows, limit, of="names"):
    """All rows, page by page."""
    found, cursor = [], ""
    while cursor is not None:
        shown = page(rows, str, limit=limit, cursor=cursor, of=of)
        found += shown.rows
        cursor = shown.next
    return found


@given(st.lists(st.text(max_size=5), unique=True, max_size=40), st.integers(1, 45))
def test_pages_together_are_the_list(rows, limit):
    assert every(rows, limit) == rows


def test_the_last_page_has_no_next():
    assert page(NAMES[:10], str, limit=10).next is None


def test_rows_that_are_added_meanwhile_come_at_the_end():
    first = page(NAMES[:10], str, limit=8)
    assert page(NAMES, str, limit=50, cursor=first.next).rows == tuple(NAMES[8:])


def test_a_row_that_stands_elsewhere_by_now_is_found():
    first = page(NAMES, str, limit=5)
    assert page(["new", *NAMES], str, limit=2, cursor=first.next).rows == tuple(NAMES[5:7])


def test_a_cursor_whose_row_is_gone_is_refused():
    first = page(NAMES, str, limit=5)
    with pytest.raises(InvalidInputError, match="from its beginning"):
        page(NAMES[5:], str, cursor=first.next)


def test_a_cursor_of_another_list_is_refused():
    with pytest.raises(InvalidInputError, match="another list"):
        page(NAMES, str, cursor=page(NAMES, str, limit=5, of="turns main").next, of="turns kinder")


@pytest.mark.parametrize(
    "cursor", ["x", "令牌", "WzFd", "bnVsbA", "eyJhIjoxfQ", "W10", "!!!!", "WyJhIiwtMSwiYiJd"]
)
def test_what_is_no_cursor_is_refused(cursor):
    with pytest.raises(InvalidInputError):
        page(NAMES, str, cursor=cursor)


@pytest.mark.parametrize("limit", [0, -1, 1001])
def test_a_page_has_at_least_one_row_and_at_most_a_thousand(limit):
    with pytest.raises(InvalidInputError, match="1 to 1000"):
        page(NAMES, str, limit=limit)
