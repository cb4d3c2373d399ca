import pytest

from fabula.claims import Assertion, EntityClaim, Identity, Quote, Termination
from fabula.context.changes import changes_of, since_then, standing
from fabula.context.frame import Frame
from fabula.context.stable import stable_items
from fabula.context.wording import ENGLISH

TEXT = "It was said."
QUOTE = (Quote(0, 0, len(TEXT), TEXT),)


def said(subject, predicate, far="", **more):
    return Assertion(subject, predicate, far, evidence=QUOTE, **more)


OPENING = [
    EntityClaim("Mira"),
    EntityClaim("Tom"),
    EntityClaim("key", "item"),
    said("key", "held_by", "Mira"),
    said("Mira", "ally_of", "Tom"),
    EntityClaim("No magic", "rule", summary="Magic costs blood."),
]


def changed(tell, *later):
    """What is said to have changed since the first turn, and what of it still stands."""
    before, now = tell((TEXT, OPENING)), tell((TEXT, OPENING), *((TEXT, claims) for claims in later))
    told = stable_items(before.view, ENGLISH)
    changes = changes_of(told, now.view, ENGLISH)
    since = since_then(told, now.view, ENGLISH)
    return {item.line: item.section for item in (*changes, *since)}, standing(told, now.view, ENGLISH), told


def test_what_still_holds_is_no_change(tell):
    lines, kept, told = changed(tell, [EntityClaim("Ann")])
    assert (lines, kept) == ({}, told)


def test_what_was_superseded_is_set_right_with_what_holds_now(tell):
    lines, kept, told = changed(tell, [said("key", "held_by", "Tom")])
    assert lines == {"- no longer: key is held by Mira": "changed", "- key is held by Tom": "changed"}
    assert {item.line for item in told} - {item.line for item in kept} == {"- key is held by Mira"}


def test_what_ended_is_told_to_hold_no_longer(tell):
    lines, _, _ = changed(tell, [Termination("Mira", "ally_of", "Tom", evidence=QUOTE)])
    assert lines == {"- no longer: Mira and Tom are allies": "changed"}


def test_another_relation_of_the_same_group_takes_its_place(tell):
    lines, _, _ = changed(tell, [said("Mira", "enemy_of", "Tom")])
    assert set(lines) == {"- no longer: Mira and Tom are allies", "- Mira and Tom are enemies"}


def test_another_strength_with_the_same_words_is_no_change(tell):
    lines, _, _ = changed(tell, [said("Mira", "ally_of", "Tom", strength=900)])
    assert lines == {}


def test_another_sentence_for_the_same_is_told_and_nothing_is_taken_back(tell):
    lines, _, _ = changed(tell, [said("Mira", "ally_of", "Tom", fact="Mira would die for Tom.")])
    assert lines == {"- Mira would die for Tom.": "changed"}


def test_another_name_for_the_same_is_not_taken_back(tell):
    lines, _, _ = changed(
        tell, [EntityClaim("the Grey Fox")], [Identity("the Grey Fox", "Mira", evidence=QUOTE)]
    )
    assert not any("no longer" in line for line in lines)


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        (
            [EntityClaim("No magic", "rule", summary="Magic is free.")],
            {"- No magic: Magic is free.": "rules"},
        ),
        (
            [said("No magic", "status", value="closed")],
            {"- no longer: No magic: Magic costs blood.": "changed"},
        ),
        ([EntityClaim("The heir", "thread")], {"- The heir": "threads"}),
    ],
)
def test_rules_and_threads_are_told_as_they_are_now(tell, later, expected):
    assert changed(tell, later)[0] == expected


def test_what_a_point_of_view_does_not_know_replaces_nothing_aloud(tell):
    before, now = tell((TEXT, OPENING)), tell((TEXT, OPENING), (TEXT, [said("key", "held_by", "Tom")]))
    changes = changes_of(stable_items(before.view, ENGLISH), now.view, ENGLISH, known=frozenset())
    assert "- key is held by Tom" not in {item.line for item in changes}


def test_what_changed_behind_somebodys_back_is_no_change_for_them(tell):
    there = {"audience": ("Mira", "Ann")}
    opening = [EntityClaim("Mira"), EntityClaim("Tom"), EntityClaim("Ann"), EntityClaim("key", "item")]
    opening.append(said("key", "held_by", "Mira", **there))
    before = tell((TEXT, opening))
    now = tell((TEXT, opening), (TEXT, [said("key", "held_by", "Tom", audience=("Tom",))]))
    told, after = (Frame(pov="Ann").known(one.view, one.index) for one in (before, now))
    lines = stable_items(before.view, ENGLISH, told)
    assert [item.line for item in lines] == ["- key is held by Mira"]
    assert changes_of(lines, now.view, ENGLISH, after) == ()
    assert standing(lines, now.view, ENGLISH, after) == lines
    assert changes_of(lines, now.view, ENGLISH) != ()
