"""The examples are right by the rules that they teach."""

import pytest

from fabula.extraction.model.item_shape import FIELDS, HOLDER, OBJECT, SENSES, SUBJECT
from fabula.extraction.model.questions.structured_examples_en import ENGLISH
from fabula.extraction.model.questions.structured_examples_zh import CHINESE

EVERY = [*ENGLISH, *CHINESE]


@pytest.mark.parametrize("example", EVERY)
def test_every_item_stands_on_a_line_of_its_page_and_has_known_fields_in_order(example):
    refs = {ref for told in example.page.fresh for ref, _ in told.lines}
    for item in example.items:
        assert item["at"] in refs
        assert item["is"] in SENSES
        assert list(item) == [field for field in FIELDS if field in item]


@pytest.mark.parametrize("example", EVERY)
def test_every_name_is_copied_from_the_page(example):
    text = example.page.text()
    names = [
        item[field]
        for item in example.items
        for field in (SUBJECT, OBJECT, HOLDER)
        if field in item and item["is"] != "event"
    ]
    assert [name for name in names if name.casefold() not in text.casefold()] == []


@pytest.mark.parametrize("examples", [ENGLISH, CHINESE])
def test_some_examples_say_that_nothing_changed_and_name_people(examples):
    assert sum(not example.items for example in examples) >= 3
    assert all(
        sense in str([example.items for example in examples]) for sense in SENSES if sense not in UNSHOWN
    )


UNSHOWN = {"wish", "contradiction"}
