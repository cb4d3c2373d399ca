import subprocess
import sys

from fabula.recall.matrix import new_matrix
from fabula.recall.matrix_numpy import NumpyMatrix


def test_the_fastest_matrix_is_numpy_s():
    assert isinstance(new_matrix(8), NumpyMatrix)


def test_without_numpy_the_plain_matrix_serves():
    program = """
import sys
sys.modules["numpy"] = None
from fabula.recall.matrix import new_matrix
print(type(new_matrix(8)).__name__)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "PlainMatrix"
