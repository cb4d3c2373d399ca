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
from fabula.models.chat import Ask, Usage
from fabula.models.tokens import tokens_of
from fabula.operations.reading import counts_of

_SHOWN_REASONS = 10


def report_lines(report: Extracted, store: str) -> Iterator[str]:
    """What a run read, refused, spent and left."""
    yield f"{reading(report)}; {counted(report.claims, 'claim')}"
    if report.usage.calls:
        yield f"  {_cost(report.usage)}"
    odd = [(report.failed, "failed"), (report.suspicious, "doubtful")]
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


def status_lines(shown: Sequence[Reading], every: Sequence[Reading], spent: Spent) -> list[Text]:
    """A line a turn, and what there is in all."""
    rows = [
        (
            str(one.number),
            styled(MARKS[one.status]),
            one.status.value,
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
    found = ", ".join(f"{count:,} {name}" for name, count in counts_of(every).items()) or "no turns"
    return f"{found}; {_cost(spent.total)} so far" if spent.total.calls else found


def _cost(usage: Usage) -> str:
    return f"{counted(usage.calls, 'call')}, {counted(usage.tokens, 'token')}"
