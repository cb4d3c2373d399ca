"""An extractor for tests that fails on demand: by the endpoint, or by what it is shown. It reads like the scripted one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fabula.errors import ModelError
from fabula.extraction.reader import Window, body_of
from fabula.extraction.spending import counts_of
from fabula.graph.view import View
from fabula.ledger.records import Body, Refusal, Status, Turn
from fabula.models.chat import Usage
from fabula.testing.scripted_reader import ScriptedReader

ONE_CALL = Usage(calls=1, prompt=100, completion=20)


@dataclass(slots=True)
class FailingReader:
    """Reads as ``reader`` does, at the price of one call a window.

    ``troubles`` are errors to raise, by the number of the call (from 1). A window with ``poison`` among its fresh
    turns fails as a whole; a turn with ``fog`` is suspicious. ``asked`` lists the turns of every call.
    """

    reader: ScriptedReader = field(default_factory=ScriptedReader)
    troubles: Mapping[int, ModelError] = field(default_factory=dict)
    poison: str = "poison"
    fog: str = "fog"
    asked: list[tuple[int, ...]] = field(default_factory=list)
    spent: Usage = field(default_factory=Usage)

    @property
    def identity(self) -> str:
        """The name under which its bodies are kept."""
        return self.reader.identity

    @property
    def batch(self) -> int:
        """How many turns it likes to read at once."""
        return self.reader.batch

    @property
    def look_back(self) -> int:
        """How many turns before them it wants to see."""
        return self.reader.look_back

    def read(self, window: Window, known: View) -> Sequence[Body]:
        """One body for every fresh turn; its price stands on the first."""
        self.asked.append(tuple(turn.number for turn in window.fresh))
        if error := self.troubles.get(len(self.asked)):
            raise error
        self.spent += ONE_CALL
        if any(self.poison in turn.text for turn in window.fresh):
            bodies = [self._failed(window, at) for at in range(window.start, len(window.turns))]
        else:
            read = zip(self.reader.read(window, known), window.fresh, strict=True)
            bodies = [self._in_fog(body, turn) for body, turn in read]
        return [replace(bodies[0], usage=counts_of(ONE_CALL)), *bodies[1:]]

    def _failed(self, window: Window, at: int) -> Body:
        reason = Refusal("I cannot help with that.", "the answer holds nothing that can be read")
        return body_of(window, at, self.identity, status=Status.FAILED, refused=(reason,))

    def _in_fog(self, body: Body, turn: Turn) -> Body:
        return replace(body, status=Status.SUSPICIOUS, claims=()) if self.fog in turn.text else body
