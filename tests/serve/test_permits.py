"""What the one who asks may see."""

import threading

import pytest

from fabula.serve.permits import EVERYTHING, Permit, check, permit, use, withdraw
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
