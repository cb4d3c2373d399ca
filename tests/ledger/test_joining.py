"""Another story taken in, whole or not at all, and let go again."""

from collections.abc import Sequence

import pytest

from fabula.errors import ConflictError, InvalidInputError, NotFoundError, StoryNotFoundError
from fabula.extraction.rules import Rules
from fabula.ledger.joined import joined_stories, told_in
from fabula.ledger.records import StoryRow
from fabula.ledger.verify import verify
from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.story import Story

OPENING = [
    ("assistant", "Rain beats on the glass. Mira gave the brass lamp to Corin."),
    ("user", "I hand over the letter and shake the rain from my coat."),
]
OURS = [
    ("assistant", "She turns the letter over. Mira gave the silver key to Corin."),
    ("user", "My brother Corin gave it to me before he sailed."),
]
THEIRS = [
    ("assistant", "Mira laughs. Hale gave the brass bell to Mira."),
    ("user", "I ask her what is so funny about it."),
]
LATER = [
    ("assistant", "The tide turns, and Mira gave the brass bell to Hale."),
    ("user", "I follow him down to the harbour."),
]
CHINESE = [
    ("assistant", "天色将暗，驿站外下起了雪。顾守义把青伞交给了沈棠。"),
    ("user", "我把马牵进马棚，拍掉身上的雪。"),
    ("assistant", "沈棠把青伞交给了何三娘，看了你一眼。"),
    ("user", "我问她的伤是怎么来的。"),
]


class Counting:
    """The rules, and the texts that they were shown to read."""

    def __init__(self):
        self._rules = Rules()
        self.identity, self.batch, self.look_back = (
            self._rules.identity,
            self._rules.batch,
            self._rules.look_back,
        )
        self.read_texts = []

    def read(self, window, known):
        self.read_texts += [turn.text for turn in window.turns[window.start :]]
        return self._rules.read(window, known)


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "stories.db")
    yield store
    store.close()


@pytest.fixture
def tell(store):
    def tell(name: str, *parts: Sequence[tuple[str, str]], read: bool = True) -> Story:
        store.create(StoryRow(name, "2026-01-01T00:00:00+00:00"))
        story = Story(store, name, by="somebody", clock=lambda: "2026-01-01T00:00:00+00:00")
        for role, text in (line for part in parts for line in part):
            story.tell(text, role=role)
        if read:
            story.extract()
        return story

    return tell


def texts(story):
    return [turn.text for turn in story.turns()]


def words(*parts):
    return [text for part in parts for _, text in part]


def everything(store):
    return {row.name: store.snapshot(row.name) for row in store.stories()}


def test_what_begins_alike_stands_side_by_side(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    joining = ours.branches.join("theirs")
    assert texts(ours) == words(OPENING, OURS)
    assert texts(ours.switch("main-2")) == words(OPENING, THEIRS)
    assert [(one.theirs, one.branch, one.how, one.turns, one.new) for one in joining.branches] == [
        ("main", "main-2", "made", 4, 2)
    ]
    assert ours.turn(2).id == ours.switch("main-2").turn(2).id
    assert verify(ours.store.snapshot("ours")).is_sound


def test_a_line_that_goes_on_moves_the_branch_on(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, OURS, LATER)
    joining = ours.branches.join("theirs")
    assert [(one.branch, one.how) for one in joining.branches] == [("main", "moved")]
    assert texts(ours) == words(OPENING, OURS, LATER)


def test_a_line_that_is_here_already_makes_nothing(tell):
    ours, _ = tell("ours", OPENING, OURS, LATER), tell("theirs", OPENING, OURS)
    joining = ours.branches.join("theirs")
    assert [(one.branch, one.how, one.new) for one in joining.branches] == [("main", "stands", 0)]
    assert list(ours.branches.all()) == ["main"]


def test_a_truncated_window_goes_on_behind_the_line_that_it_shows(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OURS, LATER)
    joining = ours.branches.join("theirs")
    assert texts(ours) == words(OPENING, OURS, LATER)
    assert (joining.turns, joining.branches[0].how, joining.left_out) == (2, "moved", ())


def test_a_truncated_window_that_parts_from_our_line_stands_beside_it(tell):
    ours, _ = tell("ours", OPENING, OURS, LATER), tell("theirs", OURS, THEIRS)
    ours.branches.join("theirs")
    assert texts(ours) == words(OPENING, OURS, LATER)
    assert texts(ours.switch("main-2")) == words(OPENING, OURS, THEIRS)


def test_a_story_that_goes_further_back_brings_its_beginning(tell):
    ours, _ = tell("ours", OURS, LATER), tell("theirs", OPENING, OURS)
    ours.branches.join("theirs")
    assert texts(ours.switch("main-2"))[: len(OPENING)] == words(OPENING)
    assert texts(ours) == words(OURS, LATER)


def test_chinese_lines_are_joined_alike(tell):
    ours, _ = tell("雪夜", CHINESE[:3]), tell("雪夜 2", CHINESE[1:])
    ours.branches.join("雪夜 2")
    assert texts(ours) == words(CHINESE)
    assert ours.view().entity("青伞")


def test_what_was_read_there_is_not_read_again(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    joining = ours.branches.join("theirs")
    reader = Counting()
    ours.switch("main-2").extract(reader)
    assert (joining.readings, reader.read_texts) == (2, [])
    assert ours.switch("main-2").view().entity("brass bell")


def test_behind_a_window_only_what_was_read_with_less_before_it_is_read_again(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OURS, LATER, THEIRS)
    ours.branches.join("theirs")
    reader = Counting()
    ours.extract(reader)
    assert len(reader.read_texts) < len(words(LATER, THEIRS))
    assert not set(reader.read_texts) & set(words(OPENING, OURS))


def test_branches_there_become_branches_here_under_free_names(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    theirs.fork("kinder", 3).tell("I say nothing and sit down by the stove.")
    ours.fork("kinder", 2).tell("I try the door.")
    ours.branches.join("theirs")
    assert sorted(ours.branches.all()) == ["kinder", "kinder-2", "main", "main-2"]
    assert texts(ours.switch("kinder-2")) == [
        *words(OPENING, THEIRS[:1]),
        "I say nothing and sit down by the stove.",
    ]


def test_swipes_provisional_replies_and_tags_come_along(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OURS, LATER)
    theirs.swipe("I stay where I am and light the lamp.")
    theirs.branches.tag("tide", theirs.turn(3).id)
    theirs.offer("Nobody answers.")
    ours.branches.join("theirs")
    assert ours.turn(-1).text == "I stay where I am and light the lamp."
    assert [turn.text for turn in ours.versions(-1)].count("I follow him down to the harbour.") == 1
    assert [one.text for one in ours.candidates()] == ["Nobody answers."]
    assert ours.turn("tide").text == LATER[0][1]


def test_the_authors_acts_come_along_where_their_turns_are(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OURS, LATER)
    theirs.claim("Mira", "fears", "Hale", turn=3)
    theirs.author.rename("Hale", "Captain Hale")
    theirs.author.undo(theirs.claim("Mira", "loves", "Hale", turn=3).id)
    joining = ours.branches.join("theirs")
    kinds = [act.kind for act in ours.author.standing()]
    assert (kinds, joining.acts, joining.left_out) == (["assert", "rename", "join"], 2, ())
    assert [fact.object for fact in ours.view().facts() if fact.predicate == "fears"]
    assert verify(ours.store.snapshot("ours")).is_sound


def test_an_act_that_holds_already_is_left_out_with_the_reason(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    for story in (ours, theirs):
        story.claim("Mira", "fears", "Corin", turn=2)
    joining = ours.branches.join("theirs")
    assert (joining.acts, [one.reason for one in joining.left_out]) == (0, ["it holds here already"])


def test_stories_without_a_word_in_common_stand_apart_or_behind_a_turn(tell):
    ours, _ = tell("ours", OPENING), tell("theirs", LATER)
    ours.branches.join("theirs", preview=True)
    joining = ours.branches.join("theirs", after=ours.turn(2).id)
    assert (texts(ours), joining.branches[0].how) == (words(OPENING, LATER), "moved")

    apart, _ = tell("apart", OPENING), tell("another", LATER)
    apart.branches.join("another")
    assert (texts(apart), texts(apart.switch("main-2"))) == (words(OPENING), words(LATER))


def test_one_short_word_in_common_proves_nothing(tell):
    ours, _ = tell("ours", OPENING, [("user", "Yes.")]), tell("theirs", [("user", "Yes.")], LATER)
    ours.branches.join("theirs")
    assert texts(ours.switch("main-2")) == ["Yes.", *words(LATER)]


def test_the_other_story_stays_byte_for_byte_as_it_was(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OURS, LATER)
    before = list(theirs.export())
    ours.branches.join("theirs")
    assert list(theirs.export()) == before
    assert ours.branches.joined() == ("theirs",)


def test_a_preview_writes_nothing_and_tells_the_same(tell, store):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    before = everything(store)
    previewed = ours.branches.join("theirs", preview=True)
    assert everything(store) == before
    assert ours.branches.join("theirs") == previewed


def test_an_unjoined_story_leaves_nothing_that_holds(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    theirs.author.rename("Mira", "Mirabel")
    facts = [fact.sentence for fact in ours.view().facts()]
    ours.branches.join("theirs")
    unjoined = ours.branches.unjoin("theirs")
    assert (unjoined.removed, unjoined.moved_back, unjoined.kept, unjoined.undone) == (("main-2",), (), (), 1)
    assert (list(ours.branches.all()), texts(ours)) == (["main"], words(OPENING, OURS))
    assert [fact.sentence for fact in ours.view().facts()] == facts
    assert ours.branches.joined() == ()


def test_a_branch_that_was_moved_on_goes_back(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OURS, LATER)
    ours.branches.join("theirs")
    assert ours.branches.unjoin("theirs").moved_back == ("main",)
    assert texts(ours) == words(OPENING, OURS)


def test_what_was_told_on_since_is_kept(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    ours.branches.join("theirs")
    ours.switch("main-2").tell("She shrugs.")
    unjoined = ours.branches.unjoin("theirs")
    assert (unjoined.removed, unjoined.kept) == ((), ("main-2",))
    assert texts(ours.switch("main-2"))[-1] == "She shrugs."


def test_undoing_the_act_of_a_join_unjoins(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    ours.branches.join("theirs")
    act = ours.author.undo(ours.author.acts()[-1].id)
    assert (act.kind, list(ours.branches.all()), ours.branches.joined()) == ("undo", ["main"], ())
    with pytest.raises(InvalidInputError, match="Join"):
        ours.author.undo(act.id)


def test_a_story_can_be_joined_again_after_it_was_unjoined(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    for _ in range(2):
        ours.branches.join("theirs")
        assert texts(ours.switch("main-2")) == words(OPENING, THEIRS)
        ours.branches.unjoin("theirs")


def test_what_cannot_be_joined_leaves_every_story_untouched(tell, store):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OPENING, THEIRS)
    empty = tell("empty", read=False)
    empty.branches.join("theirs")
    before = everything(store)
    for story, other, error in (
        (ours, "ours", InvalidInputError),
        (ours, "nowhere", StoryNotFoundError),
        (ours, "theirs", ConflictError),
        (theirs, "empty", ConflictError),
    ):
        with pytest.raises(error):
            story.branches.join(other)
    with pytest.raises(NotFoundError):
        ours.branches.unjoin("empty")
    assert everything(store) == before


def test_a_store_that_fails_leaves_every_story_untouched(tell, store):
    for name, parts in {"ours": (OPENING, OURS), "theirs": (OURS, LATER)}.items():
        tell(name, *parts)
    before = everything(store)

    class Failing:
        def __getattr__(self, name):
            return getattr(store, name)

        def commit(self, story, changes):
            raise OSError("the disk is gone")

    broken = Story(Failing(), "ours")
    with pytest.raises(OSError, match="the disk is gone"):
        broken.branches.join("theirs")
    assert everything(store) == before


def test_an_empty_story_takes_another_one_in_whole(tell):
    ours, theirs = tell("ours", read=False), tell("theirs", OPENING, THEIRS)
    ours.branches.join("theirs")
    assert texts(ours) == texts(theirs)


def test_words_that_were_purged_here_do_not_come_back(tell):
    ours, _ = tell("ours", OPENING, OURS), tell("theirs", OPENING, OURS, LATER)
    ours.purge([3])
    ours.branches.join("theirs")
    assert [turn.purged for turn in ours.turns()] == [False, False, True, False, False, False]
    snapshot = ours.store.snapshot("ours")
    assert not any("silver key to Corin" in repr(row) for row in (*snapshot.bodies, *snapshot.turns))


def test_words_that_were_purged_there_are_not_purged_here_by_the_way(tell):
    ours, theirs = tell("ours", OPENING, OURS), tell("theirs", OPENING, OURS, LATER)
    theirs.purge([3])
    with pytest.raises(ConflictError, match="purge them here as well"):
        ours.branches.join("theirs")
    ours.purge([3])
    ours.branches.join("theirs")
    assert len(ours.turns()) == 6


def test_a_story_is_told_where_it_is_joined_however_often(tell, store):
    one, two = tell("one", OPENING), tell("two", OPENING, OURS)
    tell("three", OURS, LATER)
    two.branches.join("three")
    one.branches.join("two")
    joined = joined_stories(store)
    assert joined == {"two": "one", "three": "two"}
    assert [told_in(name, joined) for name in ("one", "two", "three", "four")] == [
        "one",
        "one",
        "one",
        "four",
    ]
