"""Requests taken apart: frame, history, speeches with their names."""

from fabula.serve.proxy.placing.layout import laid_out
from fabula.serve.proxy.placing.request import Said

CARD = Said("system", "Lin Yao keeps the silver key.")
MARKER = Said("system", "[Start a new Chat]")


def parts(*said):
    layout = laid_out(said)
    return [(one.role, one.name, one.text) for one in layout.told]


def test_leading_system_messages_and_examples_are_the_frame():
    example = Said("system", "Who is there?", "example_user")
    layout = laid_out([CARD, example, Said("assistant", "Rain."), Said("user", "I knock.")])

    assert (layout.frame, layout.marked) == ((CARD.text, example.text), False)
    assert [one.text for one in layout.told] == ["Rain.", "I knock."]


def test_a_system_message_behind_the_marker_belongs_to_the_history():
    assert parts(CARD, MARKER, Said("system", "Three days pass."), Said("user", "I knock.")) == [
        ("system", "", "Three days pass."),
        ("user", "", "I knock."),
    ]


def test_a_marker_inside_the_history_does_not_cut_it():
    told = parts(CARD, MARKER, Said("user", "I knock."), Said("system", "[A new story begins.]"))

    assert [text for _, _, text in told] == ["I knock.", "[A new story begins.]"]


def test_names_come_off_where_all_speeches_have_them():
    told = parts(CARD, Said("assistant", "Lin Yao: Rain."), Said("user", "Aldous: I knock."))

    assert told == [("assistant", "Lin Yao", "Rain."), ("user", "Aldous", "I knock.")]


def test_a_word_with_a_colon_is_no_name():
    assert parts(CARD, Said("assistant", "Rain."), Said("user", "Listen: it rains."))[1][1] == ""


def test_one_message_with_everything_becomes_speeches():
    text = "You write tales.\n\n[Start a new Chat]\n\n林瑶: 下雨了。\n\nAldous: I knock.\n\nTwice."
    assert parts(Said("user", text)) == [
        ("assistant", "林瑶", "下雨了。"),
        ("user", "Aldous", "I knock.\n\nTwice."),
    ]


def test_a_marker_merged_with_the_first_message_comes_off():
    assert parts(CARD, Said("user", "[Start a new chat]\n\nI knock.")) == [("user", "", "I knock.")]
