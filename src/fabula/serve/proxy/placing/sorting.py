"""Which messages of a history are turns of the story, and which are notes, lore, orders and prefills."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fabula.serve.proxy.placing.evidence import Place, Verdict, canon, every_place, mark, places_in
from fabula.serve.proxy.placing.layout import paragraphs_of
from fabula.serve.proxy.placing.made import is_made, is_order
from fabula.serve.proxy.placing.memory import Memory
from fabula.serve.proxy.placing.request import ASSISTANT, SYSTEM, USER, Said

_DEEP = 12  # turns behind a system message from which it is rather a narrator's line than a note
_HISTORY = 3  # plain messages before a story's first turn that are history rather than a preset's
_HISTORY_MARKED = 2  # the same behind a marker: one may be put there because a user must speak first


@dataclass(frozen=True, slots=True)
class Known:
    """What the ledger says of messages: is it a turn, is it a delivered reply, is it the story's first turn?"""

    turn: Callable[[Said], bool]
    reply: Callable[[Said], bool]
    first: Callable[[Said], bool]
    fits_before: Callable[[Said, Said, int], bool] = lambda *_: True


@dataclass(slots=True)
class Sorted:
    """A history sorted: the story's messages, the other texts, and the last of these that stand at the end."""

    turns: list[Said] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)
    trailing: list[str] = field(default_factory=list)
    fresh: int = 0


@dataclass(slots=True)
class _Item:
    said: Said
    mark: str
    known: bool = False
    told: bool | None = None
    barred: bool = False
    noted: list[str] = field(default_factory=list)


class Sorting:
    """Sorts one request's history with what earlier requests of the story showed."""

    def __init__(self, told: Sequence[Said], known: Known, memory: Memory, *, marked: bool) -> None:
        self._known = known
        self._memory = memory
        self._marked = marked
        self._items = [_Item(said, mark(said.text)) for said in told]

    def sorted(self, notes: Callable[[str], bool]) -> Sorted:
        """The history sorted; ``notes`` says of a text whether other stories showed it to be none of theirs, by its mark."""
        self._recognise(notes)
        self._take_off_rests()
        self._front()
        self._person()
        self._judge_all(notes)
        self._remember()
        return self._result()

    # what the ledger knows

    def _recognise(self, notes: Callable[[str], bool]) -> None:
        for item in self._items:
            known = self._known.turn(item.said)
            if not known and item.said.role != SYSTEM:
                bare = self._without_notes(item, notes)
                known = self._known.turn(item.said) if bare else False
            item.known = known
            noted = item.mark in self._memory.notes
            if (known and not noted) or self._is_echo(item.said):
                item.told = True
            elif noted or self._is_note(item.said.text, notes):
                item.told = False

    def _is_echo(self, said: Said) -> bool:
        return self._known.reply(said) or self._memory.whispered(said.text)

    def _without_notes(self, item: _Item, notes: Callable[[str], bool]) -> bool:
        """Take known notes off the ends of a message into which a front end merged them."""
        parts = paragraphs_of(item.said.text)
        first, last = 0, len(parts)
        while last - first > 1 and self._is_note(parts[last - 1], notes):
            last -= 1
        while last - first > 1 and self._is_note(parts[first], notes):
            first += 1
        if last - first == len(parts):
            return False
        item.noted.extend((*parts[:first], *parts[last:]))
        item.said = replace(item.said, text="\n\n".join(parts[first:last]))
        item.mark = mark(item.said.text)
        return True

    def _is_note(self, text: str, notes: Callable[[str], bool]) -> bool:
        own = mark(text)
        return own in self._memory.notes or notes(own)

    def _take_off_rests(self) -> None:
        """Notes that wander from message to message, merged behind a known turn each time."""
        texts = [item.mark for item in self._items]
        for place, item in enumerate(self._items):
            if item.told is not None or item.said.role == SYSTEM:
                continue
            parts = paragraphs_of(item.said.text)
            for size in range(len(parts) - 1, 0, -1):
                head = replace(item.said, text="\n\n".join(parts[:size]))
                if self._known.turn(head):
                    self._take_off(item, head, parts[size:], places_in(texts, place))
                    break

    def _take_off(self, item: _Item, head: Said, rest: Sequence[str], where: Place) -> None:
        own = mark("\n\n".join(rest))
        where = replace(where, before=mark(head.text))
        if self._memory.sightings.verdict(own, where, ()) is Verdict.MOVED:
            self._memory.notes.add(own)
            item.noted.extend(rest)
            item.said, item.mark = head, mark(head.text)
            item.known = item.told = True
        self._memory.sightings.note(own, where)

    # before the first turn

    def _front(self) -> None:
        """What stands before the history: a preset's rules and the answer that it puts into the model's mouth."""
        first = next((place for place, item in enumerate(self._items) if item.known and item.told), None)
        front = [item for item in self._items[:first] if item.told is None and item.said.role != SYSTEM]
        if first is None:
            self._front_of_new()
        elif self._known.first(self._items[first].said):
            plain = not any(is_made(item.said.text, item.said.role) for item in front)
            if not (plain and len(front) >= (_HISTORY_MARKED if self._marked else _HISTORY)):
                self._set_aside(front)
        else:
            known = self._items[first].said
            for back, item in enumerate(reversed(front), 1):
                if not self._known.fits_before(item.said, known, back):
                    item.told = False

    def _front_of_new(self) -> None:
        roles = [item.said.role for item in self._items]
        rules = 0
        while rules < len(roles) and self._is_rule(rules):
            rules += 1
        if rules == len(roles):
            return
        if rules and roles[rules : rules + 2] == [ASSISTANT, ASSISTANT]:
            rules += 1
        self._set_aside(self._items[:rules])

    def _is_rule(self, place: int) -> bool:
        said = self._items[place].said
        return said.role == SYSTEM or (said.role == USER and is_made(said.text, USER))

    def _set_aside(self, items: Sequence[_Item]) -> None:
        for item in items:
            item.told, item.barred = False, True
            self._memory.notes.add(item.mark)

    # the end: the person's message, prefills

    def _person(self) -> None:
        """Which of the new messages at the end is the person's, and which were put around it."""
        tail = self._tail()
        users = [item for item in tail if item.said.role == USER and item.mark not in self._memory.notes]
        plain = [item for item in users if not is_made(item.said.text, USER)]
        for item in self._items:
            role = item.said.role
            made = item.told is None and role != SYSTEM and is_made(item.said.text, role)
            if made and not (item in users and self._is_only_word(item, users, plain)):
                item.told = False
        last = tail[-1] if tail else None
        if last is not None and last is self._items[-1] and last.said.role == ASSISTANT:
            # Nobody can have answered a message that was never sent; but an answer may have been reworded.
            asked = any(item.said.role == USER for item in tail)
            last.told = False if asked or last.mark in self._memory.sightings else None

    def _tail(self) -> list[_Item]:
        start = max((place + 1 for place, item in enumerate(self._items) if item.told), default=0)
        return [item for item in self._items[start:] if item.told is None]

    def _is_only_word(self, item: _Item, users: Sequence[_Item], plain: Sequence[_Item]) -> bool:
        """Whether a bracketed message can be the person's: the only new one, in round brackets, quoting nobody."""
        alone = not plain and len(users) == 1 and item.mark not in self._memory.sightings
        return alone and not is_order(item.said.text) and not self._quotes(item)

    def _quotes(self, item: _Item) -> bool:
        words = " ".join(item.said.text.split())
        return any(
            other is not item and other.said.role == USER and (own := canon(other.said.text)) and own in words
            for other in self._items
        )

    # what earlier requests say

    def _judge_all(self, notes: Callable[[str], bool]) -> None:
        order = self._order()
        own = self._only_word()
        for place, item in enumerate(self._items):
            if item is own:
                item.told = True
            elif not item.barred and (item.told is not True or item.mark in self._memory.fresh):
                item.told = self._judged(item, places_in(order, place), order, notes)

    def _order(self) -> list[str | None]:
        """What stands around each message: what is known, and the last speech.

        New words in between prove nothing, unless most words are new.
        """
        speech = [item for item in self._items if item.told is not False and item.said.role != SYSTEM]
        is_new = 2 * sum(item.told is True for item in speech) < len(speech)
        around = [item for item in speech if is_new or item.told or item is speech[-1]]
        shown = {id(item) for item in around} | {id(item) for item in self._items if item.told}
        return [item.mark if id(item) in shown else None for item in self._items]

    def _only_word(self) -> _Item | None:
        """The one message of the person behind all that is settled, if there is just one."""
        settled = [item.told is True and item.mark not in self._memory.fresh for item in self._items]
        start = max((place + 1 for place, is_settled in enumerate(settled) if is_settled), default=0)
        last = [item for item in self._items[start:] if item.told is not False and item.said.role == USER]
        return last[0] if len(last) == 1 and last[0].mark not in self._memory.notes else None

    def _judged(
        self, item: _Item, where: Place, order: Sequence[str | None], notes: Callable[[str], bool]
    ) -> bool:
        doubted = item.mark in self._memory.notes
        taken = item.told is True
        verdict = self._memory.sightings.verdict(item.mark, where, order, doubted=doubted, taken=taken)
        if verdict is Verdict.STAYS:
            self._memory.notes.discard(item.mark)
            self._memory.fresh.discard(item.mark)
            return True
        if verdict is Verdict.MOVED:
            self._memory.notes.add(item.mark)
        if self._is_note(item.said.text, notes):
            return False
        if item.said.role == SYSTEM and item.told is not True and not self._is_deep(item, where):
            return self._rest_is_told(item, where, order, notes)
        return item.told is not False

    def _is_deep(self, item: _Item, where: Place) -> bool:
        """Whether a message stands deeper than notes are put; one that moves all the same is found out."""
        return where.to_end >= _DEEP and bool(where.before) and not is_made(item.said.text, SYSTEM)

    def _rest_is_told(
        self, item: _Item, where: Place, order: Sequence[str | None], notes: Callable[[str], bool]
    ) -> bool:
        """Whether a system message, without the lines that are notes, is told; it is cut down to these."""
        rest: list[str] = []
        for line in item.said.text.split("\n"):
            own = mark(line)
            if own and self._memory.sightings.verdict(own, where, order) is Verdict.MOVED:
                self._memory.notes.add(own)
            if own and self._is_note(line, notes):
                item.noted.append(line)
            else:
                rest.append(line)
        text = "\n".join(rest).strip()
        if not text:
            return False
        if not item.noted:
            self._sight_lines(item, where)
            return False
        item.said = replace(item.said, text=text)
        item.mark = mark(text)
        stays = self._memory.sightings.verdict(item.mark, where, order) is Verdict.STAYS
        if not stays:
            self._sight_lines(item, where)
        return stays or self._known.turn(item.said) or self._is_echo(item.said)

    def _sight_lines(self, item: _Item, where: Place) -> None:
        for line in item.said.text.split("\n"):
            if own := mark(line):
                self._memory.sightings.note(own, where)

    # what comes of it

    def _remember(self) -> None:
        order = [item.mark if item.told else None for item in self._items]
        for item, where in zip(self._items, every_place(order), strict=True):
            if not item.told or not item.known or item.mark in self._memory.fresh:
                self._memory.sightings.note(item.mark, where)
            if item.told and not item.known and not self._is_echo(item.said):
                self._memory.fresh.add(item.mark)

    def _result(self) -> Sorted:
        result = Sorted()
        for item in self._items:
            result.asides.extend(item.noted)
            if item.told:
                result.turns.append(item.said)
                result.fresh += not item.known
                result.trailing.clear()
            else:
                if not item.known:  # a turn that is none goes; what stands in an aside would be kept
                    result.asides.append(item.said.text)
                result.trailing.append(item.said.text)
        return result


def opening_of(turns: Sequence[Said]) -> int:
    """How many messages a chat begins with before a model has answered: the greetings and the first question."""
    return next((place for place, one in enumerate(turns, 1) if one.role == USER), len(turns))
