"""What goes along when the same words stand again under new ancestors."""

from fabula.ledger.carry import CARRIED, carried_acts, carried_bindings, fits, paired, shared, with_orphans
from fabula.ledger.ids import body_id
from fabula.ledger.records import Binding, Body, CarriedAct, Message, Selection
from fabula.ledger.tree import chain_after


def line(texts):
    return tuple(turn.stem for turn in chain_after(None, [Message(text) for text in texts.split()]))


def body(stems, place, back=0, ahead=0):
    read = [(stem.speaker, stem.key) for stem in stems[place - back : place + ahead + 1]]
    return Body(body_id(read, back, "scripted/1", 1), "scripted/1", back, ahead)


def places(pairs):
    return [(old.number, new.number) for old, new in pairs]


def test_a_body_fits_where_its_window_stands():
    old, new = line("a b c d"), line("x b c d")

    assert fits(body(old, 2, back=1, ahead=1), new, 2)


def test_a_body_does_not_fit_where_its_window_differs():
    old, new = line("a b c d"), line("x b c d")

    assert not fits(body(old, 2, back=2), new, 2)
    assert not fits(body(old, 0, ahead=1), new, 0)


def test_a_body_does_not_fit_beyond_the_ends_of_a_line():
    stems = line("a b c")

    assert not fits(body(stems, 1, back=1), stems, 0)
    assert not fits(body(stems, 1, ahead=1), stems, 2)


def test_lines_share_their_first_turns():
    assert [shared(line("a b c"), line(texts)) for texts in ("a b c d", "a b", "a x c", "x b c", "")] == [
        3,
        2,
        1,
        0,
        0,
    ]


def test_the_same_words_stand_for_each_other():
    assert places(paired(line("a b c d"), line("a c d"))) == [(1, 1), (3, 2), (4, 3)]
    assert places(paired(line("a c d"), line("a b c d"))) == [(1, 1), (2, 3), (3, 4)]


def test_one_for_one_between_two_that_stand_is_an_edit():
    assert places(paired(line("a b c"), line("a x c"))) == [(1, 1), (2, 2), (3, 3)]


def test_at_the_end_nothing_says_what_is_whose_edit():
    assert places(paired(line("a b c"), line("a b x"))) == [(1, 1), (2, 2)]


def test_selected_bodies_are_bound_and_selected_again():
    old, new = line("a b c"), line("x b c")
    one, other = body(old, 1), body(old, 2, back=2)
    selected = {old[1].id: {"reader": one.id}, old[2].id: {"reader": other.id}}
    pairs = paired(old, new)

    found = carried_bindings(pairs, new, selected, {one.id: one, other.id: other})

    assert found == ((Binding(new[1].id, one.id, CARRIED),), (Selection(new[1].id, one.id),))


def test_a_turn_that_stayed_itself_needs_nothing():
    stems = line("a b")
    one = body(stems, 1)

    assert carried_bindings(
        [(stems[1], stems[1])], stems, {stems[1].id: {"reader": one.id}}, {one.id: one}
    ) == (
        (),
        (),
    )


def test_acts_go_along_with_their_turn():
    old, new = line("a b c"), line("x b c")

    assert carried_acts(paired(old, new), {old[1].id: ["act"]}) == (CarriedAct("act", new[1].id),)


def test_acts_of_a_turn_that_was_taken_out_go_to_the_next():
    old, new = line("a b c d"), line("a d")

    assert places(with_orphans(paired(old, new), old)) == [(1, 1), (2, 2), (3, 2), (4, 2)]


def test_acts_at_an_end_that_is_gone_have_nowhere_to_go():
    old, new = line("a b c"), line("a b")

    assert places(with_orphans(paired(old, new), old)) == [(1, 1), (2, 2)]
