"""Lines to paragraphs."""

from fabula.formats.prose import Layout, blocks, joined, layout, paragraphs, starts_by_indent

WRAPPED = """The keeper went down to the harbour to see who had come in on the
last boat before the storm, and took the lamp with
him.

"Nobody," said Mira, who had been standing on the quay for an hour
or more.
"""


def told(text):
    found = blocks(text)
    how, indents = layout(found), starts_by_indent(found)
    return [paragraph for block in found for _, paragraph in paragraphs(block, how, indents=indents)]


def test_blocks_are_numbered_by_their_first_line():
    assert [(block.at, block.lines) for block in blocks("\n\none\ntwo\n \nthree")] == [
        (3, ("one", "two")),
        (6, ("three",)),
    ]


def test_wrapped_lines_are_joined_with_a_space():
    assert layout(blocks(WRAPPED)) is Layout.WRAPPED
    assert told(WRAPPED)[1] == '"Nobody," said Mira, who had been standing on the quay for an hour or more.'


def test_wrapped_chinese_is_joined_without_a_space():
    text = "他走进客栈的时候，天已经黑了，掌柜的正在柜台后面打着\n算盘，头也不抬地问道客官几位，他说一位，顺手把刀放在\n桌上。\n"
    assert told(text) == [text.replace("\n", "")]


def test_every_line_is_a_paragraph_where_lines_end_as_sentences():
    assert told("　　沈青禾推开门。\n　　“谁？”\n　　没有人答应。\n") == [
        "沈青禾推开门。",
        "“谁？”",
        "没有人答应。",
    ]


def test_every_line_of_a_dialogue_with_names_is_a_paragraph():
    assert told("Mira: Hello\nTobin: Hi\nMira: Come in\n") == ["Mira: Hello", "Tobin: Hi", "Mira: Come in"]


def test_an_indented_line_begins_a_paragraph_where_blank_lines_are_missing():
    text = (
        "   Mira came down to the harbour at dusk and looked for the boat that\n"
        "had been promised to her.\n"
        '   "Not here," said Tobin, who had been waiting for a long while on\n'
        "the quay.\n"
        "   She laughed.\n"
    )
    assert [paragraph[:9] for paragraph in told(text)] == ["Mira came", '"Not here', "She laugh"]


def test_verse_keeps_its_lines():
    text = (
        WRAPPED + "\n    Fifteen lamps on the harbour wall,\n      and a bell for the drowned\n\n" + WRAPPED
    )
    assert "Fifteen lamps on the harbour wall,\n  and a bell for the drowned" in told(text)


def test_line_breaks_inside_long_unwrapped_text_are_meant():
    long = "The keeper went down to the harbour to see who had come in on the last boat. " * 5
    assert (
        told(f"{long}\n\nroses on the wall\nsalt on the sill\n\n{long}\n")[1]
        == "roses on the wall\nsalt on the sill"
    )


def test_a_hyphen_or_dash_at_the_end_of_a_line_joins_without_a_space():
    assert joined(["a lamp-", "lit room--", "or not"]) == "a lamp-lit room--or not"
