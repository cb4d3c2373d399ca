"""The types of memory have the seed's defaults, and a story may have its own."""

import pytest

from fabula.errors import InvalidInputError
from fabula.extraction.model.questions.memory_types import (
    DEFAULT_TYPES,
    Compression,
    Field,
    MemoryType,
    asked_types,
    types_from,
)


def named(types):
    return {one.name: one for one in types}


def test_the_defaults_are_those_of_the_seed():
    types = named(DEFAULT_TYPES)
    assert list(types) == ["event", "character", "location", "rule", "thread", "synopsis", "reflection"]
    assert [name for name, one in types.items() if one.always_injected] == [
        "event",
        "rule",
        "thread",
        "synopsis",
    ]
    assert [name for name, one in types.items() if one.latest_only] == ["character", "location", "synopsis"]
    assert {name: one.compression for name, one in types.items() if one.compressible} == {
        "event": Compression(9, 3, 10, 6),
        "thread": Compression(6, 3, 5, 3),
        "reflection": Compression(6, 3, 3, 3),
    }


def test_upkeep_writes_synopsis_and_reflection_so_nobody_is_asked_for_them():
    assert [one.name for one in asked_types(DEFAULT_TYPES)] == [
        "event",
        "character",
        "location",
        "rule",
        "thread",
    ]


def test_fields_are_kept_as_names_summaries_and_attributes():
    types = named(DEFAULT_TYPES)
    assert types["location"].entity_kind == "place"
    assert types["character"].attributes == ("personality", "state", "goal", "holds", "core_note")


def test_a_mapping_adds_a_type_changes_another_and_drops_a_third():
    types = named(
        types_from(
            {
                "spell": {"fields": ["name*", {"name": "cost", "kept_as": "price"}], "latest_only": True},
                "thread": {"always_injected": False, "compression": False},
                "rule": False,
            }
        )
    )
    fields = Field("name", required=True), Field("cost", kept_as="price")
    assert types["spell"] == MemoryType("spell", fields, latest_only=True)
    assert types["thread"].fields == named(DEFAULT_TYPES)["thread"].fields
    assert not types["thread"].always_injected
    assert not types["thread"].compressible
    assert "rule" not in types


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({"spell": {"colour": 1}}, "has no 'colour'"),
        ({"spell": {"latest_only": "yes"}}, "true or false"),
        ({"spell": {"fields": "name"}}, "must be a list"),
        ({"spell": {"fields": ["name", "name"]}}, "twice"),
        ({"spell": {"fields": [3]}}, "must be a mapping"),
        ({"spell": {"compression": {"threshold": 3}}}, "'fan_in'"),
        ({"spell": {"kind": " spell"}}, "starts with a letter"),
        ({"spell": True}, "must be a mapping"),
        ({" ": {}}, "needs a name"),
        ([], "must be a mapping"),
    ],
)
def test_what_no_type_has_is_refused_with_the_place(mapping, words):
    with pytest.raises(InvalidInputError, match=words):
        types_from(mapping)
