"""Identities are pure functions of content, and their format never changes by accident."""

import hashlib
import json
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fabula.ledger.ids import ROOT, act_id, body_id, normal_speaker, text_key, turn_id

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)

FIRST = "1cb41758fad36949d1b8258e215417e1"
SECOND = "88bfd6aebe179ab551a8e69c87ae4d7a"
CHINESE = "cc7e17d53529bee0a49bbd98abbc03cd"


def documented(value: object) -> str:
    """The hash that the documented format asks for, by the standard library alone."""
    spelled = json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()
    return hashlib.blake2b(spelled, digest_size=16).hexdigest()


def test_the_root_is_the_one_that_every_story_has():
    assert ROOT == documented(["fabula/root/1"]) == "b5be2adbc3d9f3d9ca4df32186ee8fde"


@pytest.mark.parametrize(
    ("parent", "speaker", "text", "expected"),
    [
        (ROOT, "Player", "I show Lin Yao the silver key.", FIRST),
        (FIRST, "Narrator", "Lin Yao pales.\r\n\r\n“Where did you find it?” ", SECOND),
        (ROOT, "林遥", "「这把银钥匙，是我哥哥的。」\n她低声说。", CHINESE),
        (CHINESE, "", "月光照进来。", "35c6364a42a4a5c1f82101e71b372c80"),
        (ROOT, "Zoe\u0308", "Cafe\u0301 👩‍🚀 𠮷", "cee0a28dedfe341e336707a02d4e29e9"),
    ],
)
def test_ids_that_were_ever_given_out_stay(parent, speaker, text, expected):
    assert turn_id(parent, speaker, text) == expected


@given(TEXTS, TEXTS)
def test_a_turn_id_is_the_hash_of_its_documented_form(speaker, text):
    spelled = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    name = " ".join(unicodedata.normalize("NFC", speaker).split())
    assert turn_id(FIRST, speaker, text) == documented(["fabula/turn/1", FIRST, name, spelled])


@given(TEXTS)
def test_composed_and_decomposed_text_have_one_id(text):
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert turn_id(ROOT, "Mira", composed) == turn_id(ROOT, "Mira", decomposed)
    assert text_key(composed) == text_key(decomposed)


@pytest.mark.parametrize("text", ["月光\r\n如水", "月光\r如水", " 月光\n如水\n\n"])
def test_line_ends_and_outer_space_do_not_change_an_id(text):
    assert turn_id(ROOT, "", text) == turn_id(ROOT, "", "月光\n如水")
    assert text_key(text) == text_key("月光\n如水")


@pytest.mark.parametrize("text", ["月光\n\n如水", "月光 如水", "月光\n如水。", "月光\n如冰"])
def test_inner_space_and_words_do_change_an_id(text):
    assert turn_id(ROOT, "", text) != turn_id(ROOT, "", "月光\n如水")


def test_an_id_depends_on_the_parent():
    assert turn_id(FIRST, "Mira", "Yes.") != turn_id(SECOND, "Mira", "Yes.")


def test_an_id_depends_on_the_speaker_and_on_whether_one_was_given():
    ids = {turn_id(ROOT, speaker, "Yes.") for speaker in ("", "Mira", "mira", "林遥", "林瑶")}
    assert len(ids) == 5


@given(TEXTS, TEXTS)
def test_words_never_slide_between_speaker_and_text(one, other):
    assume(normal_speaker(one) and normal_speaker(one) != normal_speaker(other))
    assert turn_id(ROOT, one, other) != turn_id(ROOT, other, one)


def test_space_around_and_inside_a_speakers_name_does_not_count():
    assert normal_speaker("  Lin \u3000 Yao\n") == "Lin Yao"
    assert turn_id(ROOT, " Lin  Yao", "Yes.") == turn_id(ROOT, "Lin Yao", "Yes.")


def test_a_text_key_does_not_know_the_speaker_or_the_place():
    assert text_key("月光照进来。") == "4d1e4e6318b660cbe7a98bf17b8b44a9"


READ = [("Player", "a" * 32), ("林遥", "b" * 32)]


def test_body_ids_that_were_ever_given_out_stay():
    assert body_id(READ, 1, "rules/1", 1) == "3409441e20deda4468e25fb0c1380a50"


@pytest.mark.parametrize(
    "other",
    [
        body_id(READ[:1], 1, "rules/1", 1),
        body_id(READ[::-1], 1, "rules/1", 1),
        body_id([("Player", "a" * 32), ("林瑶", "b" * 32)], 1, "rules/1", 1),
        body_id(READ, 0, "rules/1", 1),
        body_id(READ, 1, "rules/2", 1),
        body_id(READ, 1, "rules/1", 2),
    ],
)
def test_a_body_id_depends_on_all_that_was_read_and_by_whom(other):
    assert other != body_id(READ, 1, "rules/1", 1)


def test_a_body_id_does_not_depend_on_the_branch():
    # Only texts and speakers are read: no turn id takes part, so a body serves every branch.
    assert body_id(tuple(READ), 1, "rules/1", 1) == body_id(READ, 1, "rules/1", 1)


def test_act_ids_that_were_ever_given_out_stay():
    assert (
        act_id("", "claim", "turn", FIRST, {"subject": "林遥", "predicate": "holds"})
        == "b9211f730fa86d211c8e65e5e47d9d41"
    )


def test_the_order_of_a_payloads_keys_does_not_change_an_act():
    one = act_id("", "rename", "story", "", {"old": "林瑶", "new": "林遥"})
    assert one == act_id("", "rename", "story", "", {"new": "林遥", "old": "林瑶"})


def test_acts_are_chained():
    acts = {act_id(previous, "undo", "story", "", {}) for previous in ("", "c" * 32, "d" * 32)}
    assert len(acts) == 3
