"""Bodies that stand alone: whom a turn speaks of is met in it, whatever earlier turns have told.

A body is shared by every line on which the same words stand. On another line the turn that first named
somebody may be gone, and what is said of them here must stand all the same.
"""

from collections.abc import Iterator, Sequence

from fabula.claims.statements import Assertion, Claim, EntityClaim, Identity, Quote, Scene, Termination
from fabula.claims.text import name_key
from fabula.graph.view import View


def standing_alone(claims: Sequence[Claim], known: View) -> list[Claim]:
    """The claims, each name introduced before its first use with the kind that the view knows it by."""
    met: set[str] = set()
    told: list[Claim] = []
    for claim in claims:
        if isinstance(claim, EntityClaim):
            met.update(name_key(name) for name in (claim.name, *claim.aliases))
        for name in _names_of(claim):
            entity = known.resolve(name)
            if name_key(name) not in met and entity is not None:
                met.add(name_key(name))
                told.append(EntityClaim(name, entity.kind, evidence=_evidence_of(claim)))
        told.append(claim)
    return told


def _names_of(claim: Claim) -> Iterator[str]:
    if isinstance(claim, Assertion | Termination):
        yield from filter(None, (claim.subject, claim.object, claim.holder))
    elif isinstance(claim, Identity):
        yield from (claim.name, claim.other)
    elif isinstance(claim, Scene):
        yield from filter(None, (*claim.present, claim.place))


def _evidence_of(claim: Claim) -> tuple[Quote, ...]:
    return claim.evidence[:1]
