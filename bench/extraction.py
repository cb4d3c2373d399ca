"""What a language model makes of a story, weak as it may be: what it yields, costs, and what is refused.

    python bench/extraction.py [DATA] (--server URL --model NAME | --local GGUF) [--form F] [--turns N]

Reads the demo's stories, and with DATA (a folder with ku_en.jsonl and ku_zh.jsonl) the first N turns with
events of the first story in each language. ``--local`` serves a model file on this machine (xllamacpp);
``--key-from NAME`` names the environment variable that holds the key of a server. The last line is one JSON
object of figures.

yield           claims taken, by turn
precision       (DATA) percent of current canon facts that a gold event supports; recall: of gold's facts found
leaked          (DATA) facts that stand in canon and that gold only knows as rumour, plan, dream or wish
unfounded       facts of which a name or the quote does not stand in what was read; must be 0
calls, tokens   by turn, retries included; the probe apart
statuses        turns by status; refused: items by reason
"""

import argparse
import json
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import fabula
from extraction_local import served
from fabula.claims.text import name_key
from fabula.demo.script import LANGUAGES, script_in
from fabula.extraction.model.reader import ModelReader
from fabula.extraction.model.reading_settings import ReadingSettings
from fabula.graph.facts import Fact
from fabula.graph.phrase import phrase
from fabula.graph.view import View
from fabula.models.openai import OpenAI
from storysim_founded import is_founded, says
from storysim_gold import is_fact, triple_of, triple_told

Row = Mapping[str, Any]


@dataclass(slots=True)
class Read:
    """What came of reading one story."""

    name: str
    turns: int
    claims: int
    seconds: float
    usage: Counter[str]
    statuses: Counter[str]
    refused: Counter[str]
    unfounded: list[str] = field(default_factory=list)
    right: int = 0
    stated: int = 0
    found: int = 0
    gold: int = 0
    leaked: int = 0


def read(story: fabula.Story, reader: ModelReader) -> Read:
    """Read a story that was told, and look at what was made of it."""
    start = time.perf_counter()
    story.extract(reader)
    seconds = time.perf_counter() - start
    statuses: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    usage: Counter[str] = Counter()
    claims = 0
    for one in story.readings():
        statuses[one.status.value] += 1
        claims += one.claims
        refused.update(reason_of(refusal.reason) for refusal in one.refused)
        usage.update(calls=one.usage.calls, prompt=one.usage.prompt, completion=one.usage.completion)
    view = story.view()
    said = " ".join(f"{turn.speaker} {turn.normal}" for turn in story.turns())
    unfounded = [what for fact in view.facts() for what in baseless(view, fact, said)]
    return Read(
        story.name, len(story.turns()), claims, seconds, usage, statuses, refused, unfounded=unfounded
    )


def reason_of(reason: str) -> str:
    """A reason without the names in it, so that like ones are counted together."""
    return re.sub(r"\"[^\"]*\"|'[^']*'|“[^”]*”|\d+(\.\d+)?", "…", reason)


def baseless(view: View, fact: Fact, said: str) -> Iterator[str]:
    """What of a fact does not stand in what was read: a name of either end, or its quote."""
    words = name_key(said)
    for end in filter(None, (fact.subject, fact.object)):
        entity = view.state.entities[end]
        if entity.kind not in ("event", "concept") and not any(
            name_key(name) in words for name in entity.names
        ):
            yield f"{fact.predicate}: {entity.name}"
    for piece in fact.evidence:
        if piece.quote and piece.quote not in said:
            yield f"{fact.predicate}: {piece.quote}"


def judge(result: Read, row: Row, view: View) -> None:
    """Compare current canon with gold's asserted events, and with those that only might have been."""
    gold = {triple_told(one["event"]) for one in row["messages"] if is_fact(one["event"])} - {None}
    rumours = {
        triple_told(one["event"]) for one in row["messages"] if one["event"] and not one["event"]["asserted"]
    }
    stated = [(triple_of(view, fact), is_founded(row, view, fact)) for fact in view.facts()]
    known = [(triple, right) for triple, right in stated if triple is not None]
    result.stated, result.right = len(known), sum(right for _, right in known)
    told = {triple for fact in view.told() if (triple := triple_of(view, fact))}
    result.gold = len(gold)
    result.found = sum(any(says(row, triple, one) for triple in told) for one in gold if one)
    result.leaked = sum(triple in rumours - gold for triple, right in known if not right)


def stories(data: Path | None, turns: int) -> Iterator[tuple[fabula.Story, Row | None]]:
    """The demo's stories, told plainly, and the beginnings of simulated ones."""
    for language in LANGUAGES:
        script = script_in(language)
        story = fabula.open(":memory:", story=f"demo-{language}")
        for step in script.steps:
            if step["do"] == "tell":
                story.tell(step["text"], speaker=step.get("speaker", ""))
        yield story, None
    for language in LANGUAGES if data else ():
        assert data is not None  # noqa: S101 - narrows the type
        row = json.loads((data / f"ku_{language}.jsonl").read_text(encoding="utf-8").splitlines()[0])
        row["messages"] = [one for one in row["messages"] if one["event"]][:turns]
        story = fabula.open(":memory:", story=f"storysim-{language}")
        for message in row["messages"]:
            story.tell(message["text"], speaker=message["name"], role="assistant")
        yield story, row


@contextmanager
def server_of(asked: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Where the model answers, and what it is called there."""
    if asked.local:
        with served(asked.local, threads=asked.threads) as url:
            yield url, asked.local.stem
    else:
        yield asked.server, asked.model


def figures_of(results: Sequence[Read]) -> dict[str, object]:
    """One object for all stories."""
    turns = sum(one.turns for one in results) or 1
    usage: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for one in results:
        usage.update(one.usage)
        statuses.update(one.statuses)
        refused.update(one.refused)
    stated, gold = sum(one.stated for one in results), sum(one.gold for one in results)
    tokens = usage["prompt"] + usage["completion"]
    return {
        "yield": round(sum(one.claims for one in results) / turns, 2),
        **({"precision": round(100 * sum(one.right for one in results) / stated, 1)} if stated else {}),
        **({"recall": round(100 * sum(one.found for one in results) / gold, 1)} if gold else {}),
        "leaked": sum(one.leaked for one in results),
        "unfounded": sum(len(one.unfounded) for one in results),
        "calls": round(usage["calls"] / turns, 2),
        "tokens": round(tokens / turns, 1),
        "written": round(usage["completion"] / turns, 1),
        "seconds": round(sum(one.seconds for one in results) / turns, 2),
        "statuses": dict(statuses),
        "refused": dict(refused.most_common()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--server")
    parser.add_argument("--model", default="")
    parser.add_argument("--key-from", default="")
    parser.add_argument("--local", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--form", default="auto")
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--only", default="", help="only stories whose name holds this")
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    if bool(asked.server) == bool(asked.local):
        parser.error("give either --server URL --model NAME or --local GGUF")
    with server_of(asked) as (url, name):
        reader = ModelReader(
            OpenAI(url, name, key=os.environ.get(asked.key_from, "")), ReadingSettings(form=asked.form)
        )
        results = list(results_of(reader, asked))
    print(f"form {reader.form}, probe {reader.probed}")
    print(json.dumps({"form": reader.form, **figures_of(results)}, ensure_ascii=False))


def results_of(reader: ModelReader, asked: argparse.Namespace) -> Iterator[Read]:
    """Each story's result, printed as it comes."""
    for story, row in stories(asked.data, asked.turns):
        if asked.only not in story.name:
            continue
        result = read(story, reader)
        if row is not None:
            judge(result, row, story.view())
        print(f"{result.name}: {json.dumps(figures_of([result]), ensure_ascii=False)}", flush=True)
        if asked.show:
            show(story)
        yield result


def show(story: fabula.Story) -> None:
    """Every turn with what was taken from it and what was refused."""
    for turn, one in zip(story.turns(), story.readings(), strict=True):
        print(f"  {turn.number} [{one.status.value}] {turn.text[:100]}")
        for fact in story.view().told():
            if fact.opened == turn.number:
                print(f"      + {phrase(fact, story.view())} [{fact.modality.value}]")
        for refusal in one.refused:
            print(f"      - {refusal.item[:100]}: {refusal.reason}")


if __name__ == "__main__":
    main()
