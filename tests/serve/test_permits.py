"""What the one who asks may see."""

import threading

import pytest

from fabula.operations import OPERATIONS
from fabula.serve.permits import EVERYTHING, Permit, check, check_all, check_named, permit, use, withdraw
from fabula.serve.refusals import ForbiddenError


def test_a_permit_for_some_stories_lets_no_other_be_used():
    token = use(Permit(frozenset({"moonlit"})))
    try:
        check("moonlit")
        with pytest.raises(ForbiddenError, match="not for story 'sunlit'"):
            check("sunlit")
    finally:
        withdraw(token)


def test_a_permit_ends_with_the_task_that_it_was_given_to():
    token = use(Permit(frozenset()))
    withdraw(token)
    assert permit() == EVERYTHING


def test_a_permit_is_not_seen_by_other_threads():
    seen = []
    token = use(Permit(frozenset()))
    thread = threading.Thread(target=lambda: seen.append(permit()))
    thread.start()
    thread.join()
    withdraw(token)
    assert seen == [EVERYTHING]


def test_what_is_for_every_story_takes_a_permit_for_all_of_them():
    check_all()
    token = use(Permit(frozenset({"moonlit"})))
    try:
        with pytest.raises(ForbiddenError, match="all of them"):
            check_all()
    finally:
        withdraw(token)


def test_a_permit_for_one_story_takes_in_no_other_one():
    token = use(Permit(frozenset({"moonlit"})))
    try:
        check_named(OPERATIONS["join"], {"other": "moonlit"})
        check_named(OPERATIONS["tell"], {"text": "sunlit"})
        for name in ("join", "unjoin"):
            with pytest.raises(ForbiddenError, match="not for story 'sunlit'"):
                check_named(OPERATIONS[name], {"other": "sunlit"})
    finally:
        withdraw(token)
