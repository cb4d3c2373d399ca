"""The stories of a store as the proxy knows them: their ledgers, their memories, and which of them know a text."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from fabula.ledger.acts import ActKind
from fabula.ledger.align import APPEND
from fabula.ledger.ids import ROOT
from fabula.ledger.joined import joints, told_in
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.provisional import OVERHEARD
from fabula.ledger.records import Heads, StoryRow
from fabula.ledger.store import LedgerStore
from fabula.serve.proxy.placing.acquaintance import Acquaintance
from fabula.serve.proxy.placing.memory import Memory
from fabula.serve.proxy.placing.remembering import Remembering
from fabula.serve.proxy.placing.request import Said
from fabula.serve.proxy.placing.shared import Shared

_BRANCHES = 12
_LEFT = 24


class Library:
    """Ledgers of its own on every story of a store, and an index from text keys to stories.

    The index holds the lines of all heads and what was placed since; it only ever proposes.
    """

    def __init__(self, store: LedgerStore, *, clock: Callable[[], str], by: str = OVERHEARD) -> None:
        self._store = store
        self._clock = clock
        self._by = by
        self._ledgers: dict[str, Ledger] = {}
        self.remembered = Remembering(store)
        self._stories: dict[str, set[str]] = {}
        self._ends: dict[str, set[str]] = {}
        self._indexed: dict[str, int] = {}
        self._joined: dict[str, str] = {}
        self._heads: dict[str, Heads] = {}
        self._met: dict[str, Acquaintance] = {}

    def look(self) -> None:
        """Look at every story anew: what others have written since is seen, and a new request begins."""
        self._heads.clear()
        self._met.clear()
        self._index()

    def names(self) -> tuple[str, ...]:
        """The names of all stories."""
        return tuple(row.name for row in self._store.stories())

    def make(self, name: str) -> None:
        """Make a story; one that is there is left alone."""
        self._store.create(StoryRow(name, self._clock()))

    def ledger(self, name: str) -> Ledger:
        """The ledger of a story."""
        if name not in self._ledgers:
            self._ledgers[name] = Ledger(self._store, name, clock=self._clock, by=self._by)
        return self._ledgers[name]

    def memory(self, name: str) -> Memory:
        """What is remembered of a story."""
        return self.remembered.of(name)

    @property
    def shared(self) -> Shared:
        """What is remembered of all stories together."""
        return self.remembered.shared

    def used(self, name: str) -> None:
        """Note that a story was told on just now."""
        self.shared.use(name)
        self.remembered.touch(name)

    def acquaintance(self, name: str, told: Sequence[Said]) -> Acquaintance:
        """What a story knows of the messages of this request."""
        if name not in self._met:
            self._met[name] = Acquaintance(self.ledger(name), told)
        return self._met[name]

    def heads(self, name: str) -> Heads:
        """Where the branches of a story point, as of the last look or move."""
        if name not in self._heads:
            self._heads[name] = self.ledger(name).heads()
        return self._heads[name]

    def moved(self, name: str, line: Line) -> None:
        """Note that a branch of a story was moved to the end of a line."""
        self._heads.pop(name, None)
        self.learn(name, line)

    def branch(self, name: str) -> str:
        """The branch on which a story was followed last; where it starts, otherwise."""
        heads = self.heads(name)
        branch = self.memory(name).branch
        return branch if branch in heads.branches else heads.branch

    def line(self, name: str, branch: str = "") -> Line:
        """The line of a branch; of the one that was followed last, if none is named."""
        head = self.heads(name).branches.get(branch or self.branch(name), ROOT)
        return self.ledger(name).line(head)

    def lines(self, name: str) -> Sequence[Line]:
        """The lines of a story's branches: that of the last use first."""
        first = self.branch(name)
        others = [one for one in sorted(self.heads(name).branches) if one != first]
        return [self.line(name, branch) for branch in (first, *others[:_BRANCHES])]

    def knowing(self, keys: Iterable[str]) -> list[str]:
        """The stories that know any of these texts, those that know most first."""
        counts: dict[str, int] = {}
        for key in keys:
            for name in {self.told_in(one) for one in self._stories.get(key, ())}:
                counts[name] = counts.get(name, 0) + 1
        return sorted(counts, key=lambda name: (-counts[name], -self.shared.last_use(name), name))

    def told_in(self, name: str) -> str:
        """The story in which a story is told: itself, or what it is joined into."""
        return told_in(name, self._joined)

    def learn(self, name: str, line: Line) -> None:
        """Let the index know a line, from its end back to where another one was learned."""
        ends = self._ends.setdefault(name, set())
        for stem in reversed(line):
            if stem.id in ends:
                break
            self._stories.setdefault(stem.key, set()).add(name)
        ends.update(stem.id for stem in line[-1:])

    def _index(self) -> None:
        """Take in the stories that somebody else has changed since."""
        for row in self._store.stories():
            if self._indexed.get(row.name) != row.version:
                if row.name not in self._indexed:
                    self._learn_left(row.name)
                self._indexed[row.name] = row.version
                self._note_joins(row.name)
                for line in self.lines(row.name):
                    self.learn(row.name, line)

    def _learn_left(self, name: str) -> None:
        """Let the index know the lines that branches left last: a chat may come back to one of them."""
        left = (
            move.before for move in reversed(self._store.moves(name)) if move.before and move.why != APPEND
        )
        for tip in dict.fromkeys(islice(left, _LEFT)):
            self.learn(name, self.ledger(name).line(tip))

    def _note_joins(self, name: str) -> None:
        """Know which stories are joined into one, as its acts say now."""
        self.heads(name)
        self._joined = {story: into for story, into in self._joined.items() if into != name}
        joins = (act for act in self.ledger(name).standing if act.kind == ActKind.JOIN)
        self._joined.update(dict.fromkeys(joints(joins), name))
