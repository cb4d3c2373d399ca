"""What a turn can say: pure values that import nothing but their own package."""

from fabula.claims.canonical import canonical, digest, text_digest
from fabula.claims.statements import (
    KINDS,
    NARRATOR,
    Assertion,
    Claim,
    EntityClaim,
    Identity,
    Modality,
    Period,
    Quote,
    Retraction,
    Scene,
    Termination,
)
from fabula.claims.text import name_key, normal_text

__all__ = [
    "KINDS",
    "NARRATOR",
    "Assertion",
    "Claim",
    "EntityClaim",
    "Identity",
    "Modality",
    "Period",
    "Quote",
    "Retraction",
    "Scene",
    "Termination",
    "canonical",
    "digest",
    "name_key",
    "normal_text",
    "text_digest",
]
