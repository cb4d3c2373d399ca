import pytest

import fabula
from fabula.errors import NotFoundError


@pytest.fixture
def story(tmp_path):
    story = fabula.open(tmp_path / "key.db", story="key", by="tester")
    story.tell(
        "Lin Yao arrived at the Moonlit Court. Lin Feng gave the silver key to Lin Yao.", speaker="Narrator"
    )
    story.tell("Lin Yao gave the silver key to Mira.", speaker="Narrator")
    story.tell("林瑶看着月亮。", speaker="旁白")
    story.extract()
    yield story
    story.close()


def test_making_a_context_keeps_nothing(story):
    story.context("Who has the silver key?")
    assert story.receipts.newest() == ()


def test_a_kept_context_comes_back_byte_for_byte(story):
    made = story.context("Who has the silver key? 月亮", 200, visible=1)
    number = story.receipts.keep(made)
    kept = story.receipts.get(number)
    assert (kept.context, kept.context.text, kept.branch) == (made, made.text, "main")


def test_what_the_receipt_says_makes_the_same_context_again(story):
    made = story.context("Who has the silver key?", 120, limit=3, visible=1, pov="Mira")
    story.receipts.keep(made)
    story.tell("Mira lost the silver key.", speaker="Narrator")
    story.extract()
    receipt = story.receipts.newest(1)[0].context.receipt
    again = story.context(
        receipt.cue, receipt.budget, as_of=receipt.turn, visible=receipt.visible, **receipt.scope
    )
    assert again == made


def test_a_cue_with_half_a_surrogate_pair_can_be_kept(story):
    story.receipts.keep(story.context("key \ud800"))
    assert story.receipts.get(1).context.receipt.cue == "key ?"


def test_a_number_that_nobody_has_is_refused(story):
    with pytest.raises(NotFoundError, match="no receipt 7"):
        story.receipts.get(7)


def test_purged_words_are_in_no_receipt_and_not_in_the_file(story, tmp_path):
    story.receipts.keep(story.context("What of 林瑶看着月亮。 and the key?"))
    story.purge([3])
    assert story.receipts.newest() == ()
    assert not any("看着月亮".encode() in path.read_bytes() for path in tmp_path.iterdir())


def test_forgetting_takes_all(story):
    story.receipts.keep(story.context("key"))
    assert (story.receipts.forget(), story.receipts.newest()) == (1, ())


def test_a_receipt_of_another_branch_is_asked_where_it_was_made(story):
    other = story.fork("other", at=1)
    other.tell("Lin Yao hid the ruby.", speaker="Narrator")
    other.extract()
    made = other.context("the ruby")
    assert {one.reason for one in story.receipts.why_not("hid the ruby", made)} == {"kept"}
