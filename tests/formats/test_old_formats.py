"""What earlier versions wrote stays readable. Run as a script, this file writes the files of today's version.

    python tests/formats/test_old_formats.py

Files of versions that were released are never written anew: add a number instead.
"""

import shutil
from pathlib import Path

import pytest

import fabula
from fabula.graph.phrase import phrase
from fabula.ledger.records import StoryRow
from fabula.stores.sqlite import SqliteStore
from fabula.story import Story

HERE = Path(__file__).parent
ARCHIVE, STORE = HERE / "v1.fabula", HERE / "v1.db"
CREATED = "2026-11-30T12:00:00+00:00"

FACTS = ["silver key is held by Lin Feng", "林瑶在长安城", "Lin Yao: mood: calm"]


def told(store) -> Story:
    """A story with everything in it that a store can hold."""
    store.create(StoryRow("moonlit-court", CREATED))
    story = Story(store, "moonlit-court", by="test", clock=lambda: CREATED)
    story.tell(
        "Lin Yao found the silver key under the altar.", speaker="Narrator", role="assistant", sent_at="1:00"
    )
    story.tell("Lin Yao gave the silver key to Mira.", speaker="Narrator", role="assistant")
    story.swipe("Lin Yao gave the silver key to Lin Feng.", meta={"model": "none", "warm": 0.5})
    story.tell("林瑶来到了长安城。", speaker="旁白", role="assistant", present=("林瑶",))
    story.tell("Forget these words.", speaker="Player")
    story.extract()
    story.claim("Lin Yao", "mood", value="calm", turn=2)
    story.author.undo(story.author.rename("Lin Feng", "Feng").id)
    story.edit(1, "Lin Yao found the silver key under the old altar.")
    story.extract()
    story.fork("other", at=1)
    story.branches.tag("the key", story.turn(2).id)
    story.purge([4])
    story.offer("A reply that nobody has echoed.")
    return story


def facts(story: Story) -> list[str]:
    view = story.view()
    return sorted(phrase(fact, view) for fact in view.facts())


@pytest.fixture
def store(tmp_path):
    copy = tmp_path / STORE.name
    shutil.copy(STORE, copy)
    return fabula.open(copy)


@pytest.fixture
def archive():
    return ARCHIVE.read_bytes().splitlines(keepends=True)


def test_a_store_of_format_1_is_read(store):
    assert facts(store) == sorted(FACTS)
    assert store.verify().is_sound
    assert len(store.candidates()) == 1
    store.close()


def test_an_archive_of_format_1_is_read(archive):
    story = fabula.restore(":memory:", archive)

    assert facts(story) == sorted(FACTS)
    assert story.verify().is_sound


def test_an_archive_of_format_1_is_written_again_as_it_was(archive):
    assert list(fabula.restore(":memory:", archive).export()) == archive


def test_the_store_and_the_archive_tell_the_same(store, archive):
    assert list(store.export()) == archive
    store.close()


def main() -> None:
    """Write the files of today's version."""
    STORE.unlink(missing_ok=True)
    store = SqliteStore(STORE)
    story = told(store)
    ARCHIVE.write_bytes(b"".join(story.export()))
    store.close()


if __name__ == "__main__":
    main()
