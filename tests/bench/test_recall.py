"""The benchmark of recall, run on a small invented conversation."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "recall.py"
TURNS = [
    ("Ann", "1:56 pm on 8 May, 2023", "I rang the bell of Dunmere yesterday."),
    ("Bea", "1:56 pm on 8 May, 2023", "Rain again."),
    ("Ann", "2:00 pm on 9 June, 2023", "The silver key is under the mill."),
    ("Bea", "2:00 pm on 9 June, 2023", "Good to know!"),
]
QUESTIONS = [
    ("Where is the silver key?", "single-hop", ["D3"]),
    ("Who rang the bell?", "multi-hop", ["D1"]),
    ("Whose boat sank?", "adversarial", ["D2"]),
    ("What about nothing?", "single-hop", []),
]


def written(folder: Path) -> Path:
    corpus = [
        {
            "doc": "one",
            "id": f"D{n}",
            "session": "session_1",
            "date": date,
            "speaker": who,
            "text": f"{who}: {text}",
        }
        for n, (who, date, text) in enumerate(TURNS, 1)
    ]
    queries = [
        {"qid": f"q{n}", "doc": "one", "question": text, "category": category, "gold": gold}
        for n, (text, category, gold) in enumerate(QUESTIONS)
    ]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = "\n".join(json.dumps(row) for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    return folder


def figures(data: Path, *more: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, str(BENCH), str(data), *more],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_answers_that_stand_first_give_full_figures(tmp_path: Path):
    found = figures(written(tmp_path))
    assert {found[name] for name in ("r5", "r10", "r20", "ndcg10", "hit1", "hit5", "hit10")} == {100.0}


def test_every_category_has_figures_of_its_own_and_the_adversarial_are_left_out(tmp_path: Path):
    found = figures(written(tmp_path))
    assert (found["r10_multi_hop"], found["hit1_single_hop"]) == (100.0, 100.0)
    assert (found["hit1_adversarial"], found["hit1"]) == (0.0, 100.0)


def test_plain_bm25_stands_beside_ours(tmp_path: Path):
    assert figures(written(tmp_path))["bm25_hit1_multi_hop"] == 100.0


def test_stories_of_storysim_are_asked_in_their_language():
    data = BENCH.parents[1] / "tests" / "data" / "storysim"
    found = figures(data, "--limit", "1")
    assert found["r20"] > 0
