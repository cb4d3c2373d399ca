"""The two programs of a session: SillyTavern with data of its own, and the proxy as people start it."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 90
"""Seconds after which a program that has not come up never will: SillyTavern builds its page at its first start."""

_POLL = 0.05
_SETTINGS = """\
listen: false
autorun: false
browserLaunch: {enabled: false}
enableDownloadableTokenizers: false
enableExtensionsAutoUpdate: false
enableServerPluginsAutoUpdate: false
enableAccessLog: false
extensions: {enabled: true, autoUpdate: false, models: {autoDownload: false}}
logging: {enableAccessLog: false, minLogLevel: 1}
"""
"""Nothing is looked for outside of this machine."""

_STAY = """\
const names = require("dns"), found = names.lookup;
names.lookup = (host, options, told) => {
  if (["127.0.0.1", "::1", "localhost"].includes(host)) return found(host, options, told);
  const error = Object.assign(new Error("Nobody but this machine is asked: " + host), {code: "ENOTFOUND"});
  process.nextTick(typeof options === "function" ? options : told, error);
};
"""
"""At its first start the page looks for a service elsewhere: no name is looked up, so that nobody waits for an answer."""

_LISTENS = "Fabula listens at "


class NotUpError(RuntimeError):
    """A program ended, or did not answer in time; the message holds the end of what it wrote."""


def version_of(app: Path) -> str:
    """The version of an installed SillyTavern."""
    return str(json.loads((app / "package.json").read_text("utf-8"))["version"])


@contextmanager
def sillytavern(app: Path, folder: Path) -> Iterator[str]:
    """The address of a SillyTavern that keeps everything under ``folder``."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    port = _free_port()
    stay = folder / "stay.cjs"
    stay.write_text(_STAY, "utf-8")
    command = [
        "node",
        "--require",
        str(stay),
        "server.js",
        "--dataRoot",
        str(folder / "data"),
        "--port",
        str(port),
    ]
    if "configPath" in _sources(app):
        (folder / "config.yaml").write_text(_SETTINGS, "utf-8")
        command += ["--configPath", str(folder / "config.yaml")]
    else:  # before 1.13 the settings stand beside the program
        _settle(app / "config.yaml")
    with _running(command, folder / "sillytavern.log", at=app) as check:
        url = f"http://127.0.0.1:{port}/"
        _until(lambda: _answers(url), check)
        yield url


@contextmanager
def fabula(store: Path, upstream: str, folder: Path, more: Sequence[str] = ()) -> Iterator[str]:
    """The address of ``fabula serve`` on a store, before an upstream."""
    log = folder / "fabula.log"
    program = Path(sys.executable).with_name("fabula")
    command = [str(program), "serve", str(store), "--port", "0", "--upstream", upstream, *more]
    with _running(command, log) as check:
        _until(lambda: _LISTENS in log.read_text("utf-8"), check)
        yield log.read_text("utf-8").partition(_LISTENS)[2].partition(";")[0]


def rested(url: str) -> bool:
    """Whether the proxy has placed and read all that it was shown."""
    told = fetched(f"{url}/api/health")["parts"]["proxy"]
    return not (told["remembering"] or told["reading"]["waiting"] or told["reading"]["reading"])


def fetched(url: str) -> Any:  # noqa: ANN401 - JSON
    """What one of our own servers says."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310 - on this machine
        return json.load(answer)


@contextmanager
def _running(command: Sequence[str], log: Path, at: Path | None = None) -> Iterator[Callable[[], None]]:
    """A program that ends with the block; what is given says whether it still runs."""
    quiet = {"NO_PROXY": "127.0.0.1", "NODE_ENV": "production"}
    with log.open("wb") as out:
        program = subprocess.Popen(
            command, cwd=at, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env={**os.environ, **quiet}
        )

        def check() -> None:
            if program.poll() is not None:
                raise NotUpError(f"{command[0]} has ended with {program.returncode}:\n{_end_of(log)}")

        try:
            yield check
        finally:
            program.terminate()
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()


def _until(holds: Callable[[], bool], check: Callable[[], None]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        check()
        if time.monotonic() > until:
            raise NotUpError(f"Nothing answers after {PATIENCE} seconds.")
        time.sleep(_POLL)


def _answers(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=PATIENCE):  # noqa: S310
        return True
    return False


def _free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def _sources(app: Path) -> str:
    path = app / "src" / "command-line.js"
    return path.read_text("utf-8") if path.exists() else ""


def _settle(path: Path) -> None:
    """Turn off, in the program's own settings, what would look for things elsewhere or open a window."""
    off = ("autorun", "enableExtensionsAutoUpdate", "enableDownloadableTokenizers")
    lines = path.read_text("utf-8").splitlines()
    told = [
        f"{line.partition(':')[0]}: false" if line.startswith(tuple(f"{name}:" for name in off)) else line
        for line in lines
    ]
    path.write_text("\n".join(told) + "\n", "utf-8")


def _end_of(log: Path) -> str:
    return log.read_text("utf-8", "replace")[-2000:]
