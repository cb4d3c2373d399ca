"""Does Fabula keep the truth of a story: stories with questions, and edit scripts with checkpoints.

    python bench/storysim.py DATA [--mode facts|text] [--via acts|extraction] [--limit N] [--show]

DATA is a folder with ku_en.jsonl, ku_zh.jsonl, rewind_en.jsonl or rewind_zh.jsonl, any of them. Mode
``facts`` feeds the gold events, as an author's acts or as the answers of an extractor that knows them; mode
``text`` reads names and texts alone, by the rules that need no model. ``--limit`` takes only the first N
stories of every file, ``--show`` lists what went wrong. The last line is one JSON object of figures in
percent, each for all and with the suffix _en and _zh.

answers              questions answered right (names compare without case, spaces and a leading "the")
checkpoints          (facts) edit scripts: checkpoints at which the view's triples equal gold's
rebuild_equal        (facts) views that a fresh handle and a restored archive give byte for byte again
current_above_stale  (text) recall lists the turn that tells what holds above every one that tells what held
current_above_trap   (text) ... above every one that tells what is only rumoured, planned or dreamed
bm25_...             the same two for plain BM25 over the messages (``storysim_ranks.PlainBM25``)
unfounded            (text) current canon facts that no gold event up to their turn supports; less is better
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import fabula
from fabula.claims.text import name_key
from fabula.graph.view import View
from storysim_answers import answered
from storysim_founded import is_founded
from storysim_gold import Pen, gold_reader, triples_of
from storysim_questions import by_type, by_words
from storysim_ranks import LIMIT, PlainBM25, places_in, stands_above

LANGUAGES = ("en", "zh")
Row = Mapping[str, Any]


@dataclass(slots=True)
class Tally:
    """Right and all, by figure and language; by type of question too; and what went wrong."""

    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    all: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)

    def count(self, figure: str, language: str, *, right: bool, what: str = "") -> None:
        """Take in one case."""
        self.right[figure, language] += right
        self.all[figure, language] += 1
        if not right and what:
            self.wrong.append(f"{figure} {what}")

    def figures(self) -> dict[str, float]:
        """Percent, for all languages together and for each; questions of one type are no figure of their own."""
        result: dict[str, float] = {}
        for figure in dict.fromkeys(figure for figure, _ in self.all if ":" not in figure):
            for suffix, languages in (("", LANGUAGES), ("_en", ("en",)), ("_zh", ("zh",))):
                if all_ := sum(self.all[figure, one] for one in languages):
                    right = sum(self.right[figure, one] for one in languages)
                    result[figure + suffix] = round(100 * right / all_, 2)
        return result

    def table(self) -> Iterable[str]:
        """The lines for people."""
        yield f"{'':24s}" + "".join(f"{language:>8s}{'of':>7s}" for language in LANGUAGES)
        for figure in sorted({figure for figure, _ in self.all}, key=lambda name: (":" in name, name)):
            cells = [(self.right[figure, one], self.all[figure, one]) for one in LANGUAGES]
            yield f"{figure:24s}" + "".join(
                f"{100 * right / all_:8.1f}{all_:7d}" if all_ else f"{'-':>8s}{'-':>7s}"
                for right, all_ in cells
            )


# stories with questions


def ask_facts(row: Row, tally: Tally, via: str) -> None:
    """Feed a story's gold events and answer its questions by their type."""
    story, _ = told(row["messages"], row, via)
    tally.notes.update(_acts_of(story))
    for query in row["queries"]:
        _judge(tally, row, query, answered(story, by_type(story.view(), query)))
    _check_rebuilt(tally, row, story, "at the end")


def ask_text(row: Row, tally: Tally, _via: str) -> None:
    """Read a story's words, answer its questions by theirs, and rank turns for them."""
    story = fabula.open(":memory:", story=row["id"])
    tell_all(story, row["messages"])
    story.extract()
    numbers = {turn.id: turn.number - 1 for turn in story.turns()}
    plain = PlainBM25(row["messages"])
    for query in row["queries"]:
        _judge(tally, row, query, answered(story, by_words(story.view(), query["question"])))
        found: Mapping[int, int] | None = None
        for kind in ("stale", "traps"):
            if query["evidence"] and query[kind]:
                found = found or places_in(story.recall(query["question"], limit=LIMIT), numbers)
                _rank(tally, row, query, kind, {"": found, "bm25_": plain.places(query["question"])})
    _judge_founded(tally, row, story.view())


def _judge(tally: Tally, row: Row, query: Row, answer: str) -> None:
    right = name_key(answer) == name_key(query["answer"])
    what = f"{query['id']} {query['question']} -> {answer}, not {query['answer']}"
    tally.count("answers", row["lang"], right=right, what=what)
    tally.count(f"  answers:{query['type']}", row["lang"], right=right)


def _rank(tally: Tally, row: Row, query: Row, kind: str, places: Mapping[str, Mapping[int, int]]) -> None:
    figure = f"current_above_{kind.removesuffix('s')}"
    for prefix, found in places.items():
        right = stands_above(found, query["evidence"], query[kind])
        what = "" if prefix else f"{query['id']} {query['question']} evidence {query['evidence']}, {found}"
        tally.count(prefix + figure, row["lang"], right=right, what=what)
        if not prefix:
            tally.count(f"  {figure}:{query['type']}", row["lang"], right=right)


def _judge_founded(tally: Tally, row: Row, view: View) -> None:
    for fact in view.facts():
        near, far = view.name_of(fact.subject), view.name_of(fact.object) or fact.value
        what = f"{row['id']} turn {fact.opened - 1}: {near} {fact.predicate} {far}"
        unfounded = not is_founded(row, view, fact)
        tally.count("unfounded", row["lang"], right=unfounded)
        tally.count(f"  unfounded:{fact.predicate}", row["lang"], right=unfounded)
        if unfounded:
            tally.wrong.append(f"unfounded {what}")


# edit scripts


def rewind(row: Row, tally: Tally, via: str) -> None:
    """Play an edit script and compare the view with gold at every checkpoint."""
    story, pen = told(row["base"], row, via)
    ids = [message["id"] for message in row["base"]]
    checkpoints = {one["after_op"]: one for one in row["checkpoints"]}
    for number, op in enumerate(row["ops"], start=1):
        play(story, pen, ids, op)
        if pen is None:
            story.extract(gold_reader(row))
        if number in checkpoints:
            _compare(tally, row, story, ids, checkpoints[number])
            _check_rebuilt(tally, row, story, f"after op {number}")
    if pen is not None:
        tally.notes.update(_acts_of(story))
        tally.notes.update({f"refused: {code}": count for code, count in pen.unsaid.items()})


def play(story: fabula.Story, pen: Pen | None, ids: list[str], op: Row) -> None:
    """Do one operation to the story; with a ``pen``, say what the changed message says and nothing else.

    Fabula takes an author's acts along when words are edited or deleted (a person's word stands), so what
    was said for a message that is replaced or deleted is undone: that is the author's own business.
    """
    kind, message = op["op"], op.get("message")
    place = ids.index(op["id"]) if "id" in op else ids.index(op["after"]) + 1 if "after" in op else len(ids)
    if kind == "truncate_after":
        story.rewind(place + 1)
        del ids[place + 1 :]
        return
    if pen is not None and kind in ("edit", "swipe", "delete"):
        pen.take_back(op["id"])
    if kind == "delete":
        story.delete(place + 1)
        del ids[place]
        return
    assert message is not None  # noqa: S101 - every other operation brings one
    _tell_one(story, kind, place, message)
    if kind in ("append", "insert"):
        ids.insert(place, message["id"])
    if pen is not None:
        pen.say(message, story.turn(place + 1))


def _tell_one(story: fabula.Story, kind: str, place: int, message: Row) -> None:
    fields = {"speaker": message["name"], "role": role_of(message), "meta": {"day": message["day"]}}
    if kind == "append":
        story.tell(message["text"], **fields)
    elif kind == "insert":
        story.insert(place or None, message["text"], **fields)
    elif kind == "swipe" and place + 1 == len(story.turns()):
        story.swipe(message["text"], **fields)
    else:
        story.edit(place + 1, message["text"], **fields)


def _compare(tally: Tally, row: Row, story: fabula.Story, ids: Sequence[str], gold: Row) -> None:
    assert list(ids) == gold["ids"]  # noqa: S101 - else the script was misread
    wanted = {tuple(triple) for triple in gold["triples"]}
    found = triples_of(story.view())
    what = f"{row['id']} after op {gold['after_op']}: extra {sorted(found - wanted)}, missing {sorted(wanted - found)}"
    tally.count("checkpoints", row["lang"], right=found == wanted, what=what)


# both


def told(messages: Sequence[Row], row: Row, via: str) -> tuple[fabula.Story, Pen | None]:
    """A story that was told turn by turn, with its gold events said or read; and the pen, if it was said."""
    story = fabula.open(":memory:", story=row["id"])
    if via == "extraction":
        tell_all(story, messages)
        story.extract(gold_reader(row))
        return story, None
    pen = Pen(story)
    for message in messages:
        _tell_one(story, "append", 0, message)
        pen.say(message, story.turn(-1))
    return story, pen


def tell_all(story: fabula.Story, messages: Sequence[Row]) -> None:
    """Tell the messages, in order."""
    for message in messages:
        _tell_one(story, "append", 0, message)


def role_of(message: Row) -> str:
    """The role of a message's sender."""
    return "user" if message["name"] == "User" else "assistant"


def _acts_of(story: fabula.Story) -> dict[str, int]:
    return {"acts": len(story.author.acts()), "stories": 1}


def _check_rebuilt(tally: Tally, row: Row, story: fabula.Story, when: str) -> None:
    grown = _bytes_of(story.view())
    fresh = _bytes_of(fabula.Story(story.store, story.name).view())
    restored = _bytes_of(fabula.restore(":memory:", story.export()).view())
    tally.count("rebuild_equal", row["lang"], right=grown == fresh == restored, what=f"{row['id']} {when}")


def _bytes_of(view: View) -> bytes:
    """Everything that a view tells, past and present."""
    told_ = (
        view.digest,
        view.number,
        view.told(),
        view.entities(),
        view.stage,
        view.problems,
        view.proposals,
    )
    return repr(told_).encode()


JOBS: dict[str, dict[str, Callable[[Row, Tally, str], None]]] = {
    "facts": {"ku": ask_facts, "rewind": rewind},
    "text": {"ku": ask_text},
}


def measured(folder: Path, *, mode: str = "facts", via: str = "acts", limit: int | None = None) -> Tally:
    """Every figure of a folder."""
    tally = Tally()
    for kind, job in JOBS[mode].items():
        for language in LANGUAGES:
            for row in _rows(folder / f"{kind}_{language}.jsonl")[:limit]:
                job(row, tally, via)
    return tally


def _rows(path: Path) -> list[Row]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--mode", choices=sorted(JOBS), default="facts")
    parser.add_argument("--via", choices=("acts", "extraction"), default="acts")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    start = time.perf_counter()
    tally = measured(asked.data, mode=asked.mode, via=asked.via, limit=asked.limit)
    for line in (*(tally.wrong if asked.show else ()), *tally.table()):
        print(line)
    for note, count in sorted(tally.notes.items()):
        print(f"{note}: {count}")
    print(f"{time.perf_counter() - start:.1f} s")
    print(json.dumps(tally.figures(), ensure_ascii=False))


if __name__ == "__main__":
    main()
