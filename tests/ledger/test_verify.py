"""Every kind of damage has a name."""

from dataclasses import replace

import pytest

from fabula.ledger.ids import act_id, text_key
from fabula.ledger.records import Act, CarriedAct, HeadMove, Message, StoryRow, Tag
from fabula.ledger.verify import verify
from fabula.stores.memory import MemoryStore
from fabula.story import Story
from fabula.testing import ledger_rows as rows
from fabula.testing.scripted_reader import ScriptedReader

ELSEWHERE = "e" * 32


@pytest.fixture
def story():
    store = MemoryStore()
    store.create(StoryRow("moonlit", rows.CREATED))
    story = Story(store, "moonlit", clock=lambda: rows.CREATED)
    for text in ("[Mira holds key]", "[as before]", "[Finn at mill]", "[Mira trusts Finn]"):
        story.tell(text, speaker="Narrator")
    story.extract(ScriptedReader(batch=2, look_back=1))
    story.claim("Mira", "mood", value="calm", turn=2)
    story.author.rename("Finn", "Finnegan")
    story.branches.tag("start", story.turn(1).id)
    story.offer("A reply.")
    return story


@pytest.fixture
def kept(story):
    return story.store.snapshot("moonlit")


def changed(records, place, **fields):
    return (*records[:place], replace(records[place], **fields), *records[place + 1 :])


def names(snapshot):
    return {(damage.kind, damage.what) for damage in verify(snapshot).damages}


def only(snapshot):
    """The one thing that is wrong."""
    damages = verify(snapshot).damages
    assert len(damages) == 1, [str(damage) for damage in damages]
    return f"{damages[0].kind}: {damages[0].what}"


def test_a_sound_story_is_sound(kept):
    verdict = verify(kept)

    assert verdict.is_sound
    assert (verdict.turns, verdict.bodies, verdict.acts, verdict.purged) == (4, 4, 2, ())


def test_a_purged_story_is_sound_and_says_what_was_purged(story):
    purged = story.turn(2).id
    story.purge([2])

    verdict = story.verify()

    assert verdict.is_sound
    assert verdict.purged == (purged,)


def test_another_text_is_named(kept):
    told = changed(kept.turns, 3, text="[Mira trusts  Finn]")

    assert ("turn", "its text is not the one that was told") in names(replace(kept, turns=told))


def test_another_text_with_its_key_is_named(kept):
    told = changed(kept.turns, 3, text="Gone.", key=text_key("Gone."))

    assert ("turn", "its parent or speaker is not the one that was told") in names(replace(kept, turns=told))


def test_another_speaker_is_named(kept):
    told = changed(kept.turns, 3, speaker="Finn")

    assert ("turn", "its parent or speaker is not the one that was told") in names(replace(kept, turns=told))


def test_a_missing_parent_is_named(kept):
    found = names(replace(kept, turns=kept.turns[1:]))

    assert ("turn", f"its parent {kept.turns[0].id[:12]} is missing") in found


def test_a_wrong_number_is_named(kept):
    assert "its number 9 does not follow" in only(replace(kept, turns=changed(kept.turns, 3, number=9)))


def test_words_that_were_purged_and_are_there_are_named(story, kept):
    story.purge([2])
    purged = story.store.snapshot("moonlit")

    assert ("turn", "it was purged, and its words are still there") in names(
        replace(purged, turns=kept.turns)
    )


def test_words_that_are_gone_and_nobody_purged_are_named(kept):
    told = changed(kept.turns, 3, text="", speaker="", purged=True)

    assert ("turn", "it has no words, and nobody purged it") in names(replace(kept, turns=told))


def test_a_missing_body_is_named(kept):
    assert ("binding", "its extraction body is missing") in names(replace(kept, bodies=kept.bodies[1:]))


def test_a_binding_to_a_missing_turn_is_named(kept):
    found = names(replace(kept, bindings=changed(kept.bindings, 0, turn=ELSEWHERE)))

    assert ("binding", f"it speaks of turn {ELSEWHERE[:12]}, which is missing") in found


def test_a_body_on_a_turn_that_it_did_not_read_is_named(kept):
    place = next(at for at, one in enumerate(kept.bindings) if one.turn == kept.turns[1].id)
    found = names(replace(kept, bindings=changed(kept.bindings, place, turn=kept.turns[2].id)))

    assert ("body", "it did not read what stands at turn 3") in found


def test_a_body_whose_batch_does_not_go_on_as_it_read_is_named(kept):
    first = next(body for body in kept.bodies if body.ahead)
    place = kept.bodies.index(first)

    found = names(replace(kept, bodies=changed(kept.bodies, place, ahead=2)))

    assert any(kind == "body" and "did not read" in what for kind, what in found)


def test_a_quote_that_is_not_in_its_turn_is_named(kept):
    place = next(at for at, body in enumerate(kept.bodies) if body.claims)
    claim = kept.bodies[place].claims[0]
    wrong = replace(claim, evidence=(replace(claim.evidence[0], text="[Oren"),))
    found = names(replace(kept, bodies=changed(kept.bodies, place, claims=(wrong,))))

    assert any(what.startswith("its quote '[Oren' is not in turn") for _, what in found)


def test_a_selection_that_is_not_bound_is_named(kept):
    found = only(replace(kept, selections=changed(kept.selections, 0, body="nobody")))

    assert found.startswith("selection: it is not bound to turn")


def test_a_changed_act_is_named(kept):
    found = names(replace(kept, acts=changed(kept.acts, 1, payload={"entity": "npc-finn", "name": "Fay"})))

    assert found == {("act", "it is not what the author did")}


def test_a_missing_act_is_named(kept):
    found = names(replace(kept, acts=kept.acts[1:]))

    assert ("act", "act 1 of the story log is missing") in found


def test_an_act_from_a_missing_turn_is_named(kept):
    act = Act(3, act_id(kept.acts[-1].id, "end", "turn", ELSEWHERE, {}), "end", "turn", ELSEWHERE, {})

    assert "which is missing" in only(replace(kept, acts=(*kept.acts, act)))


@pytest.mark.parametrize("act", [True, False])
def test_an_act_carried_to_or_from_nowhere_is_named(kept, act):
    lost = CarriedAct(kept.acts[0].id, ELSEWHERE) if act else CarriedAct("nobody", kept.turns[0].id)

    assert only(replace(kept, carried=(lost,))).startswith("carried act:")


def test_a_branch_that_points_nowhere_is_named(kept):
    found = names(replace(kept, branches={"main": ELSEWHERE}))

    assert ("branch", f"its head {ELSEWHERE[:12]} is missing") in found
    assert ("head log", "its last move does not end at the head") in found


def test_a_tag_that_points_nowhere_is_named(kept):
    assert only(replace(kept, tags=(Tag("start", ELSEWHERE),))).startswith("tag: its turn")


def test_a_gap_in_the_log_of_heads_is_named(kept):
    moves = (*kept.moves[:1], *kept.moves[2:])

    assert names(replace(kept, moves=moves)) == {
        ("head log", "a move does not start where the one before it ended")
    }


def test_a_branch_that_no_move_made_is_named(kept):
    branches = {**kept.branches, "other": kept.turns[0].id}

    assert only(replace(kept, branches=branches)) == "head log: its last move does not end at the head"


def test_a_damage_reads_as_a_line(kept):
    damages = verify(
        replace(kept, moves=(*kept.moves, HeadMove("x", None, None)), branches={"x": ELSEWHERE})
    ).damages

    assert str(damages[0]) == "branch x: its head eeeeeeeeeeee is missing"


def test_messages_of_one_normal_form_are_one_turn(story):
    turn = story.turn(1)
    story.fork("other", at=1)

    assert story.follow([Message(f"  {turn.text}\r\n", "user", "Narrator")]).happened in ("rewind", "same")
    assert story.verify().is_sound


def test_readings_that_nobody_selected_are_named(kept):
    damages = verify(replace(kept, selections=())).damages
    assert {damage.kind for damage in damages} == {"binding"}
    assert all("no reading of it counts" in damage.what for damage in damages)


def test_a_branch_that_went_without_an_end_is_named(kept):
    assert only(replace(kept, branches={})) == "branch: it was never ended, and it is gone"
