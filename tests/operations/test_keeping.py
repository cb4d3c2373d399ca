"""Keeping through operations."""

from fabula.operations.keeping import story_row_shape


def test_a_sound_ledger_is_said_to_be_sound(ask):
    verdict = ask("verify")
    assert (verdict["sound"], verdict["turns"], verdict["damages"]) == (True, 4, [])


def test_everything_is_counted(ask):
    stats = ask("stats")
    assert (stats["story"], stats["turns"], sum(stats["readings"].values())) == ("moonlit", 4, 4)
    assert stats["entities"]["item"] == 2


def test_an_archive_is_the_story_s_own(ask, story):
    assert ask("export") == b"".join(story.export())


def test_a_story_shows_its_branches(ask, story):
    ask("fork", name="kinder")
    (row,) = story.store.stories()
    assert story_row_shape(row, story.store)["branches"] == ["kinder", "main"]
