"""One story and everything that can be done with it: the flow's verbs, and rooms for the rest.

Read it from the top: turns go in, claims are read from them, views say what holds, recall finds what
matters, and the context goes out. A handle stands on one branch; other handles are not moved by it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime
from typing import Any, Unpack

from fabula.claims.statements import Assertion, EntityClaim
from fabula.context.context import Context, compose
from fabula.context.epoch import epoch_of
from fabula.context.frame import NO_STYLE, Style, framed
from fabula.context.receipts import Receipts
from fabula.errors import InvalidInputError
from fabula.extraction.chosen import Reader, chosen
from fabula.extraction.reader import Extractor, Window
from fabula.extraction.reading import Extracted
from fabula.extraction.readings import Reading, readings, statuses
from fabula.extraction.remaining import Stretch
from fabula.extraction.run import How, Progress, Terms, extract, next_window, no_progress, read_again, retry
from fabula.extraction.spending import NO_CAP, Cap, Spent, spent_on
from fabula.graph.author import Author
from fabula.graph.memo import Views
from fabula.graph.view import View
from fabula.ledger.archive import write_archive
from fabula.ledger.branches import Branches
from fabula.ledger.erasure import erasure_of
from fabula.ledger.following import Followed, follow
from fabula.ledger.ids import ROOT
from fabula.ledger.incoming import told_in
from fabula.ledger.ledger import Ledger
from fabula.ledger.records import Act, Candidate, Message, Status, Stem, Turn
from fabula.ledger.restoring import restore
from fabula.ledger.retelling import delete_turn, edit_turn, insert_turn
from fabula.ledger.standing import turn_back, turn_meant, turn_on_line
from fabula.ledger.store import LedgerStore
from fabula.ledger.telling import append, in_other_words, offer, replies, tell_next
from fabula.ledger.transcript import TakenIn, Told, take_in
from fabula.ledger.verify import Verdict, verify
from fabula.recall.hits import Recall
from fabula.recall.recall import Policy, recall
from fabula.recall.scope import Scope, TurnLike, at_moment, given_by
from fabula.recall.shelf import Shelf
from fabula.recall.turns import TurnIndex, index_tip
from fabula.recall.vector_room import Vectors
from fabula.recall.vector_search import VectorSearch
from fabula.recall.vectors import NO_VECTORS
from fabula.stores.vectors import open_vectors

_MENDED_AT_ONCE = 16  # a reply or two that were told since vectors were last made


def utc_now() -> str:
    """The time as logs are stamped with it: UTC, whole seconds, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


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
        meaning: VectorSearch | None = None,
    ) -> None:
        self.store = store
        self.name = name
        self._meaning = meaning or VectorSearch(open_vectors(store.location))
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
        return tell_next(self._ledger, self.branch, message, expected)

    def swipe(self, text: str, **more: Any) -> Turn:
        """Tell the latest turn differently; what it was stays beside it. Its role and speaker stay the same."""
        head = self.head
        if head is None:
            raise InvalidInputError("There is nothing to swipe: nothing has been told yet.")
        message = in_other_words(head, text, **{"sent_at": ""} | more)
        return append(self._ledger, self.branch, (head.parent, head.id), message, "swipe")

    def edit(self, turn: TurnLike, text: str, **more: Any) -> Followed:
        """Change the words of a turn; the turns after it are told again, with what was read from them."""
        old = self._on_line(turn)
        return edit_turn(self._ledger, self.branch, old.stem, in_other_words(old, text, **more))

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
        return follow(self._ledger, self.branch, told_in(messages), complete=complete)

    def take_in(self, telling: Sequence[Told], progress: Progress = no_progress) -> TakenIn:
        """Take in a whole telling, such as a chat file with its swipes; twice adds nothing."""
        return take_in(self._ledger, self.branch, telling, lambda done: progress(done, len(telling)))

    def extract(
        self, extractor: Reader | None = None, progress: Progress = no_progress, **how: Unpack[How]
    ) -> Extracted:
        """Read what is left to read on the branch, with an extractor or a language model; without one, by rules.

        ``how``: ``again`` over other models' readings, a ``schedule``, a ``cap``. No answer is told, not raised.
        """
        return extract(self._ledger, self._views, self._tip, self._reader(extractor), Terms(progress, **how))

    def read_again(
        self, first: TurnLike, last: TurnLike, extractor: Reader | None = None, *, cap: Cap = NO_CAP
    ) -> Extracted:
        """Read some turns once more on purpose; the new reading counts, the old one stays readable."""
        terms, part = Terms(cap=cap), self._part(first, last)
        return read_again(self._ledger, self._views, self._tip, self._reader(extractor), part, terms)

    def retry(
        self, extractor: Reader, first: TurnLike = 1, last: TurnLike = -1, *, cap: Cap = NO_CAP
    ) -> Extracted:
        """Read the turns once more whose reading failed, was kept out, or seems doubtful."""
        terms, part = Terms(cap=cap), self._part(first, last)
        return retry(self._ledger, self._views, self._tip, self._reader(extractor), part, terms)

    def take_records(self, records: Iterable[Mapping[str, Any]]) -> Extracted:
        """Let typed facts from elsewhere (a world IR) count as the reading of their turns.

        Raises:
            InvalidInputError, TurnNotFoundError: something is no record, or its turn is not on the branch.
        """
        from fabula.extraction.model.taking.world_ir import read_world_ir  # noqa: PLC0415 - seldom needed

        return read_world_ir(self._ledger, self._views, self._tip, records)

    def next_window(
        self, extractor: Extractor, again: tuple[TurnLike, TurnLike] | None = None, *, anew: bool = False
    ) -> tuple[Window, View] | None:
        """What ``extract``, or ``read_again`` of two turns, would show first, and what holds before it; asks nobody."""
        part = self._part(*again) if again else None
        return next_window(self._ledger, self._views, self._tip, extractor, Terms(again=anew), part)

    def status(self, turn: TurnLike) -> Status:
        """How far the reading of a turn has come."""
        return self.statuses([self.turn(turn)])[0]

    def statuses(self, turns: Iterable[Turn | Stem]) -> tuple[Status, ...]:
        """How far the reading of each of these turns has come, in their order."""
        return statuses(self._ledger, [turn.id for turn in turns])

    def readings(self, first: TurnLike = 1, last: TurnLike = -1) -> tuple[Reading, ...]:
        """How far the reading of each turn has come: by whom, what was refused and why, what it cost."""
        part = self._part(first, last)
        return readings(self._ledger, self._ledger.line(self._tip)[part.first : part.last])

    def usage(self, *, by_turn: bool = True) -> Spent:
        """What reading the story has cost, on all branches: in all, by task, by extractor and by turn."""
        return spent_on(self._ledger, by_turn=by_turn)

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
        **scope: Unpack[Scope],
    ) -> Recall:
        """The facts and turns that matter for a cue, best first, with reasons; ``scope`` says where to stand.

        Calls no model, unless the policy is ``deep`` and the scope has a way to ask one (``rerank``).

        Raises:
            EntityNotFoundError, AmbiguousNameError: nobody, or not one alone, is called as ``pov`` says.
        """
        return self._recalled(cue, self._standing(scope), limit, policy, scope)

    def context(
        self,
        cue: str,
        budget: int = 800,
        *,
        limit: int = 20,
        visible: int = 0,
        policy: Policy = "balanced",
        style: Style = NO_STYLE,
        **scope: Unpack[Scope],
    ) -> Context:
        """The text for the model, of at most ``budget`` tokens, in a stable and a volatile block, with a receipt.

        ``visible`` is how many of the latest turns the model sees anyway: what only they tell is left out.
        Writes nothing; ``story.receipts.keep`` does.
        """
        view = self._standing(scope)
        line, turns = self._ledger.line(view.turn or ROOT), self._index(view.turn)
        found = self._recalled(cue, view, limit, policy, scope)
        shown = {stem.id for stem in line[max(len(line) - visible, 0) :]} if visible > 0 else set()
        epoch = epoch_of(len(line), visible)
        then = self._views.view(line[epoch - 1].id) if epoch else None
        frame = framed(then, style, {"limit": limit, "policy": policy} | scope)
        return compose(at_moment(scope, view), found, budget, turns=turns, visible=shown, frame=frame)

    @property
    def receipts(self) -> Receipts:
        """Contexts that were given to a model, as far as they were kept."""
        return Receipts(self.store.receipts, self.name, self.branch, self._ledger.clock, self._seen)

    @property
    def vectors(self) -> Vectors:
        """The vectors of what is told and what holds: their state, making those that are missing, search by meaning."""
        return Vectors(self._meaning, self._ledger, self._shelf, self.view)

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
        turn = turn_back(self._ledger, self.branch, to)
        self.branches.move(self.branch, turn.id if turn else ROOT, "rewind")
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
        return offer(self._ledger, self.branch, text, speaker=speaker, role=role)

    def candidates(self) -> tuple[Candidate, ...]:
        """The provisional replies to the branch's latest turn."""
        return replies(self._ledger, self.branch)

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
        with self.vectors.purging(gone.turns):
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
        self.vectors.sweep()

    def close(self) -> None:
        """Let go of the store."""
        self._meaning.store.close()
        self.store.close()

    # where a handle stands

    def _on(self, branch: str) -> "Story":
        other = copy(self)
        other.branch = branch
        return other

    def _at(self, turn: TurnLike | None) -> str:
        return turn_meant(self._ledger, self.branch, turn)

    @property
    def _tip(self) -> str:
        return self._ledger.head(self.branch)

    def _reader(self, given: Reader | None) -> Extractor:
        return chosen(given, self._meaning.embedder)

    def _part(self, first: TurnLike, last: TurnLike) -> Stretch:
        if self._tip == ROOT:
            return Stretch(0, 0)
        return Stretch(self._on_line(first).number - 1, self._on_line(last).number)

    def _standing(self, scope: Scope) -> View:
        retold = scope.get("for_turn")
        return self.view(scope.get("as_of")) if retold is None else self._views.view(self.turn(retold).parent)

    def _recalled(self, cue: str, view: View, limit: int | None, policy: Policy, scope: Scope) -> Recall:
        is_meant = policy != "relations" and "vectors" not in scope
        said = self.vectors.scores(cue, view, mend=_MENDED_AT_ONCE) if is_meant else NO_VECTORS
        given, turns = given_by(scope, view, said), self._index(view.turn)
        return recall(at_moment(scope, view), turns, cue, limit=limit, policy=policy, given=given)

    def _seen(self, turn: str | None) -> tuple[View, TurnIndex]:
        view = self.view() if turn is None else self._views.view(turn or ROOT)
        return view, self._index(view.turn)

    def _on_line(self, turn: TurnLike) -> Turn:
        return turn_on_line(self._ledger, self.branch, turn)

    def _index(self, tip: str) -> TurnIndex:
        return index_tip(self._ledger, tip, self._shelf)
