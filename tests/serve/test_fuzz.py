"""Whatever the server's own OpenAPI document allows, and what it does not: no fault of ours, nothing half done."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from fabula.ledger.records import StoryRow
from fabula.operations import OPERATIONS
from fabula.stores import open_store
from fabula.story import Story

NOW = "2026-01-01T00:00:00+00:00"
TOLD = [
    "Lin Yao arrived at the Moonlit Court. Lin Feng gave the silver key to Lin Yao.",
    "顾守义把青伞交给了沈棠。",
    "Lin Yao gave the silver key to Mira.",
]
NOT_ASKED = {"/api/stories/{story}/events", "/api/stories/{story}/break"}
"""What never ends, and what these tests have put there to break."""

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]

# What makes sense for a parameter of that name: so that calls get past the first refusal.
SENSIBLE: dict[str, list[Any]] = {
    "turn": ["1", "-1", "2"],
    "first": ["1"],
    "last": ["-1"],
    "to": ["main", "1", "-1", "kinder"],
    "after": ["1", "-1"],
    "as_of": ["1", "", "0"],
    "at": ["day 2", "", "1"],
    "turns": [["1"]],
    "entity": ["Mira", "沈棠", "npc-mira"],
    "subject": ["silver key", "青伞"],
    "predicate": ["held_by"],
    "object": ["Mira", ""],
    "holder": ["", "Mira"],
    "pov": ["Mira", ""],
    "start": ["silver key"],
    "focus": [["青伞"]],
    "keep": ["Mira"],
    "absorb": ["沈棠"],
    "one": ["main", "Mira", "1"],
    "other": ["kinder", "Lin Feng", "2"],
    "name": ["Mira", "kinder", "dawn"],
    "cue": ["Who has the silver key?", "青伞"],
    "branch": ["", "main"],
    "number": [1],
    "cursor": [""],
}


def rows_of(document):
    """Every operation of the document that ends, with its way and place."""
    found = []
    for one in document.get_all_operations():
        operation = one.ok()
        if operation.path not in NOT_ASKED:
            found.append(operation)
    return found


def aimed(case, draw):
    """The case at the story that is there; where the die says so, with parameters that mean something."""
    for values in (case.path_parameters, case.query, case.body):
        if isinstance(values, dict):
            for name in sorted(values, key=str):
                if name in SENSIBLE and draw(st.booleans()):
                    values[name] = draw(st.sampled_from(SENSIBLE[name]))
    if isinstance(case.path_parameters, dict) and "story" in case.path_parameters:
        case.path_parameters["story"] = "moonlit"
    return case


@st.composite
def calls(draw, operation, mode):
    return aimed(draw(operation.as_strategy(generation_mode=mode)), draw)


def fuzz(operation, mode, examples):
    @seed(20260101)
    @settings(
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=calls(operation, mode))
    def call(case):
        answered = case.call(timeout=20)
        case.validate_response(answered, checks=CHECKS)

    call()


@pytest.mark.timeout(180)
def test_nothing_that_can_be_asked_breaks_the_server_or_the_ledger(serve):
    store = open_store(":memory:")
    store.create(StoryRow("moonlit", NOW))
    story = Story(store, "moonlit")
    for text in TOLD:
        story.tell(text, speaker="Narrator")
    story.extract()
    story.fork("kinder", 2)
    served = serve(store)
    document = schemathesis.openapi.from_url(f"{served.url}/api/openapi.json")
    operations = rows_of(document)
    assert {one.definition.raw["operationId"] for one in operations} >= OPERATIONS.keys()
    for operation in operations:
        fuzz(operation, GenerationMode.POSITIVE, 8)
        if operation.body or operation.query:
            fuzz(operation, GenerationMode.NEGATIVE, 4)
    for row in store.stories():
        kept = Story(store, row.name)
        assert kept.verify().is_sound
        elsewhere = open_store(":memory:")
        elsewhere.create(StoryRow(row.name, row.created, row.branch))
        copy = Story(elsewhere, row.name)
        copy.restore(kept.export())
        assert b"".join(copy.export()) == b"".join(kept.export())
