"""How a context is made: as of which epoch, in whose words, counted how, and for whose eyes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from fabula.context.receipt import NO_SCOPE
from fabula.context.template import Template
from fabula.graph.view import View
from fabula.models.tokenizers import counter_for
from fabula.models.tokens import ESTIMATE, Counter
from fabula.recall.hits import Hit, Recall
from fabula.recall.scope import Given
from fabula.recall.standpoint import Standpoint, looking
from fabula.recall.times import places_within
from fabula.recall.turns import TurnIndex

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

    ``pov`` names whose knowledge bounds what is told, ``strict`` as in ``View.known_to``, ``session`` is the
    session or chapter that both blocks stay within; the recall has to be of the same. ``scope`` is what the receipt says of all this.
    """

    epoch: View | None = None
    template: Template | None = None
    counter: Counter = ESTIMATE
    pov: str = ""
    strict: bool = False
    session: int | None = None
    scope: Mapping[str, str | int | bool] = field(default_factory=lambda: NO_SCOPE)

    def known(self, view: View, turns: TurnIndex) -> frozenset[str] | None:
        """The ids of the facts that hold in a view as far as the point of view knows; None where all may be told.

        What was superseded behind their back is among them, and what superseded it is not.
        """
        if not self.pov and self.session is None:
            return None
        here = self.standpoint(view, turns)
        if here is None:
            return frozenset()
        return frozenset(fact.id for fact in view.told() if here.sees(fact) and here.holds(fact))

    def bounded(self, recall: Recall, view: View, turns: TurnIndex) -> Recall:
        """The recall without what may not be told here, should it be of another point of view or session."""
        if not self.pov and self.session is None:
            return recall
        here = self.standpoint(view, turns)

        def may_be_told(hit: Hit) -> bool:
            if here is None:
                return False
            passage = turns.passage(hit.number)
            return here.sees(hit.fact) if hit.fact else passage is None or here.hears(passage)

        hits, around = (tuple(filter(may_be_told, own)) for own in (recall.hits, recall.around))
        return replace(recall, hits=hits, around=around)

    def standpoint(self, view: View, turns: TurnIndex) -> Standpoint | None:
        """From where facts are looked at in a view; None if it knows nobody of the point of view's name."""
        entity = view.resolve(self.pov) if self.pov else None
        if self.pov and entity is None:
            return None
        given = Given(knower=entity.id if entity else "", strict=self.strict)
        return looking(view, given, places_within(turns.shelved.passages(), self.session))


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
    pov, time, session = asked.get("pov"), asked.get("at"), asked.get("session")
    return Frame(
        epoch=epoch.at(time) if epoch and isinstance(time, str | int) else epoch,
        template=style.template,
        counter=counter_for(style.model),
        pov=pov if isinstance(pov, str) else "",
        strict=bool(asked.get("strict")),
        session=session if isinstance(session, int) else None,
        scope=scope,
    )
