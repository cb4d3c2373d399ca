from fabula.recall.grid import packed
from fabula.recall.vector_store import Partition, Stamp
from fabula.stores.matrices import Matrices
from fabula.testing.vector_contract import DIMS, HERE, vector


def reader(*names):
    """Reads these keys into a matrix, and counts how often it was asked to."""
    times = []

    def read_in(matrix):
        times.append(len(matrix))
        matrix.add({name: packed(vector(name)) for name in names})

    return read_in, times


def test_a_matrix_is_read_once_while_nothing_is_written():
    matrices, (read_in, times) = Matrices(), reader("a")
    first = matrices.current(HERE, DIMS, Stamp(1), read_in)
    assert matrices.current(HERE, DIMS, Stamp(1), read_in) is first
    assert times == [0]


def test_what_was_written_is_added_to_what_was_read():
    matrices, (read_in, times) = Matrices(), reader("a")
    first = matrices.current(HERE, DIMS, Stamp(1), read_in)
    assert matrices.current(HERE, DIMS, Stamp(2), read_in) is first
    assert times == [0, 1]


def test_after_something_was_forgotten_all_is_read_anew():
    matrices, (read_in, times) = Matrices(), reader("a")
    first = matrices.current(HERE, DIMS, Stamp(1), read_in)
    assert matrices.current(HERE, DIMS, Stamp(2, 1), read_in) is not first
    assert times == [0, 0]


def test_of_many_partitions_those_used_last_are_kept():
    matrices, (read_in, times) = Matrices(), reader("a")
    for number in range(17):
        matrices.current(Partition("s 8", f"{number}", "turn"), DIMS, Stamp(1), read_in)
    matrices.current(Partition("s 8", "16", "turn"), DIMS, Stamp(1), read_in)
    assert len(times) == 17
    matrices.current(Partition("s 8", "0", "turn"), DIMS, Stamp(1), read_in)
    assert len(times) == 18
