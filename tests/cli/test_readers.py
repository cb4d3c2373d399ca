"""What those who read are called."""

import pytest

from fabula.cli.readers import name_of, said_of_reader
from fabula.extraction.model.reader import ModelReader
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.extraction.rules import Rules
from fabula.models.scripted import ScriptedModel


@pytest.mark.parametrize(
    ("identity", "name"),
    [
        ("model/1 qwen3 0123abcd", "qwen3"),
        ("model/1 a model 0123abcd by meaning", "a model"),
        (Rules().identity, "rules"),
        ("said/1", "said/1"),
    ],
)
def test_a_reader_is_called_by_its_model(identity, name):
    assert name_of(identity) == name


def test_the_form_of_asking_is_told_where_it_is_known():
    reader = ModelReader(ScriptedModel([], name="qwen3"), ReadingSettings(form="lines"))

    assert (said_of_reader(reader), said_of_reader(Rules())) == ("qwen3 (lines)", "rules")
