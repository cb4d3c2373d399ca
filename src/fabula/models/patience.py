"""How long an endpoint is waited for, how often it is asked again, and how long it may put us off."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from fabula.errors import InvalidInputError, ModelError

_SLOW = ("was silent for", "sent its answer too slowly")
_TRIAL_SHARE = 3
_LEAST_TRIAL = 30.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How much of a slow or busy endpoint is borne. All in seconds, except ``retries``.

    ``connect`` bounds the making of a connection, ``read`` each silence while an answer is awaited (a model that
    thinks is silent, so it is long), ``total`` one question with all its tries and pauses. A question is asked
    again ``retries`` times at most, after ``first_pause`` and then twice as long each time up to
    ``longest_pause``; when the endpoint names a time, after that, if it is no more than ``longest_told``.

    Raises:
        InvalidInputError: ``read`` is not above 0.
    """

    connect: float = 10.0
    read: float = 300.0
    total: float = 900.0
    retries: int = 2
    first_pause: float = 0.5
    longest_pause: float = 8.0
    longest_told: float = 60.0

    def __post_init__(self) -> None:
        if not 0 < self.read < math.inf:
            raise InvalidInputError(f"A timeout is a number of seconds above 0, not {self.read!r}.")

    def waiting(self, seconds: float) -> "Patience":
        """The same with another bound for a silence; a question with its tries may take three times that."""
        return replace(self, read=seconds, total=max(self.total, 3 * seconds))

    def hurried(self) -> "Patience":
        """The same for a mere trial: a third, as a real question is up to three times as long; not below half a minute."""
        return replace(self, read=max(self.read / _TRIAL_SHARE, min(self.read, _LEAST_TRIAL)))

    def pause(self, tried: int, *, told: float | None = None, roll: float = 0.5) -> float | None:
        """Seconds to wait after so many tries in vain, or None to give up.

        ``told`` is what the endpoint asked for, ``roll`` a number in [0, 1) that spreads askers who failed together:
        half of the pause is fixed and half is rolled; what was told is only ever lengthened.
        """
        if tried > self.retries or (told is not None and told > self.longest_told):
            return None
        own = min(self.longest_pause, self.first_pause * 2.0 ** (tried - 1))
        return own * (0.5 + roll / 2) if told is None else told + self.first_pause * roll / 2


USUAL = Patience()
"""Enough for a model on a processor without help, and for a hosted one."""


def ran_out(error: ModelError) -> bool:
    """Whether an endpoint was there and took the question, and was too slow with the answer."""
    return any(words in str(error) for words in _SLOW)


def told_pause(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds that an answer's headers ask us to wait, or None if they ask nothing that can be read.

    ``headers`` are by lower-case name. ``Retry-After`` comes in seconds or as an HTTP date (RFC 9110, 10.2.3).
    """
    told = headers.get("retry-after", "").strip()
    milliseconds = _number(headers.get("retry-after-ms", ""))
    seconds = milliseconds / 1000 if milliseconds is not None else _number(told)
    if seconds is None:
        seconds = _seconds_until(told, now or datetime.now(UTC))
    return None if seconds is None else max(0.0, seconds)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _seconds_until(date: str, now: datetime) -> float | None:
    try:
        then = parsedate_to_datetime(date)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return ((then if then.tzinfo else then.replace(tzinfo=UTC)) - now).total_seconds()
