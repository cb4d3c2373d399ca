"""Records to plain JSON values and back: what archives hold and what stores keep in JSON columns."""

from collections.abc import Mapping
from typing import Any

from fabula.claims.codec import claim_from_json, claim_to_json
from fabula.errors import InvalidInputError
from fabula.ledger.records import NOTHING, Body, Refusal, Status, Turn


def turn_extra(turn: Turn) -> dict[str, Any]:
    """What a turn carries beside its words and place, without what is empty."""
    extra: dict[str, Any] = {}
    if turn.present is not None:
        extra["present"] = list(turn.present)
    if turn.sent_at:
        extra["sent_at"] = turn.sent_at
    if turn.meta:
        extra["meta"] = dict(turn.meta)
    return extra


def turn_from_parts(stem: Mapping[str, Any], extra: Mapping[str, Any]) -> Turn:
    """A turn from its columns and the ``turn_extra`` written beside them."""
    present = extra.get("present")
    return Turn(
        **stem,
        present=None if present is None else tuple(present),
        sent_at=str(extra.get("sent_at", "")),
        meta=extra.get("meta") or NOTHING,
    )


def body_to_json(body: Body) -> dict[str, Any]:
    """An extraction body as a JSON object, without its id and without what is at its default."""
    stored: dict[str, Any] = {"extractor": body.extractor, "status": body.status.value}
    optional: dict[str, Any] = {
        "back": body.back,
        "ahead": body.ahead,
        "attempt": body.attempt if body.attempt != 1 else 0,
        "claims": [claim_to_json(claim) for claim in body.claims],
        "refused": [[refusal.item, refusal.reason] for refusal in body.refused],
        "usage": dict(body.usage),
        "known": body.known,
    }
    return stored | {name: value for name, value in optional.items() if value}


def body_from_json(identity: str, stored: Mapping[str, Any]) -> Body:
    """The body that ``body_to_json`` wrote.

    Raises:
        InvalidInputError: a claim or status in it is not one that this version knows, or something is missing.
    """
    try:
        return _body(identity, stored)
    except InvalidInputError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInputError(f"Not an extraction body: {error!r} in {identity}.") from error


def outline_from_json(identity: str, stored: Mapping[str, Any]) -> Body:
    """That body without its claims and refusals, which are not looked at.

    Raises:
        InvalidInputError: its status is not one that this version knows, or something is missing.
    """
    return body_from_json(identity, {**stored, "claims": (), "refused": ()})


def _body(identity: str, stored: Mapping[str, Any]) -> Body:
    return Body(
        id=identity,
        extractor=str(stored["extractor"]),
        back=int(stored.get("back", 0)),
        ahead=int(stored.get("ahead", 0)),
        attempt=int(stored.get("attempt", 1)),
        status=Status(stored["status"]),
        claims=tuple(claim_from_json(claim) for claim in stored.get("claims", ())),
        refused=tuple(Refusal(str(item), str(reason)) for item, reason in stored.get("refused", ())),
        usage=stored.get("usage") or NOTHING,
        known=str(stored.get("known", "")),
    )
