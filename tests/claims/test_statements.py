"""What a claim may hold, and what it refuses with a reason."""

import dataclasses

import pytest

from fabula.claims import (
    KINDS,
    NARRATOR,
    Assertion,
    EntityClaim,
    Identity,
    Modality,
    Period,
    Retraction,
    Scene,
    Termination,
)
from fabula.errors import InvalidInputError

NAMED = [
    EntityClaim,
    lambda name: EntityClaim("林遥", aliases=("阿遥", name)),
    lambda name: Assertion(name, "holds", object="银钥匙"),
    lambda name: Assertion("林遥", "holds", object=name),
    lambda name: Termination(name, "holds"),
    lambda name: Termination("林遥", "holds", object=name),
    lambda name: Retraction(name, "holds"),
    lambda name: Identity(name, "林遥"),
    lambda name: Identity("林遥", name),
]

WORDED = [
    lambda text: EntityClaim("林遥", kind=text),
    lambda text: EntityClaim("林遥", summary=text),
    lambda text: EntityClaim("林遥", labels=(text,)),
    lambda text: Assertion("林遥", "mood", value=text),
    lambda text: Assertion("林遥", "mood" + text, value="calm"),
    lambda text: Assertion("林遥", "mood", value="calm", holder=text),
    lambda text: Assertion("林遥", "mood", value="calm", fact=text),
    lambda text: Assertion("林遥", "mood", value="calm", audience=("Mira", text)),
    lambda text: Assertion("林遥", "mood", value="calm", period=Period(text)),
    lambda text: Termination("林遥", "mood", value=text),
    lambda text: Termination("林遥", "mood", holder=text),
    lambda text: Termination("林遥", "mood", period=Period(text)),
    lambda text: Retraction("林遥", "mood", value=text),
    lambda text: Retraction("林遥", "mood", holder=text),
    lambda text: Scene(speaker=text),
    lambda text: Scene(place=text),
    lambda text: Scene(present=(text,)),
]


@pytest.mark.parametrize("claim", NAMED)
@pytest.mark.parametrize("name", ["  ", "“”", "**", "a\x00b", "林\ud800", "x" * 121])
def test_a_name_that_nobody_can_bear_is_refused(claim, name):
    with pytest.raises(InvalidInputError):
        claim(name)


@pytest.mark.parametrize("claim", NAMED)
def test_a_name_stays_as_it_was_written(claim):
    name = "  The “Étoile” of 林遥 "
    assert name in repr(claim(name))


@pytest.mark.parametrize("claim", WORDED)
@pytest.mark.parametrize("text", ["a\x00b", "林\udfff"])
def test_text_that_a_store_cannot_keep_is_refused(claim, text):
    with pytest.raises(InvalidInputError):
        claim(text)


def test_a_name_may_be_120_characters_long():
    assert EntityClaim("林" * 120).name == "林" * 120


def test_an_entity_takes_at_most_five_labels():
    assert len(EntityClaim("Mira", labels=tuple("abcde")).labels) == 5
    with pytest.raises(InvalidInputError, match="at most 5 labels"):
        EntityClaim("Mira", labels=tuple("abcdef"))


def test_an_entity_is_a_character_unless_told_otherwise():
    assert EntityClaim("林遥").kind == KINDS[0] == "character"


@pytest.mark.parametrize("ends", [{}, {"object": "key", "value": "silver"}])
def test_an_assertion_has_an_object_or_a_value(ends):
    with pytest.raises(InvalidInputError, match="has an object"):
        Assertion("Mira", "holds", **ends)


@pytest.mark.parametrize("predicate", ["", "_holds", "1st", " holds", "-"])
@pytest.mark.parametrize("kind", [Termination, Retraction])
def test_a_predicate_starts_with_a_letter(kind, predicate):
    with pytest.raises(InvalidInputError, match="starts with a letter"):
        kind("Mira", predicate)


@pytest.mark.parametrize("predicate", ["holds", "持有", "любит"])
def test_a_predicate_may_be_of_any_script(predicate):
    assert Termination("Mira", predicate).predicate == predicate


def test_a_predicate_has_at_most_48_characters():
    assert Retraction("Mira", "x" * 48).predicate == "x" * 48
    with pytest.raises(InvalidInputError, match="at most 48"):
        Retraction("Mira", "x" * 49)


@pytest.mark.parametrize("strength", [-1000, 0, 1000, None])
def test_strength_reaches_from_minus_one_to_one_in_thousandths(strength):
    assert Assertion("Mira", "trusts", object="林遥", strength=strength).strength == strength


@pytest.mark.parametrize("strength", [-1001, 1001, 0.5])
def test_a_strength_out_of_range_is_refused(strength):
    with pytest.raises(InvalidInputError, match="strength"):
        Assertion("Mira", "trusts", object="林遥", strength=strength)


@pytest.mark.parametrize("confidence", [-1, 1001, 0.9])
def test_a_confidence_out_of_range_is_refused(confidence):
    with pytest.raises(InvalidInputError, match="confidence"):
        Assertion("Mira", "trusts", object="林遥", confidence=confidence)


def test_a_fact_is_one_sentence_of_at_most_400_characters():
    assert Assertion("Mira", "mood", value="calm", fact="月" * 400).fact == "月" * 400
    with pytest.raises(InvalidInputError, match="at most 400"):
        Assertion("Mira", "mood", value="calm", fact="月" * 401)


def test_an_assertion_is_the_narrators_and_holds_now_unless_told_otherwise():
    claim = Assertion("Mira", "mood", value="calm")
    assert (claim.holder, claim.modality, claim.past) == (NARRATOR, Modality.ASSERTED, False)


def test_an_unknown_audience_differs_from_nobody():
    unknown, nobody = (Assertion("Mira", "mood", value="calm", audience=who) for who in (None, ()))
    assert unknown != nobody


def test_a_claim_never_changes():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Identity("林遥", "the stranger").name = "Mira"


def test_equal_claims_are_one_in_a_set():
    assert len({Termination("Mira", "holds"), Termination("Mira", "holds")}) == 1


@pytest.mark.parametrize(
    ("text", "least"), [("x" * 7, 8), ("x" * 8, 0), ("Она ушла", 0), ("Ушла", 8), ("她走了。", 0)]
)
def test_a_fact_is_a_sentence_where_letters_spell_sounds(text, least):
    if not least:
        assert Assertion("Mira", "mood", value="calm", fact=text).fact == text
        return
    with pytest.raises(InvalidInputError, match=f"at least {least}"):
        Assertion("Mira", "mood", value="calm", fact=text)


def test_a_summary_has_4_to_400_characters_or_none():
    assert EntityClaim("Mira", summary="Thief").summary == "Thief"
    assert EntityClaim("Mira").summary == ""
    with pytest.raises(InvalidInputError, match="at least 4"):
        EntityClaim("Mira", summary="  a  ")
    with pytest.raises(InvalidInputError, match="at most 400"):
        EntityClaim("林遥", summary="月" * 401)


@pytest.mark.parametrize("kind", [Termination, Retraction])
def test_a_predicate_and_an_attribute_have_no_mark_between_them(kind):
    with pytest.raises(InvalidInputError, match="no '#'"):
        kind("Mira", "held_by#price")
    with pytest.raises(InvalidInputError, match="no '#'"):
        kind("Mira", "held_by", object="key", attribute="a#b")


@pytest.mark.parametrize("ends", [{"object": "key"}, {"value": "5"}, {}])
def test_an_attribute_of_a_relation_needs_both_an_object_and_a_value(ends):
    with pytest.raises(InvalidInputError, match="needs the relation's object"):
        Assertion("Mira", "holds", attribute="price", **ends)


@pytest.mark.parametrize(
    ("period", "moment", "is_before"),
    [
        (Period("", 10, 20), 20, True),
        (Period("", 10, 20), 19, False),
        (Period("", 10), 11, True),
        (Period("", 10), 10, False),
        (Period("long ago"), 10, False),
        (Period("", 10, 20), None, False),
    ],
)
def test_a_period_is_before_a_moment_when_it_is_over_by_then(period, moment, is_before):
    assert period.is_before(moment) is is_before
