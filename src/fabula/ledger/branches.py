"""Branches, tags and heads of one story: making them, moving them, joining others', and the log of every move."""

from collections.abc import Mapping, Sequence

from fabula.errors import BranchExistsError, BranchNotFoundError, InvalidInputError
from fabula.ledger.join_plan import Joining
from fabula.ledger.joined import joints
from fabula.ledger.joining import Unjoined, join, unjoin
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Changes, HeadMove, Tag


class Branches:
    """The branches and tags of a story. Nothing here copies or erases a turn."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def all(self) -> Mapping[str, str]:
        """Every branch with the turn it points at, by name."""
        return self._ledger.heads().branches

    def tags(self) -> Mapping[str, str]:
        """Every tag with its turn, by name."""
        return self._ledger.heads().tags

    def start(self) -> str:
        """The branch on which a new handle starts."""
        return self._ledger.heads().branch

    def start_on(self, branch: str) -> None:
        """Let new handles start on another branch; handles that are open stay where they are."""
        self._ledger.head(branch)
        self._ledger.commit(Changes(branch=branch))

    def make(self, branch: str, at: str) -> None:
        """Make a branch that points at a turn (or at the root). Copies nothing.

        Raises:
            BranchExistsError: the name is taken.
        """
        self._check_name(branch)
        if branch in self.all():
            raise BranchExistsError(f"Branch {branch!r} exists already; choose another name.")
        self._ledger.commit(Changes(moves=(self._move(branch, None, at, "fork"),)))

    def move(self, branch: str, to: str, why: str, *, expected: str | None = None) -> None:
        """Let a branch point at another turn; where it pointed stays in the log and in the tree.

        Raises:
            HeadMovedError: somebody moved it first (or it is not at ``expected``); nothing was changed.
        """
        head = self._ledger.head(branch)
        before = expected if expected is not None else head
        if to != head or before != head:
            self._ledger.commit(
                Changes(moves=(self._move(branch, self._ledger.before(branch, before), to, why),))
            )

    def remove(self, branch: str) -> None:
        """Take a branch's name away; its turns stay in the tree."""
        heads = self._ledger.heads()
        if branch not in heads.branches:
            raise BranchNotFoundError(f"There is no branch {branch!r}.")
        if branch == heads.branch:
            raise InvalidInputError(f"New handles start on {branch!r}: let them start elsewhere first.")
        self._ledger.commit(Changes(moves=(self._move(branch, heads.branches[branch], None, "remove"),)))

    def join(self, other: str, *, branch: str = "", after: str = "", preview: bool = False) -> Joining:
        """Take another story in: ``branch`` (or the starting one) goes on where it continues it, the rest beside it.

        ``after`` is the turn that the other story goes on from, if they have no words in common; ``preview`` only
        tells what would happen.

        Raises:
            StoryNotFoundError, InvalidInputError: there is no such story, nothing in it, or it is this one.
            ConflictError: it is joined already, or was purged of words that stand here; nothing was changed.
        """
        return join(self._ledger, other, branch or self.start(), after=after, preview=preview)

    def unjoin(self, other: str) -> Unjoined:
        """Let a story that was joined into this one stand for itself again; what was told here since stays here.

        Raises:
            NotFoundError: no such story is joined into this one.
        """
        return unjoin(self._ledger, other)

    def joined(self) -> tuple[str, ...]:
        """The stories that are joined into this one, by name."""
        self._ledger.heads()
        return tuple(sorted(joints(self._ledger.acts)))

    def tag(self, name: str, turn: str) -> None:
        """Name a turn for good.

        Raises:
            BranchExistsError: the tag exists with another turn, or a branch is called so.
        """
        self._check_name(name)
        if name in self.all():
            raise BranchExistsError(f"A branch is called {name!r}; choose another name for the tag.")
        self._ledger.commit(Changes(tags=(Tag(name, turn),)))

    def untag(self, name: str) -> None:
        """Take a tag away."""
        if name not in self.tags():
            raise BranchNotFoundError(f"There is no tag {name!r}.")
        self._ledger.commit(Changes(tags=(Tag(name, None),)))

    def moves(self, branch: str = "") -> Sequence[HeadMove]:
        """Every move of every head, or of one branch's, in the order in which they were made."""
        moves = self._ledger.store.moves(self._ledger.story)
        return tuple(move for move in moves if branch in ("", move.branch))

    def _move(self, branch: str, before: str | None, after: str | None, why: str) -> HeadMove:
        return HeadMove(branch, before, after, by=self._ledger.by, at=self._ledger.clock(), why=why)

    @staticmethod
    def _check_name(name: str) -> None:
        if not name.strip() or name != name.strip() or "\n" in name or "\x00" in name:
            raise InvalidInputError(
                f"A branch or tag needs a name of one line without outer space, not {name!r}."
            )
        if name.removeprefix("-").isdigit():
            raise InvalidInputError(
                f"{name!r} means a turn by its number; give the branch or tag a name with a letter."
            )
