"""What one story's ledger knows of the messages of a request: turns on any of its lines, replies not yet echoed."""

from collections.abc import Sequence
from functools import lru_cache

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


@lru_cache(maxsize=1 << 12)
def keys_of(said: Said) -> tuple[str, ...]:
    """The text keys under which a message may be known, its own first."""
    return (text_key(said.text), *(key for key, _ in other_keys(said.message())))


class Acquaintance:
    """What a story knows of the messages of one request; asked once for all of them."""

    def __init__(self, ledger: Ledger, told: Sequence[Said]) -> None:
        self._ledger = ledger
        self._found: dict[str, Sequence[Stem]] = {}
        self._stems: dict[Said, list[Stem]] = {}
        self._look_up(told)
        self.candidates = latest(ledger.candidates())

    def known(self, line: Line) -> Known:
        """The answers that sorting asks for, as seen from a line."""
        return Known(
            turn=lambda said: bool(self.stems(said)),
            reply=lambda said: self.reply(said) is not None,
            first=lambda said: any(stem.number == 1 for stem in self.stems(said)),
            fits_before=lambda said, known, back: self._fits_before(line, said, known, back),
        )

    def stems(self, said: Said) -> list[Stem]:
        """The turns, on any line, that have the words of a message."""
        if said not in self._stems:
            self._look_up([said])
            self._stems[said] = [stem for key in keys_of(said) for stem in self._found.get(key, ())]
        return self._stems[said]

    def _look_up(self, told: Sequence[Said]) -> None:
        unread = {key for said in told for key in keys_of(said) if key not in self._found}
        if unread:
            known = self._ledger.with_key(unread)
            self._found.update((key, known.get(key, ())) for key in unread)

    def reply(self, said: Said) -> Candidate | None:
        """The delivered reply that a message shows, whole or in part, or as somebody changed it a little."""
        if said.role == USER:
            return None
        for candidate in self.candidates:
            if is_shown(said.text, candidate.text) or _is_reworded(said, candidate):
                return candidate
        return None

    def specific(self, told: Sequence[Said], line: Line) -> tuple[int, int]:
        """How many messages only this story can have shown: replies of a model, and messages of any role."""
        opening = self.opening(line)
        replies = messages = 0
        for said in told:
            beyond = any(stem.number > opening for stem in self.stems(said))
            spoken = said.role == ASSISTANT
            sure = beyond and spoken and is_distinct(canon(said.text))
            answered = spoken and not sure and self.reply(said) is not None
            messages += beyond or answered
            replies += sure or answered
        return replies, messages

    def opening(self, line: Line) -> int:
        """How many turns the story begins with before a model answered the person."""
        turns = self._ledger.turns(stem.id for stem in line[:_OPENING])
        return next((turn.number for turn in turns if turn.role == USER), len(turns))

    def roles(self, stems: Sequence[Stem]) -> list[str]:
        """The roles of some turns."""
        return [turn.role for turn in self._ledger.turns(stem.id for stem in stems)]

    def has_moved_on(self, line: Line) -> bool:
        """Whether the person has said something after a model's first answer."""
        if len(line) > _OPENING:
            return True
        turns = self._ledger.turns(stem.id for stem in line)
        answered = [
            turn.number for turn in turns if turn.number > self.opening(line) and turn.role == ASSISTANT
        ]
        return bool(answered) and any(turn.number > answered[0] and turn.role == USER for turn in turns)

    def _fits_before(self, line: Line, said: Said, known: Said, back: int) -> bool:
        """Whether a message may be what stands so many turns before a known one, in other words."""
        numbers = {stem.number for stem in self.stems(known)}
        place = next((stem.number - 1 for stem in line if stem.number in numbers), 0) - back
        if not 0 <= place < len(line):
            return True
        turn = self._ledger.turns([line[place].id])[0]
        return likeness(canon(said.text), canon(turn.normal)) >= SAME_PLACE


def latest(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates that were delivered last, latest first."""
    return sorted(candidates, key=lambda one: (one.at, one.id), reverse=True)[:_CANDIDATES]


def _is_reworded(said: Said, candidate: Candidate) -> bool:
    return said.role == ASSISTANT and likeness(canon(said.text), canon(candidate.text)) >= SAME_TURN
