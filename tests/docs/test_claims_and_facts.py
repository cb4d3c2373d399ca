"""The page about claims and facts: what it shows runs and is so."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "claims-and-facts.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def test_the_page_has_its_two_examples():
    assert [example.count("assert ") for example in EXAMPLES] == [2, 3]


@pytest.mark.parametrize("count", range(1, len(EXAMPLES) + 1))
def test_what_the_page_shows_is_so(count):
    shown = {"__name__": "claims_and_facts"}
    for example in EXAMPLES[:count]:
        exec(compile(example, PAGE.name, "exec"), shown)  # noqa: S102 - the page's own code is what is tested
