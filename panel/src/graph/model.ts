// What is drawn: nodes and lines made of a graph's answer, kept from one answer to the next.
import { holdsAt, isSymmetric, signOf, slot, weight, type Sign } from "../parts/signs";
import type { Fact, Graph, GraphEntity, Side } from "../shapes";
import { langOf, predicate } from "../words/words";
import { place, type Spot, type Tie } from "./layout";
import type { Box } from "./lines";

export interface Node {
  id: string; label: string; letter: string; lang: "zh" | "en"; kind: string; present: boolean; changed: boolean;
  size: number; degree: number; first: number; entity: GraphEntity; side?: Side | undefined; differs?: boolean;
  fx: number; fy: number; x?: number; y?: number; name?: Box | null;
}
export interface Line {
  key: string; source: Node; target: Node; text: string; lang: "zh" | "en"; sign: Sign; wide: number; symmetric: boolean;
  ended: boolean; changed: boolean; bow: number; fact: Fact; versions: Fact[]; side?: Side | undefined;
  /** Whether it ended so long ago that it is shown only with one of its ends. */
  old: boolean;
}
export interface Drawn { nodes: Node[]; lines: Line[]; selected: string; dimmed: Set<string>; dense: boolean;
  /** Whether two branches are drawn: lines are told apart by their side, not by their sign. */
  pair?: boolean;
}

export interface Wanted {
  graph: Graph; at: number; present: Set<string>; kind: string; ended: boolean; spots: Map<string, Spot>; tall: boolean;
}

const RECENT = 10;
export const DENSE = 150;
export const MANY = 60;

/** The nodes and lines of a picture, with a place for every node. */
export function model(wanted: Wanted, before: Drawn | null): { drawn: Drawn; placed: string[] } {
  const { graph, at, present, kind } = wanted;
  const entities = graph.entities.filter(
    (one) => one.first_seen <= at && (!kind || one.kind === kind || one.in_focus || present.has(one.id)),
  );
  const ids = new Set(entities.map((one) => one.id));
  const relations = graph.relations.filter(
    (fact) => fact.object && fact.opened <= at && ids.has(fact.subject.id) && ids.has(fact.object.id) && fact.subject.id !== fact.object.id,
  );
  const ties = relations.map((fact) => ({ one: fact.subject.id, other: (fact.object as { id: string }).id }));
  const placed = placeAll(entities, ties, wanted);
  const changed = changedEnds(graph, at);
  const nodes = nodesOf(entities, wanted, before, (one) => changed.has(one.id) || one.first_seen === at);
  const lines = linesOf(relations, nodes, wanted);
  return { drawn: { nodes, lines, selected: "", dimmed: new Set(), dense: lines.length > DENSE }, placed };
}

/** Finds a place for every entity that has none yet. */
export function placeAll(entities: GraphEntity[], ties: Tie[], where: { spots: Map<string, Spot>; tall: boolean }): string[] {
  const shown = entities.map((one) => ({ id: one.id, first: one.first_seen, wide: labelWidth(one.name) }));
  return place(shown, ties, where.spots, where.tall ? 1.7 : 0.72);
}

type Standing = Pick<Wanted, "spots" | "tall" | "present">;

/** Whoever matters most comes first: those in the scene, then the best connected. */
export function nodesOf(entities: GraphEntity[], wanted: Standing, before: Drawn | null, isChanged: (one: GraphEntity) => boolean): Node[] {
  const shrunk = entities.length > MANY ? Math.max(Math.sqrt(MANY / entities.length), 0.4) : 1;
  const old = new Map(before?.nodes.map((node) => [node.id, node]));
  return entities
    .map((one) => nodeOf(one, wanted, isChanged(one), old.get(one.id), shrunk))
    .sort((one, other) => Number(other.present) - Number(one.present) || other.degree - one.degree || one.first - other.first);
}

function labelWidth(name: string): number {
  return Array.from(name).reduce((wide, char) => wide + (char.charCodeAt(0) > 0x2e80 ? 13 : 7), 0);
}

/** Whose attributes changed in a turn. */
function changedEnds(graph: Graph, at: number): Set<string> {
  const found = new Set<string>();
  for (const fact of graph.values) if (fact.opened === at || fact.closed === at) found.add(fact.subject.id);
  for (const fact of graph.relations) {
    if (fact.opened === at && fact.predicate === "located_in") found.add(fact.subject.id);
  }
  return found;
}

function nodeOf(one: GraphEntity, wanted: Standing, changed: boolean, old: Node | undefined, shrunk: number): Node {
  const spot = wanted.spots.get(one.id) as Spot;
  const present = wanted.present.has(one.id);
  const lang = langOf(one.name);
  const size = (wanted.tall ? 0.85 : 1) * (one.kind === "character" ? 16 : 10) * (present ? Math.max(shrunk, 0.8) : shrunk) + (present ? 4 : 0);
  const made: Node = {
    id: one.id, label: short(one.name), letter: (Array.from(one.name)[0] ?? "").toUpperCase(), lang, kind: one.kind, present,
    changed, size, degree: one.degree, first: one.first_seen, entity: one,
    fx: spot.x, fy: spot.y, side: undefined, differs: false,
  };
  // The same object is kept: the graph library and a pointer over it hold on to it.
  return old ? Object.assign(old, made, { x: spot.x, y: spot.y }) : { ...made, x: spot.x, y: spot.y };
}

function short(name: string): string {
  const points = Array.from(name);
  return points.length > 28 ? `${points.slice(0, 27).join("")}…` : name;
}

function linesOf(relations: Fact[], nodes: Node[], wanted: Wanted): Line[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, Fact[]>();
  for (const fact of relations) {
    const key = `${slot(fact)}|${fact.object?.id}`;
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  const pairs = new Map<string, number>();
  const lines: Line[] = [];
  const inOrder = [...groups].sort(([, one], [, other]) => (one[0] as Fact).opened - (other[0] as Fact).opened);
  for (const [key, versions] of inOrder) {
    const held = versions.findLast((fact) => holdsAt(fact, wanted.at));
    const fact = held ?? (versions[versions.length - 1] as Fact);
    const [source, target] = [byId.get(fact.subject.id), byId.get(fact.object?.id ?? "")];
    if (!source || !target) continue;
    const pair = [source.id, target.id].sort().join("|");
    const place = pairs.get(pair) ?? 0;
    pairs.set(pair, place + 1);
    const ended = !held;
    const closed = Math.max(...versions.map((one) => one.closed ?? 0));
    if (ended && !wanted.ended) continue;
    lines.push({
      key, source, target, text: predicate(fact.predicate), lang: langOf(predicate(fact.predicate)),
      sign: signOf(fact), wide: 1.2 + 2.4 * weight(fact), symmetric: isSymmetric(fact), ended,
      changed: versions.some((one) => one.opened === wanted.at || one.closed === wanted.at),
      bow: bow(place, source.id < target.id), fact, versions, old: ended && wanted.at - closed > RECENT,
    });
  }
  return lines.sort((one, other) => Number(other.changed) - Number(one.changed) || other.wide - one.wide || (one.key < other.key ? -1 : 1));
}

/** Several relations of a pair bow apart in the order in which they were first told, so that a new one moves none. */
export function bow(place: number, isForth: boolean): number {
  const size = [0.07, -0.16, 0.26, -0.36, 0.46, -0.56][place % 6] as number;
  return isForth ? size : -size;
}

/** The next node in a direction, the nearest along it. */
export function neighbour(nodes: Node[], from: Node, dx: number, dy: number): Node | undefined {
  let best: Node | undefined;
  let least = Infinity;
  for (const node of nodes) {
    const [x, y] = [node.fx - from.fx, node.fy - from.fy];
    const along = x * dx + y * dy;
    if (node === from || along <= 0) continue;
    const cost = along + 2.2 * Math.abs(x * dy - y * dx);
    if (cost < least) [best, least] = [node, cost];
  }
  return best;
}

