"""What one story's ledger knows of the messages of a request: turns on any of its lines, replies not yet echoed."""

from collections.abc import Iterator, Sequence

from fabula.ledger.ids import text_key
from fabula.ledger.ledger import Ledger
from fabula.ledger.lines import Line
from fabula.ledger.match import is_distinct, likeness, other_keys
from fabula.ledger.records import Candidate, Stem
from fabula.ledger.rewording import SAME_PLACE, SAME_TURN
from fabula.serve.proxy.placing.evidence import canon
from fabula.serve.proxy.placing.memory import is_shown
from fabula.serve.proxy.placing.request import ASSISTANT, USER, Said
from fabula.serve.proxy.placing.sorting import Known

_CANDIDATES = 48
_OPENING = 12


def keys_of(said: Said) -> Iterator[str]:
    """The text keys under which a message may be known, its own first."""
    yield text_key(said.text)
    for key, _ in other_keys(said.message()):
        yield key


class Acquaintance:
    """What a story knows of some messages; asked once for all of them."""

    def __init__(self, ledger: Ledger, told: Sequence[Said], line: Line) -> None:
        self._ledger = ledger
        self._line = line
        self._keys = {said: tuple(keys_of(said)) for said in told}
        wanted = {key for keys in self._keys.values() for key in keys}
        self._found = dict(ledger.store.with_key(ledger.story, wanted))
        self._candidates = latest(ledger.store.candidates(ledger.story))

    def known(self) -> Known:
        """The answers that sorting asks for."""
        return Known(
            turn=lambda said: bool(self.stems(said)),
            reply=lambda said: self.reply(said) is not None,
            first=lambda said: any(stem.number == 1 for stem in self.stems(said)),
            fits_before=self._fits_before,
        )

    def stems(self, said: Said) -> list[Stem]:
        """The turns, on any line, that have the words of a message."""
        keys = self._keys.get(said)
        if keys is None:
            keys = self._keys[said] = tuple(keys_of(said))
            unread = [key for key in keys if key not in self._found]
            self._found.update(self._ledger.store.with_key(self._ledger.story, unread))
        return [stem for key in keys for stem in self._found.get(key, ())]

    def reply(self, said: Said) -> Candidate | None:
        """The delivered reply that a message shows, whole or in part, or as somebody changed it a little."""
        if said.role == USER:
            return None
        for candidate in self._candidates:
            if is_shown(said.text, candidate.text) or _is_reworded(said, candidate):
                return candidate
        return None

    def specific(self, told: Sequence[Said]) -> tuple[int, int]:
        """How many messages only this story can have shown: replies of a model, and messages of any role."""
        opening = self.opening()
        replies = messages = 0
        for said in told:
            beyond = any(stem.number > opening for stem in self.stems(said))
            answered = said.role == ASSISTANT and self.reply(said) is not None
            messages += beyond or answered
            replies += said.role == ASSISTANT and (answered or (beyond and is_distinct(canon(said.text))))
        return replies, messages

    def opening(self) -> int:
        """How many turns the story begins with before a model answered the person."""
        turns = self._ledger.turns(stem.id for stem in self._line[:_OPENING])
        return next((turn.number for turn in turns if turn.role == USER), len(turns))

    def _fits_before(self, said: Said, known: Said, back: int) -> bool:
        """Whether a message may be what stands so many turns before a known one, in other words."""
        numbers = {stem.number for stem in self.stems(known)}
        place = next((stem.number - 1 for stem in self._line if stem.number in numbers), 0) - back
        if not 0 <= place < len(self._line):
            return True
        turn = self._ledger.turns([self._line[place].id])[0]
        return likeness(canon(said.text), canon(turn.normal)) >= SAME_PLACE


def latest(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that were delivered last, latest first."""
    return sorted(candidates, key=lambda one: (one.at, one.id), reverse=True)[:_CANDIDATES]


def _is_reworded(said: Said, candidate: Candidate) -> bool:
    return said.role == ASSISTANT and likeness(canon(said.text), canon(candidate.text)) >= SAME_TURN
