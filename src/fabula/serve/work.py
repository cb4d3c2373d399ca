"""The kinds of long work that every server does: reading stories, taking files in, mending vectors."""

from collections.abc import Callable, Mapping
from typing import Any

from fabula import checked_name
from fabula.errors import FormatError, InvalidInputError
from fabula.extraction.reader import Extractor
from fabula.extraction.rules import Rules
from fabula.extraction.spending import NO_CAP, Cap
from fabula.formats import Parsed, parse, recognise
from fabula.ledger.archive import read_archive
from fabula.ledger.ids import ROOT
from fabula.ledger.records import StoryRow
from fabula.serve.job import Arguments, JobKind, Prepared, Progress
from fabula.shapes import extracted_shape
from fabula.story import Story, utc_now

ReaderOf = Callable[[Arguments], Extractor | None]
"""Makes the reader that an extraction is to use; None stands for the rules that need no model."""

_ARCHIVE = "fabula"
_PROSE = frozenset({"text", "markdown"})


def rules_only(_arguments: Arguments) -> None:
    """No reader but the rules."""


def usual_kinds(reader: ReaderOf = rules_only, cap: Callable[[], Cap] = lambda: NO_CAP) -> dict[str, JobKind]:
    """What every server can do; ``reader`` makes the language model's reader, where there is one.

    ``cap`` says what one job may spend.
    """

    def extract(told: Story, arguments: Arguments, progress: Progress) -> Mapping[str, Any]:
        chosen = None if arguments.get("reader") == "rules" else reader(arguments)
        again = bool(arguments.get("again"))
        return extracted_shape(told.extract(chosen, progress, again=again, cap=cap()))

    return {
        "extract": JobKind(extract, _extraction),
        "import": JobKind(take_in_file, understood, makes_branch=True),
        "repair-vectors": JobKind(repair_vectors),
    }


def understood(story: str, arguments: Arguments) -> Prepared:
    """A file (``data``, with ``name``, ``format``, ``encoding``) as the telling or the archive that it is.

    Raises:
        FormatError: it is neither, or nothing in it is a turn.
    """
    checked_name(story)
    data, name = arguments["data"], str(arguments.get("name") or "")
    kind, encoding = str(arguments.get("format") or ""), str(arguments.get("encoding") or "")
    rest = {"branch": arguments.get("branch", ""), "read": bool(arguments.get("read", True))}
    if (kind or recognise(data, name, encoding)) == _ARCHIVE:
        lines = tuple(data.splitlines(keepends=True))
        row = read_archive(lines).story
        return Prepared({**rest, "archive": lines}, StoryRow(story, row.created, row.branch))
    parsed = parse(data, name=name, format=kind, encoding=encoding)
    if not parsed.lines:
        raise FormatError("Nothing in the file is a turn of a story.")
    return Prepared({**rest, "parsed": parsed}, StoryRow(story, utc_now()))


def take_in_file(told: Story, arguments: Arguments, progress: Progress) -> Mapping[str, Any]:
    """Take in what ``understood`` made of a file, read it by rules unless told not to, and say what came of it."""
    if "archive" in arguments:
        before = len(told.turns())
        told.restore(arguments["archive"])
        turns = len(told.turns())
        return {"format": _ARCHIVE, "turns": turns, "new": turns - before, "facts": len(told.view().facts())}
    parsed: Parsed = arguments["parsed"]
    on = _made_branch(told, arguments["branch"])
    taken = on.take_in([(line.message, line.versions) for line in parsed.lines], progress)
    report = on.extract(_reader_of(on, parsed, progress), progress) if arguments["read"] else None
    return {
        "format": parsed.format,
        "branch": on.branch,
        "turns": taken.turns,
        "new": taken.written,
        "versions": taken.versions,
        "moved": taken.moved,
        "troubles": [{"where": one.where, "reason": one.reason} for one in parsed.troubles],
        "extracted": None if report is None else extracted_shape(report),
        "facts": len(on.view().facts()),
    }


def repair_vectors(told: Story, _arguments: Arguments, progress: Progress) -> Mapping[str, Any]:
    """Make the vectors that are missing, where the story has an embedder."""
    vectors = getattr(told, "vectors", None)
    if vectors is None:
        raise InvalidInputError("This server has no embedder, so there are no vectors to mend.")
    mended = vectors.repair(progress=progress)
    return {name: getattr(mended, name) for name in mended.__dataclass_fields__}


def _extraction(_story: str, arguments: Arguments) -> Prepared:
    known = {"branch", "again", "reader"}
    if strange := sorted(arguments.keys() - known):
        raise InvalidInputError(f"An extraction takes `again` and `reader`, not {', '.join(strange)}.")
    return Prepared(arguments)


def _made_branch(told: Story, branch: str) -> Story:
    if branch and branch not in {*told.branches.all(), told.branches.start()}:
        told.branches.make(branch, ROOT)
    return told.switch(branch) if branch else told


def _reader_of(told: Story, parsed: Parsed, progress: Progress) -> Rules:
    """Prose is studied as a whole first, so that short names and untagged speech are whoever's they are."""
    return Rules.over(told.turns(), progress) if parsed.format in _PROSE else Rules()
