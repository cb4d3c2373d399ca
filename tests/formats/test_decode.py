"""Bytes to text, whatever the encoding."""

import random

import pytest

from fabula.errors import FormatError
from fabula.formats.decode import clean, decode

SIMPLIFIED = "沈青禾推开门，雪落了一地。"
TRADITIONAL = "沈青禾推開門，雪落了一地。「你來了？」"
JAPANESE = "灯台守は鍵を渡した。「行け」と言った。"
KOREAN = "미라는 등대의 열쇠를 그에게 주었다."
WESTERN = "Mira said, “Come in,” and closed the café door — softly…"
GERMAN = "Die Tür öffnete sich; Größe über alles."
POLISH = "Mira zgasiła lampę i zamknęła drzwi. Kto tam jest? Żółw źle się czuł."
RUSSIAN = "Мира погасила лампу и закрыла дверь. Кто там, спросила она."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (SIMPLIFIED, "utf-8"),
        (SIMPLIFIED, "gbk"),
        (SIMPLIFIED, "gb18030"),
        (SIMPLIFIED, "utf-16-le"),
        (SIMPLIFIED, "utf-16-be"),
        (TRADITIONAL, "big5"),
        (TRADITIONAL, "utf-16-le"),
        (JAPANESE, "shift_jis"),
        (KOREAN, "cp949"),
        (WESTERN, "cp1252"),
        (WESTERN, "utf-16-le"),
        (GERMAN, "latin-1"),
        (POLISH, "cp1250"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "utf-16-be"),
    ],
)
def test_a_single_sentence_is_enough_to_tell_its_encoding(text, encoding):
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(encoding):
    assert decode(SIMPLIFIED.encode(encoding)).text == SIMPLIFIED


def test_names_alone_in_gbk_are_chinese():
    assert decode("林瑶".encode("gbk")).text == "林瑶"


def test_the_encoding_is_named():
    assert decode(SIMPLIFIED.encode("gbk")).encoding == "gb18030"


def test_line_ends_become_plain():
    assert decode(b"one\r\ntwo\rthree\n").text == "one\ntwo\nthree\n"


def test_clean_text_has_no_troubles():
    assert decode(SIMPLIFIED.encode()).troubles == ()


def test_a_nul_character_is_removed_and_reported():
    decoded = decode(b"The lamp\x00 went out over the harbour.")
    assert decoded.text == "The lamp went out over the harbour."
    assert [trouble.reason for trouble in decoded.troubles] == [
        "NUL characters and halves of surrogate pairs were removed: 1."
    ]


def test_a_download_cut_inside_a_character_is_still_utf8_and_reported():
    decoded = decode((SIMPLIFIED * 20).encode()[:-1])
    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith(SIMPLIFIED)
    assert "\ufffd stands for what was lost, once." in decoded.troubles[0].reason


@pytest.mark.parametrize("text", ["Zoë’s naïve café", "Żółw źle się czuł.", SIMPLIFIED, RUSSIAN])
def test_a_short_text_with_a_stray_byte_is_utf8_with_the_line_reported(text):
    decoded = decode(b"One.\n" + text.encode() + b" \xff.\n")
    assert (decoded.encoding, decoded.text) == ("utf-8", f"One.\n{text} \ufffd.\n")
    assert [trouble.where for trouble in decoded.troubles] == ["line 2"]


def test_many_lines_with_stray_bytes_are_named_in_part():
    decoded = decode(("雪落了一地。" * 3).encode() * 8 + "\n雪落".encode() * 8 + b"\xff\n" * 7)
    assert decoded.troubles[0].where == "lines 9, 10, 11, 12, 13, ..."
    assert "7 times" in decoded.troubles[0].reason


@pytest.mark.parametrize("text", [WESTERN, GERMAN])
def test_lone_accents_are_no_stray_bytes(text):
    assert decode(text.encode("cp1252")).encoding == "cp1252"


def test_an_encoding_that_is_given_is_not_guessed():
    assert decode("Żółw".encode("iso-8859-2"), "latin2").text == "Żółw"
    assert decode(SIMPLIFIED.encode("utf-16"), "utf-16").text == SIMPLIFIED
    assert decode(SIMPLIFIED.encode("utf-8-sig"), "utf-8").text == SIMPLIFIED


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "a b\n"])
def test_an_unknown_encoding_is_refused(encoding):
    with pytest.raises(FormatError, match="There is no text encoding"):
        decode(b"Lamp.", encoding)


def test_random_bytes_are_refused():
    with pytest.raises(FormatError, match="This file is not text"):
        decode(random.Random(7).randbytes(4000))


def test_cleaning_counts_what_it_removes():
    assert clean("a\x00b\ud83dc") == ("abc", 2)
