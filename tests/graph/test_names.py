"""Known names in running text, in scripts with and without spaces."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from fabula.claims.text import name_key
from fabula.graph.names import find_names


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


@given(
    st.text(alphabet="ab 克莱恩·林,.'’-A", max_size=40),
    st.sets(st.text("ab克莱恩林", min_size=1, max_size=4)),
)
def test_mentions_are_in_order_and_never_overlap(text, names):
    known = {name_key(name) for name in names}
    mentions = find_names(text, known)
    assert all(first.end <= second.start for first, second in itertools.pairwise(mentions))
    assert all(mention.key in known and mention.start < mention.end for mention in mentions)
