from fabula.recall.rank import Lane, best, fused


def scores(lanes):
    return {candidate: ranked.score for candidate, ranked in fused(lanes).items()}


def test_lanes_are_scaled_by_their_best():
    assert scores([Lane("words", 1.0, {1: 8.0, 2: 4.0}), Lane("names", 1.0, {1: 0.5})]) == {1: 1000, 2: 250}


def test_a_lane_that_found_nothing_has_no_say():
    words = Lane("words", 1.0, {1: 8.0, 2: 4.0})
    assert scores([words, Lane("vectors", 3.0, {})]) == scores([words])


def test_a_lane_whose_best_is_far_from_right_speaks_softly():
    assert scores([Lane("words", 1.0, {1: 2.0}, full=8.0)]) == {1: 250}


def test_reasons_add_up_to_the_score():
    lanes = [Lane("words", 1.0, {1: 3.0, 2: 1.0}), Lane("names", 0.7, {1: 1.0, 3: 0.3})]
    for ranked in fused(lanes).values():
        assert sum(part for _, part in ranked.parts) == ranked.score


def test_nothing_heard_ranks_nothing():
    assert fused([Lane("words", 1.0, {})]) == {}


def test_only_so_many_of_the_best_are_given():
    lanes = [Lane("words", 1.0, {1: 3.0, 2: 1.0, 3: 2.0})]
    assert fused(lanes, most=2) == {place: fused(lanes)[place] for place in (1, 3)}


def test_of_equal_scores_the_earlier_places_are_best():
    assert best({5: 1.0, 3: 1.0, 4: 2.0}, most=2) == {4: 2.0, 3: 1.0}


def test_a_lane_that_finds_everything_equally_worthless_has_no_say():
    quiet = Lane("words", 1.0, {0: 0.0, 1: 0.0})
    assert fused([quiet]) == {}
    assert fused([quiet, Lane("names", 1.0, {1: 0.5})])[1].score == 1000
