"""Remembers how each endpoint is best asked, so that it is found out once."""

import contextlib
import json
import os
from pathlib import Path
from typing import Protocol

_MOST = 500


class FormMemory(Protocol):
    """Keeps one word for a model at a place."""

    def recall(self, place: str, model: str) -> str:
        """The word that was kept; empty for none."""
        ...

    def keep(self, place: str, model: str, form: str) -> None:
        """Keep a word; an empty one forgets."""
        ...


class ForgetfulMemory:
    """Remembers for as long as it lives."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], str] = {}

    def recall(self, place: str, model: str) -> str:
        """The word that was kept; empty for none."""
        return self._kept.get((place, model), "")

    def keep(self, place: str, model: str, form: str) -> None:
        """Keep a word; an empty one forgets."""
        self._kept[place, model] = form


class FileMemory:
    """Remembers in a small JSON file. A file that is broken or cannot be written is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def recall(self, place: str, model: str) -> str:
        """The word that was kept; empty for none."""
        return self._read().get(f"{place} {model}", "")

    def keep(self, place: str, model: str, form: str) -> None:
        """Keep a word; an empty one forgets."""
        kept = self._read()
        kept.pop(f"{place} {model}", None)
        if form:
            kept[f"{place} {model}"] = form
        newest = dict(list(kept.items())[-_MOST:])
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(newest, indent=1), encoding="utf-8")
            fresh.replace(self._path)
        except OSError:
            with contextlib.suppress(OSError):
                fresh.unlink()

    def _read(self) -> dict[str, str]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(kept, dict):
            return {}
        return {str(name): form for name, form in kept.items() if isinstance(form, str)}
