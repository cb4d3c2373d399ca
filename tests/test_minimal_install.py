"""What ``import fabula`` costs, and what it may count on."""

import ast
import json
import re
import subprocess
import sys
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import fabula

SOURCE = Path(fabula.__file__).parent

# Needed by a command, a migration or a test, never by everybody who imports Fabula.
NOT_AT_START = {
    "typer",
    "rich",
    "alembic",
    "charset_normalizer",
    "networkx",
    "hypothesis",
    "pytest",
    "httpx2",
    "json_repair",
    "pydantic",
    "numpy",
    "fastapi",
    "uvicorn",
}

# Modules that are for one extra, which they name when it is missing.
FOR_AN_EXTRA = {
    "graph/networks.py": "graph",
    "models/bundled.py": "embed",
    "models/tokenizers.py": "tokens",
    "recall/matrix_numpy.py": "embed",
    "serve/mcp_server.py": "mcp",
    "stores/vectors_vec.py": "vec",
}


def canonical_name(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def declared(extra: str = "") -> set[str]:
    """The distributions that pip installs with Fabula, or with one of its extras on top."""
    found = set()
    for requirement in requires("fabula") or ():
        name = canonical_name(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
        only_with = re.search(r"extra == ['\"]([^'\"]+)", requirement)
        if only_with is None or only_with[1] == extra:
            found.add(name)
    return found


def outside_imports(path: Path) -> set[str]:
    """The top-level names of what a file imports from outside of Fabula and the standard library."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names - set(sys.stdlib_module_names) - {"fabula"}


def undeclared(paths: list[Path], extra: str = "") -> list[tuple[str, str]]:
    providers, known = packages_distributions(), declared(extra)
    return [
        (path.relative_to(SOURCE).as_posix(), name)
        for path in paths
        for name in sorted(outside_imports(path))
        if not {canonical_name(provider) for provider in providers.get(name, [name])} & known
    ]


def test_importing_fabula_loads_nothing_heavy():
    program = "import fabula, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "fabula" in loaded
    assert loaded & NOT_AT_START == set()


def test_the_package_imports_only_what_pip_installs_with_it():
    paths = sorted(path for path in SOURCE.rglob("*.py") if "testing" not in path.relative_to(SOURCE).parts)
    extras = {SOURCE / name for name in FOR_AN_EXTRA}
    assert undeclared([path for path in paths if path not in extras]) == []


def test_a_part_that_is_for_an_extra_needs_no_more_than_that():
    missing = {name: undeclared([SOURCE / name], extra) for name, extra in FOR_AN_EXTRA.items()}
    assert {name: modules for name, modules in missing.items() if modules} == {}


def test_the_shipped_contracts_need_the_test_extra_at_most():
    assert undeclared(sorted((SOURCE / "testing").rglob("*.py")), extra="test") == []
