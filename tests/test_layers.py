"""The direction of imports, and who may touch files, databases and the environment.

All imports count: those inside functions and those for type checkers alone as well.
"""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import fabula

SOURCE = Path(fabula.__file__).parent

# Imports point to an earlier line; neighbours on a line never import each other.
LAYERS = (
    ("errors", "settings"),
    ("claims",),
    ("ledger", "models"),
    ("graph",),
    ("extraction", "recall"),
    ("context", "upkeep", "continuity", "stores", "formats"),
    ("story",),
    ("fabula",),  # the package itself: the public face
    ("shapes",),  # what the command line, HTTP and MCP say, in one form
    ("operations",),
    ("demo",),
    ("serve", "testing"),
    ("cli",),
    ("__main__",),
)
LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}

EMPTY_NAMES = {"utils", "helpers", "common", "misc", "manager", "managers", "service", "services"}
READS_ENVIRONMENT = {"cli", "serve"}
DOES_IO = {"stores", "models", "cli", "serve"}
IO_MODULES = {"sqlite3", "sqlalchemy", "alembic", "psycopg", "httpx2", "socket", "subprocess", "tempfile"}
FILE_METHODS = {"read_text", "read_bytes", "write_text", "write_bytes"}


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, parsed, by dotted name."""
    trees = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("fabula", *path.relative_to(SOURCE).with_suffix("").parts)
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[name] = ast.parse(path.read_bytes())
    return trees


def is_package(module: str) -> bool:
    return (SOURCE.parent / Path(*module.split(".")) / "__init__.py").exists()


def part_of(module: str) -> str:
    """The stage that a module belongs to; ``fabula`` for the package itself."""
    _, _, inner = module.partition(".")
    return inner.split(".")[0] or "fabula"


def imports(module: str) -> Iterator[str]:
    """What a module imports, wherever in it the import stands: dotted names, as deep as they are modules."""
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(module, node)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in modules() else base


def absolute(module: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.split(".") if is_package(module) else module.split(".")[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def own_imports(module: str) -> set[str]:
    return {name for name in imports(module) if name == "fabula" or name.startswith("fabula.")}


def allowed(part: str, target: str) -> bool:
    if part == target:
        return True
    if part == "fabula":
        return target not in {"shapes", "operations", "cli", "serve"}
    return LEVEL[target] < LEVEL[part]


def test_every_part_has_its_place_in_the_order():
    assert {part_of(module) for module in modules()} <= LEVEL.keys()


def test_imports_point_to_earlier_stages_only():
    wrong = [
        f"{module} imports {target}"
        for module in modules()
        for target in sorted(own_imports(module))
        if not allowed(part_of(module), part_of(target))
    ]
    assert wrong == []


def test_no_imports_go_in_circles():
    graph = {module: own_imports(module) - {module} for module in modules()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = " -> ".join(reversed(error.args[1]))
        raise AssertionError(f"Modules import each other: {circle}") from None


def test_every_import_from_fabula_is_a_module_of_fabula():
    known = modules().keys()
    assert [(module, name) for module in known for name in own_imports(module) if name not in known] == []


def test_no_import_is_hidden_in_a_call():
    hidden = {"import_module", "__import__"}
    assert [module for module in modules() if hidden & set(names_in(modules()[module]))] == []


def test_every_module_name_says_something():
    assert [module for module in modules() if EMPTY_NAMES & set(module.split("."))] == []


def test_only_the_edges_read_the_environment():
    readers = {"environ", "environb", "getenv", "getenvb", "expandvars"}
    found = [module for module in modules() if readers & set(names_in(modules()[module]))]
    assert [module for module in found if part_of(module) not in READS_ENVIRONMENT] == []


def test_only_stores_models_and_edges_import_what_does_io():
    wrong = [
        f"{module} imports {name}"
        for module in modules()
        for name in imports(module)
        if name.split(".")[0] in IO_MODULES and part_of(module) not in DOES_IO
    ]
    assert wrong == []


def test_only_stores_models_and_edges_touch_files():
    # The demo's stories are package resources, which are read by the same method names.
    wrong = [
        module for module in modules() if part_of(module) not in DOES_IO and calls_open(modules()[module])
    ]
    wrong += [
        module
        for module in modules()
        if part_of(module) not in DOES_IO | {"demo"} and FILE_METHODS & set(names_in(modules()[module]))
    ]
    assert wrong == []


def test_only_the_server_is_asynchronous():
    found = [
        m for m, tree in modules().items() if any(isinstance(n, ast.AsyncFunctionDef) for n in ast.walk(tree))
    ]
    assert [module for module in found if part_of(module) != "serve"] == []


def names_in(tree: ast.Module) -> Iterator[str]:
    """Every name and attribute that code in the module speaks of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def calls_open(tree: ast.Module) -> bool:
    """Whether the built-in ``open`` is called; a module may define or import an ``open`` of its own."""
    nodes = list(ast.walk(tree))
    own = any(isinstance(node, ast.FunctionDef | ast.alias) and node.name == "open" for node in nodes)
    called = (node.func for node in nodes if isinstance(node, ast.Call))
    return not own and any(isinstance(func, ast.Name) and func.id == "open" for func in called)
