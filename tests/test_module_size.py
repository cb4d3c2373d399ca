"""How large modules and functions may grow before they must be taken apart."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median, quantiles

import fabula

SOURCE = Path(fabula.__file__).parent

MAX_LINES = 400
MAX_PARAMETERS = 6
MEDIAN_FUNCTION = 12
LONG_FUNCTION = 40  # at most one function in twenty is longer

# Modules that may be longer, each with its reason.
LONG_MODULES: dict[str, str] = {}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def sources() -> dict[str, str]:
    paths = sorted(SOURCE.rglob("*.py"))
    return {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in paths}


def functions() -> Iterator[tuple[str, Function]]:
    """Every function and method with the place where it stands."""
    for name, source in sources().items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, Function):
                yield f"{name}:{node.lineno} {node.name}", node


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: Function) -> int:
    """How many things a caller may pass one by one; ``self`` and ``cls`` are not passed."""
    every = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return sum(parameter.arg not in {"self", "cls"} for parameter in every)


def is_command(function: Function) -> bool:
    """Whether the parameters are what a person types after a command, and no caller ever passes them."""
    calls = (decorator for decorator in function.decorator_list if isinstance(decorator, ast.Call))
    return any(
        isinstance(call.func, ast.Attribute) and call.func.attr in {"command", "callback"} for call in calls
    )


def test_no_module_is_longer_than_a_few_pages():
    lengths = {name: source.count("\n") for name, source in sources().items()}
    assert {
        name: lines for name, lines in lengths.items() if lines > MAX_LINES and name not in LONG_MODULES
    } == {}


def test_every_module_that_may_be_long_still_is():
    short = [name for name in LONG_MODULES if sources().get(name, "").count("\n") <= MAX_LINES]
    assert short == []


def test_most_functions_read_like_a_sentence():
    assert median(length(function) for _, function in functions()) <= MEDIAN_FUNCTION


def test_long_functions_are_rare():
    lengths = [length(function) for _, function in functions()]
    longest = sorted(((length(function), place) for place, function in functions()), reverse=True)
    assert quantiles(lengths, n=20)[-1] <= LONG_FUNCTION, longest[:10]


def test_no_function_takes_more_than_six_parameters():
    counts = {place: parameters(function) for place, function in functions() if not is_command(function)}
    assert {place: count for place, count in counts.items() if count > MAX_PARAMETERS} == {}
