from hypothesis import given
from hypothesis import strategies as st

from fabula.recall.vectors import nearest, standardised, with_neighbours

COSINES = st.dictionaries(st.integers(0, 50), st.floats(0.5, 1.0), max_size=30)


def test_deviations_do_not_depend_on_the_band_that_a_model_keeps_to():
    wide = standardised({0: 0.1, 1: 0.5, 2: 0.9})
    narrow = standardised({0: 0.81, 1: 0.85, 2: 0.89})
    assert all(abs(wide[place] - narrow[place]) <= 1 for place in wide)


def test_texts_that_are_all_as_near_say_nothing():
    assert standardised({0: 0.8, 1: 0.8}) == {}
    assert standardised({}) == {}


def test_only_what_is_nearer_than_the_average_is_near():
    assert nearest(standardised({0: 0.7, 1: 0.8, 2: 0.9})).keys() == {2}


def test_of_equally_near_ones_the_earlier_is_kept():
    assert nearest({5: 1000, 3: 1000, 4: 2000}, most=2) == {4: 2.0, 3: 1.0}


def test_a_turn_beside_a_near_one_is_nearer_for_it():
    near = with_neighbours({0: 100, 1: 3000, 2: 100, 3: 100})
    assert near[2] > near[0] > near[3]


@given(COSINES)
def test_the_order_of_what_is_handed_in_changes_nothing(cosines):
    turned = dict(reversed(list(cosines.items())))
    assert nearest(standardised(turned)) == nearest(standardised(cosines))
