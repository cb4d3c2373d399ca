"""The corpora that recall is measured on: turns told as a story, questions with the turns that answer them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fabula
from fabula.models.embedding import Embedder

Row = Mapping[str, Any]
ADVERSARIAL = "adversarial"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the turns that answer it."""

    id: str
    text: str
    category: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """One story: its turns, what is asked of it, and whether it is read by the rules before that."""

    name: str
    rows: Sequence[Row]
    questions: Sequence[Question]
    is_read: bool = False

    def story(self, embedder: Embedder | None = None) -> fabula.Story:
        """The corpus told as a story, from its first turn to its last, with a vector for every text."""
        story = fabula.open(":memory:", story=self.name, embedder=embedder)
        story.take_in([(_message(row), ()) for row in self.rows])
        if self.is_read:
            story.extract()
        if embedder is not None:
            story.vectors.repair()
        return story


def corpora(folder: Path) -> Iterator[Corpus]:
    """The stories of a folder: ``corpus.jsonl`` and ``queries.jsonl``, or storysim's files."""
    if (folder / "corpus.jsonl").exists():
        yield from _plain(folder)
    for path in sorted(folder.glob("ku_*.jsonl")):
        yield from (_simulated(row) for row in _rows(path))


def _plain(folder: Path) -> Iterator[Corpus]:
    told: dict[str, list[Row]] = {}
    asked: dict[str, list[Question]] = {}
    for row in _rows(folder / "corpus.jsonl"):
        told.setdefault(row["doc"], []).append(row | {"text": _words(row)})
    for row in _rows(folder / "queries.jsonl"):
        question = Question(row["qid"], row["question"], row.get("category", ""), frozenset(row["gold"]))
        asked.setdefault(row["doc"], []).append(question)
    for name, rows in told.items():
        yield Corpus(name, rows, asked.get(name, []))


def _words(row: Row) -> str:
    """What is said, without the speaker's name before it."""
    text: str = row["text"]
    return text.removeprefix(f"{row['speaker']}: ").strip() or row["speaker"]


def _simulated(row: Row) -> Corpus:
    rows = [
        {"id": str(number), "speaker": one["name"], "text": one["text"], "day": one["day"]}
        for number, one in enumerate(row["messages"])
    ]
    questions = [
        Question(one["id"], one["question"], row["lang"], frozenset(map(str, one["evidence"])))
        for one in row["queries"]
    ]
    return Corpus(row["id"], rows, questions, is_read=True)


def _message(row: Row) -> fabula.Message:
    meta = {key: row[key] for key in ("session", "day") if key in row}
    return fabula.Message(row["text"], "user", row.get("speaker", ""), sent_at=row.get("date", ""), meta=meta)


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
