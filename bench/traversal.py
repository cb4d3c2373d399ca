"""How fast the traversal operators are beside the JavaScript reference, on the same graph in the same run.

    python bench/traversal.py PEERS [--edges N] [--rounds N]

PEERS is the folder with ``export_graph.mjs`` and ``bench_recall.mjs``; Node 20 or later runs them. Each round
times theirs, then ours (the literal reader over the exported graph, and a view of a story that tells the same
edges), each the median of many calls; the figures are those of each side's quietest round. Ours includes reading every path's nodes, confidence and
evidence, which theirs computes beforehand. The last line is one JSON object; a suffix _10k or _100k is the
number of edges, a bare name belongs to the largest.

two_hop_ms       one two-hop walk (limit 10) by the literal reader
*_ratio          ours / theirs, literal reader: at most 1 is "no slower than the JavaScript reference"
view_*_ratio     ours / theirs when ours reads a view, visited before
"""

import argparse
import json
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.claims.statements import Assertion, Claim, EntityClaim
from fabula.graph.entities import entity_id
from fabula.graph.fold import TurnClaims, fold_turn
from fabula.graph.memory_reader import MemoryReader
from fabula.graph.operators import and_paths, neighbors, one_hop, reverse, two_hop
from fabula.graph.paths import GraphEdge, GraphNode, GraphResult
from fabula.graph.reader import GraphReader
from fabula.graph.rules import NO_RULES
from fabula.graph.state import NOTHING_TOLD
from fabula.graph.view import View
from fabula.graph.view_reader import ViewReader
from fabula.ledger.records import Body, Stem

SIZES = {10_000: "_10k", 100_000: "_100k"}
EDGES_A_NODE = 5
REPEATS, WARM_UP = 2_000, 300
THEIRS = {
    "one_hop": "oneHop",
    "reverse": "reverse",
    "two_hop": "twoHop",
    "two_hop_100": "twoHop_limit100",
    "neighbors": "neighbors",
    "neighbors_hub": "neighbors_hub_limit100",
    "and2": "andPaths2",
    "and20": "andPaths20",
}
ASKED = ("two_hop", "neighbors", "and20")


@dataclass(frozen=True, slots=True)
class Exported:
    """The graph that both walk, and the nodes that the walks start from."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    starts: tuple[GraphNode, ...]


def exported(node: str, peers: Path, nodes: int) -> Exported:
    """What ``export_graph.mjs`` writes for so many nodes."""
    run = [node, str(peers / "export_graph.mjs"), str(nodes)]
    lines = subprocess.run(run, check=True, capture_output=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    known = {
        row["id"]: GraphNode(row["id"], row["label"], row["type"]) for row in rows[1:] if row["k"] == "n"
    }
    edges = tuple(
        GraphEdge(
            row["id"],
            known[row["from"]],
            row["relation"],
            known[row["to"]],
            fact_id=row["factId"],
            confidence=row["strength"],
            observed_at=row["observedAt"],
        )
        for row in rows[1:]
        if row["k"] == "e"
    )
    return Exported(tuple(known.values()), edges, tuple(known[start] for start in rows[0]["queries"]))


def theirs(node: str, peers: Path, nodes: int) -> dict[str, float]:
    """Milliseconds an operation, as the reference's own bench gives them."""
    run = [node, str(peers / "bench_recall.mjs"), str(nodes)]
    output = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    row = json.loads(output.splitlines()[-1])["rows"][0]
    return {name: row[other]["median"] for name, other in THEIRS.items()}


def ours(reader: GraphReader, starts: Sequence[GraphNode], hub: GraphNode) -> dict[str, float]:
    """Milliseconds an operation over a reader, for the same operations."""
    count = len(starts)
    operations: dict[str, Callable[[int], GraphResult]] = {
        "one_hop": lambda i: one_hop(reader, starts[i % count]),
        "reverse": lambda i: reverse(reader, starts[i % count]),
        "two_hop": lambda i: two_hop(reader, starts[i % count]),
        "two_hop_100": lambda i: two_hop(reader, starts[i % count], limit=100),
        "neighbors": lambda i: neighbors(reader, starts[i % count]),
        "neighbors_hub": lambda _: neighbors(reader, hub, limit=100),
        "and2": lambda i: and_paths(reader, (starts[i % count], starts[(i + 1) % count])),
        "and20": lambda _: and_paths(reader, starts[:20]),
    }
    return {name: median_ms(operation) for name, operation in operations.items()}


def median_ms(operation: Callable[[int], GraphResult]) -> float:
    """The median time from the question until every path was read."""
    spent = []
    for turn in range(WARM_UP + REPEATS):
        start = time.perf_counter()
        for path in operation(turn).paths:
            _ = (path.nodes, path.confidence, path.evidence)
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent[WARM_UP:])


def view_of(graph: Exported) -> View:
    """A story that tells the graph: everybody in the first turn, ten edges in each turn after it."""
    state = NOTHING_TOLD
    ids = {node.key: entity_id("item", node.label) for node in graph.nodes}
    turns: list[list[Claim]] = [[EntityClaim(node.label, kind="item") for node in graph.nodes]]
    turns += [
        [claim(edge, ids) for edge in graph.edges[at : at + 10]] for at in range(0, len(graph.edges), 10)
    ]
    for number, claims in enumerate(turns, start=1):
        state = fold_turn(state, told(number, claims), NO_RULES)
    return View(f"turn-{len(turns)}", len(turns), "", state)


def told(number: int, claims: Sequence[Claim]) -> TurnClaims:
    """One turn that says these claims."""
    stem = Stem(f"turn-{number}", f"turn-{number - 1}", number, "", "")
    body = Body(f"body-{number}", "bench/1", claims=tuple(claims))
    return TurnClaims(stem, (body,), (), lambda _: stem)


def claim(edge: GraphEdge, ids: dict[str, str]) -> Assertion:
    """One edge as a story would tell it."""
    confidence = round((edge.confidence or 0) * 1000)
    return Assertion(
        ids[edge.subject.key], edge.predicate, object=ids[edge.object.key], confidence=confidence
    )


def measure(node: str, peers: Path, edges: int, rounds: int) -> dict[str, dict[str, float]]:
    """The quietest round of each figure, for theirs, ours and ours over a view."""
    graph = exported(node, peers, edges // EDGES_A_NODE)
    literal = MemoryReader(graph.nodes, graph.edges)
    shown = ViewReader(view_of(graph))
    ids = {one.key: entity_id("item", one.label) for one in graph.nodes}
    entities = [found for start in graph.starts if (found := shown.resolve_node(ids[start.key]))]
    hubs = graph.nodes[0], shown.resolve_node(ids[graph.nodes[0].key]) or entities[0]
    measured: dict[str, list[dict[str, float]]] = {"theirs": [], "ours": [], "view": []}
    for _ in range(rounds):
        measured["theirs"].append(theirs(node, peers, len(graph.nodes)))
        measured["ours"].append(ours(literal, graph.starts, hubs[0]))
        measured["view"].append(ours(shown, entities, hubs[1]))
    return {who: quietest(rows) for who, rows in measured.items()}


def quietest(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """The least of every figure: other work on the machine only ever adds."""
    return {name: min(row[name] for row in rows) for name in rows[0]}


def figures_of(found: dict[str, dict[str, float]]) -> dict[str, float]:
    """The figures of one size that are asked for."""
    figures = {"two_hop_ms": found["ours"]["two_hop"]}
    for name in ASKED:
        figures[f"{name}_ratio"] = found["ours"][name] / found["theirs"][name]
        figures[f"view_{name}_ratio"] = found["view"][name] / found["theirs"][name]
    return figures


def print_table(edges: int, found: dict[str, dict[str, float]]) -> None:
    """One size, for people."""
    print(f"{edges:,} edges            theirs ms    ours ms   ratio    view ms   ratio")
    for name in THEIRS:
        reference, own, view = (found[who][name] for who in ("theirs", "ours", "view"))
        print(
            f"  {name:20} {reference:10.4f} {own:10.4f} {own / reference:7.2f} {view:10.4f} {view / reference:7.2f}"
        )


def figures_beside(peers: Path, sizes: Sequence[int], rounds: int) -> dict[str, float]:
    """Every figure for each size, with a table printed for each; none where Node is missing."""
    node = shutil.which("node")
    if node is None:
        print("Skipped: the JavaScript reference needs Node, and no `node` is on the PATH.")
        return {}
    figures: dict[str, float] = {}
    for edges in sizes:
        found = measure(node, peers, edges, rounds)
        fresh = figures_of(found)
        figures |= {name + SIZES.get(edges, ""): value for name, value in fresh.items()} | fresh
        print_table(edges, found)
    return figures


def main() -> None:
    """Measure, print a table for people, and the figures as the last line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("peers", type=Path, help="the folder with the reference's scripts")
    parser.add_argument(
        "--edges", type=int, help="measure this many edges only (default: 10,000 and 100,000)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often to repeat all of it (default: 5)")
    options = parser.parse_args()
    figures = figures_beside(options.peers, [options.edges] if options.edges else list(SIZES), options.rounds)
    print(json.dumps({name: round(value, 4) for name, value in sorted(figures.items())}))


if __name__ == "__main__":
    main()
