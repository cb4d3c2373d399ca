"""Archives: the same bytes for the same story, and back again."""

import orjson
import pytest

from fabula.errors import FormatError, FormatVersionError
from fabula.ledger.archive import read_archive, write_archive
from fabula.ledger.records import Body, Candidate, HeadMove, Selection, Snapshot, StoryRow, Tag
from fabula.testing import ledger_rows as rows

STORY = StoryRow("月下", rows.CREATED, "main", version=7)
HEAD = b'{"branch":"main","created":"2026-01-01T00:00:00Z","fabula":1,"story":"moonlit"}\n'


def archived(snapshot):
    return list(write_archive(snapshot))


def test_the_first_line_names_the_format_and_the_story():
    assert archived(Snapshot(StoryRow("moonlit", rows.CREATED))) == [HEAD]


def test_every_row_comes_back():
    turns = rows.line(["One.", "二。"])
    snapshot = Snapshot(
        story=StoryRow("月下", rows.CREATED),
        turns=turns,
        bodies=(rows.body("b"),),
        selections=(Selection(turns[0].id, "b"), Selection(turns[0].id, "c", "b", "synopsis")),
        acts=(rows.act(1, subject="item-key"),),
        moves=(
            rows.move("main", None, turns[1]),
            HeadMove("x", None, turns[0].id),
            HeadMove("x", turns[0].id, None),
        ),
        tags=(Tag("start", turns[0].id),),
        candidates=(Candidate("c", turns[1].id, "assistant", "", "A reply."),),
        branches={"main": turns[1].id},
    )
    snapshot = Snapshot(**{**fields(snapshot), "selections": (Selection(turns[0].id, "b"),)})

    assert read_archive(archived(snapshot)) == snapshot


def fields(snapshot):
    return {name: getattr(snapshot, name) for name in Snapshot.__slots__}


def test_a_storys_version_is_the_stores_own_and_not_written():
    assert read_archive(archived(Snapshot(STORY))).story == StoryRow("月下", rows.CREATED)


def test_blank_lines_are_no_rows():
    assert read_archive([HEAD, b"\n", b"  \n"]) == read_archive([HEAD])


def test_lines_are_sorted_json_without_white_space():
    line = archived(Snapshot(STORY, turns=rows.line(["Hello."])))[1]

    assert line == orjson.dumps(orjson.loads(line), option=orjson.OPT_SORT_KEYS) + b"\n"


def test_selections_are_written_as_a_chain_when_a_purge_took_one_out():
    snapshot = Snapshot(STORY, selections=(Selection("t", "b", "purged"), Selection("t", "c", "b")))

    assert read_archive(archived(snapshot)).selections == (Selection("t", "b"), Selection("t", "c", "b"))


@pytest.mark.parametrize("first", [b"", b"{}\n", b"[1]\n", b"not json\n", b'{"fabula":1}\n'])
def test_what_is_no_archive_is_refused(first):
    with pytest.raises(FormatError):
        read_archive([first])


def test_an_empty_file_is_no_archive():
    with pytest.raises(FormatError):
        read_archive([])


def test_a_newer_archive_is_refused_by_name():
    with pytest.raises(FormatVersionError, match="format 2"):
        read_archive([HEAD.replace(b'"fabula":1', b'"fabula":2')])


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[]",
        b'{"row":"turn"}',
        b'{"row":"unknown"}',
        b'{"row":"tag","name":"x","turn":null,"more":1}',
        b'{"row":"body","id":"b","extractor":"r","status":"odd"}',
        b'{"row":"body","id":"b","extractor":"r","status":"ok","claims":[{"type":"odd"}]}',
    ],
)
def test_a_broken_line_is_named_by_its_number(line):
    with pytest.raises(FormatError, match="Line 3 "):
        read_archive([HEAD, b"\n", line])


def test_an_empty_body_is_small():
    line = archived(Snapshot(STORY, bodies=(Body("b", "rules/1"),)))[1]

    assert line == b'{"extractor":"rules/1","id":"b","row":"body","status":"ok"}\n'
