"""What Project Gutenberg puts around a book."""

from fabula.formats.gutenberg import without_gutenberg

BOOK = """The Project Gutenberg eBook of The Lamp

Title: The Lamp

Author: Ada Quill

*** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***

Produced by Somebody and
the Others

It rained.

*** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***

Section 1. General terms.
"""


def test_only_the_book_is_left():
    assert without_gutenberg(BOOK).text.strip() == "It rained."


def test_lines_keep_their_numbers():
    assert without_gutenberg(BOOK).text.split("\n").index("It rained.") == BOOK.split("\n").index(
        "It rained."
    )


def test_title_author_and_credits_are_remembered():
    assert without_gutenberg(BOOK).about == {
        "title": "The Lamp",
        "author": "Ada Quill",
        "credits": "Produced by Somebody and the Others",
    }


def test_an_older_end_is_found_too():
    text = "*** START OF THIS PROJECT GUTENBERG EBOOK X ***\nIt rained.\nEnd of the Project Gutenberg EBook of X\nlicence"
    assert without_gutenberg(text).text.strip() == "It rained."


def test_another_text_comes_back_as_it_is():
    assert without_gutenberg("Title: The Lamp\n\nIt rained.").text == "Title: The Lamp\n\nIt rained."
