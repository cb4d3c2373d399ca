"""One story and everything that can be done with it: the flow's verbs, and rooms for the rest.

Read it from the top: turns go in, claims are read from them, views say what holds, recall finds what
matters, and the context goes out. A handle stands on one branch; other handles are not moved by it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime
from typing import Any

from fabula.claims.canonical import digest
from fabula.claims.statements import Assertion, EntityClaim
from fabula.context.context import Context, compose
from fabula.errors import HeadMovedError, InvalidInputError, TurnNotFoundError
from fabula.extraction.reader import Extractor
from fabula.extraction.reading import Extracted, Stretch
from fabula.extraction.rules import Rules
from fabula.extraction.run import Progress, extract, no_progress, read_again
from fabula.graph.author import Author
from fabula.graph.memo import Views
from fabula.graph.view import View
from fabula.ledger.archive import write_archive
from fabula.ledger.branches import Branches
from fabula.ledger.erasure import erasure_of
from fabula.ledger.following import Followed, follow
from fabula.ledger.ids import ROOT
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import READER, Act, Candidate, Changes, HeadMove, Message, Status, Turn
from fabula.ledger.restoring import restore
from fabula.ledger.retelling import delete_turn, edit_turn, insert_turn
from fabula.ledger.store import LedgerStore
from fabula.ledger.transcript import TakenIn, Told, take_in
from fabula.ledger.tree import turn_after
from fabula.ledger.verify import Verdict, verify
from fabula.recall.hits import Recall
from fabula.recall.recall import Policy, recall
from fabula.recall.shelf import Shelf
from fabula.recall.turns import TurnIndex, index_line

TurnLike = Turn | str | int
"""A turn, its number along the branch (negative from the end, 0 before the first), its id or the start of it, a tag."""

_TELL_TRIES = 20


def utc_now() -> str:
    """The time as logs are stamped with it: UTC, whole seconds, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def as_message(message: Message | Mapping[str, Any]) -> Message | None:
    """A message as it is, or from a front end's mapping; None where it has no words (a tool call, an image).

    Raises:
        InvalidInputError: it is no message at all.
    """
    if isinstance(message, Message):
        return message
    if not isinstance(message, Mapping):
        raise InvalidInputError(
            f"A message is a mapping with 'role' and 'content', not {type(message).__name__}."
        )
    role, name, text = message.get("role"), message.get("name"), _words_of(message.get("content"))
    if not text.strip():
        return None
    return Message(
        text, role if isinstance(role, str) and role else "user", name if isinstance(name, str) else ""
    )


def _words_of(content: object) -> str:
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


class Story:
    """A handle on one branch of one story. Use ``fabula.open`` to get one."""

    def __init__(
        self,
        store: LedgerStore,
        name: str,
        *,
        branch: str = "",
        by: str = "",
        clock: Callable[[], str] = utc_now,
    ) -> None:
        self.store = store
        self.name = name
        self._ledger = Ledger(store, name, clock=clock, by=by)
        self._views = Views(self._ledger)
        self._shelf = Shelf()
        self.branch = branch or self._ledger.heads().branch
        self._ledger.head(self.branch)

    # the telling

    @property
    def head(self) -> Turn | None:
        """The latest turn of the branch; None while nothing has been told."""
        head = self._ledger.head(self.branch)
        return None if head == ROOT else self._ledger.turns([head])[0]

    def turns(self, first: int = 1, last: int | None = None) -> tuple[Turn, ...]:
        """The turns of the branch from one number to another, both included."""
        line = self._ledger.line(self._ledger.head(self.branch))
        return self._ledger.turns(stem.id for stem in line[max(first, 1) - 1 : last])

    def turn(self, turn: TurnLike) -> Turn:
        """One turn, by number along the branch, id, or start of an id."""
        return self._ledger.turns([self._at(turn)])[0]

    def versions(self, turn: TurnLike) -> tuple[Turn, ...]:
        """The swipes of a turn: every turn with the same parent, itself included, by id."""
        parent = self._ledger.stem(self._at(turn)).parent
        stems = self.store.children(self.name, [parent]).get(parent, ())
        return self._ledger.turns(stem.id for stem in stems)

    def tell(
        self, text: str, *, speaker: str = "", role: str = "user", after: TurnLike | None = None, **more: Any
    ) -> Turn:
        """Tell one more turn on the branch and return it. ``more`` are further fields of ``Message``.

        Raises:
            HeadMovedError: ``after`` is given and is not the branch's latest turn.
        """
        message = Message(text, role, speaker, **more)
        expected = None if after is None else self._at(after)
        for _ in range(_TELL_TRIES):
            head = self._ledger.head(self.branch)
            if expected not in (None, head):
                raise HeadMovedError(self.branch, expected, head)
            try:
                return self._append(head, head, message, "tell")
            except HeadMovedError:
                if expected is not None:
                    raise
        raise HeadMovedError(self.branch, expected, self._ledger.head(self.branch))

    def swipe(self, text: str, **more: Any) -> Turn:
        """Tell the latest turn differently; what it was stays beside it. Its role and speaker stay the same."""
        head = self.head
        if head is None:
            raise InvalidInputError("There is nothing to swipe: nothing has been told yet.")
        fields = {"role": head.role, "speaker": head.speaker, "present": head.present} | more
        return self._append(head.parent, head.id, Message(text, **fields), "swipe")

    def edit(self, turn: TurnLike, text: str, **more: Any) -> Followed:
        """Change the words of a turn; the turns after it are told again, with what was read from them."""
        old = self._on_line(turn)
        fields = {
            "role": old.role,
            "speaker": old.speaker,
            "present": old.present,
            "sent_at": old.sent_at,
        } | more
        return edit_turn(self._ledger, self.branch, old.stem, Message(text, **fields))

    def delete(self, turn: TurnLike) -> Followed:
        """Leave a turn out of the branch; it stays in the tree."""
        return delete_turn(self._ledger, self.branch, self._on_line(turn).stem)

    def insert(self, after: TurnLike | None, text: str, **more: Any) -> Followed:
        """Put a new turn behind another one, or before the first (``after`` None)."""
        place = None if after is None else self._on_line(after).stem
        return insert_turn(self._ledger, self.branch, place, Message(text, **more))

    def follow(self, messages: Iterable[Message | Mapping[str, Any]], *, complete: bool = False) -> Followed:
        """Let the branch stand where a front end's message list ends; only what is new is written.

        Mappings have ``role``, ``content`` and perhaps ``name``; messages without words are passed over, as
        are the instructions (system messages) before the story begins. ``complete`` says that the list is
        the whole story and not only the window that fits a prompt.
        """
        told = [message for message in map(as_message, messages) if message is not None]
        return follow(self._ledger, self.branch, told, complete=complete)

    def take_in(self, telling: Sequence[Told], progress: Progress = no_progress) -> TakenIn:
        """Take in a whole telling, such as a chat file with its swipes; twice adds nothing."""
        return take_in(self._ledger, self.branch, telling, lambda done: progress(done, len(telling)))

    # reading

    def extract(self, extractor: Extractor | None = None, progress: Progress = no_progress) -> Extracted:
        """Read what this extractor has not read on the branch; without one, the rules that need no model."""
        tip = self._ledger.head(self.branch)
        return extract(self._ledger, self._views, tip, extractor or Rules(), progress)

    def read_again(self, first: TurnLike, last: TurnLike, extractor: Extractor | None = None) -> Extracted:
        """Read some turns once more on purpose; the new reading counts, the old one stays readable."""
        tip = self._ledger.head(self.branch)
        stretch = Stretch(self._on_line(first).number - 1, self._on_line(last).number)
        return read_again(self._ledger, self._views, tip, extractor or Rules(), stretch)

    def status(self, turn: TurnLike) -> Status:
        """How far the reading of a turn has come."""
        return self.statuses([self.turn(turn)])[0]

    def statuses(self, turns: Iterable[Turn]) -> tuple[Status, ...]:
        """How far the reading of each of these turns has come, in their order."""
        self._ledger.heads()
        counting = [self._ledger.selected(turn.id).get(READER, "") for turn in turns]
        bodies = self._ledger.bodies(sorted({body for body in counting if body}))
        return tuple(bodies[body].status if body in bodies else Status.PENDING for body in counting)

    # what holds

    def view(self, as_of: TurnLike | None = None, *, at: str | int | None = None) -> View:
        """What holds now on the branch, as the story had told it by ``as_of``, or at a story time (``at``)."""
        view = self._views.view(self._at(as_of))
        return view if at is None else view.at(at)

    def recall(
        self,
        cue: str,
        *,
        limit: int | None = None,
        policy: Policy = "balanced",
        as_of: TurnLike | None = None,
    ) -> Recall:
        """The facts and turns that matter for a cue, best first, with reasons. Calls no model."""
        view = self.view(as_of)
        cast = [view.name_of(identity) for identity in view.stage.present]
        return recall(view, self._index(view.turn), cue, limit=limit, policy=policy, cast=cast)

    def context(
        self, cue: str, budget: int = 800, *, limit: int = 20, as_of: TurnLike | None = None, visible: int = 0
    ) -> Context:
        """The text for the model, of at most ``budget`` tokens, with a receipt of what was kept and cut.

        ``visible`` is how many of the latest turns the model sees anyway: what only they tell is left out.
        """
        view = self.view(as_of)
        found = self.recall(cue, limit=limit, as_of=as_of)
        line = self._ledger.line(view.turn or ROOT)
        shown = {stem.id for stem in line[len(line) - visible :]} if visible else set()
        return compose(view, found, budget, turns=self._index(view.turn), visible=shown)

    # elsewhere

    @property
    def branches(self) -> Branches:
        """Branches, tags and the log of every head."""
        return Branches(self._ledger)

    def fork(self, branch: str, at: TurnLike | None = None) -> "Story":
        """A handle on a new branch that starts from a turn (or from here). Copies nothing."""
        self.branches.make(branch, self._at(at))
        return self._on(branch)

    def switch(self, to: TurnLike) -> "Story":
        """A handle on another branch; or, given a turn, this one with its head moved there (a swipe back)."""
        if isinstance(to, str) and to in {*self.branches.all(), self.branches.start()}:
            return self._on(to)
        self.branches.move(self.branch, self._at(to), "switch")
        return self

    def rewind(self, to: TurnLike) -> Turn | None:
        """Go back to an earlier turn of the branch; what came after stays in the tree.

        A negative number goes so many turns back; 0 goes to before the first.
        """
        if isinstance(to, int) and to < 0:
            to = max(len(self._ledger.line(self._ledger.head(self.branch))) + to, 0)
        if self._at(to) == ROOT:
            self.branches.move(self.branch, ROOT, "rewind")
            return None
        turn = self._on_line(to)
        self.branches.move(self.branch, turn.id, "rewind")
        return turn

    # the author

    @property
    def author(self) -> Author:
        """Acts that stand against every reader: claim, correct, end, retract, lock, pin, reject, merge, undo."""
        return Author(self._ledger, self._views.view, lambda: self._ledger.head(self.branch))

    def introduce(
        self, name: str, kind: str = "character", *, turn: TurnLike | None = None, **more: Any
    ) -> Act:
        """Bring somebody or something into the story by hand."""
        return self.author.introduce(EntityClaim(name, kind, **more), self._at(turn))

    def claim(
        self, subject: str, predicate: str, far: str = "", *, turn: TurnLike | None = None, **more: Any
    ) -> Act:
        """Assert a relation to another entity, or with ``value=`` an attribute, from a turn on."""
        return self.author.claim(Assertion(subject, predicate, object=far, **more), self._at(turn))

    # keeping

    def offer(self, text: str, *, speaker: str = "", role: str = "assistant") -> Candidate:
        """Keep a delivered reply as provisional until a later message list echoes it."""
        parent = self._ledger.head(self.branch)
        identity = digest([parent, role, speaker, text])
        candidate = Candidate(identity, parent, role, speaker, text, at=self._ledger.clock())
        self._ledger.commit(Changes(candidates=(candidate,)))
        return candidate

    def candidates(self) -> tuple[Candidate, ...]:
        """The provisional replies to the branch's latest turn."""
        head = self._ledger.head(self.branch)
        return tuple(one for one in self.store.candidates(self.name) if one.parent == head)

    def verify(self) -> Verdict:
        """Re-hash everything and name what is damaged."""
        return verify(self.store.snapshot(self.name))

    def export(self) -> Iterator[bytes]:
        """The story as the lines of Fabula's own archive; read and written again they are the same bytes."""
        return write_archive(self.store.snapshot(self.name))

    def purge(self, turns: Iterable[TurnLike]) -> int:
        """Erase the words of turns for good, and all that was read from them. The one act without undo."""
        snapshot = self.store.snapshot(self.name)
        gone = erasure_of(snapshot, [self._at(turn) for turn in turns])
        self.store.purge(self.name, gone.turns, gone.bodies, gone.acts)
        self._ledger.forget()
        self._views.forget()
        self._shelf.clear()
        return len(gone.turns)

    def restore(self, archive: Iterable[bytes]) -> None:
        """Take in an archive of this story; what is here already is left alone.

        Raises:
            FormatError, FormatVersionError: the archive is broken, or a newer Fabula wrote it.
            ConflictError: the authors' acts went different ways; nothing was changed.
        """
        restore(self._ledger, archive)

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    # where a handle stands

    def _on(self, branch: str) -> "Story":
        other = copy(self)
        other.branch = branch
        return other

    def _at(self, turn: TurnLike | None) -> str:
        head = self._ledger.head(self.branch)
        if turn is None:
            return head
        if isinstance(turn, Turn):
            return self._ledger.stem(turn.id).id
        if str(turn).strip() == "0":
            return ROOT
        tags = self._ledger.heads().tags
        return tags[turn] if isinstance(turn, str) and turn in tags else self._ledger.find(turn, head).id

    def _on_line(self, turn: TurnLike) -> Turn:
        found = self._ledger.turns([self._at(turn)])[0]
        line = self._ledger.line(self._ledger.head(self.branch))
        if found.number > len(line) or line[found.number - 1].id != found.id:
            raise TurnNotFoundError(f"Turn {found.id[:12]} is not on branch {self.branch!r}.")
        return found

    def _append(self, parent: str, head: str, message: Message, why: str) -> Turn:
        turn = turn_after(None if parent == ROOT else self._ledger.stem(parent), message)
        before = self._ledger.before(self.branch, head)
        dropped = tuple(one.id for one in self.store.candidates(self.name) if one.parent == parent)
        move = HeadMove(self.branch, before, turn.id, self._ledger.by, self._ledger.clock(), why)
        self._ledger.commit(Changes(turns=(turn,), moves=(move,), dropped=dropped))
        return turn

    def _index(self, tip: str) -> TurnIndex:
        line = self._ledger.line(tip or ROOT)

        def words(first: int, last: int) -> Sequence[Turn]:
            return self._ledger.turns(stem.id for stem in line[first:last])

        return index_line(line, words, self._shelf, self._ledger.purged)
