"""Records to plain JSON and back."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.claims import Assertion, EntityClaim, Quote, Scene
from fabula.errors import InvalidInputError
from fabula.ledger.codec import body_from_json, body_to_json, turn_extra, turn_from_parts
from fabula.ledger.ids import ROOT, text_key, turn_id
from fabula.ledger.records import Body, Refusal, Status, Turn

TEXTS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=30)
NUMBERS = st.integers(0, 1_000_000)
CLAIM_LISTS = st.lists(
    st.sampled_from(
        [
            EntityClaim("林遥", aliases=("阿遥",), evidence=(Quote(0, 0, 2, "林遥"),)),
            Assertion("林遥", "holds", object="银钥匙", strength=-250, evidence=(Quote(1, 3, 6, "银钥匙"),)),
            Scene(present=("Mira", "林遥"), starts=True),
        ]
    ),
    max_size=3,
).map(tuple)
BODIES = st.builds(
    Body,
    id=TEXTS,
    extractor=TEXTS,
    back=NUMBERS,
    ahead=NUMBERS,
    attempt=st.integers(1, 9),
    status=st.sampled_from(Status),
    claims=CLAIM_LISTS,
    refused=st.lists(st.builds(Refusal, TEXTS, TEXTS), max_size=2).map(tuple),
    usage=st.dictionaries(TEXTS, NUMBERS, max_size=3),
    known=TEXTS,
)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)


def columns(turn: Turn) -> dict[str, object]:
    return {
        "id": turn.id,
        "parent": turn.parent,
        "number": turn.number,
        "role": turn.role,
        "speaker": turn.speaker,
        "text": turn.text,
        "key": turn.key,
    }


def turn_with(**extra) -> Turn:
    text = "「月光。」"
    return Turn(turn_id(ROOT, "林遥", text), ROOT, 1, "assistant", "林遥", text, text_key(text), **extra)


@given(BODIES)
def test_every_body_comes_back_from_its_bytes(body):
    assert body_from_json(body.id, orjson.loads(orjson.dumps(body_to_json(body)))) == body


@given(
    st.none() | st.lists(TEXTS, max_size=3).map(tuple),
    TEXTS,
    st.dictionaries(TEXTS, JSON, max_size=3),
)
def test_every_turn_comes_back_from_its_columns_and_extra(present, sent_at, meta):
    turn = turn_with(present=present, sent_at=sent_at, meta=meta)
    extra = orjson.loads(orjson.dumps(turn_extra(turn)))
    assert turn_from_parts(columns(turn), extra) == turn


def test_a_plain_turn_carries_nothing_extra():
    assert turn_extra(turn_with()) == {}


def test_an_empty_stage_is_not_an_unknown_one():
    assert turn_extra(turn_with(present=())) == {"present": []}
    assert turn_from_parts(columns(turn_with()), {"present": []}).present == ()
    assert turn_from_parts(columns(turn_with()), {}).present is None


def test_a_body_leaves_out_its_id_and_what_is_at_its_default():
    assert body_to_json(Body("b" * 32, "rules/1", status=Status.EMPTY)) == {
        "extractor": "rules/1",
        "status": "empty",
    }


def test_a_body_keeps_refused_items_with_their_reasons():
    body = Body("b" * 32, "rules/1", refused=(Refusal("龙", "No text read names it."),))
    assert body_to_json(body)["refused"] == [["龙", "No text read names it."]]


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"extractor": "rules/1"},
        {"extractor": "rules/1", "status": "splendid"},
        {"extractor": "rules/1", "status": "ok", "back": "far"},
        {"extractor": "rules/1", "status": "ok", "refused": [["only an item"]]},
        {"extractor": "rules/1", "status": "ok", "claims": [{"type": "prophecy"}]},
    ],
)
def test_what_is_no_body_of_this_version_is_refused(stored):
    with pytest.raises(InvalidInputError):
        body_from_json("b" * 32, stored)
