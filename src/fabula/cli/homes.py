"""Which story, and which branch of it, each file of an import belongs to."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fabula.cli.places import stem_of
from fabula.errors import FabulaError, InvalidInputError
from fabula.formats import Parsed

STDIN = "-"
_OFFSHOOT = re.compile(r" - (?:Branch|Checkpoint) #\d+.*$", re.DOTALL)
"""What SillyTavern adds to the name of a chat for one that leaves it."""


@dataclass(frozen=True, slots=True)
class File:
    """One file: what it is called, and either its lines as told or its archive's lines."""

    path: str
    stem: str
    parsed: Parsed | None = None
    archive: tuple[bytes, ...] = ()

    @property
    def main_chat(self) -> str:
        """The chat that a SillyTavern branch leaves, as its header names it; empty for any other file."""
        header = self.parsed.meta.get("sillytavern", {}) if self.parsed and self.path != STDIN else {}
        return " ".join(str(header.get("main_chat", "")).split())


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that could not be imported, and why."""

    path: str
    error: FabulaError


@dataclass(frozen=True, slots=True)
class Home:
    """A story, a branch of it (empty: where it starts), and the files that tell it, in order.

    The story is empty where an archive brings its own name.
    """

    story: str
    branch: str
    files: tuple[File, ...]


def homes(found: Sequence[File], story: str, branch: str) -> tuple[list[Home], list[Failed]]:
    """Where each file goes, and the files for which no story of their own can be found.

    Without ``story`` each file is a story of its own, and a SillyTavern branch a branch of the chat that it
    leaves. With it, all files are its parts, but for such branches.

    Raises:
        InvalidInputError: an archive would have to be a part of a story.
    """
    if not story:
        return _of_their_own(found, branch)
    if len(found) > 1 and any(file.archive for file in found):
        raise InvalidInputError("An archive is a whole story: import it alone, or without --story.")
    branches = {id(file): branch or _home(file)[1] for file in found}
    parts = tuple(file for file in found if branches[id(file)] == branch)
    apart = [Home(story, branches[id(file)], (file,)) for file in found if branches[id(file)] != branch]
    return [*([Home(story, branch, parts)] if parts else []), *apart], []


def _of_their_own(found: Sequence[File], branch: str) -> tuple[list[Home], list[Failed]]:
    files = list({_place(file): file for file in found}.values())
    wanted = [_alone(file, branch) for file in files]
    crowded = _crowded(wanted)
    return _first_of_each([_in_folder(home) if home.story in crowded else home for home in wanted])


def _crowded(wanted: Sequence[Home]) -> set[str]:
    """The names that files of several folders would have in common."""
    met = Counter((home.story, home.branch) for home in wanted if home.story)
    folders: dict[str, set[str]] = {}
    for home in wanted:
        folders.setdefault(home.story, set()).add(_folder(home))
    return {story for (story, _), count in met.items() if count > 1 and len(folders[story]) > 1}


def _alone(file: File, branch: str) -> Home:
    if file.archive:
        return Home("", branch, (file,))
    story, own = _home(file)
    return Home(story, branch or own, (file,))


def _home(file: File) -> tuple[str, str]:
    """The story and branch of a file by its name and by the chat that it leaves: a branch's branch is one too."""
    story = _OFFSHOOT.sub("", file.main_chat)
    if not story:
        return file.stem, ""
    return story, file.stem.removeprefix(story).strip(" -")


def _in_folder(home: Home) -> Home:
    return replace(home, story=f"{_folder(home)}-{home.story}".strip(" -"))


def _folder(home: Home) -> str:
    return Path(home.files[0].path).resolve().parent.name


def _first_of_each(wanted: Sequence[Home]) -> tuple[list[Home], list[Failed]]:
    kept: dict[tuple[str, str, str], Home] = {}
    failed = []
    for home in wanted:
        path = home.files[0].path
        if kept.setdefault((home.story, home.branch, "" if home.story else path), home) is not home:
            failed.append(Failed(path, InvalidInputError(_same_name(path, home))))
    return list(kept.values()), failed


def _same_name(path: str, home: Home) -> str:
    return (
        f"{path}: another file of this call is called {home.files[0].stem!r} too. Import this one by itself, "
        "with --story NAME; or both with --story NAME, if they are parts of one story."
    )


def _place(file: File) -> str:
    return file.path if file.path == STDIN else str(Path(file.path).resolve())


def named(path: str, title: str, store: str) -> str:
    """What a file is called: its stem; standard input is called after its own title, or after the store."""
    return (title or stem_of(store)) if path == STDIN else stem_of(path)
