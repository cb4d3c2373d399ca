from dataclasses import fields

import pytest

from fabula.claims import Modality
from fabula.context.template import SECTIONS, Template, template_from
from fabula.context.wording import CHINESE, ENGLISH
from fabula.errors import InvalidInputError


def test_what_is_not_given_stays_as_it_was():
    assert template_from({}, CHINESE) == CHINESE
    made = template_from({"fact": "* {text}", "headings": {"state": "Now:"}}, ENGLISH)
    assert (made.fact, made.headings["state"], made.headings["told"]) == (
        "* {text}",
        "Now:",
        "## What was told",
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"facts": "x"}, "has no 'facts'; it has: preface"),
        ({"headings": {"stuff": "x"}}, "no 'stuff' among its headings; there are: rules"),
        ({"headings": "x"}, "headings are a mapping"),
        ({"modalities": {"asserted": "x"}}, "no 'asserted' among its modalities"),
        ({"fact": 3}, "'fact' is one line of text, not 3"),
        ({"preface": "a\nb"}, "'preface' is one line"),
        ({"fact": "{text} {speaker}"}, r"'fact' takes \{text\} and nothing else"),
        ({"fact": "{text.__class__}"}, "nothing else"),
        ({"fact": "{text!r}"}, "nothing else"),
        ({"fact": "{}"}, "nothing else"),
        ({"fact": "{text"}, "brace too many or too few"),
        ({"fact": "a fact"}, r"'fact' needs \{text\}"),
    ],
)
def test_a_wrong_template_says_what_is_wrong(given, message):
    with pytest.raises(InvalidInputError, match=message):
        template_from(given, ENGLISH)


def test_doubled_braces_are_braces():
    assert template_from({"fact": "{{{text}}}"}, ENGLISH).fact.format(text="x") == "{x}"


def test_every_language_has_every_section_and_modality():
    for template in (ENGLISH, CHINESE):
        assert set(template.headings) == set(SECTIONS)
        assert {*template.modalities, Modality.ASSERTED.value} == {modality.value for modality in Modality}


def test_a_whole_template_can_be_given():
    whole = {field.name: getattr(CHINESE, field.name) for field in fields(Template)}
    assert template_from(whole, ENGLISH) == CHINESE
