"""Bringing files into a store: what each one is, what came of it, and how to say so."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.cli.places import handle, stem_of
from fabula.cli.progress import Step
from fabula.cli.show import counted
from fabula.errors import InvalidInputError
from fabula.extraction.reading import Extracted
from fabula.formats import Parsed, parse, recognise
from fabula.ledger.archive import read_archive
from fabula.ledger.store import LedgerStore
from fabula.ledger.transcript import TakenIn

STDIN = "-"
_ARCHIVE = "fabula"


@dataclass(frozen=True, slots=True)
class File:
    """One file: the story that it makes by itself, and either its lines as told or its archive's lines."""

    name: str
    story: str
    parsed: Parsed | None = None
    archive: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of an import. ``was_elsewhere``: the branch told something else before."""

    story: str
    files: tuple[str, ...]
    format: str
    turns: int
    new: int
    versions: int
    moved: bool
    was_elsewhere: bool = False
    troubles: tuple[tuple[str, str], ...] = ()
    aside: int = 0
    extracted: Extracted | None = None
    facts: int = 0

    def shape(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "story": self.story,
            "files": list(self.files),
            "format": self.format,
            "turns": self.turns,
            "new": self.new,
            "versions": self.versions,
            "moved": self.moved,
            "troubles": [{"where": where, "reason": reason} for where, reason in self.troubles],
            "aside": self.aside,
            "extracted": None if self.extracted is None else extracted_shape(self.extracted),
            "facts": self.facts,
        }

    def lines(self) -> Iterable[str]:
        """The report in a person's words, without the troubles themselves."""
        yield f"{self.story} ({self.format}): {counted(self.turns, 'turn')}, {self._news()}"
        if self.was_elsewhere:
            yield "  the branch told something else before; it is kept, and `fabula log --heads` shows where"
        elif not self.moved and self.new:
            yield "  the branch has gone on since; it stays where it is"
        if self.aside:
            yield f"  kept apart: {counted(self.aside, 'line')} that nobody tells, such as system messages"
        if self.extracted is not None:
            yield f"  read {counted(self.extracted.read, 'turn')}; {counted(self.facts, 'fact')} now hold"
        if self.troubles:
            yield f"  {counted(len(self.troubles), 'trouble')}:"

    def _news(self) -> str:
        if not self.new and not self.versions:
            return "nothing new: importing twice adds nothing"
        other = f", {counted(self.versions, 'other version')}" if self.versions else ""
        return f"{self.new:,} new{other}"


def extracted_shape(report: Extracted) -> dict[str, int]:
    """What came of an extraction, as a JSON object."""
    return {"read": report.read, "reused": report.reused, "claims": report.claims, "refused": report.refused}


def read_files(paths: Sequence[str], kind: str, store: str) -> list[File]:
    """Every file, read and understood, before anything is written.

    Raises:
        FormatError: a file is not of its format; the message names the file.
        InvalidInputError: a file cannot be read, or tells nothing.
    """
    return [_file(path, kind, store) for path in paths]


def brought_archive(kept: LedgerStore, file: File, story: str) -> Brought:
    """An archive taken in, under its own name or another."""
    row = read_archive(file.archive).story
    name = story or row.name
    known = name in {one.name for one in kept.stories()}
    before = len(kept.snapshot(name).turns) if known else 0
    told = handle(kept, name, created=row.created, start=row.branch)
    told.restore(file.archive)
    after = len(kept.snapshot(name).turns)
    facts = len(told.view().facts())
    return Brought(name, (file.name,), _ARCHIVE, after, after - before, 0, moved=after != before, facts=facts)


def brought_telling(
    kept: LedgerStore, name: str, parts: Sequence[File], *, branch: str, read: bool, progress: Step
) -> Brought:
    """The parts of one story taken in and, if asked for, read by rules."""
    told = handle(kept, name, branch)
    parsed = [part.parsed for part in parts if part.parsed]
    telling = [(line.message, line.versions) for one in parsed for line in one.lines]
    head = told.head
    taken = told.take_in(telling, lambda done, of: progress("Taking in", done, of))
    report = told.extract(progress=lambda done, of: progress("Reading", done, of)) if read else None
    return Brought(
        name,
        tuple(part.name for part in parts),
        parsed[0].format,
        taken.turns,
        taken.written,
        taken.versions,
        moved=taken.moved,
        was_elsewhere=_was_elsewhere(taken, head.id if head else "", [turn.id for turn in told.turns()]),
        troubles=_troubles(parts),
        aside=sum(len(one.meta.get("aside", ())) for one in parsed),
        extracted=report,
        facts=len(told.view().facts()) if read else 0,
    )


def _file(path: str, kind: str, store: str) -> File:
    data = _bytes_of(path)
    try:
        if (kind or recognise(data, path)) == _ARCHIVE:
            return File(path, stem_of(path), archive=tuple(data.splitlines(keepends=True)))
        parsed = parse(data, name="" if path == STDIN else path, format=kind)
    except InvalidInputError as error:
        raise type(error)(f"{path}: {error}") from error
    if not parsed.lines:
        reason = f" ({parsed.troubles[0].where}: {parsed.troubles[0].reason})" if parsed.troubles else ""
        raise InvalidInputError(f"{path}: nothing in it is a turn of a story{reason}.")
    named = (parsed.title or stem_of(store)) if path == STDIN else stem_of(path)
    return File(path, named, parsed)


def _bytes_of(path: str) -> bytes:
    if path == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InvalidInputError(f"{path} cannot be read: {error.strerror}.") from error


def _was_elsewhere(taken: TakenIn, head: str, line: Sequence[str]) -> bool:
    return taken.moved and bool(head) and head not in line


def _troubles(parts: Sequence[File]) -> tuple[tuple[str, str], ...]:
    is_one = len(parts) == 1
    return tuple(
        (trouble.where if is_one else f"{part.name}, {trouble.where}", trouble.reason)
        for part in parts
        if part.parsed
        for trouble in part.parsed.troubles
    )
