"""The suite's own promises: nothing is skipped that is required, and recorded outputs are held."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parent / "conftest.py"

NEEDS_A_DATABASE = """
import pytest

@pytest.mark.external_service("postgresql")
def test_that_needs_a_database():
    pass
"""

RECORDS = """
def test_that_records(golden):
    golden("zh/song.txt", "月光\\n")
"""


@pytest.fixture
def run(tmp_path):
    """Run a test file under our conftest and with these variables; returns the exit code and the output."""
    shutil.copy(CONFTEST, tmp_path)
    markers = "[pytest]\nmarkers =\n    external_service: x\n    browser: x\n"
    (tmp_path / "pytest.ini").write_text(markers, "utf-8")

    def run_tests(source: str, *options: str, **variables: str) -> tuple[int, str]:
        (tmp_path / "test_sample.py").write_text(source, "utf-8")
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("FABULA_", "PYTEST_"))
        }
        command = [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", *options]
        environment = kept | variables | {"PYTHONUTF8": "1"}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        return done.returncode, done.stdout + done.stderr

    return run_tests


def test_a_missing_service_is_skipped_by_name_with_the_reason(run):
    code, output = run(NEEDS_A_DATABASE)
    assert code == 0
    assert "postgresql is missing: set FABULA_TEST_POSTGRESQL" in output


@pytest.mark.parametrize("names", ["all", "postgresql", "browser, postgresql"])
def test_a_missing_service_that_is_required_fails(run, names):
    code, output = run(NEEDS_A_DATABASE, FABULA_TEST_REQUIRE=names)
    assert code == 1
    assert "postgresql is required" in output


def test_requiring_another_service_leaves_the_skip(run):
    code, output = run(NEEDS_A_DATABASE, FABULA_TEST_REQUIRE="browser")
    assert code == 0
    assert "1 skipped" in output


def test_requiring_a_service_that_nobody_knows_is_an_error(run):
    code, output = run(NEEDS_A_DATABASE, FABULA_TEST_REQUIRE="postgre")
    assert code == 4
    assert "postgre" in output


def test_a_mark_that_names_an_unknown_service_fails(run):
    code, output = run(NEEDS_A_DATABASE.replace("postgresql", "oracle"))
    assert code == 1
    assert "No service is called 'oracle'" in output


def test_an_output_that_was_never_recorded_fails(run):
    code, output = run(RECORDS)
    assert code == 1
    assert "tests/golden/zh/song.txt was never recorded" in output


def test_a_recorded_output_is_held_to(run):
    assert run(RECORDS, "--update-golden")[0] == 0
    assert run(RECORDS)[0] == 0
    code, output = run(RECORDS.replace("月光", "月影"))
    assert code == 1
    assert "-月光" in output
    assert "+月影" in output
