"""Marks between scenes."""

import pytest

from fabula.formats.units import is_break_line


@pytest.mark.parametrize(
    "line", ["***", "* * *", "  *   *   *", "———", "---", "◇", "◆◆◆", "— — —", "~~~", "#", "※", "-*-*"]
)
def test_a_line_of_marks_is_a_break(line):
    assert is_break_line(line)


@pytest.mark.parametrize(
    "line", ["……", "...", "*She sits.*", "*The sailors were gone.", "-", "- one", "1", "？", "# One"]
)
def test_a_line_that_says_something_is_none(line):
    assert not is_break_line(line)
