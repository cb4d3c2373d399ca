"""How much of what prose says do the rules read, and how much of what they read is so, by type of event.

    python bench/rules.py [DATA] [--show] [--cold] [--held]

DATA is a folder with paraphrases_en.jsonl and paraphrases_zh.jsonl (default: tests/data): single sentences,
many wordings for each type of event and for each way of saying what is no fact. Each is read by itself, as
if its people and groups had been met before (``--cold``: as if nobody had). ``--held`` takes only every
third wording. The last line is one JSON object of figures in percent, each for all and with _en and _zh:

recall            wordings of events that give exactly what they say, as canon
precision         canon claims (assertions, endings, identities) that are expected; rumours, plans, dreams,
                  what-ifs, denials, memories and lies count here, since nothing in them is canon
beliefs           expected claims under another modality, of the past, or of a holder, that are given
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fabula
from fabula.claims.statements import Assertion, Claim, EntityClaim, Identity, Modality, Termination
from fabula.claims.text import name_key
from fabula.extraction.reader import Window
from fabula.extraction.rules import Rules
from fabula.graph.predicates import DEFAULT_TABLE
from fabula.graph.view import View

LANGUAGES = ("en", "zh")
NO_FACTS = ("rumour", "plan", "dream", "hypothetical", "negation", "flashback", "lie", "scene")
DATA = Path(__file__).parents[1] / "tests" / "data"
Row = Mapping[str, Any]
Said = tuple[str, str, str, str, str]
"""Subject, predicate, object or value, holder, mood ("" for canon, else the modality or "past")."""


@dataclass(slots=True)
class Score:
    """Counts by language and type: what was expected, got, right and wrong; and what went wrong."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, row: Row, claims: Sequence[Claim]) -> None:
        """Take in one wording as read."""
        language, kind = row["id"].split("-")[0], row["type"]
        said = set(said_by(claims))
        for expected in row["expect"]:
            ways = set(ways_of(expected))
            hit = bool(ways & said)
            self.counts[language, kind, "expected"] += 1
            self.counts[language, kind, "hit"] += hit
            if not hit:
                self.wrong.append(f"missed {row['id']} {row['text']} {sorted(one[:3] for one in said)}")
        listed = [*row["expect"], *({"claim": claim} for claim in row.get("also", ()))]
        expected_ways = {way for expected in listed for way in ways_of(expected)}
        for one in sorted(said):
            if one[4] == "" and one[3] == "":
                good = one in expected_ways
                self.counts[language, kind, "right" if good else "wrong"] += 1
                if not good:
                    self.wrong.append(f"WRONG {row['id']} {row['text']} {one}")

    def total(self, what: str, languages: Iterable[str], kinds: Iterable[str] | None = None) -> int:
        """A count over languages and types."""
        wanted = None if kinds is None else set(kinds)
        return sum(
            count
            for (language, kind, name), count in self.counts.items()
            if name == what and language in languages and (wanted is None or kind in wanted)
        )

    def figures(self) -> dict[str, float]:
        """Percent, for both languages together and for each."""
        kinds = {kind for _, kind, _ in self.counts}
        found: dict[str, float] = {}
        for suffix, languages in (("", LANGUAGES), ("_en", ("en",)), ("_zh", ("zh",))):
            facts = kinds - set(NO_FACTS)
            found["recall" + suffix] = _percent(
                self.total("hit", languages, facts), self.total("expected", languages, facts)
            )
            right, wrong = self.total("right", languages), self.total("wrong", languages)
            found["precision" + suffix] = _percent(right, right + wrong)
            found["beliefs" + suffix] = _percent(
                self.total("hit", languages, NO_FACTS), self.total("expected", languages, NO_FACTS)
            )
        return found

    def table(self) -> Iterator[str]:
        """The lines for people."""
        yield f"{'':14s}" + "".join(f"{one + ' recall':>12s}{'of':>5s}{'wrong':>7s}" for one in LANGUAGES)
        for kind in dict.fromkeys(kind for _, kind, _ in self.counts):
            cells = []
            for one in LANGUAGES:
                hit, of = self.total("hit", [one], [kind]), self.total("expected", [one], [kind])
                cells.append(f"{_percent(hit, of):12.1f}{of:5d}{self.total('wrong', [one], [kind]):7d}")
            yield f"{kind:14s}" + "".join(cells)


def said_by(claims: Sequence[Claim]) -> Iterator[Said]:
    """What claims say, with names as keys."""
    for claim in claims:
        if isinstance(claim, Assertion):
            mood = "past" if claim.past else claim.modality.value
            yield (
                name_key(claim.subject),
                claim.predicate,
                name_key(claim.object or claim.value),
                name_key(claim.holder) if claim.holder else "",
                "" if mood == Modality.ASSERTED.value else mood,
            )
        elif isinstance(claim, Termination):
            far = name_key(claim.object) if claim.object else ""
            yield name_key(claim.subject), f"not {claim.predicate}", far, claim.holder, ""
        elif isinstance(claim, Identity):
            yield name_key(claim.name), "same_as", name_key(claim.other), "", ""
        elif isinstance(claim, EntityClaim) and claim.kind == "character":
            for alias in claim.aliases:
                yield name_key(claim.name), "same_as", name_key(alias), "", "alias"


def ways_of(expected: Row) -> Iterator[Said]:
    """The ways in which what is expected may be said."""
    near, predicate, far = expected["claim"]
    near, far = name_key(near), name_key(far)
    holder = name_key(expected["holder"]) if "holder" in expected else ""
    mood = "past" if expected.get("past") else expected.get("modality", "")
    yield near, predicate, far, holder, mood
    if predicate == "not member_of":
        yield near, predicate, "", holder, mood
    if predicate == "same_as":
        yield near, predicate, far, holder, "alias"
    elif DEFAULT_TABLE.meaning(predicate).predicate.symmetric:
        yield far, predicate, near, holder, mood


def read(row: Row, *, is_cold: bool) -> Sequence[Claim]:
    """The claims of one wording."""
    story = fabula.open(":memory:", story=row["id"])
    turn = story.tell(row["text"], speaker="Narrator", role="assistant")
    view = View()
    if not is_cold:
        for name in row["people"]:
            story.introduce(name, "character")
        for name in row["groups"]:
            story.introduce(name, "organization")
        view = story.view()
    (body,) = Rules().read(Window((turn,), 0), view)
    return body.claims


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 100.0


def measured(folder: Path, *, is_cold: bool = False, step: int = 1) -> Score:
    """Every wording of a folder, read."""
    score = Score()
    for language in LANGUAGES:
        lines = (folder / f"paraphrases_{language}.jsonl").read_text(encoding="utf-8").splitlines()
        for line in lines[::step]:
            row = json.loads(line)
            score.add(row, read(row, is_cold=is_cold))
    return score


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="?", default=DATA)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--held", action="store_true")
    asked = parser.parse_args()
    start = time.perf_counter()
    score = measured(asked.data, is_cold=asked.cold, step=3 if asked.held else 1)
    for line in (*(score.wrong if asked.show else ()), *score.table()):
        print(line)
    print(f"{time.perf_counter() - start:.1f} s")
    print(json.dumps(score.figures(), ensure_ascii=False))


if __name__ == "__main__":
    main()
