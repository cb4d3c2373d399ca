"""Does Fabula keep the world of a text adventure, read by rules alone from commands and observations?

    python bench/textworld.py DATA [--limit N] [--show]

DATA is a folder with games.jsonl: transcripts of random play, each step with its command, its observation
and the state of the world (``seen_facts``) as far as it was mentioned by then. Commands are told as a user's
turns, observations as a narrator's. The last line is one JSON object:

state_f1          micro F1 of the view's state against gold at every tenth step, in percent
state_precision   of what the view holds, how much is so
state_recall      of what is so, how much the view holds
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import fabula
from fabula.claims.text import name_key
from fabula.graph.view import View

PLAYER = "Player"
EVERY = 10
STATES = frozenset(["open", "closed", "locked", "eaten"])
Triple = tuple[str, str, str]


def played(game: Mapping[str, Any]) -> Iterable[tuple[int, View]]:
    """The view at every tenth step of a game."""
    story = fabula.open(":memory:", story=game["doc"])
    for number, step in enumerate(game["steps"]):
        if step["command"]:
            story.tell(step["command"], speaker=PLAYER, role="user")
        story.tell(step["text"] or "...", speaker="Narrator", role="assistant", present=(PLAYER,))
        if number % EVERY == 0:
            story.extract()
            yield number, story.view()


def state_of(view: View) -> set[Triple]:
    """The state as gold writes it: places, what lies on what and in what, what is carried, what is open."""
    found = set()
    for fact in view.facts():
        near, far = name_key(view.name_of(fact.subject)), name_key(view.name_of(fact.object) or fact.value)
        near = "p" if near == name_key(PLAYER) else near
        if fact.predicate == "held_by":
            found.add((near, "in", "i" if far == name_key(PLAYER) else far))
        elif fact.predicate == "located_in":
            found.add((near, _how(view, fact.object), far))
        elif fact.predicate == "status" and fact.value in STATES:
            found.add((near, "is", fact.value))
    return found


def _how(view: View, identity: str) -> str:
    entity = view.resolve(identity)
    if entity is None or entity.kind == "place":
        return "at"
    return "on" if "surface" in entity.labels else "in"


def gold_of(step: Mapping[str, Any]) -> set[Triple]:
    """Gold's state with names as keys."""
    return {(name_key(near), how, name_key(far)) for near, how, far in step["seen_facts"]}


def figures(right: int, held: int, gold: int) -> dict[str, float]:
    """Percent."""
    return {
        "state_f1": round(200 * right / (held + gold), 2),
        "state_precision": round(100 * right / held, 2) if held else 0.0,
        "state_recall": round(100 * right / gold, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    start = time.perf_counter()
    total, kinds = Counter[str](), Counter[tuple[str, str]]()
    lines = (asked.data / "games.jsonl").read_text(encoding="utf-8").splitlines()
    for game in [json.loads(line) for line in lines if line.strip()][: asked.limit]:
        for number, view in played(game):
            held, gold = state_of(view), gold_of(game["steps"][number])
            total.update(right=len(held & gold), held=len(held), gold=len(gold))
            for what, triples in (("extra", held - gold), ("missing", gold - held)):
                kinds.update((what, how) for _, how, _ in triples)
                if asked.show and triples:
                    print(game["doc"], number, what, sorted(triples))
    for (what, how), count in sorted(kinds.items()):
        print(f"{what:8s} {how:3s} {count:5d}")
    print(f"{time.perf_counter() - start:.1f} s")
    print(json.dumps(figures(total["right"], total["held"], total["gold"])))


if __name__ == "__main__":
    main()
