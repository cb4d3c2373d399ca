"""A model that is asked no more than a cap allows, and one that is asked with little patience."""

from dataclasses import dataclass

from fabula.errors import ModelError
from fabula.extraction.spending import CAP_REACHED, NO_CAP, NO_USAGE, Cap, blameless
from fabula.models.chat import Ask, ChatModel, Reply, Usage


@dataclass(slots=True)
class Allowed:
    """Another model, asked only while ``cap`` is not reached; ``spent`` is what that has cost by now."""

    model: ChatModel
    cap: Cap = NO_CAP
    spent: Usage = NO_USAGE

    @property
    def name(self) -> str:
        """The other model's name."""
        return self.model.name

    @property
    def place(self) -> str:
        """Where the other model answers."""
        return self.model.place

    def complete(self, ask: Ask) -> Reply:
        """The other model's answer.

        Raises:
            ModelError: as the other; or the cap is reached (``CAP_REACHED``), and nothing was asked.
        """
        return self._asked(self.model, ask)

    def complete_hurriedly(self, ask: Ask) -> Reply:
        """The same with less patience, where the other model can have less."""
        return self._asked(Hurried(self.model), ask)

    def _asked(self, model: ChatModel, ask: Ask) -> Reply:
        if reached := self.cap.reached(self.spent):
            raise blameless(ModelError(reached), CAP_REACHED)
        reply = model.complete(ask)
        self.spent += reply.usage
        return reply


@dataclass(frozen=True, slots=True)
class Hurried:
    """Another model, waited for less long where it knows how to be (``complete_hurriedly``)."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The other model's name."""
        return self.model.name

    @property
    def place(self) -> str:
        """Where the other model answers."""
        return self.model.place

    def complete(self, ask: Ask) -> Reply:
        """The other model's answer.

        Raises:
            ModelError: as the other.
        """
        complete = getattr(self.model, "complete_hurriedly", self.model.complete)
        reply: Reply = complete(ask)
        return reply
