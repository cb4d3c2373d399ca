"""The matrices of the partitions that were searched lately, read from a file once and kept up to date."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from fabula.recall.matrix import Matrix, new_matrix
from fabula.recall.vector_store import Partition, Stamp

_MOST = 16


@dataclass(slots=True)
class _Read:
    """A matrix with the file's stamp when it was last compared with it."""

    matrix: Matrix
    stamp: Stamp


class Matrices:
    """Keeps the matrices of sixteen partitions; whoever uses it holds a lock."""

    def __init__(self) -> None:
        self._read: OrderedDict[Partition, _Read] = OrderedDict()

    def current(
        self, partition: Partition, dims: int, stamp: Stamp, read_in: Callable[[Matrix], None]
    ) -> Matrix:
        """The matrix of a partition as of a stamp; ``read_in`` adds to it what it does not have yet."""
        read = self._read.get(partition)
        if read is None or read.stamp.forgotten != stamp.forgotten:
            read = self._read[partition] = _Read(new_matrix(dims), Stamp())
        if read.stamp != stamp:
            read_in(read.matrix)
            read.stamp = stamp
        self._read.move_to_end(partition)
        if len(self._read) > _MOST:
            self._read.popitem(last=False)
        return read.matrix
