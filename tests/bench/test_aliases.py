"""The benchmark of names, run on a small invented novel and a small invented tale."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench" / "aliases.py"
DATA = ROOT / "tests" / "data"


def figures(data: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, str(BENCH), str(data)], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_folder_of_novels_gives_english_figures_alone():
    assert figures(DATA / "novels") == {
        "pair_f1": 100.0,
        "b3_f1": 100.0,
        "pair_f1_en": 100.0,
        "b3_f1_en": 100.0,
    }


def test_a_single_novel_is_data_as_well():
    assert figures(DATA / "novels" / "TheLampAtSeven")["pair_f1"] == 100.0


def test_a_text_with_clusters_gives_chinese_figures():
    assert figures(DATA / "aliases_zh") == {
        "pair_f1": 100.0,
        "b3_f1": 100.0,
        "pair_f1_zh": 100.0,
        "b3_f1_zh": 100.0,
    }


def test_names_that_gold_keeps_apart_cost_precision(tmp_path: Path):
    (tmp_path / "novel.txt").write_text(
        (DATA / "novels/TheLampAtSeven/novel.txt").read_text("utf-8"), "utf-8"
    )
    clusters = [["Edmund"], ["Edmund Hale"], ["Clara", "Miss Voss"]]
    (tmp_path / "characters.json").write_text(json.dumps({"clusters": clusters}), "utf-8")
    assert figures(tmp_path)["pair_f1"] == 66.67
