"""Which story a request belongs to: named, known by the front end's id, or recognised by its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from fabula.ledger.align import Alignment
from fabula.ledger.following import best_alignment
from fabula.ledger.lines import Line
from fabula.ledger.match import is_distinct
from fabula.ledger.provisional import named_after
from fabula.serve.proxy.placing.acquaintance import Acquaintance, keys_of
from fabula.serve.proxy.placing.evidence import canon, mark
from fabula.serve.proxy.placing.hints import Hints
from fabula.serve.proxy.placing.library import Library
from fabula.serve.proxy.placing.request import ASSISTANT, USER, Said
from fabula.serve.proxy.placing.sorting import opening_of

_TRIED = 6
_SEVERAL = 2
_FIRST_EXCHANGE = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A story by name; ``made`` says that it is a new one, ``how`` it was found."""

    name: str
    how: str
    made: bool = False


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well a story explains a history. ``telling``: what they have in common is more than one short message."""

    name: str
    replies: int
    messages: int
    written: int
    removed: int
    last_use: int
    opening_only: bool
    extends: bool
    opening_same: bool
    telling: bool

    @property
    def rank(self) -> tuple[int, ...]:
        return (-self.replies, -self.messages, self.removed, self.written, -self.last_use)


class WhichStory:
    """Finds the story of a request among those of a library, and remembers what front ends call them."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def find(self, told: Sequence[Said], hints: Hints, *, bound: bool = False) -> Found | None:
        """The story that a history belongs to; None where the words belong to no story that is known.

        What is joined into another story is told there, but for one who is ``bound`` to the story that is named.
        """
        if hints.story:
            named = hints.story if bound else self._library.told_in(hints.story)
            return Found(named, "named", made=named not in self._library.names())
        name = self._recognised(told, hints) if (found := self._remembered(hints)) is None else None
        return found if name is None else Found(name, "words")

    def _remembered(self, hints: Hints) -> Found | None:
        """The story that the front end's ids meant before, unless it is gone."""
        shared = self._library.shared
        named = [(shared.chats.get(hints.chat), "chat"), (shared.chats.get(hints.parent), "branch of a chat")]
        named += [(shared.tokens.get(token), "token") for token in hints.tokens]
        found = next(((name, how) for name, how in named if name is not None), None)
        if found is None or found[0] not in self._library.names():
            return None
        return Found(self._library.told_in(found[0]), found[1])

    def new(self, told: Sequence[Said]) -> Found:
        """A name for a new story, after the person's first words."""
        first = next((one for one in told if one.role == USER), told[0] if told else None)
        return Found(self._free((named_after(first.text) if first else "") or "story"), "new", made=True)

    def learn(self, name: str, hints: Hints) -> None:
        """Remember which story a front end's ids mean."""
        shared, told_in = self._library.shared, self._library.told_in
        held = shared.chats.get(hints.chat, name)
        # What was another story's before it was joined is so again when that is undone.
        shared.hold(held if told_in(held) == name else name, hints.chat, ())
        tokens = [token for token in hints.tokens if told_in(shared.tokens.get(token, "")) != name]
        shared.hold(name, "", tokens)

    def _free(self, name: str) -> str:
        taken, number, free = set(self._library.names()), 1, name
        while free in taken:
            number += 1
            free = f"{name} {number}"
        return free

    def _recognised(self, told: Sequence[Said], hints: Hints) -> str | None:
        keys = [key for said in told for key in keys_of(said)]
        names = [name for name in self._library.knowing(keys) if not self._is_other(name, hints)][:_TRIED]
        shown = [name for name in names if self._replies(name, told)]
        if len(shown) == 1:
            return shown[0]
        if hints.chat:
            # Only a reply proves that a chat with an id of its own tells what other chats tell.
            held = {self._library.told_in(name) for name in self._library.shared.chats.values()}
            names = [name for name in names if name not in held]
        fits = sorted((self._fit(name, told) for name in shown or names), key=lambda fit: fit.rank)
        strong = [fit for fit in fits if _is_strong(fit, told)]
        if strong:
            return strong[0].name
        return _same_opening(fits)

    def _replies(self, name: str, told: Sequence[Said]) -> int:
        acquaintance = self._library.acquaintance(name, told)
        own = self._own(name, told)
        return max(acquaintance.specific(own, line)[0] for line in self._library.lines(name))

    def _own(self, name: str, told: Sequence[Said]) -> list[Said]:
        """The messages that can prove something: without a greeting, which is the card's and not the chat's.

        A greeting is a first answer that several stories have, or one with nothing but questions behind it,
        unless it is the latest reply of this story or was passed on in it.
        """
        first = next((place for place, said in enumerate(told) if said.role == ASSISTANT), None)
        if first is None or mark(told[first].text) in self._library.memory(name).relayed:
            return list(told)
        is_alone = not any(said.role == ASSISTANT for said in told[first + 1 :])
        shared = len(self._library.knowing(keys_of(told[first]))) >= _SEVERAL
        if not shared and not (is_alone and not self._is_latest(name, told[first], told)):
            return list(told)
        return [said for place, said in enumerate(told) if place != first]

    def _is_latest(self, name: str, said: Said, told: Sequence[Said]) -> bool:
        acquaintance = self._library.acquaintance(name, told)
        ends = {stem.id for line in self._library.lines(name) for stem in line[_SEVERAL:][-_SEVERAL:]}
        return acquaintance.reply(said) is not None or any(
            stem.id in ends for stem in acquaintance.stems(said)
        )

    def _is_other(self, name: str, hints: Hints) -> bool:
        """Whether a token says that the story is another chat's."""
        if not hints.tokens:
            return False
        fields = self._library.shared.fields(name)
        return any(fields.get(field, value) != value for field, value in hints.tokens)

    def _fit(self, name: str, told: Sequence[Said]) -> _Fit:
        ledger, acquaintance = self._library.ledger(name), self._library.acquaintance(name, told)
        fits: list[tuple[tuple[int, int], _Fit]] = []
        for line in self._library.lines(name):
            own = self._own(name, told)
            replies, messages = acquaintance.specific(own, line)
            window = [said.message() for said in told]
            alignment, _ = best_alignment(ledger, line, window, asides=())
            fit = _Fit(
                name,
                replies,
                messages,
                alignment.written,
                len(alignment.removed),
                self._library.shared.last_use(name),
                opening_only=not acquaintance.has_moved_on(line),
                extends=_extends(alignment, line) and len(line) > acquaintance.opening(line),
                opening_same=_opens_alike(alignment, told, acquaintance),
                telling=messages > 1 or _is_telling(own, acquaintance, acquaintance.opening(line)),
            )
            fits.append((alignment.rank, fit))
            if not alignment.removed:
                break
        return min(fits, key=lambda one: one[0])[1]


def _opens_alike(alignment: Alignment, told: Sequence[Said], acquaintance: Acquaintance) -> bool:
    """Whether the first messages are the story's first turns, the person's perhaps in other words."""
    greeted = next((place for place, said in enumerate(told) if said.role == ASSISTANT), 0)
    opening = told[: greeted + opening_of(told[greeted:])]
    if any(role == USER for role in acquaintance.roles(alignment.removed)):
        return False
    unknown = [said for said in opening if not acquaintance.stems(said)]
    if not unknown:
        return True
    return len(unknown) == 1 and unknown[0].role == USER and alignment.residues > 0 and len(opening) > 1


def _is_telling(told: Sequence[Said], acquaintance: Acquaintance, opening: int) -> bool:
    """Whether a message that nobody says by chance is known from beyond the story's opening."""
    return any(
        is_distinct(canon(said.text)) and any(stem.number > opening for stem in acquaintance.stems(said))
        for said in told
    )


def _extends(alignment: Alignment, line: Line) -> bool:
    """Whether a history shows the whole line, and perhaps goes on from it."""
    return alignment.base == len(line) and alignment.matched >= len(line)


def _is_strong(fit: _Fit, told: Sequence[Said]) -> bool:
    """Whether a story has shown words that no other chat would: a reply, or most of what there is."""
    if told[0].role == USER and len(told) <= _FIRST_EXCHANGE:
        # Perhaps a note before a greeting: only the reply would prove anything.
        return fit.replies > 0 or (fit.extends and not fit.written)
    beyond = len(told) - opening_of(told)
    reworded = fit.telling and fit.messages > 0 and not fit.removed and fit.written <= fit.messages
    return reworded or fit.replies > 0 or fit.extends or (fit.messages > 1 and 2 * fit.messages >= beyond)


def _same_opening(fits: Sequence[_Fit]) -> str | None:
    """A story that has come no further than its first question, and begins like this history."""
    same = [fit for fit in fits if fit.opening_only and fit.opening_same]
    return min(same, key=lambda fit: -fit.last_use).name if same else None


def has_answer(told: Sequence[Said]) -> bool:
    """Whether a history shows that a model has spoken: a greeting or a reply."""
    return any(said.role == ASSISTANT for said in told)
