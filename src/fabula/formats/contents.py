"""Tables of contents, told apart from the chapters that they list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fabula.formats.headings import Depth, Heading, Trust, is_contents, title_like, without_page
from fabula.formats.parsed import Trouble
from fabula.formats.units import Unit

_MANY = 3


@dataclass(frozen=True, slots=True)
class Outline:
    """A text cut into units, free of its table of contents."""

    units: tuple[Unit, ...]
    contents: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = ()


def without_contents(units: Sequence[Unit]) -> Outline:
    """The units without the headings that no prose follows: a table of contents, or chapters without text.

    In a run of headings only those lead to the prose after it that go ever deeper (part, chapter). The
    rest are contents if they are many or announced, else each is a trouble.
    """
    body: list[Unit] = []
    contents: list[str] = []
    troubles: list[Trouble] = []
    ahead = [_key(unit.heading) for unit in units if unit.heading is not None]
    for signs, prose in _stretches(units):
        headings = [unit for unit in signs if unit.heading is not None]
        ahead = ahead[len(headings) :]
        leading = _leading(headings, set(ahead)) if prose else []
        dropped = [unit for unit in signs if unit not in leading and not unit.is_break]
        if len(dropped) >= _MANY or any(unit.is_contents for unit in dropped):
            contents += [line for unit in dropped for line in _listed(unit)]
        else:
            troubles += [_without_text(unit) for unit in dropped]
        body += [unit for unit in signs if unit.is_break or unit in leading]
        body += prose
    return Outline(tuple(_promoted(body, contents)), tuple(contents), tuple(troubles))


def _promoted(units: Sequence[Unit], contents: Sequence[str]) -> Iterator[Unit]:
    """The units, with lines of their own that the contents list as headings, whether or not they say so."""
    listed = {entry.casefold() for entry in contents}
    for unit in units:
        line = unit.block.lines[0].strip()
        if unit.is_prose and len(unit.block.lines) == 1 and line.casefold() in listed:
            yield replace(unit, heading=Heading(Depth.CHAPTER, None, line, Trust.SURE))
        else:
            yield unit


def _stretches(units: Sequence[Unit]) -> Iterator[tuple[list[Unit], list[Unit]]]:
    """Headings and marks without prose between, and the prose that follows them."""
    signs: list[Unit] = []
    prose: list[Unit] = []
    for unit in units:
        listed = not prose and bool(signs) and signs[-1].heading is None and _is_listed(signs, unit)
        if unit.is_prose and not listed:
            prose.append(unit)
            continue
        if prose and not unit.is_break:
            yield signs, prose
            signs, prose = [], []
        if prose:
            prose.append(unit)
        else:
            signs.append(unit)
    yield signs, prose


def _is_listed(signs: list[Unit], unit: Unit) -> bool:
    """Whether lines without a number stand in a table of contents that was announced."""
    if not unit.is_prose or not any(sign.is_contents for sign in signs):
        return False
    lines = [without_page(line) for line in unit.block.lines]
    before = {line for sign in signs for line in _listed(sign)}
    return all(map(title_like, lines)) and before.isdisjoint(lines)


def _leading(headings: list[Unit], ahead: set[tuple[int, int | None, str]]) -> list[Unit]:
    """The last headings of a run, each deeper than the one before, unless the list itself ends with them."""
    leading: list[Unit] = []
    for unit in reversed(headings):
        if leading and _depth(unit) >= _depth(leading[0]):
            break
        leading.insert(0, unit)
    listed = headings[: len(headings) - len(leading)]
    return (
        [] if len(listed) >= _MANY - 1 and leading and _comes_again(listed, leading[-1], ahead) else leading
    )


def _comes_again(listed: list[Unit], last: Unit, ahead: set[tuple[int, int | None, str]]) -> bool:
    """Whether a heading counts on from the list before it and stands in the text once more."""
    before = max((unit.heading.number or 0 for unit in listed if unit.heading is not None), default=0)
    number = last.heading.number if last.heading is not None else None
    return _key(last.heading) in ahead and number in {None, before + 1}


def _depth(unit: Unit) -> int:
    return unit.heading.depth if unit.heading is not None else 0


def _key(found: Heading | None) -> tuple[int, int | None, str]:
    if found is None:
        return 0, None, ""
    return found.depth, found.number, "" if found.number is not None else found.text.casefold()


def _listed(unit: Unit) -> list[str]:
    if unit.heading is not None:
        return [unit.heading.text]
    return [without_page(line) for line in unit.block.lines if not is_contents(line)]


def _without_text(unit: Unit) -> Trouble:
    text = unit.heading.text if unit.heading is not None else unit.block.lines[0].strip()
    return Trouble(
        f"line {unit.block.at}",
        f'The heading "{" ".join(text.split())}" has no text under it, so no turn carries it.',
    )
