from dataclasses import replace

from fabula.graph.view import View
from fabula.recall.recall import recall
from fabula.recall.scope import Given
from fabula.recall.turns import index_turns
from fabula.recall.vectors import VectorScores


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
