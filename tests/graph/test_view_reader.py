"""A view as a graph: what is shown of it, and that a hub's best edge is never out of reach."""

import pytest

from fabula.claims.statements import (
    Assertion,
    EntityClaim,
    Identity,
    Modality,
    Period,
    Quote,
    Retraction,
    Termination,
)
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.operators import and_paths, neighbors, one_hop, reverse, two_hop
from fabula.graph.paths import GraphNode
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.graph.view_reader import ViewReader
from fabula.ledger.records import Body, Stem


def view_of(*turns):
    """The view after turns that say these claims."""
    state = NOTHING_TOLD
    for number, claims in enumerate(turns, start=1):
        stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
        body = Body(f"body-{number}", "test/1", claims=tuple(claims))
        state = fold_turn(state, TurnClaims(stem, (body,), (), lambda _, stem=stem: stem), NO_RULES)
    return View(f"turn-{len(turns)}", len(turns), "", state)


def reader_of(*turns, **options):
    return ViewReader(view_of(*turns), **options)


def met(*names, kind="character", aliases=()):
    return [EntityClaim(name, kind=kind, aliases=aliases) for name in names]


def says(subject, predicate, other, **told):
    return Assertion(subject, predicate, object=other, **told)


def told(edges):
    return [f"{edge.subject.label} {edge.predicate} {edge.object.label}" for edge in edges]


def at(reader, name):
    return reader.resolve_node(name)


CAST = [
    *met("林瑶", "林峰", "Mira"),
    *met("silver key", kind="item"),
    *met("Moonlit Court", kind="organization"),
]


def test_a_node_is_an_entity():
    reader = reader_of(CAST)
    entity = reader.view.entity("林瑶").entity
    assert at(reader, "林瑶") == GraphNode(entity.id, "林瑶", "character")


def test_an_edge_is_a_fact_with_its_id_confidence_and_turn():
    reader = reader_of(CAST, [says("林瑶", "trusts", "林峰", confidence=875)])
    edge, fact = reader.outgoing(at(reader, "林瑶"))[0], reader.view.facts()[0]
    assert (edge.id, edge.fact_id, edge.predicate) == (fact.id, fact.id, "trusts")
    assert (edge.confidence, edge.observed_at) == (0.875, 2)


def test_r04_a_fact_without_a_confidence_has_an_edge_without_one():
    reader = reader_of(CAST, [says("林瑶", "trusts", "林峰")])
    assert reader.outgoing(at(reader, "林瑶"))[0].confidence is None
    assert one_hop(reader, "林瑶").paths[0].confidence == 0.5


def test_r09_evidence_is_traceable_both_ways():
    quote = Quote(0, 0, 2, "林瑶")
    reader = reader_of(CAST, [says("林瑶", "trusts", "林峰", evidence=(quote,))])
    (evidence,) = one_hop(reader, "林瑶").paths[0].evidence
    assert [piece.quote for piece in reader.fact(evidence).evidence] == ["林瑶"]
    assert reader.edges_for_fact(evidence) == reader.outgoing(at(reader, "林瑶"))


def test_r09_a_fact_is_found_before_any_node_was_read():
    view = view_of(CAST, [says("林瑶", "trusts", "林峰"), says("林峰", "fears", "Mira")])
    for fact in view.facts():
        reader = ViewReader(view)
        assert reader.fact(fact.id) == fact
        assert [edge.id for edge in reader.edges_for_fact(fact.id)] == [fact.id]


def test_values_are_not_edges():
    reader = reader_of(CAST, [Assertion("林瑶", "mood", value="afraid")])
    fact = reader.view.facts()[0]
    assert (reader.outgoing(at(reader, "林瑶")), reader.edges_for_fact(fact.id)) == ([], [])
    assert reader.fact(fact.id) is None


def test_the_attribute_of_a_relation_is_no_edge():
    priced = says("silver key", "held_by", "Mira", value="two coins", attribute="price")
    reader = reader_of(CAST, [says("silver key", "held_by", "Mira")], [priced])
    assert told(reader.outgoing(at(reader, "silver key"))) == ["silver key held_by Mira"]


def test_a_view_of_a_moment_shows_what_held_then():
    view = view_of(
        CAST,
        [says("silver key", "held_by", "Mira", period=Period("day 1", 1440, 2880))],
        [says("silver key", "held_by", "林瑶", period=Period("day 3", 4320, 5760))],
    )
    reader = ViewReader(view.at("day 2"))
    assert told(reader.outgoing(at(reader, "silver key"))) == ["silver key held_by Mira"]


def test_only_what_holds_now_is_shown():
    turns = (
        CAST,
        [says("silver key", "held_by", "林峰"), says("林瑶", "trusts", "Mira")],
        [says("silver key", "held_by", "林瑶"), Termination("林瑶", "trusts", object="Mira")],
    )
    reader = reader_of(*turns)
    assert told(reader.outgoing(at(reader, "silver key"))) == ["silver key held_by 林瑶"]
    assert reader.incoming(at(reader, "林峰")) == reader.outgoing(at(reader, "林瑶")) == []


def test_all_versions_are_shown_on_request():
    turns = (CAST, [says("silver key", "held_by", "林峰")], [says("silver key", "held_by", "林瑶")])
    reader = reader_of(*turns, all_versions=True)
    expected = ["silver key held_by 林瑶", "silver key held_by 林峰"]
    assert told(reader.outgoing(at(reader, "silver key"))) == expected
    assert told(reader.incoming(at(reader, "林峰"))) == expected[1:]
    past = reader.incoming(at(reader, "林峰"))[0]
    assert reader.edges_for_fact(past.id) == [past]


def test_what_never_was_true_is_shown_in_no_version():
    turns = (CAST, [says("林瑶", "trusts", "Mira")], [Retraction("林瑶", "trusts", object="Mira")])
    assert one_hop(reader_of(*turns, all_versions=True), "林瑶").total == 0


@pytest.mark.parametrize("all_versions", [False, True])
def test_only_canon_is_shown(all_versions):
    claims = [
        says("林瑶", "trusts", "Mira", holder="林峰"),
        says("林瑶", "serves", "Moonlit Court", modality=Modality.LIED),
        says("林瑶", "fears", "林峰"),
    ]
    reader = reader_of(CAST, claims, all_versions=all_versions)
    assert told(reader.outgoing(at(reader, "林瑶"))) == ["林瑶 fears 林峰"]
    assert reader.outgoing(at(reader, "林峰")) == []


def test_a_view_that_stands_earlier_is_another_graph():
    turns = (CAST, [says("林瑶", "trusts", "Mira")], [says("林瑶", "fears", "林峰")])
    assert [one_hop(reader_of(*turns[:n]), "林瑶").total for n in (1, 2, 3)] == [0, 1, 2]


def test_a_revealed_identity_has_the_edges_of_both():
    masked = met("the masked woman")
    turns = (
        [*CAST, *masked],
        [says("silver key", "held_by", "the masked woman"), says("林瑶", "trusts", "林峰")],
        [Identity("林瑶", "the masked woman")],
    )
    reader = reader_of(*turns)
    assert at(reader, "the masked woman") == at(reader, "林瑶")
    assert sorted(told(path.edges[0] for path in neighbors(reader, "林瑶").paths)) == [
        "silver key held_by 林瑶",
        "林瑶 trusts 林峰",
    ]


def test_r03_a_symmetric_relation_is_met_from_both_ends_when_both_ways_are_read():
    reader = reader_of(CAST, [says("林瑶", "sibling_of", "林峰")])
    met_from = [neighbors(reader, name, predicate="sister_of").paths for name in ("林瑶", "林峰")]
    assert met_from[0] == met_from[1] != ()


# resolving


def test_r09_an_alias_comes_before_a_name():
    reader = reader_of([*met("Ash", kind="place"), *met("Mira", aliases=("Ash",))])
    assert at(reader, "Ash").label == "Mira"


def test_r09_spelling_is_as_forgiving_as_the_views():
    reader = reader_of(CAST)
    assert at(reader, "the MOONLIT court") == at(reader, "Moonlit Court")


def test_r09_a_relation_is_found_by_any_spelling_of_its_own():
    reader = reader_of(CAST)
    spellings = ("held_by", "Held By", "carried-by", "属于")
    assert {reader.resolve_predicate(name) for name in spellings} == {"held_by"}
    assert reader.resolve_predicate("Rides With") == "rides_with"


def test_r11_a_relation_read_from_its_other_end_is_not_turned_round():
    reader = reader_of([*CAST, *met("Old Lin")], [says("Old Lin", "parent_of", "林瑶")])
    assert reader.resolve_predicate("child_of") is None
    assert one_hop(reader, "Old Lin", "child_of").total == 0
    assert told(path.edges[0] for path in reverse(reader, "林瑶", "parent_of").paths) == [
        "Old Lin parent_of 林瑶"
    ]


# hubs

CROWD = [f"Guest {n}" for n in range(2_000)]


@pytest.fixture(scope="module")
def banquet():
    """A hub with 2,000 guests, of whom the last one told is the surest, and a door behind the last guest."""
    everybody = [*met("The Host", *CROWD), *met("the vault", kind="place")]
    arrivals = [
        [says("The Host", "knows", name, confidence=100 + n % 700)] for n, name in enumerate(CROWD[:-1])
    ]
    best = [
        says("The Host", "knows", CROWD[-1], confidence=990),
        says(CROWD[-1], "guards", "the vault", confidence=1000),
    ]
    others = [says(name, "guards", "the vault", confidence=900) for name in CROWD[:600]]
    return view_of(everybody, *arrivals, others, best)


@pytest.mark.parametrize("limit", [1, 10])
def test_the_best_edge_of_a_hub_is_found_though_it_was_told_last(banquet, limit):
    result = one_hop(ViewReader(banquet), "The Host", limit=limit)
    assert result.paths[0].edges[0].object.label == CROWD[-1]
    assert result.truncated


def test_every_read_of_a_hub_gives_the_best_there_are(banquet):
    reader = ViewReader(banquet)
    everything = reader.outgoing(at(reader, "The Host"))
    assert len(everything) == 2_000
    assert (
        reader.outgoing(at(reader, "The Host"), "knows", 50)
        == sorted(everything, key=lambda one: one.rank)[:50]
    )


def test_the_best_edge_of_a_hub_is_found_from_the_other_side(banquet):
    assert reverse(ViewReader(banquet), "the vault", limit=1).paths[0].edges[0].subject.label == CROWD[-1]


def test_the_best_way_over_a_hub_is_found(banquet):
    result = two_hop(ViewReader(banquet), "The Host", "knows", "guards", limit=1)
    assert [node.label for node in result.paths[0].nodes] == ["The Host", CROWD[-1], "the vault"]


def test_a_fact_of_a_hub_is_found_by_its_two_ends(banquet):
    assert and_paths(ViewReader(banquet), ["The Host", CROWD[0]]).total == 1


def test_of_two_equally_sure_edges_the_later_one_comes_first():
    turns = (
        CAST,
        [says("林瑶", "trusts", "Mira", confidence=500)],
        [says("林瑶", "fears", "林峰", confidence=500)],
    )
    reader = reader_of(*turns)
    assert told(reader.outgoing(at(reader, "林瑶"), None, 1)) == ["林瑶 fears 林峰"]


# what is remembered


def test_an_edge_is_made_once_for_both_its_ends():
    reader = reader_of(CAST, [says("林瑶", "trusts", "林峰")])
    (edge,) = reader.outgoing(at(reader, "林瑶"))
    assert reader.outgoing(at(reader, "林瑶"))[0] is edge
    assert reader.incoming(at(reader, "林峰"))[0] is edge
    assert reader.edges_for_fact(edge.id)[0] is edge


def test_a_reader_that_remembers_too_much_starts_afresh():
    relations = [says("林瑶", "trusts", "林峰"), says("林峰", "fears", "Mira"), says("Mira", "fears", "林瑶")]
    reader = reader_of(CAST, relations, most_kept=1)
    first = reader.outgoing(at(reader, "林瑶"))[0]
    answers = [two_hop(reader, name) for name in ("林瑶", "林峰", "Mira") * 2]
    assert answers[:3] == answers[3:]
    assert [answer.total for answer in answers] == [1] * 6
    assert all(reader.fact(path.evidence[0]) for answer in answers for path in answer.paths)
    again = reader.outgoing(at(reader, "林瑶"))[0]
    assert again == first
    assert again is not first
