from fabula.recall.vector_state import Counts, Repaired, state_of


def test_all_is_well_where_every_text_has_a_vector():
    state = state_of("a 8", "a 8", {"turn": Counts(3, 3), "fact": Counts(2, 2)})
    assert (state.status, state.said, state.total) == ("ok", "", Counts(5, 5))


def test_missing_vectors_are_counted_in_words():
    state = state_of("a 8", "a 8", {"turn": Counts(3, 2), "fact": Counts(2, 0)})
    assert state.status == "degraded"
    assert state.said == (
        "3 texts have no vector yet and can be found by names and words alone. Run `fabula vectors STORE --repair`."
    )
    assert "1 text has no" in state_of("a 8", "", {"turn": Counts(1, 0)}).said


def test_another_embedder_than_before_is_said():
    state = state_of("b 8", "a 8", {"turn": Counts(1, 1)})
    assert state.status == "degraded"
    assert "embedded with 'a 8' and is opened with 'b 8'" in state.said


def test_a_story_that_was_never_embedded_has_no_other_embedder():
    assert "embedded with" not in state_of("b 8", "", {"turn": Counts(1, 0)}).said


def test_repairs_add_up():
    assert Repaired(1, 2, 3) + Repaired(10, 20, 30) == Repaired(11, 22, 33)
