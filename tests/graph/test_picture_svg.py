"""SVG in safe strings."""

import pytest

from fabula.graph.picture_lines import Curve
from fabula.graph.picture_svg import KINDS, TONES, corners, number, page, path_of, style, text_of


def test_text_is_escaped():
    assert text_of("<b> & \"'") == "&lt;b&gt; &amp; &quot;&#x27;"


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x9b", "\ufffe", "\ud800"])
def test_signs_that_xml_cannot_hold_become_spaces(sign):
    assert text_of(f"a{sign}b") == "a b"


def test_signs_that_turn_the_direction_of_writing_are_left_out():
    assert text_of("a\u202eb\u2066") == "ab"


def test_other_scripts_and_lines_stay():
    assert text_of("林瑶\n🗝 é") == "林瑶\n🗝 é"


def test_numbers_are_short():
    assert [number(value) for value in (1.0, 1.25, -0.04, -2.5)] == ["1", "1.2", "0", "-2.5"]


def test_curves_and_polygons_are_paths():
    assert path_of(Curve((0, 0), (1.5, 2), (3, 0))) == "M0 0Q1.5 2 3 0"
    assert corners((0, 0), (1, 0), (0, 1)) == "M0 0L1 0L0 1Z"


def test_every_kind_and_tone_has_a_colour_on_light_and_on_dark():
    light, dark = style().split("@media(prefers-color-scheme:dark)")
    for kind, (on_light, on_dark) in KINDS.items():
        assert f".k-{kind}{{fill:{on_light}}}" in light
        assert f".k-{kind}{{fill:{on_dark}}}" in dark
    for tone, (on_light, on_dark) in TONES.items():
        assert f".{tone} .line{{stroke:{on_light}}}" in light
        assert f".{tone} .line{{stroke:{on_dark}}}" in dark


def test_a_page_names_the_hash_of_each_style_sheet():
    assert page("<svg/>", "x").count("'sha256-") == 2
