"""Who reads and who has read, as people call them: by the model's name."""

import re
from collections import Counter

from fabula.extraction.reader import Extractor
from fabula.extraction.readings import GOOD, PLAIN
from fabula.ledger.records import Status
from fabula.story import Story

_MODEL = re.compile(r"model/\d+ (?P<name>.+) [0-9a-f]{8}(?: by meaning)?")
_WELL = GOOD - {Status.SUSPICIOUS}


def name_of(extractor: str) -> str:
    """What an extractor is called: its model, ``rules``, or its identity where it has neither."""
    if extractor.startswith(PLAIN):
        return "rules"
    found = _MODEL.fullmatch(extractor)
    return found["name"] if found else extractor


def said_of_reader(reader: Extractor) -> str:
    """Who read, and in which form of asking where that is known."""
    form = getattr(reader, "form", "")
    return f"{name_of(reader.identity)} ({form})" if form else name_of(reader.identity)


def read_by_others(told: Story, reader: Extractor) -> tuple[tuple[str, int], ...]:
    """The models by which turns are read that this one leaves alone, each with how many there are."""
    others = Counter(
        one.extractor
        for one in told.readings()
        if one.extractor and one.extractor != reader.identity and not one.extractor.startswith(PLAIN)
    )
    own = name_of(reader.identity)
    return tuple(
        (f"{name} with other settings" if name == own else name, count)
        for name, count in sorted((name_of(one), count) for one, count in others.items())
    )


def models_in_trouble(told: Story, turn: str) -> tuple[str, ...]:
    """The models whose readings failed or are doubtful, of one turn or of all on the branch."""
    troubled = {
        one.turn
        for one in told.readings(turn or 1, turn or -1)
        if one.status not in _WELL and one.status is not Status.PENDING
    }
    if not troubled:
        return ()
    kept = told.store.snapshot(told.name)
    bound = {row.body for row in kept.bindings if row.turn in troubled}
    bodies = [body for body in kept.bodies if body.id in bound and body.status not in _WELL]
    return tuple(sorted({name_of(one.extractor) for one in bodies if not one.extractor.startswith(PLAIN)}))
