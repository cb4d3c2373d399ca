"""What tells who speaks a quotation, before anybody decides: tags, pronouns, and who acts beside it."""

from dataclasses import dataclass
from enum import Enum


class Place(Enum):
    """Where a clue stands: in a tag of speech, beside the quotation in its paragraph, or further off."""

    TAG = "tag"
    BESIDE = "beside"
    LEADING = "leading"


@dataclass(frozen=True, slots=True)
class Clue:
    """One hint at ``at``: a name, a pronoun's sex, the narrator's "I", or a description such as "the vicar".

    A plain description is enough to make somebody of whom nothing else is known; others mean people
    that are named elsewhere.
    """

    place: Place
    at: int
    name: str = ""
    sex: str = ""
    is_self: bool = False
    described: str = ""
    is_plain: bool = False
