"""Matching in order: what is found, and how much work that takes."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fabula.ledger.chain import Pair, best_chain, in_order


def always(_left: int, _right: int) -> bool:
    return True


def lcs_length(left: str, right: str) -> int:
    """The length of a longest common subsequence, by the textbook's table."""
    row = [0] * (len(right) + 1)
    for token in left:
        before = row[:]
        for place, other in enumerate(right, 1):
            row[place] = before[place - 1] + 1 if token == other else max(before[place], row[place - 1])
    return row[-1]


def test_tokens_are_found_in_order():
    assert in_order(list("axbyc"), list("abzc"), always) == [(0, 0), (2, 1), (4, 3)]


def test_none_is_equal_to_nothing():
    assert in_order([None, "a"], [None, "a"], always) == [(1, 1)]


def test_without_a_fixed_start_the_latest_places_are_taken():
    assert in_order([*list("oo"), "new"], list("ooooo"), always) == [(0, 3), (1, 4)]


def test_with_a_fixed_start_the_first_places_are_taken():
    assert in_order([*list("oo"), "new"], list("ooooo"), always, fixed_start=True) == [(0, 0), (1, 1)]


def test_what_touches_a_unique_token_is_taken_before_what_comes_later():
    assert in_order([*list("ao"), "new"], list("aobo"), always) == [(0, 0), (1, 1)]


def test_pairs_that_do_not_fit_are_not_taken():
    assert in_order(list("ab"), list("ab"), lambda left, _right: left == 1) == [(1, 1)]


def test_weak_tokens_are_placed_after_the_others():
    left, right = ["tower", "ok.", "go."], ["ok.", "go.", "tower"]
    assert in_order(left, right, always) == [(1, 0), (2, 1)]
    assert in_order(left, right, always, weak={"ok.", "go."}) == [(0, 2)]


def test_of_two_swapped_tokens_one_is_kept():
    assert len(in_order(list("abdce"), list("abcde"), always)) == 4


def test_a_chain_prefers_worth_then_unbroken_runs_then_later_places():
    worthy = Pair(0, 1, 5, 3)
    assert best_chain([Pair(0, 1, 0), Pair(1, 2, 1), worthy]) == [worthy]
    assert best_chain([Pair(0, 1, 0), Pair(1, 2, 3), Pair(1, 2, 1)]) == [Pair(0, 1, 0), Pair(1, 2, 1)]
    assert best_chain([Pair(0, 1, 0), Pair(0, 1, 4)]) == [Pair(0, 1, 4)]


def test_pieces_of_a_chain_do_not_overlap():
    assert best_chain([Pair(0, 3, 0, 3), Pair(2, 4, 1, 2), Pair(3, 4, 2, 1)]) == [
        Pair(0, 3, 0, 3),
        Pair(3, 4, 2, 1),
    ]


def test_no_pairs_are_no_chain():
    assert best_chain([]) == []


@given(st.text("abc", max_size=20), st.text("abc", max_size=20), st.booleans(), st.booleans())
def test_places_rise_on_both_sides_and_hold_equal_tokens(left, right, start, end):
    found = in_order(list(left), list(right), always, fixed_start=start, fixed_end=end)
    assert all(left[i] == right[j] for i, j in found)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(found))


@given(st.text("ab", max_size=14), st.text("ab", max_size=14))
def test_a_chain_over_all_pairs_is_a_longest_common_subsequence(left, right):
    pairs = [Pair(i, i + 1, j) for i, a in enumerate(left) for j, b in enumerate(right) if a == b]
    assert len(best_chain(pairs)) == lcs_length(left, right)


def test_a_few_words_repeated_for_ever_are_found_with_few_comparisons():
    dice = random.Random(7)
    right = [dice.choice(["ok.", "go.", "好。"]) for _ in range(4000)]
    left = [token for place, token in enumerate(right) if place % 97] + ["new"]
    compared = 0

    def fits(i: int, j: int) -> bool:
        nonlocal compared
        compared += 1
        return True

    found = in_order(left, right, fits)
    assert len(found) > 0.99 * len(left)
    assert compared < 12 * len(right)


def test_comparisons_grow_no_faster_than_the_sequences():
    def work(size: int) -> int:
        count = 0

        def fits(_i: int, _j: int) -> bool:
            nonlocal count
            count += 1
            return True

        in_order(["go.", "ok."] * size + ["new"], ["ok.", "go."] * size, fits)
        return count

    assert work(2000) < 5 * work(500)
