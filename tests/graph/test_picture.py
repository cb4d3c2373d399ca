"""A view as a picture: what is drawn, that stored text stays text, and that the bytes are always the same."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from fabula.claims.statements import Assertion, EntityClaim, Quote, Termination
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.picture import page, picture, tone_of
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

SVG = "{http://www.w3.org/2000/svg}"
SLY = "<script>alert('1')</script>\"&"


def view_of(*turns):
    state = NOTHING_TOLD
    for number, claims in enumerate(turns, start=1):
        stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
        body = Body(f"body-{number}", "test/1", claims=tuple(claims))
        state = fold_turn(state, TurnClaims(stem, (body,), (), lambda _, stem=stem: stem), NO_RULES)
    return View(f"turn-{len(turns)}", len(turns), "", state)


def says(subject, predicate, far="", **more):
    return Assertion(subject, predicate, object=far, **more)


def met(*names):
    return [EntityClaim(name) for name in names]


COURT = view_of(
    [EntityClaim("Mira"), EntityClaim("Finn"), EntityClaim("key", "item"), EntityClaim("Old Mill", "place")],
    [
        says("Mira", "trusts", "Finn", strength=700, evidence=(Quote(0, 0, 4, "She trusts him."),)),
        says("Finn", "fears", "Mira", strength=-300),
        says("key", "held_by", "Mira"),
    ],
    [says("key", "held_by", "Finn"), says("Finn", "mood", value="calm")],
)


def drawn(view, **more):
    return ET.fromstring(picture(view, **more))  # noqa: S314 - our own picture


def classes(root, tag):
    return [one.get("class") for one in root.iter(f"{SVG}{tag}") if one.get("class")]


def names(root):
    return [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "name"]


def tooltips(root):
    return [one.text for one in root.iter(f"{SVG}title")]


def test_entities_are_named_discs_of_their_kind():
    root = drawn(COURT)
    assert sorted(names(root)) == ["Finn", "Mira", "Old Mill", "key"]
    discs = [one for one in classes(root, "circle") if one.startswith("disc")]
    assert set(discs) == {"disc k-character", "disc k-item", "disc k-place"}


def test_lines_have_the_tone_of_their_strength():
    edges = [one for one in classes(drawn(COURT), "g") if one.startswith("edge")]
    assert sorted(edges) == ["edge hostile", "edge neutral", "edge warm"]


def test_without_a_strength_the_relation_itself_has_a_tone():
    view = view_of(
        met("Mira", "Finn", "Oren", "Ada"),
        [says("Mira", "ally_of", "Finn"), says("Mira", "enemy_of", "Oren"), says("Mira", "knows", "Ada")],
    )
    assert {fact.predicate: tone_of(fact) for fact in view.facts()} == {
        "ally_of": "warm",
        "enemy_of": "hostile",
        "knows": "neutral",
    }


def test_a_symmetric_relation_has_no_arrow():
    pair = met("Mira", "Finn")
    assert "head" in classes(drawn(view_of(pair, [says("Mira", "trusts", "Finn")])), "path")
    assert "head" not in classes(drawn(view_of(pair, [says("Mira", "sibling_of", "Finn")])), "path")


def test_whoever_knows_more_is_larger():
    def radius(view, name):
        groups = [one for one in drawn(view).iter(f"{SVG}g") if one.get("class") == "node"]
        (group,) = [one for one in groups if one.find(f"{SVG}title").text.startswith(name)]
        return float(group.find(f"{SVG}circle").get("r"))

    assert radius(COURT, "Mira") > radius(COURT, "Old Mill")


def test_hovering_shows_facts_with_their_quotes():
    shown = "\n".join(tooltips(drawn(COURT)))
    assert "Mira: trusts: Finn (turn 2)\n  “She trusts him.”" in shown
    assert "Finn (character)\nFinn: mood: calm (turn 3)" in shown


def test_what_no_longer_holds_is_drawn_pale_on_request():
    assert "ended" not in " ".join(classes(drawn(COURT), "g"))
    assert "edge neutral ended" in classes(drawn(COURT, facts="told"), "g")


def test_a_chinese_story_has_chinese_labels_and_legend():
    view = view_of(
        [EntityClaim("林瑶"), EntityClaim("沈棠"), EntityClaim("青伞", "item")],
        [says("青伞", "held_by", "林瑶"), says("林瑶", "spouse_of", "沈棠")],
    )
    words = [one.text for one in drawn(view, title="青伞").iter(f"{SVG}text")]
    assert {"林瑶", "青伞", "归", "夫妻", "人物", "物品", "亲善", "第2轮 · 3个条目，2条关系"} <= set(words)


def test_the_title_and_the_turn_stand_on_top():
    words = [one.text for one in drawn(COURT, title="moonlit · main").iter(f"{SVG}text")]
    assert words[:2] == ["moonlit · main", "turn 3 · 4 entities, 3 relations"]


def test_those_who_have_no_room_are_counted_in_a_line():
    words = [one.text for one in drawn(COURT, most=2).iter(f"{SVG}text")]
    assert words[0].endswith(" · 2 more are not shown; focus on a name, or ask for more")


def test_an_empty_view_says_so():
    assert "Nobody and nothing is known here yet." in picture(View())


@pytest.mark.parametrize(
    "where", ["name", "kind", "predicate", "sentence", "quote", "value", "summary", "title"]
)
def test_stored_text_stays_text(where):
    sly = {where: SLY}
    view = view_of(
        [
            EntityClaim(
                sly.get("name", "Mira"), sly.get("kind", "character"), summary=sly.get("summary", "")
            ),
            *met("Finn"),
            says(
                sly.get("name", "Mira"),
                f"a{sly.get('predicate', '')}",
                "Finn",
                fact=sly.get("sentence", ""),
                evidence=(Quote(0, 0, 1, sly.get("quote", "x")),),
            ),
            says("Finn", "mood", value=sly.get("value", "calm")),
        ]
    )
    svg = picture(view, title=sly.get("title", ""))
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= {
        "svg", "style", "rect", "text", "g", "title", "path", "circle",
    }  # fmt: skip
    assert "<script" not in svg + page(svg, SLY)
    assert "alert" in svg


def test_signs_that_xml_cannot_hold_or_that_steer_a_line_are_left_out():
    svg = picture(view_of([EntityClaim("Mi\x1b[2J\ufffera\u202e")]))
    assert names(ET.fromstring(svg)) == ["Mi [2J ra"]  # noqa: S314 - our own picture


def test_nothing_is_loaded_from_anywhere():
    for made in (picture(COURT), page(picture(COURT), "moonlit")):
        assert (
            re.findall(r"https?://(?!www\.w3\.org/2000/svg)|\bhref=|\bsrc=|url\(|@import|\son\w+=", made)
            == []
        )


def test_a_page_allows_its_own_styles_and_nothing_else():
    made = page(picture(COURT), "<moonlit>")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', made)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "<title>&lt;moonlit&gt;</title>" in made


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from test_picture import COURT, picture
sys.stdout.buffer.write(picture(COURT, facts="told", title="moonlit").encode())
"""


def test_the_bytes_are_the_same_whatever_the_hash_seed():
    program = PROGRAM.format(folder=os.path.dirname(__file__))  # noqa: PTH120 - a plain string goes into the program
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert outputs == {picture(COURT, facts="told", title="moonlit").encode()}


def test_the_bytes_of_a_known_picture_stay_as_recorded(golden):
    golden("graph/picture.svg", picture(COURT, facts="told", title="moonlit"))


def test_somebody_in_a_relation_with_themselves_is_drawn():
    view = view_of(met("Mira"), [says("Mira", "fears", "Mira", strength=-100)])
    assert "edge hostile" in classes(drawn(view), "g")


def test_an_ended_relation_is_gone_from_what_holds():
    view = view_of(
        met("Mira", "Finn"), [says("Mira", "trusts", "Finn")], [Termination("Mira", "trusts", "Finn")]
    )
    assert [one for one in classes(drawn(view), "g") if one.startswith("edge")] == []


@pytest.mark.browser
def test_a_browser_shows_the_picture_under_its_policy(tmp_path):
    made = tmp_path / "court.html"
    made.write_text(page(picture(COURT, title="moonlit"), "moonlit"), "utf-8")
    browser = next(name for name in ("chromium", "chromium-browser", "google-chrome") if _is_there(name))
    flags = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    )
    done = subprocess.run(
        [
            browser,
            *flags.split(),
            f"--user-data-dir={tmp_path / 'profile'}",
            "--enable-logging=stderr",
            "--dump-dom",
            made.as_uri(),
        ],
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert b"Mira" in done.stdout
    assert b"Content Security Policy" not in done.stderr


def _is_there(name):
    import shutil

    return shutil.which(name) is not None
