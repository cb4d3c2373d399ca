"""Typed facts from a file, for ``fabula extract --ir``."""

import json

import pytest

from fabula.cli.records import records_in
from fabula.errors import FormatError, InvalidInputError

RECORDS = [{"name": "林瑶", "type": "individual"}, {"source": "林瑶", "relation": "信任", "target": "Mira"}]


def written(folder, text):
    path = folder / "facts.jsonl"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_objects_stand_one_a_line(tmp_path):
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in RECORDS)
    assert records_in(written(tmp_path, f"{lines}\n\n")) == RECORDS


def test_a_list_in_one_document_is_its_records(tmp_path):
    assert records_in(written(tmp_path, json.dumps(RECORDS, indent=1))) == RECORDS


def test_one_object_with_lists_in_it_is_one_record(tmp_path):
    assert records_in(written(tmp_path, json.dumps({"entities": RECORDS}))) == [{"entities": RECORDS}]


def test_a_broken_line_is_named_and_nothing_is_taken(tmp_path):
    with pytest.raises(FormatError, match="line 2"):
        records_in(written(tmp_path, '{"name": "Mira"}\n{"name": \n'))


def test_something_else_than_objects_is_refused(tmp_path):
    with pytest.raises(FormatError, match="JSON object"):
        records_in(written(tmp_path, "[1, 2]"))


def test_a_file_that_is_not_there_is_said_to_be_unreadable(tmp_path):
    with pytest.raises(InvalidInputError, match="cannot be read"):
        records_in(str(tmp_path / "none.jsonl"))
