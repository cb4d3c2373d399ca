"""How far a purge reaches beyond the turns that are named: said before it is done, and after."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fabula.cli.acts import said
from fabula.cli.show import counted, short
from fabula.ledger.erasure import erasure_of
from fabula.ledger.records import Act, Turn
from fabula.operations.telling import acts_emptied
from fabula.story import Story

_NAMES_STAY = "  Names that the author wrote in other acts stay; `fabula acts` lists them."


@dataclass(frozen=True, slots=True)
class Erasing:
    """What goes with the words of some turns: how many further turns say the same, and the acts that repeat them.

    ``others`` says whether the author has said anything else.
    """

    further: int
    acts: tuple[Act, ...]
    others: bool

    @classmethod
    def of(cls, told: Story, turns: Sequence[Turn]) -> "Erasing":
        """What a purge of these turns would take along."""
        snapshot = told.store.snapshot(told.name)
        gone = erasure_of(snapshot, [turn.id for turn in turns])
        acts = acts_emptied(snapshot, gone)
        further = len(set(gone.turns) - {turn.id for turn in turns})
        return cls(further, acts, others=any(act.payload and act not in acts for act in snapshot.acts))

    def beforehand(self) -> Iterable[str]:
        """What will go besides the turns themselves, and what will stay."""
        if self.further:
            yield f"  The same words stand in {counted(self.further, 'other turn')}, and go there too."
        if self.acts:
            yield f"  {counted(len(self.acts), 'act')} of the author will be emptied, as the words are in it:"
            yield from (
                f"    {short(act.id)}  {act.kind}  {said(act.kind, act.payload)}" for act in self.acts
            )
        if self.others:
            yield _NAMES_STAY

    def afterwards(self) -> Iterable[str]:
        """What went besides the turns, without repeating it, and what stayed."""
        if self.acts:
            emptied = ", ".join(f"{short(act.id)} ({act.kind})" for act in self.acts)
            yield f"  {counted(len(self.acts), 'act')} of the author emptied too: {emptied}"
        if self.others:
            yield _NAMES_STAY
