"""The contract that every store of vectors keeps: subclass it, give it a store, and run pytest.

::

    class TestMyVectors(VectorStoreContract):
        durable = True

        @pytest.fixture
        def store(self, tmp_path):
            store = MyVectors(tmp_path / "stories.vectors")
            yield store
            store.close()

        @pytest.fixture
        def other(self, store, tmp_path):
            other = MyVectors(tmp_path / "stories.vectors")
            yield other
            other.close()
"""

# ruff: noqa: D102 - the name of a test is its sentence.

import hashlib
import math
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import pytest

from fabula.errors import InvalidInputError
from fabula.models.embedding import Vector
from fabula.recall.grid import snapped
from fabula.recall.vector_store import Partition, Stamp, VectorStore

DIMS = 8
HERE = Partition("scripted 8", "月下", "turn")
FACTS = Partition("scripted 8", "月下", "fact")
ELSEWHERE = Partition("scripted 8", "harbour", "turn")
OTHER_SPACE = Partition("another 4", "月下", "turn")


def vector(text: str, dims: int = DIMS) -> Vector:
    """A unit vector that every machine makes of a text alike."""
    digest = hashlib.blake2b(text.encode(), digest_size=dims).digest()
    parts = [byte - 127.5 for byte in digest]
    length = math.sqrt(math.fsum(part * part for part in parts))
    return tuple(part / length for part in parts)


def rows(names: Iterable[str], dims: int = DIMS) -> dict[str, Vector]:
    """Vectors by key, each made of its key."""
    return {name: vector(name, dims) for name in names}


def cosine(one: Vector, other: Vector) -> float:
    """What two kept vectors have between them, computed as exactly as can be."""
    lengths = math.fsum(part * part for part in one) * math.fsum(part * part for part in other)
    return math.fsum(a * b for a, b in zip(one, other, strict=True)) / math.sqrt(lengths)


class VectorStoreContract:
    """Every sentence of the port ``VectorStore`` as a test.

    ``durable`` declares that a second handle (the fixture ``other``) is another object on the same vectors.
    """

    durable: ClassVar[bool] = False

    @pytest.fixture
    def store(self) -> VectorStore:
        """The store under test, empty; a subclass says which."""
        raise NotImplementedError("Give the contract a store: override the fixture `store`.")

    @pytest.fixture
    def other(self, store: VectorStore) -> VectorStore:
        """A second handle on the same vectors."""
        return store

    def test_a_durable_store_has_handles_of_its_own(self, store: VectorStore, other: VectorStore) -> None:
        assert (store is not other) == self.durable

    def test_an_empty_store_knows_nothing(self, store: VectorStore) -> None:
        assert store.spaces() == {}
        assert store.known(HERE, ["a"]) == frozenset()
        assert store.keys(HERE) == frozenset()
        assert store.get(HERE.space, ["a"]) == {}
        assert store.nearest(HERE, vector("a"), 3) == ()
        assert store.cosines(HERE, vector("a"), ("a", "b")) == [None, None]
        assert store.recorded("月下") == ""
        assert store.stamp() == Stamp()
        assert store.forget(["a"]) == 0

    def test_a_vector_comes_back_snapped_to_the_grid(self, store: VectorStore, other: VectorStore) -> None:
        store.put(HERE, rows(["林瑶"]))
        assert other.get(HERE.space, ["林瑶", "unknown"]) == {"林瑶": snapped(vector("林瑶"))}

    def test_what_was_read_can_be_kept_elsewhere_unchanged(self, store: VectorStore) -> None:
        store.put(HERE, rows("abc"))
        store.put(FACTS, store.get(HERE.space, "abc"))
        asked = vector("x")
        assert store.nearest(FACTS, asked, 9) == store.nearest(HERE, asked, 9)

    def test_vectors_are_known_in_their_own_partition(self, store: VectorStore, other: VectorStore) -> None:
        store.put(HERE, rows("ab"))
        assert other.known(HERE, ["b", "c", "b"]) == {"b"}
        assert other.keys(HERE) == {"a", "b"}
        assert other.known(ELSEWHERE, "ab") == other.known(FACTS, "ab") == frozenset()
        assert other.known(OTHER_SPACE, "ab") == frozenset()

    def test_vectors_are_found_by_key_whatever_their_story_and_kind(self, store: VectorStore) -> None:
        store.put(ELSEWHERE, rows("a"))
        store.put(FACTS, rows("b"))
        assert set(store.get(HERE.space, "abc")) == {"a", "b"}
        assert store.get(OTHER_SPACE.space, "ab") == {}

    def test_a_key_keeps_the_vector_it_has(self, store: VectorStore) -> None:
        store.put(HERE, rows("a"))
        store.put(HERE, {"a": vector("other"), "b": vector("b")})
        assert store.get(HERE.space, "ab") == {"a": snapped(vector("a")), "b": snapped(vector("b"))}

    def test_spaces_are_counted(self, store: VectorStore) -> None:
        store.put(HERE, rows("abc"))
        store.put(ELSEWHERE, rows("a"))
        store.put(OTHER_SPACE, rows("ab", 4))
        assert list(store.spaces().items()) == [("another 4", 2), ("scripted 8", 4)]

    def test_putting_nothing_changes_nothing(self, store: VectorStore) -> None:
        store.put(HERE, {})
        assert store.stamp() == Stamp()
        assert store.spaces() == {}

    @pytest.mark.parametrize(
        "bad", [vector("b", 4), (), (0.0,) * DIMS, (math.nan,) * DIMS, (math.inf,) * DIMS]
    )
    def test_a_bad_vector_leaves_nothing_of_its_rows(self, store: VectorStore, bad: Vector) -> None:
        store.put(HERE, rows("a"))
        with pytest.raises(InvalidInputError):
            store.put(HERE, {"b": vector("b"), "c": bad})
        assert store.keys(HERE) == {"a"}

    def test_a_cue_of_other_dimensions_is_refused(self, store: VectorStore) -> None:
        store.put(HERE, rows("a"))
        with pytest.raises(InvalidInputError):
            store.nearest(HERE, vector("a", 4), 1)
        with pytest.raises(InvalidInputError):
            store.cosines(HERE, vector("a", 4), ("a",))

    def test_the_nearest_come_first_with_their_cosines(self, store: VectorStore) -> None:
        names = [f"turn {number}" for number in range(700)]
        store.put(HERE, rows(names))
        cue = snapped(vector("the silver key"))
        expected = sorted((-round(cosine(snapped(vector(name)), cue), 6), name) for name in names)[:20]
        assert [(-near.score, near.key) for near in store.nearest(HERE, cue, 20)] == expected

    def test_a_text_is_nearest_to_itself(self, store: VectorStore) -> None:
        store.put(HERE, rows(["月", "钥匙", "key"]))
        nearest = store.nearest(HERE, vector("钥匙"), 1)[0]
        assert (nearest.key, round(nearest.score, 3)) == ("钥匙", 1.0)

    def test_ties_fall_to_the_lower_key(self, store: VectorStore) -> None:
        names = [f"{number:03}" for number in range(100)]
        store.put(HERE, dict.fromkeys(reversed(names), vector("the same")))
        assert [near.key for near in store.nearest(HERE, vector("x"), 5)] == names[:5]

    def test_fewer_are_found_where_there_are_fewer(self, store: VectorStore) -> None:
        store.put(HERE, rows("abc"))
        assert len(store.nearest(HERE, vector("a"), 10)) == 3
        assert store.nearest(HERE, vector("a"), 0) == ()

    def test_more_can_be_asked_for_than_an_index_gives_at_once(self, store: VectorStore) -> None:
        store.put(HERE, rows(f"{number}" for number in range(4_200)))
        assert len(store.nearest(HERE, vector("x"), 4_150)) == 4_150

    def test_only_the_partition_is_searched(self, store: VectorStore) -> None:
        store.put(HERE, rows("ab"))
        store.put(ELSEWHERE, rows("cd"))
        store.put(FACTS, rows("ef"))
        store.put(OTHER_SPACE, rows("gh", 4))
        assert {near.key for near in store.nearest(HERE, vector("c"), 9)} == {"a", "b"}
        assert {near.key for near in store.nearest(FACTS, vector("c"), 9)} == {"e", "f"}

    def test_among_narrows_the_search_and_counts_each_key_once(self, store: VectorStore) -> None:
        store.put(HERE, rows("abcdef"))
        among = ("f", "b", "unknown", "b")
        found = store.nearest(HERE, vector("x"), 9, among)
        every = {near.key: near for near in store.nearest(HERE, vector("x"), 9)}
        assert [near.key for near in found] == [near for near in every if near in among]
        assert all(every[near.key] == near for near in found)
        assert store.nearest(HERE, vector("x"), 9, ()) == ()

    def test_cosines_follow_the_keys_they_are_asked_for(self, store: VectorStore) -> None:
        store.put(HERE, rows("abc"))
        scores = {near.key: near.score for near in store.nearest(HERE, vector("x"), 9)}
        found = store.cosines(HERE, vector("x"), ("c", "unknown", "a", "c"))
        assert found == [scores["c"], None, scores["a"], scores["c"]]

    def test_what_another_handle_adds_is_found(self, store: VectorStore, other: VectorStore) -> None:
        store.put(HERE, rows("ab"))
        among = ("a", "b", "c")
        assert len(other.nearest(HERE, vector("c"), 9, among)) == 2
        store.put(HERE, rows("c"))
        assert other.nearest(HERE, vector("c"), 1, among)[0].key == "c"

    def test_forgetting_reaches_every_space_story_and_kind(
        self, store: VectorStore, other: VectorStore
    ) -> None:
        for partition in (HERE, ELSEWHERE, FACTS):
            store.put(partition, rows("ab"))
        store.put(OTHER_SPACE, rows("ab", 4))
        assert len(other.nearest(HERE, vector("a"), 9)) == 2
        assert store.forget(["a", "a", "unknown"]) == 4
        assert other.get(HERE.space, "a") == other.get(OTHER_SPACE.space, "a") == {}
        assert [near.key for near in other.nearest(HERE, vector("a"), 9)] == ["b"]
        assert other.cosines(HERE, vector("a"), ("a",)) == [None]

    def test_what_was_forgotten_can_be_kept_anew(self, store: VectorStore, other: VectorStore) -> None:
        store.put(HERE, rows("ab"))
        store.forget("ab")
        assert store.spaces() == {}
        other.put(HERE, {"a": vector("new")})
        assert store.get(HERE.space, "ab") == {"a": snapped(vector("new"))}
        assert store.nearest(HERE, vector("new"), 1)[0].key == "a"

    def test_the_stamp_tells_of_writes_and_of_forgetting(
        self, store: VectorStore, other: VectorStore
    ) -> None:
        stamps = [other.stamp()]
        store.put(HERE, rows("a"))
        stamps.append(other.stamp())
        store.record("月下", HERE.space)
        stamps.append(other.stamp())
        store.forget("a")
        stamps.append(other.stamp())
        assert [stamp.written for stamp in stamps] == sorted({stamp.written for stamp in stamps})
        assert [stamp.forgotten for stamp in stamps] == [0, 0, 0, 1]

    def test_a_story_s_embedder_is_recorded(self, store: VectorStore, other: VectorStore) -> None:
        store.record("月下", "first 4")
        store.record("harbour", "second 8")
        store.record("月下", "third 8")
        assert (other.recorded("月下"), other.recorded("harbour"), other.recorded("x")) == (
            "third 8",
            "second 8",
            "",
        )

    def test_threads_on_two_handles_lose_nothing(self, store: VectorStore, other: VectorStore) -> None:
        def keep(number: int) -> int:
            handle = store if number % 2 else other
            handle.put(HERE, rows(f"{number}-{step}" for step in range(5)))
            handle.put(HERE, rows(["shared"]))
            return len(handle.nearest(HERE, vector("x"), 100))

        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(keep, range(12)))
        assert min(found) >= 6
        assert store.spaces() == {HERE.space: 61}
