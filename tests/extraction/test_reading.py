"""What a reader quotes must stand where it says: what does not is refused and shown, and the rest is kept."""

from dataclasses import dataclass

import pytest

import fabula
from fabula.claims.statements import Assertion, EntityClaim, Quote
from fabula.extraction.reader import body_of


@dataclass(frozen=True)
class Liar:
    """A reader that quotes what it is told to."""

    quote: Quote
    identity: str = "liar/1"
    batch: int = 1
    look_back: int = 1

    def read(self, window, known):
        at = len(window.turns) - 1
        good = Quote(0, 0, 4, window.turns[at].normal[:4])
        claims = (
            EntityClaim("Mira", evidence=(good,)),
            Assertion("Mira", "mood", value="calm", evidence=(good,)),
            Assertion("Mira", "eyes", value="green", evidence=(self.quote,)),
        )
        return [body_of(window, at, self.identity, claims=claims)]


@pytest.mark.parametrize(
    "quote",
    [
        Quote(0, 0, 4, "Finn"),
        Quote(0, 5, 9, "Mira"),
        Quote(1, 0, 4, "Mira"),
        Quote(0, -4, 999, "Mira"),
    ],
    ids=["other words", "other place", "before the first turn", "outside the turn"],
)
def test_a_claim_whose_quote_is_not_in_the_turn_is_refused(quote):
    story = fabula.open(":memory:", story="moonlit")
    story.tell("Mira waits.")

    report = story.extract(Liar(quote))

    assert report.refused == 1
    assert [fact.predicate for fact in story.view().facts()] == ["mood"]
    assert story.verify().is_sound


def test_a_quote_of_the_turn_before_is_taken():
    story = fabula.open(":memory:", story="moonlit")
    story.tell("Mira waits.")
    story.extract(Liar(Quote(0, 0, 4, "Mira")))
    story.tell("Mira smiles.")

    assert story.extract(Liar(Quote(1, 0, 10, "Mira waits"))).refused == 0
