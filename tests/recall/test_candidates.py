from fabula.recall.candidates import Candidate, in_order, without_copies


def turn(name, score=100):
    return Candidate("turn", name, 0, score, ())


def test_ties_fall_to_facts_and_then_to_the_lower_id():
    fact = Candidate("fact", "z", 0, 100, ())
    assert in_order([turn("b"), turn("a"), fact, turn("c", 200)]) == [
        turn("c", 200),
        fact,
        turn("a"),
        turn("b"),
    ]


def test_a_copy_of_a_better_turn_is_left_out():
    texts = ["The old bell rang once.", "the old BELL rang once.", "Rain."]
    kept, copies = without_copies([turn("a"), turn("b"), turn("c")], texts)
    assert ([one.id for one in kept], [one.id for one in copies]) == (["a", "c"], ["b"])


def test_turns_that_differ_in_a_word_of_a_few_are_no_copies():
    kept, _ = without_copies([turn("a"), turn("b")], ["Mira has the key.", "Tom has the key."])
    assert len(kept) == 2


def test_facts_are_never_copies_of_each_other():
    facts = [Candidate("fact", name, 0, 100, ()) for name in "ab"]
    assert without_copies(facts, ["The same words here."] * 2) == (facts, [])
