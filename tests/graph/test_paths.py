"""Paths: what follows from their edges, and the order in which they come."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.errors import InvalidInputError
from fabula.graph.paths import GraphEdge, GraphNode, GraphResult, RelationPath, path_order, rounded

YAO, FENG, MIRA = GraphNode("yao", "林瑶"), GraphNode("feng", "林峰"), GraphNode("mira", "Mira")


def edge(key="e1", subject=YAO, end=FENG, **told):
    return GraphEdge(key, subject, "trusts", end, **told)


def path(*edges):
    return RelationPath(edges)


def ranked(**paths):
    return [name for name, _ in sorted(paths.items(), key=lambda item: path_order(item[1]))]


def test_r03_a_path_goes_from_each_subject_to_each_object():
    walked = path(edge(subject=YAO, end=FENG), edge("e2", subject=FENG, end=MIRA))
    assert walked.nodes == (YAO, FENG, MIRA)
    assert all(walked.nodes[i] == one.subject for i, one in enumerate(walked.edges))
    assert all(walked.nodes[i + 1] == one.object for i, one in enumerate(walked.edges))


def test_r04_confidence_is_the_product_of_the_edges():
    assert path(edge(confidence=0.9), edge(confidence=0.8)).confidence == 0.72


def test_r04_a_missing_confidence_counts_one_half():
    assert path(edge()).confidence == 0.5
    assert path(edge(), edge(confidence=0.9)).confidence == 0.45


def test_r04_a_confidence_of_nought_is_not_a_missing_one():
    assert path(edge(confidence=0)).confidence == 0


@pytest.mark.parametrize(
    ("confidences", "product"),
    [
        ((0.355, 0.91), 0.3231),  # 0.32305: half is rounded up
        ((0.345, 0.345), 0.119),
        ((0.1, 0.0005), 0.0001),
        ((0.12344,), 0.1234),
        ((0.12345,), 0.1235),
        ((1 / 3,), 0.3333),
        ((1.0, 1.0), 1.0),
    ],
)
def test_r04_confidence_has_four_decimals(confidences, product):
    assert path(*(edge(confidence=one) for one in confidences)).confidence == product


@given(st.lists(st.integers(0, 1_000), min_size=1, max_size=3))
def test_r04_confidence_is_the_exact_product_rounded_half_up(thousandths):
    exact = Fraction(1)
    for one in thousandths:
        exact *= Fraction(one, 1_000)
    expected = (exact * 10_000 + Fraction(1, 2)) // 1
    assert path(*(edge(confidence=one / 1_000) for one in thousandths)).confidence == expected / 10_000


@pytest.mark.parametrize("confidence", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_confidence_outside_its_range_is_refused(confidence):
    with pytest.raises(InvalidInputError, match="between 0 and 1"):
        edge(confidence=confidence)


def test_rounded_takes_as_many_factors_as_there_are():
    assert [rounded(900_000, 1), rounded(900_000 * 800_000, 2), rounded(10**18, 3)] == [9_000, 7_200, 10_000]


def test_r04_evidence_is_the_fact_or_else_the_edge():
    assert path(edge(fact_id=101)).evidence == (101,)
    assert path(edge("e1"), edge("e2", fact_id="f")).evidence == ("e1", "f")


def test_r04_an_empty_fact_id_is_an_id():
    assert path(edge("e1", fact_id="")).evidence == ("",)


def test_r04_the_same_evidence_stands_once_as_it_came_first():
    assert path(edge("e1", fact_id=7), edge("e2", fact_id="7")).evidence == (7,)
    assert path(edge("7"), edge("e2", fact_id=7), edge("e3", fact_id=8)).evidence == ("7", 8)


def test_r05_the_surest_path_comes_first():
    assert ranked(low=path(edge(confidence=0.4)), high=path(edge(confidence=0.6))) == ["high", "low"]


def test_r05_of_equally_sure_paths_the_shorter_comes_first():
    long = path(edge(confidence=0.9, observed_at=9), edge(confidence=0.8))
    assert ranked(long=long, short=path(edge("z", confidence=0.72))) == ["short", "long"]


def test_r05_confidences_that_are_equal_to_four_decimals_are_equal():
    newer = path(edge(confidence=0.10001, observed_at=2))
    assert ranked(older=path(edge(confidence=0.10004, observed_at=1)), newer=newer) == ["newer", "older"]


def test_r05_of_equally_long_paths_the_latest_comes_first():
    assert ranked(old=path(edge("a", observed_at=1)), new=path(edge("b", observed_at=2))) == ["new", "old"]


def test_r05_a_path_is_as_late_as_its_latest_edge():
    mixed = path(edge("a", observed_at=1), edge("b", observed_at=9))
    even = path(edge("c", observed_at=5), edge("d", observed_at=5))
    assert ranked(even=even, mixed=mixed) == ["mixed", "even"]


def test_r05_a_missing_time_comes_last():
    assert ranked(never=path(edge("a")), old=path(edge("b", observed_at=-5))) == ["old", "never"]


@pytest.mark.parametrize("unreadable", ["the third winter", "", float("nan"), float("inf")])
def test_r05_a_time_that_cannot_be_read_counts_as_missing(unreadable):
    assert ranked(odd=path(edge("a", observed_at=unreadable)), old=path(edge("b", observed_at=-5))) == [
        "old",
        "odd",
    ]


@pytest.mark.parametrize(
    ("iso", "milliseconds"),
    [
        ("1970-01-01T00:00:01Z", 1_000),
        ("1970-01-01T00:00:01.5+00:00", 1_500),
        ("1970-01-01T02:00:00+02:00", 0),
        ("1970-01-02", 86_400_000),
        ("1970-01-01T00:00:01", 1_000),
        ("1969-12-31T23:59:59Z", -1_000),
    ],
)
def test_r05_iso_strings_and_milliseconds_are_one_scale(iso, milliseconds):
    assert edge(observed_at=iso).rank == edge(observed_at=milliseconds).rank


def test_r05_the_last_tie_is_broken_by_the_edge_ids():
    paths = {
        "b": path(edge("a"), edge("b")),
        "c": path(edge("a"), edge("c")),
        "a": path(edge("A"), edge("z")),
    }
    assert ranked(**paths) == ["a", "b", "c"]


def test_r05_edge_ids_compare_as_strings():
    assert ranked(ten=path(edge(10)), nine=path(edge("9"))) == ["ten", "nine"]


def test_r05_pages_merged_by_the_public_order_are_in_the_order_of_one_page():
    paths = [path(edge(f"e{n}", confidence=n % 5 / 5, observed_at=n % 3 or None)) for n in range(30)]
    whole = sorted(paths, key=path_order)
    random.Random(5).shuffle(paths)
    assert sorted([*paths[:15], *paths[15:]], key=path_order) == whole


def test_r05_the_rank_of_an_edge_orders_as_its_path():
    edges = [
        edge(f"e{n}", confidence=n % 4 / 4, observed_at=[None, 3, "1970-01-01"][n % 3]) for n in range(24)
    ]
    assert sorted(edges, key=lambda one: one.rank) == sorted(edges, key=lambda one: path_order(path(one)))


def test_ids_are_one_by_their_string_form():
    assert (GraphNode(42, "林瑶").key, edge(42).key) == ("42", "42")


def test_r11_an_envelope_is_empty_unless_something_was_found():
    assert GraphResult() == GraphResult((), 0, truncated=False)
