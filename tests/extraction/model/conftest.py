"""A story told line by line, with what a model would have said of each turn, run through link and reconcile."""

from dataclasses import dataclass, field

import pytest

import fabula
from fabula.claims import KINDS
from fabula.extraction.model.items import Item, ItemKind
from fabula.extraction.model.questions.cutting import lines_of
from fabula.extraction.model.sheet import Known, Sheet
from fabula.extraction.model.taking.link import linked
from fabula.extraction.model.taking.reconcile import reconciled
from fabula.extraction.reader import body_of


@dataclass
class Said:
    """An extractor that says given items of each turn: the half of a model that comes after its answer."""

    items: dict = field(default_factory=dict)
    batch: int = 1
    look_back: int = 0
    nearest: object = None
    kinds: tuple = KINDS
    language: str = "en"
    edition: int = 0
    refused: list = field(default_factory=list)

    @property
    def identity(self):
        return f"said/{self.edition} {sorted((number, len(told)) for number, told in self.items.items())}"

    def read(self, window, known):
        sheet = self.sheet(window, known)
        told = [item for turn in window.fresh for item in self.items.get(turn.number, ())]
        taken = reconciled(linked(told, sheet, self.kinds), sheet, self.nearest)
        self.refused += [refusal.reason for _, refusal in taken.refused]
        return [
            body_of(
                window,
                place,
                self.identity,
                claims=[claim for at, claim in taken.claims if at == place],
                refused=[refusal for at, refusal in taken.refused if at == place],
            )
            for place in range(window.start, len(window.turns))
        ]

    def sheet(self, window, known):
        lines = [line for place, turn in enumerate(window.turns) for line in lines_of(turn, place)]
        before = tuple(line for line in lines if line.place < window.start)
        fresh = tuple(line for line in lines if line.place >= window.start)
        entities = {f"e{count}": entity for count, entity in enumerate(known.entities(), start=1)}
        facts = {f"f{count}": fact for count, fact in enumerate(known.facts(), start=1)}
        return Sheet(window, before, fresh, Known(entities, facts), known, self.language)


class Telling:
    """A story under test: ``tell`` a turn with what is said of it, then look at what holds."""

    def __init__(self, **settings):
        self.story = fabula.open(":memory:", story="told")
        self.said = Said(**settings)

    def tell(self, text, *items, speaker="Narrator", number=None):
        turn = self.story.tell(text, speaker=speaker)
        self.said.items[turn.number] = items
        return self

    def read(self):
        self.story.extract(self.said)
        return self.story.view()

    @property
    def view(self):
        return self.read()

    @property
    def refused(self):
        return self.said.refused


def item(at, kind, name="", predicate="", far="", **more):
    return Item(ItemKind(kind), at=str(at), name=name, predicate=predicate, object=far, **more)


@pytest.fixture
def telling():
    return Telling


@pytest.fixture
def say():
    return item
