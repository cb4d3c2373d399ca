import pytest

from fabula.errors import InvalidInputError
from fabula.recall.grid import packed
from fabula.recall.matrix_plain import PlainMatrix
from fabula.testing.vector_contract import DIMS, vector


def blobs(names):
    return {name: packed(vector(name)) for name in names}


def test_a_matrix_holds_what_was_added_and_keeps_the_first():
    matrix = PlainMatrix(DIMS)
    matrix.add(blobs(["月", "key"]))
    matrix.add({"月": packed(vector("other"))})
    assert len(matrix) == 2
    assert "月" in matrix
    assert matrix.nearest(vector("月"), 1)[0].key == "月"


def test_a_key_that_is_not_there_has_no_cosine():
    matrix = PlainMatrix(DIMS)
    matrix.add(blobs("a"))
    assert matrix.cosines(vector("x"), ("b", "a"))[0] is None


def test_a_cue_of_other_dimensions_is_refused():
    with pytest.raises(InvalidInputError, match="another embedder"):
        PlainMatrix(DIMS).nearest(vector("a", 4), 1)
