"""What a reading brought, how far every turn is read, and what a model would be asked: in lines and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from fabula.cli.lines import MARKS
from fabula.cli.show import clip, columns, counted, fitted, reading, styled
from fabula.extraction.reader import Window
from fabula.extraction.reading import Extracted
from fabula.extraction.readings import Reading
from fabula.extraction.spending import Spent
from fabula.ledger.records import Status
from fabula.models.chat import Ask, Usage
from fabula.models.tokens import tokens_of
from fabula.operations.reading import counts_of

_SHOWN_REASONS = 10
UNANSWERED = "without an answer"


def report_lines(
    report: Extracted, store: str, who: str = "", others: Sequence[tuple[str, int]] = ()
) -> Iterator[str]:
    """What a run read, refused, spent and left; who read, and how many turns ``others`` have read before."""
    if is_idle(report):
        yield "nothing is left to read"
    else:
        by = f"; by {who}" if who else ""
        yield f"{reading(report)}; {counted(report.claims, 'claim')}{by}"
    for name, count in others:
        verb = "is" if count == 1 else "are"
        yield f"  {counted(count, 'turn')} {verb} read by {name} already; --anew reads {'it' if count == 1 else 'them'} again"
    if report.usage.calls:
        yield f"  {_cost(report.usage)}"
    failed = report.failed - report.unanswered
    odd = [(failed, "failed"), (report.unanswered, UNANSWERED), (report.suspicious, "doubtful")]
    if any(count for count, _ in odd):
        said = ", ".join(f"{count:,} {what}" for count, what in odd if count)
        yield f"  {said}: `fabula status {store} --troubles` lists them"
    if report.refused:
        yield f"  refused {counted(report.refused, 'item')}:"
        reasons = sorted(report.reasons.items(), key=lambda pair: (-pair[1], pair[0]))
        yield from (f"    {count:,}  {reason}" for reason, count in reasons[:_SHOWN_REASONS])
        if len(reasons) > _SHOWN_REASONS:
            yield f"    and {counted(len(reasons) - _SHOWN_REASONS, 'further reason')}; --json lists them all"
    if report.stopped:
        # What stopped it is an error's message, where it is one, and is said as such afterwards.
        why = "" if report.trouble else f" ({report.stopped})"
        yield f"  stopped{why}; {counted(report.left, 'turn')} left, the same command goes on from there"


def is_idle(report: Extracted) -> bool:
    """Whether a run had nothing to do."""
    return not (report.read or report.reused or report.failed or report.left or report.stopped)


def status_lines(shown: Sequence[Reading], every: Sequence[Reading], spent: Spent) -> list[Text]:
    """A line a turn, and what there is in all."""
    rows = [
        (
            str(one.number),
            styled(MARKS[one.status]),
            _status_of(one),
            one.extractor or "-",
            counted(one.claims, "claim"),
            f"{refused:,} refused" if (refused := sum(bool(item.item) for item in one.refused)) else "",
            counted(one.usage.calls, "call") if one.usage.calls else "",
            clip(one.reason),
        )
        for one in shown
    ]
    return [*fitted(columns(rows, right=(0, 4, 5, 6))), styled((_summary(every, spent), "dim"))]


def dry_lines(window: Window | None, questions: Sequence[Ask]) -> Iterator[str]:
    """The next questions, whole, and how long they are."""
    if window is None:
        yield "nothing is left to read"
        return
    for ask in questions:
        for message in ask.messages:
            yield f"--- {message.role}"
            yield message.text
    yield "---"
    turns = ", ".join(str(turn.number) for turn in window.fresh)
    length = sum(map(_length, questions))
    yield f"{counted(len(questions), 'question')} about {'turn' if len(window.fresh) == 1 else 'turns'} {turns}: at most {counted(length, 'token')}; nothing was asked"


def dry_shape(window: Window | None, questions: Sequence[Ask]) -> dict[str, Any]:
    """The next questions as a JSON object."""
    return {
        "turns": [turn.number for turn in window.fresh] if window else [],
        "questions": [
            {
                "messages": [{"role": message.role, "text": message.text} for message in ask.messages],
                "tokens": _length(ask),
            }
            for ask in questions
        ],
    }


def _length(ask: Ask) -> int:
    return sum(tokens_of(message.text) for message in ask.messages)


def _summary(every: Sequence[Reading], spent: Spent) -> str:
    silent = sum(_status_of(one) == UNANSWERED for one in every)
    counts = counts_of(one.status for one in every)
    failed = Status.FAILED.value
    if silent:
        counts = {**counts, failed: counts[failed] - silent, UNANSWERED: silent}
    found = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "no turns"
    return f"{found}; {_cost(spent.total)} so far" if spent.total.calls else found


def _status_of(one: Reading) -> str:
    """A turn of which no answer came has not failed by its words."""
    is_silent = one.is_unanswered and one.status is Status.FAILED
    return UNANSWERED if is_silent else one.status.value


def _cost(usage: Usage) -> str:
    return f"{counted(usage.calls, 'call')}, {counted(usage.tokens, 'token')}"
