"""Places requests: which story, which line of its turns, what is certain now, and which replies are only offered."""

import re
from collections.abc import Callable, Sequence
from threading import Lock, RLock

from fabula.ledger.ids import ROOT
from fabula.ledger.store import LedgerStore
from fabula.ledger.telling import offer, sweep
from fabula.serve.proxy.placing.evidence import mark
from fabula.serve.proxy.placing.hints import Hints, hints_of
from fabula.serve.proxy.placing.kinds import Signs, kind_of
from fabula.serve.proxy.placing.layout import Layout, laid_out
from fabula.serve.proxy.placing.library import Library
from fabula.serve.proxy.placing.made import is_made
from fabula.serve.proxy.placing.memory import Whisper
from fabula.serve.proxy.placing.placed import ASKED, BACKGROUND, CONTINUE, QUIET, Placed, Reply
from fabula.serve.proxy.placing.request import ASSISTANT, SYSTEM, USER, Request, Said
from fabula.serve.proxy.placing.sorting import Sorted, Sorting
from fabula.serve.proxy.placing.which_line import Stand, stand_on
from fabula.serve.proxy.placing.which_story import Found, WhichStory, has_answer
from fabula.story import utc_now

_NUMBERS = re.compile(r"\d+")


class Placer:
    """Tells where each request of a front end stands, and keeps what was answered until a request shows it.

    One for a store; may be called from several threads, which queue.
    """

    def __init__(self, store: LedgerStore, *, clock: Callable[[], str] = utc_now) -> None:
        self._library = Library(store, clock=clock)
        self._which = WhichStory(self._library)
        self._lock = RLock()
        self._keeping = Lock()
        self._store = store
        self._answered: dict[str, None] = {}

    def place(self, request: Request) -> Placed:
        """Where a request stands. What its history shows is written; what is doubtful waits for the next one.

        Raises:
            StoreError: the store does not answer.
        """
        with self._lock:
            return self._placed(request)

    def replied(
        self,
        placed: Placed,
        versions: Sequence[Reply],
        *,
        aborted: bool = False,  # noqa: ARG002 - said by those who relay; what was shown is kept either way
    ) -> None:
        """Keep the versions of a reply, as far as they were delivered, until a later request shows one.

        They stay outside the tree. A quiet reply or a draft is only remembered, so that it is known when it
        turns up. ``aborted`` says that the client left: what it has kept may be shorter, and is recognised.
        """
        told = [reply for reply in versions if reply.text.strip()]
        if not placed.story or not told:
            return
        with self._lock:
            if placed.kind in BACKGROUND:
                whispers = self._library.memory(placed.story).whispers
                whispers.extend(Whisper.of(reply.text) for reply in told)
                self._library.remembered.touch(placed.story)
            else:
                self._offer(placed, told)

    def keep(self) -> None:
        """Write what is remembered between requests, as far as it has changed, so that a restart finds it.

        Replies to which nobody can come back any more are swept away by the way.

        Raises:
            StoreError: the store does not take it; nothing but time is lost.
        """
        remembered = self._library.remembered
        with self._keeping:
            with self._lock:
                changed = remembered.changed()
                answered, self._answered = self._answered, {}
            remembered.write(changed)
            for story in answered:
                sweep(self._store, story)
            with self._lock:
                remembered.let_go()

    # placing

    def _placed(self, request: Request) -> Placed:
        self._library.look()
        hints, layout = hints_of(request), laid_out(request.said)
        spoken = self._spoken(layout.told)
        if self._is_background(request, hints, layout, spoken):
            return self._asked(spoken, hints, bound=request.bound) or Placed(kind=QUIET, how="no history")
        found = self._which.find(spoken, hints, bound=request.bound)
        if found is None and hints.kind == "quiet":
            return Placed(kind=QUIET, how="unknown history")
        return self._in_story(found or self._which.new(spoken), request, hints, layout)

    def _spoken(self, told: Sequence[Said]) -> tuple[Said, ...]:
        """What may be speech: no system messages, no known notes, nothing made where there is anything else."""
        notes = self._library.shared.notes
        speech = [said for said in told if said.role != SYSTEM and mark(said.text) not in notes]
        plain = [said for said in speech if not is_made(said.text, said.role)]
        return tuple(plain if any(said.role == USER for said in plain) else speech)

    def _is_background(self, request: Request, hints: Hints, layout: Layout, spoken: Sequence[Said]) -> bool:
        """Whether a request shows no chat at all: test buttons, captions, summaries of raw text."""
        if not spoken:
            return True
        if has_answer(spoken) or layout.marked:
            return False
        return hints.kind == "quiet" or not (request.streamed or hints.kind)

    def _asked(self, spoken: Sequence[Said], hints: Hints, *, bound: bool) -> Placed | None:
        """A question about a story that it names, of which it shows nothing: nothing is told by it.

        None where there is no such story yet, or where its chats stream and this is a program's call beside them.
        """
        if not hints.story or hints.kind == QUIET or not spoken:
            return None
        name = hints.story if bound else self._library.told_in(hints.story)
        if name not in self._library.names() or self._library.memory(name).streams:
            return None
        branch, line = self._library.branch(name), self._library.line(name)
        turn = line[-1].id if line else ""
        return Placed(name, branch, turn, QUIET, truncated=bool(line), how=ASKED, cue=spoken[-1].text)

    def _in_story(self, found: Found, request: Request, hints: Hints, layout: Layout) -> Placed:
        library, name = self._library, found.name
        if found.made:
            library.make(name)
        memory, line = library.memory(name), library.line(name)
        known = library.acquaintance(name, layout.told).known(line)
        sorting = Sorting(layout.told, known, memory, marked=layout.marked)
        known_notes = set(memory.notes)
        result = sorting.sorted(lambda mark: library.shared.is_others_note(name, mark))
        library.shared.note(name, (mark for mark in memory.notes if mark not in known_notes))
        asides = [*layout.frame, *result.asides]
        window = [said.message() for said in result.turns]
        stand = stand_on(library, name, window, asides=asides, chat=hints.chat)
        library.used(name)
        self._which.learn(name, hints)
        return self._seen(found, stand, request, hints, result)

    def _seen(self, found: Found, stand: Stand, request: Request, hints: Hints, result: Sorted) -> Placed:
        memory, line = self._library.memory(found.name), stand.followed.line
        ledger = self._library.ledger(found.name)
        orders = [text for text in result.trailing if _ending(text) not in memory.endings]
        last = result.turns[-1] if result.turns else None
        removed = [turn.role for turn in ledger.turns(stem.id for stem in stand.followed.removed)]
        head = line[-1].id if line else ROOT
        candidates = self._library.acquaintance(found.name, ()).candidates
        visible = min(len(result.turns), len(line))
        signs = Signs(
            said=hints.kind,
            orders=orders,
            last_role=last.role if last else "",
            new=bool(stand.followed.written),
            delivered=any(one.parent == head for one in candidates),
            background=not request.streamed,
            unusual=memory.streams and not request.streamed,
            truncated=visible < len(line),
        )
        kind = kind_of(signs, stand.followed, removed)
        if kind not in BACKGROUND and kind != CONTINUE and last is not None and last.role == USER:
            memory.endings.update(map(_ending, result.trailing))
            memory.streams = request.streamed
        return Placed(
            story=found.name,
            branch=stand.branch,
            turn="" if head == ROOT else head,
            kind=kind,
            visible=visible,
            truncated=visible < len(line),
            written=len(stand.followed.written),
            how=found.how,
            cue=next((said.text for said in reversed(result.turns) if said.role == USER), ""),
            base=last.text if last is not None and last.role == ASSISTANT else "",
            instructions=tuple(orders),
        )

    # replies

    def _offer(self, placed: Placed, told: Sequence[Reply]) -> None:
        self._answered[placed.story] = None
        self._library.memory(placed.story).relayed.update(mark(reply.text) for reply in told)
        self._library.remembered.touch(placed.story)
        ledger = self._library.ledger(placed.story)
        after, base = placed.turn or ROOT, ""
        if placed.kind == CONTINUE and placed.turn and placed.base:
            after, base = ledger.stem(placed.turn).parent, placed.base + " "
        for reply in told:
            text = (base + reply.text).strip()
            offer(ledger, placed.branch, text, speaker=reply.speaker, role=reply.role, after=after)


def _ending(text: str) -> str:
    """The mark of a text that stands at the end of requests, whatever numbers it has: many tell the time."""
    return mark(_NUMBERS.sub("0", text))
