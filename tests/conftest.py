"""What all tests share: outside services, recorded outputs and the effort Hypothesis makes."""

import difflib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

GOLDEN = Path(__file__).parent / "golden"

# A shared machine under load must not turn slow examples into failures.
settings.register_profile(
    "default",
    max_examples=50,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=1000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def _postgresql_is_missing() -> str:
    return "" if os.environ.get("FABULA_TEST_POSTGRESQL") else "set FABULA_TEST_POSTGRESQL to a server's URL"


def _browser_is_missing() -> str:
    found = any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return "" if found else "install Chromium"


def _sillytavern_is_missing() -> str:
    folder = os.environ.get("FABULA_TEST_SILLYTAVERN", "")
    if not folder:
        return "set FABULA_TEST_SILLYTAVERN to the folder of an installed one; `make sillytavern-app` installs it"
    if not (Path(folder) / "server.js").exists() or not (Path(folder) / "node_modules").exists():
        return f"there is no installed one in {folder}"
    return "" if shutil.which("node") else "install Node 20 or newer"


# The reason why a service cannot be used here, or nothing when it can.
_SERVICES: dict[str, Callable[[], str]] = {
    "postgresql": _postgresql_is_missing,
    "browser": _browser_is_missing,
    "sillytavern": _sillytavern_is_missing,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files under tests/golden")


def pytest_configure(config: pytest.Config) -> None:
    unknown = _required() - {*_SERVICES, "all"}
    if unknown:
        known = ", ".join(sorted(_SERVICES))
        raise pytest.UsageError(
            f"FABULA_TEST_REQUIRE names {sorted(unknown)}; it takes all, or some of: {known}."
        )


def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in _services_of(item):
        if name not in _SERVICES:
            pytest.fail(f"No service is called {name!r}; add it to tests/conftest.py.", pytrace=False)
        reason = _SERVICES[name]()
        if reason:
            _do_without(name, reason)


@pytest.fixture(scope="session")
def require() -> Callable[[str, bool, str], None]:
    """``require("postgresql", answered, "no server answers at ...")``: go on only if the condition holds."""

    def check(name: str, present: bool, reason: str) -> None:
        if not present:
            _do_without(name, reason)

    return check


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden("cli/log.txt", text)``: the text is what was recorded; ``--update-golden`` records it anew."""
    update = request.config.getoption("--update-golden")

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        _compare(name, path, text)

    return check


def _compare(name: str, path: Path, text: str) -> None:
    __tracebackhide__ = True
    if not path.exists():
        pytest.fail(f"tests/golden/{name} was never recorded; run `make golden` and read it.", pytrace=False)
    recorded = path.read_bytes().decode()
    if recorded != text:
        lines = difflib.unified_diff(
            recorded.splitlines(), text.splitlines(), f"tests/golden/{name}", "now", lineterm=""
        )
        diff = "\n".join(lines) or "(they differ only in line ends)"
        pytest.fail(f"{diff}\n\nIf that is meant, run `make golden` and read the diff.", pytrace=False)


def _required() -> set[str]:
    names = os.environ.get("FABULA_TEST_REQUIRE", "").split(",")
    return {name.strip() for name in names} - {""}


def _services_of(item: pytest.Item) -> list[str]:
    named = [name for mark in item.iter_markers("external_service") for name in mark.args]
    return named + ["browser"] * any(item.iter_markers("browser"))


def _do_without(name: str, reason: str) -> None:
    __tracebackhide__ = True
    if _required() & {name, "all"}:
        pytest.fail(f"{name} is required (FABULA_TEST_REQUIRE) and missing: {reason}", pytrace=False)
    pytest.skip(f"{name} is missing: {reason}")
