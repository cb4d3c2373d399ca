"""Builds the panel into a wheel where Node is at hand; without it everything else still installs, at once and quietly."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = "panel"
BUILT = "src/fabula/serve/panel/dist"
LONGEST = 180
"""Seconds for each step: without a way to its registry npm would try for long, and nobody waits for a panel."""


class PanelHook(BuildHookInterface[Any]):
    """Runs before each build. ``FABULA_PANEL=1`` insists on the panel, ``FABULA_PANEL=0`` does without.

    Left alone, an editable install builds nothing (``make panel`` does), and a wheel is built with the panel if it
    is not built yet and npm is there. What cannot be built is left out, unless it was insisted on.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the panel if that is wanted, and take it along if it is there."""
        built = Path(self.root, BUILT, "index.html")
        if self._is_wanted(version, built):
            self._build(insisted=_asked() == "1")
        if self.target_name == "wheel" and built.exists():
            build_data["artifacts"].append(f"/{BUILT}/**")

    def _is_wanted(self, version: str, built: Path) -> bool:
        if self.target_name != "wheel" or not Path(self.root, SOURCE, "package-lock.json").exists():
            return False
        if _asked():
            return _asked() == "1"
        return version != "editable" and not built.exists() and shutil.which("npm") is not None

    def _build(self, *, insisted: bool) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("FABULA_PANEL=1 asks for the panel, which needs Node 20 or newer with npm.")
        for arguments in (("ci", "--no-audit", "--no-fund"), ("run", "build")):
            said = _said_in_vain([npm, *arguments], Path(self.root, SOURCE))
            if said is not None:
                if insisted:
                    raise RuntimeError(f"The panel could not be built:\n{said}")
                self.app.display_warning(
                    "The panel could not be built and is left out; `make panel` says why."
                )
                return


def _said_in_vain(command: list[str], folder: Path) -> str | None:
    """What a command said before it failed or took too long; None if all went well."""
    try:
        done = subprocess.run(  # noqa: S603 - our own build, by the npm that the person has
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return f"it took longer than {LONGEST} seconds"
    return f"{done.stdout}\n{done.stderr}" if done.returncode else None


def _asked() -> str:
    return os.environ.get("FABULA_PANEL", "")
