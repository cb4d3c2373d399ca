"""The text that the model is given before its turn, under a hard budget: what lasts first, the latest last."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from fabula.context.changes import changes_of, since_then, standing
from fabula.context.filling import Filling
from fabula.context.frame import PLAIN, Frame
from fabula.context.items import BESIDE, Item, candidates, is_visible, item_of
from fabula.context.receipt import Receipt, Row
from fabula.context.stable import stable_items, texts_of
from fabula.context.template import Template
from fabula.context.wording import wording_for
from fabula.errors import InvalidInputError
from fabula.graph.view import View
from fabula.models.tokens import QUARTERS
from fabula.recall.hits import Hit, Recall
from fabula.recall.turns import TurnIndex

T = TypeVar("T")

STABLE_PART = 2
VOLATILE_PART = 3
"""Each block takes at most one in so many tokens of the budget: the volatile one where the model sees turns and
there is a stable block, or where it sees most of the story. Otherwise it takes what is left: the less of a chat
there is, the more the memory matters, and the less is behind the stable block for successive prompts to share."""


@dataclass(frozen=True, slots=True)
class Context:
    """The text for the model in two blocks, at most how many tokens it costs, and the receipt.

    ``stable`` says what seldom changes and belongs at the start of a prompt, before the chat; ``volatile``
    is small and belongs at its end, before the last message: so successive prompts begin with the same
    tokens. Either is empty where it has nothing to say, ``text`` is both on end.
    """

    stable: str
    volatile: str
    tokens: int
    receipt: Receipt

    @property
    def text(self) -> str:
        """Both blocks, the stable one first; empty if nothing fits."""
        return "\n".join(block for block in (self.stable, self.volatile) if block)


def compose(
    view: View,
    recall: Recall,
    budget: int,
    *,
    turns: TurnIndex,
    visible: Collection[str] = (),
    frame: Frame = PLAIN,
) -> Context:
    """What the model should know for a cue, in two blocks and their sections, within ``budget`` tokens.

    ``visible`` are the ids of the turns that the model sees anyway: nothing that rests on them alone is
    repeated. What the stable block says is not said again; what of it no longer holds is set right. Where
    there is no room to do so, the stable block leaves those lines out.

    Raises:
        InvalidInputError: the budget is negative.
    """
    if budget < 0:
        raise InvalidInputError(f"A budget is a number of tokens, not {budget}.")
    known = frame.known(view, turns)
    bounded = frame.bounded(recall, view, turns)
    return _Composing(view, bounded, budget, turns, frozenset(visible), frame, known).context()


@dataclass(frozen=True, slots=True)
class _Composing:
    """One context under way."""

    view: View
    recall: Recall
    budget: int
    turns: TurnIndex
    visible: frozenset[str]
    frame: Frame
    known: frozenset[str] | None

    def context(self) -> Context:
        """The context, with its bound checked on what is really told."""
        known = self.known
        hits = candidates(self.view, self.recall, self.turns, known)
        template = self.frame.template or self._language(hits)
        lasting = self._lasting(template)
        stable = self._stable(template, lasting)
        fresh = since_then(lasting, self.view, template, known)
        told = [placed.item for placed in stable.placed]
        changes = changes_of(told, self.view, template, known)
        volatile, seen = self._volatile(template, stable, hits, (*changes, *fresh))
        if not _keys(changes) <= _keys(placed.item for placed in volatile.placed):
            stable = self._stable(template, standing(lasting, self.view, template, known))
            volatile, seen = self._volatile(template, stable, hits, fresh)
        return self._made(stable, volatile, seen, self._bound(stable, volatile))

    def _language(self, hits: Sequence[Hit]) -> Template:
        """The template of the story's language; while there is a stable block, that of its view."""
        texts = self._of_epoch("texts", lambda epoch: tuple(texts_of(epoch)))
        return wording_for(texts or [hit.text for hit in hits] or [self.recall.cue])

    def _lasting(self, template: Template) -> tuple[Item, ...]:
        known = self.frame.known

        def made(epoch: View) -> tuple[Item, ...]:
            return stable_items(epoch, template, known(epoch, self.turns))

        is_told_plainly = not self.frame.template and self.known is None
        return self._of_epoch(template.preface if is_told_plainly else "", made)

    def _of_epoch(self, what: str, made: Callable[[View], tuple[T, ...]]) -> tuple[T, ...]:
        """What is made of the epoch's view, kept under a name while other contexts speak as of it too."""
        epoch = self.frame.epoch
        if epoch is None:
            return ()
        if not what or not epoch.digest:
            return made(epoch)
        return self.turns.shelf.kept("stable", (what, epoch.digest), lambda: made(epoch))

    def _stable(self, template: Template, lasting: Iterable[Item]) -> Filling:
        room = self.budget * QUARTERS // STABLE_PART
        filling = Filling(template, template.preface, room, self.frame.counter)
        filling.fill(_best_first(lasting))
        return filling

    def _volatile(
        self, template: Template, stable: Filling, hits: Sequence[Hit], changes: Sequence[Item]
    ) -> tuple[Filling, list[Item]]:
        """The other block in the room that is left, and the items that the model sees anyway."""
        ranks = {(hit.kind, hit.id): rank for rank, hit in enumerate(self.recall.hits, 1)}
        own = {(one.kind, one.id): one for one in reversed(changes)}
        said = _keys(placed.item for placed in stable.placed) | own.keys()
        items: list[Item] = list(own.values())
        seen: list[Item] = []
        chosen = len(hits)
        for place, hit in enumerate((*hits, *self.recall.around)):
            key = (hit.kind, hit.id)
            if key not in said:
                said.add(key)
                item = item_of(hit, self.view, template, self.visible, known=self.known)
                item = item._replace(rank=ranks.get(key, 0), group=item.group if place < chosen else BESIDE)
                (seen if is_visible(hit, self.visible) else items).append(item)
        preface = template.latest if stable.placed else template.preface
        room = self.budget * QUARTERS - stable.spent
        if self.visible and (stable.placed or self._sees_most):
            room = min(room, self.budget * QUARTERS // VOLATILE_PART)
        filling = Filling(template, preface, room, self.frame.counter)
        filling.fill(_best_first(items))
        return filling, _best_first(seen)

    @property
    def _sees_most(self) -> bool:
        """Whether the model sees more of the story than it does not."""
        return 2 * len(self.visible) > self.view.number

    def _bound(self, stable: Filling, volatile: Filling) -> int:
        """How many tokens the texts take, with lines taken away until they keep the budget as a whole.

        Counts of lines need not add up.
        """
        while (tokens := self._tokens(stable, volatile)) > self.budget:
            (volatile if volatile.placed else stable).drop_last()
        return tokens

    def _tokens(self, stable: Filling, volatile: Filling) -> int:
        """The more of two: what both blocks take on end, and what they take apart."""
        blocks = [text for text in (stable.text(), volatile.text()) if text]
        count = self.frame.counter.tokens
        apart = sum(map(count, blocks))
        return max(count("\n".join(blocks)), apart) if len(blocks) > 1 else apart

    def _made(self, stable: Filling, volatile: Filling, seen: Sequence[Item], tokens: int) -> Context:
        kept = tuple(placed.row for placed in (*stable.placed, *volatile.placed))
        visible = [item.row(why="visible") for item in seen]
        receipt = Receipt(
            budget=self.budget,
            used=tokens,
            kept=kept,
            cut=_others((*visible, *volatile.cut, *stable.cut, *self._limited()), kept),
            cue=self.recall.cue,
            turn=self.view.turn,
            number=self.view.number,
            epoch=self.frame.epoch.number if self.frame.epoch else 0,
            visible=len(self.visible),
            counter=self.frame.counter.name,
            scope=self.frame.scope,
        )
        return Context(stable.text(), volatile.text(), tokens, receipt)

    def _limited(self) -> Iterator[Row]:
        """What the recall considered and did not give."""
        for rank, one in enumerate(self.recall.considered, len(self.recall.hits) + 1):
            yield Row(one.kind, one.id, "", one.score, why=one.why, rank=rank)


def _best_first(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda item: item.choosing)


def _keys(items: Iterable[Item]) -> set[tuple[str, str]]:
    return {(one.kind, one.id) for one in items}


def _others(rows: Iterable[Row], kept: Iterable[Row]) -> tuple[Row, ...]:
    """The first row of each candidate that is not among those kept."""
    others: dict[tuple[str, str], Row] = {}
    stand = {(row.kind, row.id) for row in kept}
    for row in rows:
        if (row.kind, row.id) not in stand:
            others.setdefault((row.kind, row.id), row)
    return tuple(others.values())
