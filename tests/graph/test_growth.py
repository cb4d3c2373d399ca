"""What was told since: found from the turns that tell it, and never less than it is."""

import fabula
from fabula.graph.growth import told_since
from fabula.testing.scripted_reader import ScriptedReader


def told(*texts):
    story = fabula.open(":memory:", story="growth")
    for text in texts:
        story.tell(text)
    story.extract(ScriptedReader())
    return story


def since(story, before, after=None):
    found = told_since(
        story.view(after), before if isinstance(before, type(story.view())) else story.view(before)
    )
    return None if found is None else [(one.subject, one.predicate, one.object or one.value) for one in found]


def test_what_a_turn_tells_is_new_and_nothing_else():
    story = told("[Mira trusts Finn]", "[Finn mood: calm]")
    assert since(story, 1) == [("npc-finn", "mood", "calm")]


def test_what_a_turn_supersedes_or_ends_may_stand_differently():
    story = told(
        "[Mira mood: calm] [Finn mood: calm] [Mira trusts Finn]", "[Mira mood: cross] [!Mira trusts Finn]"
    )
    assert since(story, 1) == [
        ("npc-mira", "mood", "calm"),
        ("npc-mira", "trusts", "npc-finn"),
        ("npc-mira", "mood", "cross"),
    ]


def test_nothing_was_told_since_the_same_view_and_everything_since_before_the_first_turn():
    story = told("[Mira mood: calm]", "Rain.")
    assert since(story, 2) == since(story, 1) == []
    assert since(story, 0) == [("npc-mira", "mood", "calm")]


def test_another_branch_is_no_earlier_view():
    story = told("[Mira mood: calm]", "[Finn mood: calm]")
    other = story.fork("elsewhere", 1)
    other.tell("[Finn mood: cross]")
    other.extract(ScriptedReader())
    assert told_since(other.view(), story.view()) is None
    assert told_since(story.view(1), story.view()) is None


def test_an_end_of_a_relation_may_end_its_attributes_too():
    story = told("[new: key (item)] [key held_by Mira]")
    story.claim("key", "held_by", "Mira", attribute="price", value="9")
    before = story.view()
    story.tell("[!key held_by Mira]")
    story.extract(ScriptedReader())
    changed = {one.predicate: one.is_current for one in told_since(story.view(), before)}
    assert changed == {"held_by": False, "held_by#price": False}


def test_where_two_turn_out_to_be_one_all_has_to_be_gone_through():
    story = told("[Mira trusts Finn] [stranger mood: calm]", "[Mira = stranger]")
    assert since(story, 1) is None


def test_where_something_never_was_true_all_has_to_be_gone_through():
    story = told("[Mira trusts Finn]", "[~Mira trusts Finn]")
    assert since(story, 1) is None


def test_under_other_rules_all_has_to_be_gone_through():
    story = told("[Mira trusts Finn]")
    before = story.view()
    story.author.rename("Finn", "Finnegan")
    assert told_since(story.view(), before) is None


def test_a_turn_that_was_read_anew_is_another_turn():
    story = told("[Mira trusts Finn]", "[Finn mood: calm]")
    before = story.view()
    story.read_again(1, 1, ScriptedReader(edition="other"))
    assert told_since(story.view(), before) is None
