"""What an operation is made of."""

from dataclasses import dataclass
from typing import Annotated

from fabula.operations.operation import Listing, Says, parameters_of, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    needed: Annotated[str, Says("What is needed.")]
    limit: Annotated[int, Says("How many.", least=1, most=5)] = 3
    plain: bool = False


def test_parameters_say_what_they_mean_and_how_far_they_go():
    needed, limit, plain = parameters_of(Asked)
    assert (needed.name, needed.type, needed.is_needed, needed.says.text) == (
        "needed",
        str,
        True,
        "What is needed.",
    )
    assert (limit.default, limit.says.least, limit.says.most) == (3, 1, 5)
    assert (plain.type, plain.says.text) == (bool, "")


def test_a_listing_can_be_given_in_parts_or_whole():
    rows = Listing({"turn": 3, "found": []}, "found", [1, 2, 3], str, lambda some: [one * 10 for one in some])
    assert rows.part(rows.rows[1:2]) == {"turn": 3, "found": [20]}
    assert whole(rows) == {"turn": 3, "found": [10, 20, 30]}
    assert whole(7) == 7
