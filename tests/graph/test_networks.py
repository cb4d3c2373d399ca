"""Row P08: the view as a networkx MultiDiGraph."""

import json
import os
import subprocess
import sys

import networkx as nx
import pytest

from fabula.claims.statements import Assertion, EntityClaim, Modality, Period, Quote, Termination
from fabula.errors import MissingExtraError
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.networks import to_networkx
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.ledger.records import Body, Stem

CAST = [
    EntityClaim("林瑶", aliases=("Lin Yao",), summary="A courtier."),
    EntityClaim("Finn"),
    EntityClaim("key", "item"),
]


def view_of(*turns):
    state = NOTHING_TOLD
    for number, claims in enumerate([CAST, *turns], start=1):
        stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
        body = Body(f"body-{number}", "test/1", claims=tuple(claims))
        state = fold_turn(state, TurnClaims(stem, (body,), (), lambda _, stem=stem: stem), NO_RULES)
    return View(f"turn-{len(turns) + 1}", len(turns) + 1, "digest", state)


def says(subject, predicate, far="", **more):
    return Assertion(subject, predicate, object=far, **more)


def edges(graph):
    return [(one, other, told["predicate"]) for one, other, told in graph.edges(data=True)]


def test_p08_a_view_is_a_networkx_multidigraph_with_entities_and_relations():
    view = view_of([says("林瑶", "trusts", "Finn")], [says("key", "held_by", "Finn")])
    graph = to_networkx(view)
    assert isinstance(graph, nx.MultiDiGraph)
    assert graph.graph == {"turn": "turn-3", "number": 3, "digest": "digest"}
    assert list(graph.nodes) == [entity.id for entity in view.entities()]
    lin_yao = view.entity("林瑶").entity.id
    assert set(edges(graph)) == {("item-key", "npc-finn", "held_by"), (lin_yao, "npc-finn", "trusts")}


def test_p08_two_relations_of_one_pair_are_two_edges_keyed_by_their_facts():
    view = view_of([says("林瑶", "trusts", "Finn"), says("林瑶", "fears", "Finn")])
    graph = to_networkx(view)
    keys = {key for _, _, key in graph.edges(keys=True)}
    assert keys == {fact.id for fact in view.facts()}
    assert graph.number_of_edges(view.entity("林瑶").entity.id, "npc-finn") == 2


def test_p03_nodes_and_edges_have_uuids():
    view = view_of([says("林瑶", "trusts", "Finn"), says("林瑶", "fears", "Finn")])
    graph = to_networkx(view)
    assert graph.nodes["npc-finn"]["uuid"] == str(view.entity("Finn").entity.uuid)
    first, second = (told["uuid"] for _, _, told in graph.edges(data=True))
    assert first != second
    assert {told["uuid"] for _, _, told in to_networkx(view).edges(data=True)} == {first, second}


def test_p04_a_node_has_every_value_of_its_attributes_in_order_with_story_time():
    view = view_of(
        [says("Finn", "mood", value="calm", period=Period("day 1", 1440, 2880))],
        [says("Finn", "mood", value="glad", period=Period("第三天", 4320, 5760))],
    )
    mood = to_networkx(view).nodes["npc-finn"]["attributes"]["mood"]
    assert [(one["value"], one["time"], one["opened"], one["closed"]) for one in mood] == [
        ("calm", "day 1", 2, 3),
        ("glad", "第三天", 3, None),
    ]


def test_a_node_tells_who_it_is():
    view = view_of()
    node = to_networkx(view).nodes[view.entity("林瑶").entity.id]
    assert (node["name"], node["kind"], node["aliases"], node["summary"]) == (
        "林瑶",
        "character",
        ["Lin Yao"],
        "A courtier.",
    )


def test_strength_and_confidence_are_fractions_or_none():
    view = view_of(
        [says("林瑶", "trusts", "Finn", strength=-250, confidence=900)], [says("key", "held_by", "Finn")]
    )
    told = {edge["predicate"]: edge for _, _, edge in to_networkx(view).edges(data=True)}
    assert (told["trusts"]["strength"], told["trusts"]["confidence"]) == (-0.25, 0.9)
    assert (told["held_by"]["strength"], told["held_by"]["confidence"]) == (None, None)


def test_an_edge_shows_its_sentence_and_words():
    quote = Quote(0, 3, 9, "trusts")
    view = view_of([says("林瑶", "trusts", "Finn", fact="She trusts him.", evidence=(quote,))])
    ((_, _, told),) = to_networkx(view).edges(data=True)
    assert (told["phrase"], told["sentence"], told["opened"]) == ("She trusts him.", "She trusts him.", 2)
    assert told["evidence"] == [
        {"turn": "turn-2", "number": 2, "quote": "trusts", "start": 3, "end": 9, "act": ""}
    ]


def test_p06_an_edge_has_the_attributes_of_its_relation():
    view = view_of(
        [says("key", "held_by", "Finn")],
        [says("key", "held_by", "Finn", value="two coins", attribute="price")],
        [says("key", "held_by", "Finn", value="a promise", attribute="price")],
    )
    ((_, _, told),) = to_networkx(view).edges(data=True)
    assert [one["value"] for one in told["attributes"]["price"]] == ["two coins", "a promise"]


def test_past_versions_come_on_request():
    view = view_of(
        [says("key", "held_by", "Finn")],
        [says("key", "held_by", "林瑶")],
        [Termination("key", "held_by")],
        [says("key", "held_by", "Finn")],
    )
    assert to_networkx(view).number_of_edges() == 1
    standings = [told["standing"] for _, _, told in to_networkx(view, all_versions=True).edges(data=True)]
    assert sorted(standings) == ["current", "ended", "superseded"]


def test_what_somebody_believes_or_lies_is_no_edge():
    view = view_of(
        [
            says("key", "held_by", "Finn", holder="林瑶"),
            says("key", "held_by", "Finn", modality=Modality.LIED),
        ]
    )
    assert to_networkx(view).number_of_edges() == 0


def test_a_graph_of_a_moment_has_what_held_then():
    view = view_of(
        [says("key", "held_by", "Finn", period=Period("day 1", 1440, 2880))],
        [says("key", "held_by", "林瑶", period=Period("day 3", 4320, 5760))],
    )
    assert [other for _, other in to_networkx(view.at("day 2")).edges()] == ["npc-finn"]


def test_a_graph_can_be_written_as_json():
    view = view_of([says("林瑶", "trusts", "Finn", strength=300)], [says("Finn", "mood", value="calm")])
    graph = to_networkx(view)
    data = json.loads(json.dumps(nx.node_link_data(graph, edges="edges")))
    assert nx.node_link_graph(data, edges="edges").number_of_edges() == 1


PROGRAM = """
import networkx, sys
sys.path.insert(0, {folder!r})
from test_networks import CAST, says, view_of
from fabula.graph.networks import to_networkx
view = view_of([says("林瑶", "trusts", "Finn"), says("Finn", "fears", "林瑶"), says("key", "held_by", "Finn")])
graph = to_networkx(view)
sys.stdout.buffer.write(repr((list(graph.nodes(data=True)), list(graph.edges(keys=True, data=True)))).encode())
"""


def test_the_order_is_the_same_whatever_the_hash_seed():
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
    assert len(outputs) == 1


def test_without_networkx_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'fabula\[graph\]'"):
        to_networkx(view_of())
