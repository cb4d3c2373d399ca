"""Known names in running text, in scripts with and without spaces."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.claims.text import name_key
from fabula.graph.names import find_names, lead_of


def found(text: str, *names: str) -> list[str]:
    known = {name_key(name) for name in names}
    return [text[mention.start : mention.end] for mention in find_names(text, known)]


def test_a_name_is_found_whatever_its_case():
    assert found("mira saw TOM.", "Mira", "Tom") == ["mira", "TOM"]


def test_a_name_inside_a_longer_word_is_not_found():
    assert found("Tomorrow the atom splits.", "Tom") == []


def test_a_possessive_ending_is_no_part_of_the_name():
    assert found("Mira's key and Tom’s lamp", "Mira", "Tom") == ["Mira", "Tom"]


def test_the_longest_name_wins_over_its_parts():
    assert found("Mira Voss met Mira.", "Mira", "Mira Voss", "Voss") == ["Mira Voss", "Mira"]


def test_of_names_that_overlap_the_leftmost_wins():
    assert found("Anna Mira Voss", "Anna Mira", "Mira Voss") == ["Anna Mira"]


def test_a_name_of_several_words_may_run_over_a_line_end():
    assert found("the Order of\nthe Silver Dawn fell", "Order of the Silver Dawn") == [
        "Order of\nthe Silver Dawn"
    ]


def test_punctuation_parts_two_words():
    assert found("Mira, Voss", "Mira Voss") == []


def test_hyphens_and_apostrophes_are_inside_a_name():
    assert found("Jean-Luc met D'Artagnan, not Jean.", "Jean-Luc", "D'Artagnan", "Jean") == [
        "Jean-Luc",
        "D'Artagnan",
        "Jean",
    ]


def test_a_title_with_a_full_stop_belongs_to_the_name():
    assert found("Then Mr. Hall came.", "Mr. Hall") == ["Mr. Hall"]


def test_an_article_is_no_part_of_the_mention():
    assert found("He feared the Grey Fox.", "the Grey Fox") == ["Grey Fox"]


def test_chinese_names_are_found_in_running_text():
    assert found("昨夜克莱恩和苏九娘来过", "克莱恩", "苏九娘") == ["克莱恩", "苏九娘"]


def test_a_dotted_foreign_name_is_one_name():
    assert found("见到克莱恩·莫雷蒂先生", "克莱恩", "克莱恩·莫雷蒂") == ["克莱恩·莫雷蒂"]


def test_one_character_is_a_name_only_where_it_stands_alone():
    assert found("林中有鸟。林，说过。", "林") == ["林"]
    assert found("树林里很暗。", "林") == []


def test_one_character_is_a_name_between_particles():
    assert found("他把剑给林，林说好。", "林") == ["林", "林"]


def test_a_name_may_mix_scripts():
    assert found("阿Q来了，Tom说完就走。", "阿Q", "Tom") == ["阿Q", "Tom"]


def test_japanese_and_cyrillic_names_are_found():
    assert found("佐々木が来た。", "佐々木") == ["佐々木"]
    assert found("Пришла Анна Каренина.", "Анна Каренина") == ["Анна Каренина"]


def test_full_width_letters_are_the_same_name():
    assert found("Ｔｏｍ来了", "Tom") == ["Ｔｏｍ"]


def test_nothing_is_found_where_nothing_is_known():
    assert found("Mira saw Tom. 克莱恩来了。") == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("D'Artagnan", "Then D’Artagnan bowed."),
        ("D’Artagnan", "Then D'Artagnan bowed."),
        ("Mother's Rest", "They reached Mother’s Rest at dawn."),
    ],
)
def test_curly_and_straight_apostrophes_are_one_key(name, text):
    assert len(found(text, name)) == 1


@pytest.mark.parametrize("text", ["Éomer rode.", "ÉOMER RODE.", "éomer rode."])
def test_an_accented_name_is_found_in_any_case(text):
    assert len(found(text, "Éomer")) == 1


def test_an_accent_that_the_name_does_not_have_does_not_hide_it():
    assert found("Then Éomer rode.", "EOMER") == ["Éomer"]


def test_an_accent_that_tells_two_names_apart_wins():
    known = {name_key("Zoë"), name_key("Zoe")}
    assert [mention.key for mention in find_names("Zoë and Zoe", known)] == ["zoë", "zoe"]


def test_plural_and_possessive_endings_keep_their_name():
    assert found("James's hat, the Morlands' house, Tom’s", "James", "Morlands", "Tom") == [
        "James",
        "Morlands",
        "Tom",
    ]


def test_an_inflected_word_is_no_name():
    assert found("She was willing; the roses rose.", "Will", "Rose") == ["rose"]


def test_a_chinese_name_is_found_before_and_after_particles():
    assert found("克莱恩的手杖被克莱恩自己拿走了", "克莱恩") == ["克莱恩", "克莱恩"]


def test_the_longest_chinese_name_wins():
    assert found("林清瑶和清瑶是一个人", "清瑶", "林清瑶") == ["林清瑶", "清瑶"]


def test_kana_names_stand_before_particles():
    assert found("カイはカイトではない", "カイ", "カイト") == ["カイ", "カイト"]


def test_a_chinese_name_stands_next_to_latin_letters_and_digits():
    assert found("NPC林清瑶到了3号门", "林清瑶") == ["林清瑶"]


def test_traditional_and_simplified_are_different_names_without_an_alias():
    assert found("張無忌來了", "张无忌") == []
    assert found("張無忌來了", "张无忌", "張無忌") == ["張無忌"]


def test_names_that_differ_by_a_letter_or_a_number_are_kept_apart():
    assert found("Anna Forst and Guard 2 met 李鸣.", "Anna Frost", "Guard 1", "李明") == []


@given(
    st.text(alphabet="ab 克莱恩·林,.'’-A", max_size=40),
    st.sets(st.text("ab克莱恩林", min_size=1, max_size=4)),
)
def test_mentions_are_in_order_and_never_overlap(text, names):
    known = {name_key(name) for name in names}
    mentions = find_names(text, known)
    assert all(first.end <= second.start for first, second in itertools.pairwise(mentions))
    assert all(mention.key in known and mention.start < mention.end for mention in mentions)


SPOKEN = st.lists(
    st.sampled_from(("Mira", "mira's", "O’Neil", "José", "jose", "the", "Ｔｏｍ", "x2", "林瑶", "(1)", "Anne-Marie", "Dr.", "·", " ", ", ", ". ")),
    max_size=12,
)  # fmt: skip


@given(SPOKEN, st.lists(SPOKEN, max_size=4))
def test_passing_over_words_that_begin_no_name_misses_none(words, names):
    text, known = " ".join(words), {key for name in names if (key := name_key(" ".join(name)))}
    assert find_names(text, known, frozenset(map(lead_of, known))) == find_names(text, known)
