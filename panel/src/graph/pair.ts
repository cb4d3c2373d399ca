// What is drawn of two branches in one picture: what they share, thin, and what stands on one side alone.
import { isSymmetric, signOf, slot, weight } from "../parts/signs";
import type { Fact, Sided, Together } from "../shapes";
import { langOf, predicate } from "../words/words";
import type { Spot } from "./layout";
import { bow, DENSE, nodesOf, placeAll, type Drawn, type Line, type Node } from "./model";

export interface PairWanted {
  answer: Together; kind: string; shared: boolean; spots: Map<string, Spot>; tall: boolean;
}

const THIN = 1.1;

/** The nodes and lines of a picture of two branches; names stand where they stand in the picture of one. */
export function pairModel(wanted: PairWanted, before: Drawn | null): { drawn: Drawn; placed: string[] } {
  const { answer, kind } = wanted;
  const entities = answer.entities.filter((one) => !kind || one.kind === kind || one.in_focus);
  const ids = new Set(entities.map((one) => one.id));
  const relations = answer.relations.filter(({ fact }) =>
    fact.object && ids.has(fact.subject.id) && ids.has(fact.object.id) && fact.subject.id !== fact.object.id);
  const ties = relations.map(({ fact }) => ({ one: fact.subject.id, other: (fact.object as { id: string }).id }));
  const placed = placeAll(entities, ties, wanted);
  const nodes = nodesOf(entities, { ...wanted, present: new Set<string>() }, before, () => false);
  const sides = new Map(entities.map((one) => [one.id, one.side]));
  const differing = new Set(answer.values.map(({ fact }) => fact.subject.id));
  for (const node of nodes) {
    const side = sides.get(node.id);
    node.side = side === "both" ? undefined : side;
    node.differs = differing.has(node.id);
  }
  const lines = linesOf(relations, nodes).filter((line) => wanted.shared || line.side);
  return { drawn: { nodes, lines, selected: "", dimmed: new Set(), dense: lines.length > DENSE, pair: true }, placed };
}

function linesOf(relations: Sided[], nodes: Node[]): Line[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const pairs = new Map<string, number>();
  const inOrder = [...relations].sort((one, other) => one.fact.opened - other.fact.opened);
  const lines: Line[] = [];
  for (const { fact, side } of inOrder) {
    const [source, target] = [byId.get(fact.subject.id), byId.get(fact.object?.id ?? "")];
    if (!source || !target) continue;
    const pair = [source.id, target.id].sort().join("|");
    const place = pairs.get(pair) ?? 0;
    pairs.set(pair, place + 1);
    lines.push({ ...lineOf(fact, side), source, target, bow: bow(place, source.id < target.id) });
  }
  // What differs is drawn last, over what is shared; its labels come first.
  return lines.sort((one, other) => Number(Boolean(other.side)) - Number(Boolean(one.side)));
}

function lineOf(fact: Fact, side: Sided["side"]): Omit<Line, "source" | "target" | "bow"> {
  const isShared = side === "both";
  return {
    key: `${side}|${slot(fact)}|${fact.object?.id}`, text: predicate(fact.predicate), lang: langOf(predicate(fact.predicate)),
    sign: signOf(fact), wide: isShared ? THIN : 2 + 1.6 * weight(fact), symmetric: isSymmetric(fact), ended: false,
    changed: false, old: false, fact, versions: [fact], side: isShared ? undefined : side,
  };
}

/** The branch that a side stands for. */
export function nameOf(answer: Together, side: Sided["side"] | undefined): string {
  return side === "one" ? answer.one.name : side === "other" ? answer.other.name : "";
}
