from dataclasses import replace

from fabula.claims import Assertion, EntityClaim, Modality, Quote
from fabula.graph.view import View
from fabula.recall.recall import recall
from fabula.recall.scope import Given
from fabula.recall.turns import index_turns
from fabula.recall.vectors import VectorScores
from fabula.testing.told_by_hand import line_of


def told(line, *texts, speakers=(), stamps=()):
    turns = [*line(list(texts))]
    for place, speaker in enumerate(speakers):
        turns[place] = replace(turns[place], speaker=speaker)
    for place, stamp in enumerate(stamps):
        turns[place] = replace(turns[place], sent_at=stamp)
    return View(turns[-1].id, len(turns)), index_turns(turns), turns


def hits(view, index, cue, **given):
    return recall(view, index, cue, given=Given(**given)).hits


def test_who_the_cue_names_as_speaking_counts(line):
    view, index, _ = told(
        line, "I painted a lake.", "Fog.", "I painted a lake!", speakers=("Ann", "Ann", "Bea")
    )
    found = hits(view, index, "What did Bea paint?")
    assert found[0].number == 3
    assert "speaker" in {reason.lane for reason in found[0].reasons}


def test_a_turn_that_asks_stands_below_one_that_tells(line):
    view, index, _ = told(line, "Did you hide the silver key?", *["Fog."] * 40, "I hid the silver key.")
    found = hits(view, index, "silver key hidden")
    assert found[0].number == 42
    assert min(reason.score for hit in found for reason in hit.reasons if reason.lane == "asks") < 0


def test_turns_near_in_meaning_are_found_without_a_word_in_common(line):
    view, index, turns = told(line, "Rain.", "She fears the sea.", "Wind.", "Fog.")
    near = {turn.id: 0.9 if turn.number == 2 else 0.7 for turn in turns}
    found = hits(view, index, "drowning", vectors=VectorScores(turns=near))
    assert (found[0].number, found[0].reasons[0].lane) == (2, "vectors")


def test_a_missing_lane_does_not_hurt_the_others(line):
    view, index, _ = told(line, "Rain.", "The silver key.", "Wind.")
    plain = hits(view, index, "silver key")
    assert hits(view, index, "silver key", vectors=VectorScores()) == plain


def test_missing_vectors_degrade_a_recall_and_no_embedder_does_not(line):
    view, index, _ = told(line, "The silver key.")
    given = Given(vectors=VectorScores(status="degraded"))
    assert recall(view, index, "key", given=given).status == "degraded"
    assert recall(view, index, "key").status == "ok"


def test_the_day_that_a_cue_speaks_of_decides_between_like_turns(line):
    stamps = ("2023-05-01", "2023-05-02", "2023-05-03", "2023-05-20")
    view, index, _ = told(line, "We rang the bell.", "Fog.", "Rang the bell, we!", "Rain.", stamps=stamps)
    found = hits(view, index, "Who rang the bell on May 3?")
    assert found[0].number == 3
    assert "time" in {reason.lane for reason in found[0].reasons}


def test_a_cue_of_nothing_but_a_time_finds_what_was_told_then(line):
    stamps = ("2023-05-01", "2023-05-19", "2023-05-20")
    view, index, _ = told(line, "A bell.", "A key.", "A boat.", stamps=stamps)
    assert hits(view, index, "昨天呢？")[0].number == 2


DISTRACTORS = [f"The silver key, the silver key: {number} songs of it." for number in range(200)]


def test_turns_that_somebody_did_not_hear_take_nobodys_room(tell):
    story = tell(("Rain.", [EntityClaim("Ann")]))
    texts = [*DISTRACTORS, "Somebody saw a key."]
    turns = told_before(texts, present=("Mira",), last=("Ann",))
    given = Given(knower=story.view.resolve("Ann").id)
    found = recall(replace(story.view, number=201), turns, "the silver key", given=given)
    assert [hit.text for hit in found.hits] == ["Somebody saw a key."]


def test_turns_of_other_sessions_take_nobodys_room():
    texts = [*DISTRACTORS, "Somebody saw a key."]
    turns = told_before(texts, meta={"session": 1}, last_meta={"session": 2})
    found = recall(View("t", 201, ""), turns, "the silver key", given=Given(session=2))
    assert [hit.text for hit in found.hits] == ["Somebody saw a key."]


def told_before(texts, *, present=None, last=None, meta=None, last_meta=None):
    """Turns of which the last differs in who was there, or in its session."""
    turns = line_of(texts)
    more = [replace(one, present=present, meta=meta or {}) for one in turns[:-1]]
    return index_turns([*more, replace(turns[-1], present=last, meta=last_meta or {})])


def test_what_somebody_said_is_found_in_their_words_first(line):
    view, turns, _ = told(
        line,
        "Tom said many things about the bridge, and the bridge heard them.",
        "That bridge will not hold.",
        "I like tea.",
        speakers=("Ann", "Tom", "Tom"),
    )
    assert hits(view, turns, "What did Tom say about the bridge?")[0].text == "That bridge will not hold."


def test_what_somebody_said_is_what_they_said_whatever_became_of_it(tell):
    texts = "I have the silver key.", "Now Ann has the silver key."
    story = tell(
        ("Rain.", [EntityClaim("Tom"), EntityClaim("Ann"), EntityClaim("silver key", "item")]),
        *(
            (text, [Assertion("silver key", "held_by", by, evidence=(Quote(0, 0, len(text), text),))])
            for text, by in zip(texts, ("Tom", "Ann"), strict=True)
        ),
    )
    spoken = index_turns([replace(one, speaker="Tom" if one.number == 2 else "Ann") for one in story.turns])
    for cue in ("What did Tom say about the silver key?", "What was there with Tom and the silver key?"):
        found = recall(story.view, spoken, cue)
        (turn,) = [hit for hit in found.hits if hit.kind == "turn" and hit.number == 2]
        assert any(reason.lane == "standing" for reason in turn.reasons) is ("say" not in cue)


def test_a_turn_that_tells_a_dream_is_not_held_back_where_the_cue_asks_for_dreams(tell):
    text = "Mira dreamt that she had the silver key."
    dream = Assertion(
        "silver key",
        "held_by",
        "Mira",
        modality=Modality.DREAMED,
        evidence=(Quote(0, 0, len(text), text),),
    )
    story = tell(("Rain.", [EntityClaim("Mira"), EntityClaim("silver key", "item")]), (text, [dream]))
    found = recall(story.view, story.index, "What did Mira dream of?")
    assert {hit.kind for hit in found.hits} >= {"fact", "turn"}
    assert not any(reason.lane == "standing" for hit in found.hits for reason in hit.reasons)
