"""What long stories do to a memory: each scenario breaks a naive one, and must not break this one.

Every scenario runs over memory and over an SQLite file.
"""

import pytest

from fabula.claims import Assertion, Modality, Retraction, Termination
from fabula.errors import HeadMovedError
from fabula.graph.facts import Standing
from fabula.ledger.records import Message, Status, StoryRow
from fabula.stores.memory import MemoryStore
from fabula.stores.sqlite import SqliteStore
from fabula.story import Story
from fabula.testing.scripted_reader import ScriptedReader

NOW = "2031-05-04T12:00:00+00:00"
KINDS = {"silver key": "item", "lamp": "item", "银钥匙": "item", "harbour": "place", "mill": "place"}


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "stories.db")
    yield store
    store.close()


@pytest.fixture
def story(store):
    return opened(store)


def opened(store, name="moonlit", branch=""):
    """A handle of its own, as another process would have."""
    store.create(StoryRow(name, NOW))
    return Story(store, name, branch=branch, clock=lambda: NOW)


def reader(batch=1, look_back=0, **more):
    return ScriptedReader(batch, look_back, KINDS, **more)


def tell(story, *texts):
    """Tell texts in turn, the player's first; give the turns."""
    start = story.head.number if story.head else 0
    return [
        story.tell(text, role="assistant" if (start + place) % 2 else "user")
        for place, text in enumerate(texts)
    ]


def messages(story, *, start=1):
    """The branch as a front end re-sends it."""
    return [Message(turn.text, turn.role, turn.speaker) for turn in story.turns(start)]


def said(view, facts):
    return [f"{view.name_of(f.subject)} {f.predicate} {view.name_of(f.object) or f.value}" for f in facts]


def holds(story, as_of=None):
    """What canon holds, in words."""
    view = story.view(as_of)
    return sorted(said(view, view.facts()))


def contents(view):
    """Everything that a view shows, ready to be compared."""
    return view.entities(), view.told(), view.stage, view.problems, view.proposals


def long_line(story, length):
    """A line in which every tenth turn says where the key is, and all others say who is in what mood."""
    for number in range(1, length + 1):
        name = f"N{number:03}"
        text = f"[{name} mood: calm]"
        if number % 10 == 0:
            text = f"{name} bows. [{name} holds silver key]"
        story.tell(text, role="user" if number % 2 else "assistant")


# What goes along with an edit.


def test_a_typo_at_turn_3_of_a_long_line_reads_only_what_showed_it(story):
    long_line(story, 120)
    story.extract(reader(look_back=2))
    bodies = {body.id for body in story.store.snapshot("moonlit").bodies}

    followed = story.edit(3, "[N003 mood: calm!]")
    again = reader(look_back=2)
    report = story.extract(again)

    assert again.read_turns == [3, 4, 5]
    assert (followed.carried, report.read, report.reused) == (115, 3, 0)
    assert bodies <= {body.id for body in story.store.snapshot("moonlit").bodies}, "no body was rewritten"


def test_evidence_is_true_where_it_is_carried(story):
    long_line(story, 40)
    story.extract(reader(look_back=2))
    story.edit(3, "Somebody hums.")
    story.extract(reader(look_back=2))
    line = {turn.id: turn for turn in story.turns()}

    pieces = [piece for fact in story.view().told() for piece in fact.evidence]

    assert len(pieces) >= 39
    assert all(line[one.turn].normal[one.start : one.end] == one.quote for one in pieces)
    assert all(line[one.turn].number == one.number for one in pieces)


def test_p007_editing_message_3_of_8_takes_back_only_what_it_said(story):
    tell(
        story,
        "[Mira holds silver key]",
        "[Finn at mill]",
        "[Oren holds lamp]",
        "[Tess at harbour]",
        "[Mira trusts Finn]",
        "[Finn trusts Oren]",
        "[Oren mood: grim]",
        "[Tess mood: glad]",
    )
    story.extract(reader())
    old_head = story.head

    story.edit(3, "[Tess holds lamp]")
    again = reader()
    story.extract(again)

    assert again.read_turns == [3]
    assert "lamp held_by Oren" not in holds(story)
    assert "lamp held_by Tess" in holds(story)
    assert {"Finn trusts Oren", "Oren mood grim", "Tess mood glad"} <= set(holds(story))
    assert "lamp held_by Oren" in holds(story, as_of=old_head), "the old line is still there to be read"


def test_an_edit_in_a_batch_reads_that_batch_and_no_other(story):
    long_line(story, 20)
    story.extract(reader(batch=5))
    story.edit(7, "[N007 mood: cross]")
    again = reader(batch=5)

    story.extract(again)

    assert again.read_turns == [6, 7, 8, 9, 10]


def test_an_inserted_turn_is_read_with_those_that_now_see_it(story):
    tell(story, *(f"[N{place} mood: calm]" for place in range(1, 9)))
    story.extract(reader(look_back=1))
    story.insert(4, "[Mira holds silver key]", role="assistant")
    again = reader(look_back=1)

    story.extract(again)

    assert again.read_turns == [5, 6]
    assert "silver key held_by Mira" in holds(story)


def test_undoing_an_edit_costs_nothing(story):
    tell(story, "[Mira holds silver key]", "[Finn at mill]", "[Oren holds lamp]")
    story.extract(reader(look_back=1))
    before, view = story.head, contents(story.view())
    story.edit(1, "[Tess holds silver key]")
    story.extract(reader(look_back=1))
    story.edit(1, "[Mira holds silver key]")
    again = reader(look_back=1)

    story.extract(again)

    assert again.seen == []
    assert story.head == before
    assert contents(story.view()) == view


# Corrections and re-reading.


def test_a_correction_at_turn_40_stands_when_an_earlier_turn_is_read_again(story):
    long_line(story, 45)
    story.extract(reader())
    story.author.correct(Assertion("silver key", "held_by", object="N015"), turn=story.turn(40).id)

    story.read_again(20, 20, reader(wide=True))
    story.read_again(40, 40, reader(wide=True))

    assert "silver key held_by N015" in holds(story)


def test_a_correction_goes_along_when_turn_3_is_edited(story):
    long_line(story, 45)
    story.extract(reader())
    story.author.correct(Assertion("silver key", "held_by", object="N015"), turn=story.turn(40).id)

    story.edit(3, "[N003 mood: cross]")
    story.extract(reader())

    assert "silver key held_by N015" in holds(story)
    assert "silver key held_by N030" in holds(story, as_of=39)


def test_a_correction_goes_along_when_its_own_turn_is_edited_or_deleted(story):
    long_line(story, 12)
    story.extract(reader())
    story.author.correct(Assertion("silver key", "held_by", object="N005"), turn=story.turn(10).id)

    story.edit(10, "[N010 mood: calm]")
    story.extract(reader())
    assert "silver key held_by N005" in holds(story)

    story.delete(10)
    assert "silver key held_by N005" in holds(story)


def test_a_correction_is_gone_where_the_story_never_came_to_its_turn(story):
    long_line(story, 12)
    story.extract(reader())
    story.author.correct(Assertion("silver key", "held_by", object="N005"), turn=story.turn(11).id)

    other = story.fork("earlier", at=10)

    assert "silver key held_by N010" in holds(other)


def test_a_correction_leaves_what_was_true_before_in_the_timeline(story):
    tell(story, "[Mira holds silver key]", "[Finn holds silver key]", "Night falls. [new: Oren]")
    story.extract(reader())

    story.author.correct(Assertion("silver key", "held_by", object="Oren"))

    view = story.view()
    timeline = view.timeline("silver key", "held_by")
    assert said(view, timeline) == ["silver key held_by Mira", "silver key held_by Oren"]


def test_a_correction_between_two_leaves_the_others_alone(story):
    tell(story, "[Mira ally_of Finn]", "[Mira ally_of Oren] [Mira enemy_of Tess]")
    story.extract(reader())

    story.author.correct(Assertion("Mira", "ally_of", object="Tess"))

    assert holds(story) == sorted(["Finn ally_of Mira", "Mira ally_of Oren", "Mira ally_of Tess"])


def test_later_text_may_supersede_a_correction(story):
    tell(story, "[Mira holds silver key]", "[Finn holds silver key]")
    story.extract(reader())
    story.author.correct(Assertion("silver key", "held_by", object="Mira"))
    tell(story, "[Finn holds silver key]")

    story.extract(reader())

    assert holds(story) == ["silver key held_by Finn"]


# Late readings, forks and swipes.


def test_both_branches_see_a_late_extraction_of_what_they_share(story):
    tell(story, "[Mira holds silver key]", "Rain.", "[Finn at mill]")
    other = story.fork("kinder", at=2)
    tell(other, "[Oren holds lamp]")
    assert holds(other) == holds(story) == []

    story.extract(reader())

    assert holds(story) == ["Finn located_in mill", "silver key held_by Mira"]
    assert holds(other) == ["silver key held_by Mira"]


def test_p005_a_fork_costs_nothing_and_siblings_never_leak(story):
    tell(story, "[Mira holds silver key]", "[Finn at mill]")
    story.extract(reader())
    other = story.fork("kinder")
    tell(other, "[Oren holds lamp]", "Oren lifts the lamp. [Oren at harbour]")
    again = reader()

    report = other.extract(again)

    assert again.read_turns == [3, 4]
    assert report.read == 2
    assert "lamp" not in " ".join(holds(story))
    assert not [hit for hit in story.recall("Where is the lamp, Oren?").hits if "lamp" in hit.text]
    assert "lamp held_by Oren" in holds(other)
    assert [turn.text for turn in story.turns()] == ["[Mira holds silver key]", "[Finn at mill]"]


def test_a_reveal_in_the_last_turn_of_a_batch_is_not_known_before_it(story):
    tell(story, "[Mira trusts Finn]", "[stranger holds lamp]", "[Finn at mill]", "[Mira = stranger]")
    story.extract(reader(batch=4))

    assert "lamp held_by stranger" in holds(story, as_of=3)
    assert "lamp held_by Mira" in holds(story)
    assert story.view().entity("stranger").entity.name == "Mira"
    assert story.view(as_of=3).entity("stranger").entity.name == "stranger"


def test_a_fork_inside_a_batch_knows_what_stood_before_the_fork(story):
    tell(story, "[Mira trusts Finn]", "[stranger holds lamp]", "[Finn at mill]", "[Mira = stranger]")
    story.extract(reader(batch=4))

    other = story.fork("no reveal", at=3)

    assert holds(other) == ["Finn located_in mill", "Mira trusts Finn", "lamp held_by stranger"]


def test_after_a_reveal_everything_is_found_at_the_one_that_is_left(story):
    tell(
        story,
        "[stranger holds lamp] [stranger trusts Finn] [Oren fears stranger]",
        "[Mira holds silver key] [stranger says: Finn holds silver key]",
        "[Mira = stranger]",
    )
    story.extract(reader())

    portrait = story.view().entity("Mira")

    assert sorted(said(story.view(), portrait.relations())) == [
        "Mira trusts Finn",
        "Oren fears Mira",
        "lamp held_by Mira",
        "silver key held_by Mira",
    ]
    assert [fact.holder for fact in story.view().facts(holder=portrait.entity.id)] == [portrait.entity.id]


def test_a_reveal_of_two_things_moves_their_holders_along(story):
    tell(
        story,
        "[old key held_by Mira]",
        "[silver key held_by Finn]",
        "[silver key = old key]",
    )
    story.extract(ScriptedReader(kinds={**KINDS, "old key": "item"}))

    view = story.view()

    assert holds(story) == ["silver key held_by Finn"]
    assert said(view, view.about(view.entity("Mira").entity.id)) == ["silver key held_by Mira"]


def test_p001_the_state_after_a_swipe_equals_the_state_before_it(story):
    tell(story, "I give Mira the key. [Mira trusts Finn +500]")
    story.extract(reader())
    before = story.view()
    tell(story, "Mira pockets it. [Mira holds silver key] [Mira trusts Finn +900]")
    story.extract(reader())
    assert "silver key held_by Mira" in holds(story)

    story.swipe("Mira refuses. [Mira mood: cold]")

    assert (contents(story.view()), story.view().digest) == (contents(before), before.digest)
    story.extract(reader())
    assert holds(story) == ["Mira mood cold", "Mira trusts Finn"]
    assert story.view().facts()[0].strength == 500


def test_p003_a_swipe_does_not_see_the_reply_it_replaces(story):
    tell(story, "I give Mira the key. [Finn trusts Mira]")
    story.extract(reader())
    request = messages(story)
    cue = "What does Mira do with the key?"
    recalled, context = story.recall(cue), story.context(cue, 400)
    tell(story, "Mira pockets the key. [Mira holds silver key]")
    story.extract(reader())

    followed = story.follow(request)

    assert story.recall(cue, as_of=followed.head) == recalled
    assert story.context(cue, 400, as_of=followed.head) == context
    assert "pockets" not in context.text


def test_swiping_back_costs_nothing(story):
    tell(story, "[Mira trusts Finn]", "[Mira holds silver key]")
    story.extract(reader())
    first, view = messages(story), contents(story.view())
    story.swipe("[Finn holds silver key]")
    story.extract(reader())
    turns = len(story.store.snapshot("moonlit").turns)

    followed = story.follow(first)
    again = reader()
    story.extract(again)

    assert (followed.written, again.seen) == ((), [])
    assert contents(story.view()) == view
    assert len(story.store.snapshot("moonlit").turns) == turns


def test_p009_a_writer_with_a_stale_base_is_refused_and_nothing_changes(story):
    base = tell(story, "[Mira trusts Finn]")[0]
    late = opened(story.store)
    tell(story, "Somebody else was faster.")
    before = story.store.snapshot("moonlit")

    with pytest.raises(HeadMovedError):
        late.tell("A reply to what is no longer the end.", after=base)

    assert story.store.snapshot("moonlit") == before


def test_p013_a_truncated_window_loses_nothing(story):
    long_line(story, 60)
    story.extract(reader())
    before = holds(story)
    window = messages(story, start=51)

    assert story.follow(window).happened == "same"
    followed = story.follow([*window, Message("[Mira holds lamp]")])

    assert (followed.happened, len(followed.written), followed.removed) == ("append", 1, ())
    assert len(story.turns()) == 61
    story.extract(reader())
    assert holds(story) == sorted([*before, "lamp held_by Mira"])


def test_b11_chats_and_branches_are_isolated_by_themselves(story):
    tell(story, "[Mira holds silver key]")
    story.extract(reader())
    chat = opened(story.store, "another chat")
    tell(chat, "[Finn holds silver key]")
    chat.extract(reader())
    branch = story.fork("branch")
    tell(branch, "[Oren holds silver key]")
    branch.extract(reader())

    assert holds(story) == ["silver key held_by Mira"]
    assert holds(chat) == ["silver key held_by Finn"]
    assert holds(branch) == ["silver key held_by Oren"]
    assert holds(opened(story.store)) == ["silver key held_by Mira"], "a new chat window starts on main"


def test_a_fork_from_an_empty_story_leaves_the_first_branch_usable(story):
    other = story.fork("other")
    tell(other, "[Mira holds silver key]")

    tell(story, "[Finn at mill]")

    assert [turn.text for turn in story.turns()] == ["[Finn at mill]"]


# What was told twice, and who is who.


def test_a_repeated_fact_outlives_its_first_telling(story):
    tell(story, "[Mira holds silver key]", "Rain.", "Still: [Mira holds silver key]")
    story.extract(reader())
    assert [piece.number for piece in story.view().facts()[0].evidence] == [1, 3]

    story.delete(1)
    again = reader()
    story.extract(again)

    assert again.seen == []
    assert holds(story) == ["silver key held_by Mira"]
    assert [piece.number for piece in story.view().facts()[0].evidence] == [2]


def test_two_namesakes_on_two_branches_are_two_people(story):
    tell(story, "[new: Tom] [Tom at mill]")
    one, two = story.fork("one"), story.fork("two")
    tell(one, "A boy comes in: [another: Tom]")
    tell(two, "An old man comes in: [another: Tom]")
    one.extract(reader(wide=True))
    two.extract(reader(wide=True))

    ids = [{entity.id for entity in branch.view().bearers("Tom")} for branch in (one, two)]

    assert ids[0] & ids[1] == {"npc-tom"}
    assert len(ids[0] | ids[1]) == 3


def test_chinese_names_that_sound_alike_stay_two(story):
    tell(story, "[林瑶 holds 银钥匙]", "[林遥 mood: 冷淡]")
    story.extract(reader())

    view = story.view()

    assert [entity.name for entity in view.entities("character")] == ["林瑶", "林遥"]
    assert holds(story) == sorted(["林遥 mood 冷淡", "银钥匙 held_by 林瑶"])


def test_p03_a_body_with_two_owners_is_one_item_with_a_uuid(story):
    tell(story, "[Mira holds silver key]", "[Finn holds silver key]")
    story.extract(reader())
    other = opened(story.store, "elsewhere")
    tell(other, "[Oren holds silver key]")
    other.extract(reader())

    key = story.view().entity("silver key").entity

    assert len(story.view().entities("item")) == 1
    assert key.uuid == other.view().entity("silver key").entity.uuid
    assert len({entity.uuid for entity in story.view().entities()}) == 3
    assert len({fact.id for fact in story.view().told()}) == 2


# What people say, and what is so.


def test_a_lie_never_closes_what_the_narrator_told(story):
    tell(
        story,
        "[Mira holds silver key]",
        "[Mira says: lie: Finn holds silver key] [lie: Oren holds silver key]",
    )
    story.extract(reader())

    view = story.view()
    mira = view.entity("Mira").entity.id

    assert holds(story) == ["silver key held_by Mira"]
    lies = view.facts(holder=mira, modality=Modality.LIED)
    assert said(view, lies) == ["silver key held_by Finn"]


def test_dreams_plans_and_rumours_are_no_canon(story):
    tell(
        story,
        "[dream: Mira holds lamp] [plan: Mira at harbour] [rumour: Finn status: dead] [maybe: Finn at mill]",
    )
    story.extract(reader())

    assert holds(story) == []
    assert len(story.view().told()) == 4


def test_ending_what_holds_leaves_dreams_of_it_alone(story):
    tell(story, "[Mira trusts Finn] [dream: Mira trusts Oren]", "[!Mira trusts]")
    story.extract(reader())

    view = story.view()

    assert holds(story) == []
    assert said(view, view.facts(modality=Modality.DREAMED)) == ["Mira trusts Oren"]


def test_ending_what_one_end_has_leaves_the_other_direction_alone(story):
    tell(story, "[Mira parent_of Finn] [Oren parent_of Mira]", "[!Mira parent_of]")
    story.extract(reader())

    assert holds(story) == ["Oren parent_of Mira"]


def test_what_was_told_of_the_past_closes_nothing(story):
    tell(story, "[Mira holds silver key]", "[past: Finn holds silver key]")
    story.extract(reader())

    timeline = story.view().timeline("silver key", "held_by")

    assert holds(story) == ["silver key held_by Mira"]
    assert [fact.standing for fact in timeline] == [Standing.CURRENT, Standing.PAST]


def test_retracting_a_superseder_reopens_what_it_superseded(story):
    tell(story, "[Mira holds silver key]", "[Finn holds silver key]", "[~Finn holds silver key]")
    story.extract(reader())

    assert holds(story) == ["silver key held_by Mira"]
    assert holds(story, as_of=2) == ["silver key held_by Finn"]


@pytest.mark.parametrize("number", range(8))
def test_a_retraction_counts_whatever_the_turns_hashes_are(story, number):
    tell(
        story,
        f"{number}: [Mira holds silver key]",
        f"{number}: [Finn holds silver key]",
        "[~Finn holds silver key]",
    )
    story.extract(reader())

    assert holds(story) == ["silver key held_by Mira"]


def test_p02_a_change_adds_and_forgets_nothing(story):
    tell(
        story,
        "[Mira holds silver key] [Mira mood: calm]",
        "[Finn holds silver key] [Mira mood: cold]",
        "[!Finn holds silver key]",
        "[~Mira mood: cold]",
    )
    story.extract(reader())
    rows = story.store.snapshot("moonlit")
    story.edit(2, "Nothing happens.")
    story.delete(3)
    story.rewind(1)

    after = story.store.snapshot("moonlit")

    assert {turn.id for turn in rows.turns} < {turn.id for turn in after.turns}
    assert {body.id for body in rows.bodies} <= {body.id for body in after.bodies}
    assert set(rows.selections) <= set(after.selections)
    timeline = story.view(as_of=rows.branches["main"]).timeline("silver key", "held_by")
    assert [(fact.opened, fact.closed) for fact in timeline] == [(1, 2), (2, 3)]


# The author's word.


def test_a_lock_makes_later_text_a_proposal(story):
    tell(story, "[Mira holds silver key]")
    story.extract(reader())
    story.author.lock(Termination("silver key", "held_by"))
    tell(story, "[Finn holds silver key]", "[!Mira holds silver key]", "[~Mira holds silver key]")

    story.extract(reader())

    assert holds(story) == ["silver key held_by Mira"]
    assert [proposal.number for proposal in story.view().proposals] == [2, 3, 4]


def test_what_does_not_touch_a_locked_fact_is_no_proposal(story):
    tell(story, "[Mira holds silver key]")
    story.extract(reader())
    story.author.lock(Termination("silver key", "held_by"))
    tell(
        story,
        "[Mira holds silver key]",
        "[!Finn holds silver key] [new: Finn]",
        "[past: Oren holds silver key]",
    )

    story.extract(reader())

    assert story.view().proposals == ()


def test_the_author_may_change_what_is_locked(story):
    tell(story, "[Mira holds silver key] [new: Finn]")
    story.extract(reader())
    story.author.lock(Termination("silver key", "held_by"))

    story.author.correct(Assertion("silver key", "held_by", object="Finn"))

    assert holds(story) == ["silver key held_by Finn"]


def test_a_rejection_survives_a_reading_in_slightly_wider_words(story):
    tell(story, "She laughs. [Mira holds silver key] And goes.")
    story.extract(reader())
    story.author.reject(Retraction("silver key", "held_by", object="Mira"))
    assert holds(story) == []

    story.read_again(1, 1, reader(wide=True))
    assert holds(story) == []

    tell(story, "Look: [silver key held_by Mira]")
    story.extract(reader(wide=True))
    assert holds(story) == ["silver key held_by Mira"], "other words may say it"


def test_merge_and_unmerge_leave_no_trace(story):
    tell(story, "[Mira holds silver key]", "[widow trusts Finn] [widow at mill]", "[Mira at harbour]")
    story.extract(reader())
    before = contents(story.view())
    early = contents(story.view(as_of=2))

    story.author.merge("Mira", "widow")
    merged = holds(story)
    story.author.unmerge("npc-mira", "npc-widow")

    assert merged == ["Mira located_in harbour", "Mira trusts Finn", "silver key held_by Mira"]
    assert contents(story.view()) == before
    assert contents(story.view(as_of=2)) == early


def test_unmerging_takes_a_reveal_apart(story):
    tell(story, "[Mira holds silver key]", "[stranger at mill]", "[Mira = stranger]")
    story.extract(reader())
    before = holds(story, as_of=2)

    story.author.unmerge("npc-mira", "npc-stranger")

    assert holds(story) == before


def test_unmerging_one_of_three_leaves_the_other_two_together(story):
    tell(story, "[Mira holds silver key]", "[widow at mill]", "[stranger holds lamp]")
    story.extract(reader())
    story.author.merge("Mira", "widow")
    story.author.merge("Mira", "stranger")

    story.author.unmerge("npc-widow", "npc-stranger")

    view = story.view()
    assert view.entity("widow").entity.id == "npc-mira"
    assert view.entity("stranger").entity.id == "npc-stranger"


ACTS = {
    "introduce": lambda story: story.introduce("Oren"),
    "claim": lambda story: story.claim("Finn", "trusts", "Mira"),
    "correct": lambda story: story.author.correct(Assertion("silver key", "held_by", object="Finn")),
    "end": lambda story: story.author.end(Termination("silver key", "held_by")),
    "retract": lambda story: story.author.retract(Retraction("silver key", "held_by")),
    "lock": lambda story: story.author.lock(Termination("silver key", "held_by")),
    "pin": lambda story: story.author.pin(Termination("silver key", "held_by")),
    "reject": lambda story: story.author.reject(Retraction("silver key", "held_by")),
    "merge": lambda story: story.author.merge("Mira", "Finn"),
    "separate": lambda story: story.author.separate("Mira", "Finn"),
    "rename": lambda story: story.author.rename("Mira", "Mirabel"),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_every_act_is_undone_and_done_again(story, act):
    tell(story, "[Mira holds silver key]", "[Finn at mill]")
    story.extract(reader())
    before = contents(story.view())
    done = act(story)
    after = contents(story.view())

    undo = story.author.undo(done.id)
    assert contents(story.view()) == before
    story.author.undo(undo.id)
    assert contents(story.view()) == after


def test_undoing_an_unmerge_merges_again(story):
    tell(story, "[Mira holds silver key]", "[Finn at mill]")
    story.extract(reader())
    story.author.merge("Mira", "Finn")
    merged = contents(story.view())
    unmerge = story.author.unmerge("npc-mira", "npc-finn")

    story.author.undo(unmerge.id)

    assert contents(story.view()) == merged


def test_an_act_is_undone_wherever_it_was_carried(story):
    tell(story, "[Mira holds silver key]", "[Finn at mill]", "Rain.")
    story.extract(reader())
    act = story.author.end(Termination("silver key", "held_by"), turn=story.turn(2).id)
    story.edit(1, "Look: [Mira holds silver key]")
    story.extract(reader())
    assert "silver key held_by Mira" not in holds(story)

    story.author.undo(act.id)

    assert "silver key held_by Mira" in holds(story)


def test_renaming_keeps_the_former_name_as_an_alias(story):
    tell(story, "[Mira holds silver key]")
    story.extract(reader())
    story.author.rename("Mira", "Mirabel")
    tell(story, "[Mira at mill]")
    story.extract(reader())

    entity = story.view().entity("Mira").entity

    assert (entity.id, entity.name, entity.aliases) == ("npc-mira", "Mirabel", ("Mira",))
    assert holds(story) == ["Mirabel located_in mill", "silver key held_by Mirabel"]
    assert story.view().entity("Mirabel").entity == entity


def test_a_name_given_before_a_merge_is_still_known_after_it(story):
    tell(story, "[Mira holds silver key]", "[widow at mill]")
    story.extract(reader())
    story.author.rename("widow", "Dame Aldous")

    story.author.merge("Mira", "Dame Aldous")

    assert story.view().entity("Dame Aldous").entity.id == "npc-mira"
    assert story.view().entity("widow").entity.id == "npc-mira"


# Replies that nobody has echoed yet.


def test_a_reply_is_provisional_until_a_request_echoes_it(story):
    tell(story, "I show Mira the key.")
    request = messages(story)
    story.offer("She pales. [Mira holds silver key]", speaker="Mira")
    story.offer("She laughs. [Mira mood: gay]", speaker="Mira")

    assert len(story.turns()) == 1
    assert sorted(one.text[:5] for one in story.candidates()) == ["She l", "She p"]
    story.extract(reader())
    assert holds(story) == []

    chosen = Message("She pales. [Mira holds silver key]", "assistant", "Mira")
    followed = story.follow([*request, chosen, Message("And then?")])
    story.extract(reader())

    assert (followed.happened, len(followed.written)) == ("append", 2)
    assert story.store.candidates("moonlit") == ()
    assert holds(story) == ["silver key held_by Mira"]


def test_a_regenerated_reply_leaves_the_first_one_provisional(story):
    tell(story, "I show Mira the key.")
    request = messages(story)
    story.offer("She pales.")

    assert story.follow(request).happened == "same"
    story.offer("She laughs.")

    assert len(story.candidates()) == 2
    assert len(story.store.snapshot("moonlit").turns) == 1


# Purging.


def test_a_purged_text_that_is_sent_again_brings_nothing_back(story):
    tell(story, "[Mira holds silver key]", "Her secret: [Mira at mill]", "Rain.")
    story.extract(reader())
    story.claim("Mira", "trusts", "Mira", turn=3, fact="She said: Her secret: [Mira at mill]")
    request = messages(story)
    story.purge([2])

    story.follow(request)
    story.follow([request[0], Message("A new line."), *request[1:]])
    story.extract(reader())

    assert holds(story) == ["silver key held_by Mira"]
    rows = b"".join(story.export())
    assert b"secret" not in rows
    assert b"mill" not in rows
    verdict = story.verify()
    assert verdict.damages == ()
    assert len(verdict.purged) == 2
    assert not story.recall("secret mill").hits or all(
        "secret" not in hit.text for hit in story.recall("secret").hits
    )


def test_another_handle_forgets_what_was_purged(story):
    tell(story, "[Mira holds silver key]", "Her secret: [Mira at mill]", "Rain.")
    story.extract(reader())
    other = opened(story.store)
    other.claim("Mira", "mood", value="Her secret: [Mira at mill]", turn=3)
    assert len(holds(other)) == 3

    story.purge([2])

    assert holds(other) == ["silver key held_by Mira"]
    assert other.status(2) is Status.PENDING
    assert other.turn(2).text == ""
    assert other.view() == opened(story.store).view()


def test_an_old_archive_does_not_bring_back_what_was_purged(story):
    tell(story, "[Mira holds silver key]", "Her secret: [Mira at mill]", "Rain.")
    story.extract(reader())
    archive = list(story.export())
    story.purge([2])

    story.restore(archive)

    assert b"mill" not in b"".join(story.export())
    assert holds(story) == ["silver key held_by Mira"]
    assert story.verify().is_sound


def test_a_purge_reaches_a_copy_through_its_archive(story, tmp_path):
    tell(story, "[Mira holds silver key]", "Her secret: [Mira at mill]", "Rain.")
    story.extract(reader())
    archive = list(story.export())
    copy = opened(MemoryStore())
    copy.restore(archive)
    story.purge([2])

    copy.restore(story.export())

    assert b"mill" not in b"".join(copy.export())
    assert copy.verify().is_sound


# Two at once.


def test_when_two_workers_read_one_turn_the_first_success_stands(story):
    tell(story, "[Mira holds silver key]")
    slow, fast = opened(story.store), opened(story.store)
    told_apart = reader(edition="slow", overlooks=frozenset({"Mira holds silver key"}))

    class Overtaken(ScriptedReader):
        def read(self, window, known):
            fast.extract(reader(edition="fast"))
            return super().read(window, known)

    slow.extract(Overtaken(edition="slow", overlooks=told_apart.overlooks))

    assert len(story.store.snapshot("moonlit").bodies) == 2, "both are written"
    assert holds(story) == holds(slow) == ["silver key held_by Mira"]


def test_a_deliberate_re_reading_counts_and_the_old_one_stays(story):
    tell(story, "[Mira holds silver key]")
    story.extract(reader())

    story.read_again(1, 1, reader(overlooks=frozenset({"Mira holds silver key"})))

    assert holds(story) == []
    assert story.status(1) is Status.EMPTY
    assert len(story.store.snapshot("moonlit").bodies) == 2


def test_a_reading_again_with_the_same_reader_is_another_attempt(story):
    tell(story, "[Mira holds silver key]")
    story.extract(reader())

    story.read_again(1, 1, reader())
    story.read_again(1, 1, reader())

    assert sorted(body.attempt for body in story.store.snapshot("moonlit").bodies) == [1, 2, 3]
    assert story.verify().is_sound


# What every store keeps.


def test_n13_ids_ends_and_first_seen_turns_survive_a_restart(tmp_path):
    path = tmp_path / "stories.db"
    first = opened(SqliteStore(path))
    tell(first, "[Mira holds silver key]", "[Finn at mill]", "[Mira trusts Finn]")
    first.extract(reader())
    before = contents(first.view())
    first.close()

    second = opened(SqliteStore(path))

    assert contents(second.view()) == before
    assert [(one.id, one.first_seen, one.last_seen) for one in second.view().entities("character")] == [
        ("npc-mira", 1, 3),
        ("npc-finn", 2, 3),
    ]
    second.close()


def test_n14_two_stores_keep_the_same_story(tmp_path):
    def told(store):
        story = opened(store)
        tell(story, "[Mira holds silver key]", "[林瑶 trusts Mira +300]", "[Finn holds silver key]")
        story.extract(reader(batch=2, look_back=1))
        story.edit(2, "[林瑶 trusts Mira +700]", role="assistant")
        story.author.rename("Mira", "Mirabel")
        story.fork("kinder", at=1).tell("[Oren at mill]")
        story.extract(reader(batch=2, look_back=1))
        rows = b"".join(story.export()), contents(story.view()), story.view().digest
        store.close()
        return rows

    assert told(MemoryStore()) == told(SqliteStore(tmp_path / "stories.db"))
