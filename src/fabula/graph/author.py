"""The author's hand: acts that stand against every reader, each of which can be undone."""

from collections.abc import Callable, Mapping
from typing import Any

from fabula.claims.statements import Assertion, EntityClaim, Identity, Retraction, Scene, Termination
from fabula.errors import ActNotFoundError, AmbiguousNameError, InvalidInputError
from fabula.graph import authoring, proposals
from fabula.graph.view import View
from fabula.ledger.acts import ActKind
from fabula.ledger.ids import ROOT
from fabula.ledger.joined import joint_of
from fabula.ledger.joining import unjoin
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Act

ViewAt = Callable[[str], View]


class Author:
    """What a person can say about a story. Every method returns the act, which ``undo`` takes by its id.

    ``turn`` is the id of the turn from which the word holds; an act about the whole story takes none.
    """

    def __init__(self, ledger: Ledger, view_at: ViewAt, tip: Callable[[], str]) -> None:
        self._ledger = ledger
        self._view_at = view_at
        self._tip = tip

    def acts(self) -> tuple[Act, ...]:
        """The whole story log, undone acts too, in order."""
        self._ledger.heads()
        return tuple(self._ledger.acts)

    def standing(self) -> tuple[Act, ...]:
        """The acts that are not undone."""
        self._ledger.heads()
        return self._ledger.standing

    def introduce(self, claim: EntityClaim, turn: str = "") -> Act:
        """Bring somebody or something into the story."""
        return self._act(ActKind.ASSERT, turn, lambda view: authoring.introduced(view, claim))

    def claim(self, claim: Assertion, turn: str = "") -> Act:
        """Say that something holds from a turn on."""
        return self._act(ActKind.ASSERT, turn, lambda view: authoring.asserted(view, claim))

    def reveal(self, name: str, other: str, turn: str = "") -> Act:
        """Say that two turn out to be one from a turn on; before it they stay two. ``name`` is kept."""
        return self._act(ActKind.ASSERT, turn, lambda view: authoring.revealed(view, Identity(name, other)))

    def stage(self, scene: Scene, turn: str = "") -> Act:
        """Say who is on stage from a turn on, where, and when in the story."""
        return self._act(ActKind.ASSERT, turn, lambda view: authoring.staged(view, scene))

    def correct(self, claim: Assertion, instead: str = "", turn: str = "") -> Act:
        """Say what is right in place of what is held (or of ``instead``); later text may supersede it."""
        return self._act(ActKind.CORRECT, turn, lambda view: authoring.corrected(view, claim, instead))

    def end(self, claim: Termination, turn: str = "") -> Act:
        """Say that something stopped being true."""
        return self._act(ActKind.END, turn, lambda view: authoring.ended(view, claim))

    def retract(self, claim: Retraction, turn: str = "") -> Act:
        """Say that something never was true."""
        return self._act(ActKind.RETRACT, turn, lambda view: authoring.retracted(view, claim))

    def lock(self, slot: Termination, turn: str = "") -> Act:
        """Let no later text change what holds: it becomes a proposal."""
        return self._act(ActKind.LOCK, turn, lambda view: authoring.locked(view, slot))

    def pin(self, slot: Termination) -> Act:
        """Let a fact always be told to the model."""
        return self._act(ActKind.PIN, "", lambda view: authoring.pinned(view, slot))

    def reject(self, slot: Retraction) -> Act:
        """Forbid a reader's claim: the same words will not bring it back."""
        return self._act(ActKind.REJECT, "", lambda view: authoring.rejected(view, slot))

    def accept(self, proposal: str) -> Act:
        """Let what later text says against a locked fact hold from its turn on. By the start of the proposal's id.

        Raises:
            FactNotFoundError, AmbiguousNameError: no proposal that waits is called so, or several are.
        """
        found = proposals.proposal_of(self._view_at(self._tip()), proposal)
        turn = found.told.origin.turn
        kind, payload = proposals.accepted(found, self._view_at(turn))
        return self._ledger.act(kind, payload, turn)

    def decline(self, proposal: str) -> Act:
        """Forbid what later text says against a locked fact: the same words will not bring it back. As ``accept``."""
        view = self._view_at(self._tip())
        found = proposals.proposal_of(view, proposal)
        return self._ledger.act(ActKind.REJECT, proposals.declined(found, view), self._tip())

    def merge(self, keep: str, absorb: str) -> Act:
        """Say that two entities are one; ``keep`` gives the name."""
        return self._act(ActKind.MERGE, "", lambda view: authoring.merged(view, keep, absorb))

    def unmerge(self, one: str, other: str) -> Act:
        """Take two merged entities apart again, by id: everything is as if they had never been one."""
        return self._act(ActKind.UNMERGE, "", lambda _: authoring.apart(one, other))

    def separate(self, one: str, other: str) -> Act:
        """Say that two entities are two, by name or id, whatever the story seems to reveal."""
        return self._act(ActKind.SEPARATE, "", lambda view: authoring.apart_by_name(view, one, other))

    def rename(self, entity: str, name: str) -> Act:
        """Change how an entity is called; its former name stays an alias."""
        return self._act(ActKind.RENAME, "", lambda view: authoring.renamed(view, entity, name))

    def undo(self, act: str) -> Act:
        """Take an act back, by its id or the start of it; undoing an undo brings the act back.

        Raises:
            ActNotFoundError, AmbiguousNameError: no act's id starts so, or several do.
            InvalidInputError: the act is undone already.
        """
        found = [one for one in self.acts() if one.id.startswith(act)] if act else []
        if not found:
            raise ActNotFoundError(f"The story log holds no act {act!r}.")
        if len(found) > 1:
            raise AmbiguousNameError(f"Several acts start with {act!r}.", [one.id for one in found])
        if found[0].kind != ActKind.UNDO and found[0] not in self.standing():
            raise InvalidInputError(f"Act {act!r} is undone already.")
        if found[0].kind == ActKind.JOIN:
            unjoin(self._ledger, joint_of(found[0]).story)
            return self.acts()[-1]
        self._check_join(found[0])
        return self._act(ActKind.UNDO, "", lambda _: {"act": found[0].id})

    def _check_join(self, act: Act) -> None:
        undone = {one.id for one in self.acts() if one.kind == ActKind.JOIN}
        if act.kind == ActKind.UNDO and act.payload.get("act") in undone:
            raise InvalidInputError(
                "This undid a join, which cannot be brought back so. Join the story again."
            )

    def _act(self, kind: ActKind, turn: str, payload: Callable[[View], Mapping[str, Any]]) -> Act:
        at = turn or self._tip()
        if at == ROOT:
            raise InvalidInputError("Nothing has been told yet: tell a turn first, then speak about it.")
        return self._ledger.act(kind, payload(self._view_at(at)), at)
