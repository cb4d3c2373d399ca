"""Bringing files into a store: what each one is, what came of it, and how to say so."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fabula.cli.homes import STDIN, Failed, File, Home, named
from fabula.cli.places import handle, stem_of
from fabula.cli.progress import Step
from fabula.cli.show import counted, facts_hold, reading
from fabula.errors import FabulaError, InvalidInputError
from fabula.extraction.reading import Extracted
from fabula.extraction.rules import Rules
from fabula.formats import parse, recognise
from fabula.ledger.archive import read_archive
from fabula.ledger.ids import ROOT
from fabula.ledger.store import LedgerStore
from fabula.ledger.transcript import TakenIn
from fabula.shapes import extracted_shape
from fabula.story import Story

_ARCHIVE = "fabula"
_PROSE = frozenset(["text", "markdown"])
_PLAIN = "utf-8"


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of an import. ``was_elsewhere``: the branch stood elsewhere before, or told something else.

    ``branch`` is empty if the story starts there; ``encodings`` has one for each file, empty for an archive.
    """

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
    branch: str = ""
    encodings: tuple[str, ...] = ()

    def shape(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "story": self.story,
            "branch": self.branch,
            "files": list(self.files),
            "encodings": list(self.encodings),
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
        branch = f", branch {self.branch}" if self.branch else ""
        yield f"{self.story}{branch} ({self.format}): {counted(self.turns, 'turn')}, {self._news()}"
        yield from self._encodings()
        if self.was_elsewhere and self.new:
            yield "  the branch told something else before; it is kept, and `fabula log --heads` shows where"
        elif self.was_elsewhere:
            yield "  the branch is back at this telling; `fabula log --heads` shows where it was"
        elif not self.moved and self.new:
            yield "  the branch has gone on since; it stays where it is"
        if self.aside:
            yield f"  left out: {counted(self.aside, 'line')} outside the story (notes, system messages)"
        if self.extracted is not None:
            yield f"  {reading(self.extracted)}; {facts_hold(self.facts)}"
        if self.troubles:
            yield f"  {counted(len(self.troubles), 'trouble')}:"

    def _news(self) -> str:
        if not self.new and not self.versions:
            return "all known already" if self.moved else "nothing new: importing twice adds nothing"
        other = f", {counted(self.versions, 'other version')}" if self.versions else ""
        return f"{self.new:,} new{other}"

    def _encodings(self) -> Iterable[str]:
        odd = [(file, name) for file, name in zip(self.files, self.encodings, strict=True) if name != _PLAIN]
        for file, name in odd if self.format != _ARCHIVE else ():
            where = f"{file}: " if len(self.files) > 1 else ""
            yield f"  {where}read as {name} (--encoding NAME reads it otherwise)"


@dataclass(frozen=True, slots=True)
class As:
    """How files are to be read: their format and encoding, where given, and the store that they go to."""

    format: str
    encoding: str
    store: str


def read_files(paths: Sequence[str], how: As) -> tuple[list[File], list[Failed]]:
    """Every file, read and understood before anything is written; and those that are none, with the reason."""
    found, failed = [], []
    for path in paths:
        try:
            found.append(_file(path, how))
        except FabulaError as error:
            failed.append(Failed(path, error))
    return found, failed


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
    return Brought(
        name,
        (file.path,),
        _ARCHIVE,
        after,
        after - before,
        0,
        moved=after != before,
        facts=facts,
        encodings=("",),
    )


def brought_telling(kept: LedgerStore, home: Home, *, read: bool, progress: Step) -> Brought:
    """The parts of one story taken in on its branch, which is made if it is new; and, if asked for, read by rules."""
    told = _on_branch(handle(kept, home.story), home.branch)
    parts = home.files
    parsed = [part.parsed for part in parts if part.parsed]
    telling = [(line.message, line.versions) for one in parsed for line in one.lines]
    head = told.head
    taken = told.take_in(telling, lambda done, of: progress("Taking in", done, of))
    report = _read(told, parsed[0].format, progress) if read else None
    return Brought(
        told.name,
        tuple(part.path for part in parts),
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
        branch="" if told.branch == told.branches.start() else told.branch,
        encodings=tuple(str(one.meta.get("encoding", "")) for one in parsed),
    )


def _on_branch(told: Story, branch: str) -> Story:
    if branch and branch not in {*told.branches.all(), told.branches.start()}:
        told.branches.make(branch, ROOT)
    return told.switch(branch) if branch else told


def _read(told: Story, kind: str, progress: Step) -> Extracted:
    """Read by rules; prose first as a whole, so that short names and untagged speech are whoever's they are."""
    is_prose = kind in _PROSE
    turns = told.turns() if is_prose else ()
    reader = Rules.over(turns, lambda done, of: progress("Studying", done, of)) if is_prose else Rules()
    return told.extract(reader, lambda done, of: progress("Reading", done, of))


def _file(path: str, how: As) -> File:
    data = _bytes_of(path)
    try:
        if (how.format or recognise(data, path, how.encoding)) == _ARCHIVE:
            return File(path, stem_of(path), archive=tuple(data.splitlines(keepends=True)))
        parsed = parse(data, name="" if path == STDIN else path, format=how.format, encoding=how.encoding)
    except InvalidInputError as error:
        raise type(error)(f"{path}: {error}") from error
    if not parsed.lines:
        reason = f" ({parsed.troubles[0].where}: {parsed.troubles[0].reason})" if parsed.troubles else ""
        raise InvalidInputError(f"{path}: nothing in it is a turn of a story{reason}.")
    return File(path, named(path, parsed.title, how.store), parsed)


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
        (trouble.where if is_one else f"{part.path}, {trouble.where}", trouble.reason)
        for part in parts
        if part.parsed
        for trouble in part.parsed.troubles
    )
