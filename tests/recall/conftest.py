"""Fixtures of this folder: stories told by hand."""

from collections.abc import Callable

import pytest

from fabula.testing.told_by_hand import HandTold, line_of, tell_story


@pytest.fixture(scope="session")
def tell() -> Callable[..., HandTold]:
    return tell_story


@pytest.fixture(scope="session")
def line() -> Callable[..., tuple[object, ...]]:
    return line_of
