"""The error tree: one screen, stable codes, one table to HTTP status and exit code."""

import inspect
import re

import pytest

from fabula import errors
from fabula.errors import (
    AmbiguousNameError,
    CorruptLedgerError,
    FabulaError,
    HeadMovedError,
    RateLimitedError,
)

# Add lines; never change or remove one: programs and scripts branch on these.
PINNED = {
    "FabulaError": ("fabula-error", 500, 1),
    "NotFoundError": ("not-found", 404, 3),
    "StoryNotFoundError": ("story-not-found", 404, 3),
    "BranchNotFoundError": ("branch-not-found", 404, 3),
    "TurnNotFoundError": ("turn-not-found", 404, 3),
    "EntityNotFoundError": ("entity-not-found", 404, 3),
    "FactNotFoundError": ("fact-not-found", 404, 3),
    "ActNotFoundError": ("act-not-found", 404, 3),
    "AmbiguousNameError": ("ambiguous-name", 409, 3),
    "ConflictError": ("conflict", 409, 4),
    "HeadMovedError": ("head-moved", 409, 4),
    "BranchExistsError": ("branch-exists", 409, 4),
    "AlreadyToldError": ("already-told", 409, 4),
    "InvalidInputError": ("invalid-input", 400, 2),
    "FormatError": ("format-error", 400, 2),
    "StoreError": ("store-error", 503, 6),
    "StoreUnavailableError": ("store-unavailable", 503, 6),
    "FormatVersionError": ("format-version", 503, 6),
    "CorruptLedgerError": ("corrupt-ledger", 503, 6),
    "ModelError": ("model-error", 502, 8),
    "ModelUnavailableError": ("model-unavailable", 502, 8),
    "RateLimitedError": ("rate-limited", 502, 8),
    "ModelDeniedError": ("model-denied", 502, 8),
    "ModelNotFoundError": ("model-not-found", 502, 8),
    "ModelRefusedError": ("model-refused", 502, 8),
    "MissingExtraError": ("missing-extra", 500, 7),
}

BUILTINS = {"LookupError": LookupError, "ValueError": ValueError, "ImportError": ImportError}


def every_error() -> dict[str, type[FabulaError]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, FabulaError)
    }


def drawn_lines() -> list[tuple[str, str]]:
    """Each class of the tree in the docstring, with the line it stands on."""
    drawn = (errors.__doc__ or "").splitlines()
    return [
        (name, line) for line in drawn for name in re.findall(r"\b[A-Z]\w+Error\b", line.split("also")[0])
    ]


def test_codes_statuses_and_exit_codes_are_those_that_were_promised():
    found = {name: (error.code, error.http_status, error.exit_code) for name, error in every_error().items()}
    assert found == PINNED


def test_no_two_errors_share_a_code():
    codes = [error.code for error in every_error().values()]
    assert len(set(codes)) == len(codes)


def test_every_error_is_drawn_once_in_the_tree():
    assert sorted(name for name, _ in drawn_lines()) == sorted(every_error())


def test_what_the_tree_says_of_status_and_exit_code_is_so():
    said = [(name, re.search(r"(\d{3}|-) +(\d)$", line)) for name, line in drawn_lines()]
    for name, numbers in said:
        if numbers:
            error = every_error()[name]
            assert numbers[1] in {str(error.http_status), "-"}
            assert numbers[2] == str(error.exit_code)


def test_errors_are_also_the_builtins_that_the_tree_names():
    also = [(name, builtin) for name, line in drawn_lines() for builtin in re.findall(r"also (\w+)", line)]
    assert len(also) == 4
    assert all(issubclass(every_error()[name], BUILTINS[builtin]) for name, builtin in also)


def test_errors_that_may_be_retried_are_those_that_the_tree_marks():
    marked = {name for name, line in drawn_lines() if "(retryable)" in line}
    assert {name for name, error in every_error().items() if error.retryable} == marked


def test_no_error_hides_a_builtin_of_the_same_name():
    builtins = set(vars(__import__("builtins")))
    assert builtins & every_error().keys() == set()


def test_a_moved_head_says_what_was_expected_and_what_to_do():
    error = HeadMovedError("main", "a" * 32, None)
    assert (error.branch, error.expected, error.actual) == ("main", "a" * 32, None)
    assert "expected head aaaaaaaaaaaa, found nothing" in str(error)
    assert "read the branch again" in str(error)


def test_an_ambiguous_name_carries_its_candidates():
    assert AmbiguousNameError(
        "Two are called 林遥.", ["npc-lin-yao-1a2b", "npc-lin-yao-3c4d"]
    ).candidates == (
        "npc-lin-yao-1a2b",
        "npc-lin-yao-3c4d",
    )


def test_a_corrupt_ledger_lists_its_damages():
    assert CorruptLedgerError("Two turns are damaged.", ["turn 3", "turn 9"]).damages == ("turn 3", "turn 9")


def test_a_limit_says_when_to_ask_again_if_that_was_told():
    assert (RateLimitedError("Later.", 30.0).retry_after, RateLimitedError("Later.").retry_after) == (
        30.0,
        None,
    )


@pytest.mark.parametrize("error", every_error().values(), ids=every_error())
def test_every_error_says_what_it_means_in_one_sentence(error):
    first = (error.__doc__ or "").splitlines()[0]
    assert first.endswith(".")
