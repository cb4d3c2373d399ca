"""Claims to plain JSON and back."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.claims import (
    KINDS,
    Assertion,
    EntityClaim,
    Identity,
    Modality,
    Period,
    Quote,
    Retraction,
    Scene,
    Termination,
    name_key,
)
from fabula.claims.codec import claim_from_json, claim_to_json, quote_to_json
from fabula.errors import InvalidInputError

# Every character that text may hold: neither NUL nor surrogates.
CHARACTERS = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
TEXTS = st.text(CHARACTERS, max_size=40)
WORDS = st.text(CHARACTERS, min_size=1, max_size=40)
NAMES = WORDS.filter(name_key)
PREDICATES = st.sampled_from(["holds", "ally_of", "持有", "любит"])
NUMBERS = st.integers(0, 10_000)

EVIDENCE = st.lists(st.builds(Quote, NUMBERS, NUMBERS, NUMBERS, TEXTS), max_size=3).map(tuple)
PERIODS = st.builds(Period, TEXTS, st.none() | st.integers(-(2**40), 2**40), st.none() | NUMBERS)
LISTS = st.lists(NAMES, max_size=4).map(tuple)
FAR_ENDS = (
    NAMES.map(lambda name: {"object": name})
    | WORDS.map(lambda text: {"value": text})
    | st.tuples(NAMES, WORDS).map(lambda ends: {"object": ends[0], "value": ends[1], "attribute": "price"})
)

SENTENCES = st.just("") | TEXTS.map(lambda text: f"It is so: {text}")


def thousandths(least):
    return st.none() | st.integers(least, 1000)


ASSERTIONS = st.builds(
    lambda ends, subject, predicate, rest: Assertion(subject, predicate, **ends, **rest),
    FAR_ENDS,
    NAMES,
    PREDICATES,
    st.fixed_dictionaries(
        {},
        optional={
            "holder": TEXTS,
            "modality": st.sampled_from(Modality),
            "audience": st.none() | LISTS,
            "strength": thousandths(-1000),
            "confidence": thousandths(0),
            "fact": SENTENCES,
            "period": PERIODS,
            "past": st.booleans(),
            "evidence": EVIDENCE,
            "importance": thousandths(0),
            "contradicts": st.booleans(),
        },
    ),
)
CLAIMS = st.one_of(
    st.builds(EntityClaim, NAMES, st.sampled_from(KINDS), LISTS, SENTENCES, LISTS, st.booleans(), EVIDENCE),
    ASSERTIONS,
    st.builds(Termination, NAMES, PREDICATES, st.just("") | NAMES, TEXTS, TEXTS, PERIODS, EVIDENCE),
    st.builds(Retraction, NAMES, PREDICATES, st.just("") | NAMES, TEXTS, TEXTS, EVIDENCE),
    st.builds(Identity, NAMES, NAMES, EVIDENCE),
    st.builds(Scene, TEXTS, LISTS, TEXTS, st.booleans(), EVIDENCE),
)


@given(CLAIMS)
def test_every_claim_comes_back_from_its_bytes(claim):
    assert claim_from_json(orjson.loads(orjson.dumps(claim_to_json(claim)))) == claim


@pytest.mark.parametrize(
    ("claim", "stored"),
    [
        (EntityClaim("林遥"), {"type": "entity", "name": "林遥"}),
        (
            Assertion("Mira", "holds", object="银钥匙", strength=0),
            {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "银钥匙", "strength": 0},
        ),
        (Termination("Mira", "holds"), {"type": "termination", "subject": "Mira", "predicate": "holds"}),
        (Retraction("Mira", "holds"), {"type": "retraction", "subject": "Mira", "predicate": "holds"}),
        (Identity("林遥", "the stranger"), {"type": "identity", "name": "林遥", "other": "the stranger"}),
        (Scene(), {"type": "scene"}),
    ],
)
def test_what_is_at_its_default_is_left_out(claim, stored):
    assert claim_to_json(claim) == stored


def test_what_came_later_changes_no_old_bytes():
    claim = Assertion("Mira", "holds", object="银钥匙", importance=700, contradicts=True)
    stored = claim_to_json(claim)

    assert (stored.pop("importance"), stored.pop("contradicts")) == (700, True)
    assert stored == claim_to_json(Assertion("Mira", "holds", object="银钥匙"))
    assert claim_from_json(stored) == Assertion("Mira", "holds", object="银钥匙")


def test_quotes_periods_and_modalities_are_plain_values():
    claim = Assertion(
        "Mira",
        "ally_of",
        object="林遥",
        modality=Modality.RUMOURED,
        audience=(),
        period=Period("第三夜", 3),
        evidence=(Quote(1, 4, 6, "盟友"),),
    )
    stored = claim_to_json(claim)
    assert stored["modality"] == "rumoured"
    assert stored["audience"] == []
    assert stored["period"] == ["第三夜", 3, None]
    assert stored["evidence"] == [[1, 4, 6, "盟友"]]


def test_a_quote_is_its_place_and_its_words():
    assert quote_to_json(Quote(2, 0, 2, "月光")) == [2, 0, 2, "月光"]


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"type": "prophecy", "name": "林遥"},
        {"type": ["entity"], "name": "林遥"},
        {"type": "entity"},
        {"type": "entity", "name": "林遥", "colour": "red"},
        {"type": "entity", "name": 7},
        {"type": "entity", "name": "林遥", "aliases": "阿遥"},
        {"type": "entity", "name": "林遥", "evidence": [[0, 1]]},
        {"type": "entity", "name": "林遥", "evidence": [5]},
        {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "key", "modality": "sung"},
        {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "key", "strength": "much"},
        {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "key", "strength": 1001},
        {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "key", "importance": 1001},
        {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "key", "period": 3},
        {"type": "assertion", "subject": "Mira", "predicate": "holds", "object": "key", "period": [3]},
    ],
)
def test_what_is_no_claim_is_refused(stored):
    with pytest.raises(InvalidInputError):
        claim_from_json(stored)
