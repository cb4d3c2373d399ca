"""How a context is made: as of which epoch, in whose words, counted how, and for whose eyes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabula.context.receipt import NO_SCOPE
from fabula.context.template import Template
from fabula.graph.view import View
from fabula.models.tokenizers import counter_for
from fabula.models.tokens import ESTIMATE, Counter

_TOLD_IN_A_RECEIPT = ("limit", "policy", "at", "pov", "strict", "session")


@dataclass(frozen=True, slots=True)
class Style:
    """In whose words a context is told, and for which model.

    Without a ``template`` the story's language chooses. Tokens are counted by the vocabulary of ``model``
    where it is known and the extra ``tokens`` is installed, else by a bound that is safe for usual prose.
    """

    template: Template | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a context is made in. ``epoch`` is the view at the epoch turn; without one there is one block.

    ``pov`` names whose knowledge bounds what is told, ``strict`` as in ``View.known_to``; the recall has to
    be of the same point of view. ``scope`` is what the receipt says of all this.
    """

    epoch: View | None = None
    template: Template | None = None
    counter: Counter = ESTIMATE
    pov: str = ""
    strict: bool = False
    scope: Mapping[str, str | int | bool] = field(default_factory=lambda: NO_SCOPE)

    def known(self, view: View) -> frozenset[str] | None:
        """The ids of the facts that the point of view can know in a view; None where all may be told."""
        if not self.pov:
            return None
        if view.resolve(self.pov) is None:
            return frozenset()
        return frozenset(fact.id for fact in view.known_to(self.pov, strict=self.strict))


PLAIN = Frame()
NO_STYLE = Style()


def framed(epoch: View | None, style: Style, asked: Mapping[str, object]) -> Frame:
    """The frame for what was asked: the keywords of a recall, of which the plain ones go into the receipt.

    ``epoch`` is the view at the epoch turn; it is taken to the time of the story that was asked for.
    """
    scope = {
        name: value
        for name in _TOLD_IN_A_RECEIPT
        if isinstance(value := asked.get(name), str | int) and value not in ("", False)
    }
    pov, time = asked.get("pov"), asked.get("at")
    return Frame(
        epoch=epoch.at(time) if epoch and isinstance(time, str | int) else epoch,
        template=style.template,
        counter=counter_for(style.model),
        pov=pov if isinstance(pov, str) else "",
        strict=bool(asked.get("strict")),
        scope=scope,
    )
