// The branches as lanes: which leaves which, and how much they share.
import type { Branches, Offshoot } from "../shapes";

export interface Lane { name: string; turns: number; from: string; after: number; row: number }

/** How many turns two branches share from the beginning. */
export function sharedTurns(tree: Branches, one: string, other: string): number {
  const way = (name: string) => {
    const found: [string, number][] = [[name, Infinity]];
    const seen = new Set([name]);
    let least = Infinity;
    for (let here = byName(tree, name); here?.leaves; here = byName(tree, here.leaves)) {
      least = Math.min(least, here.after);
      if (seen.has(here.leaves)) break;
      seen.add(here.leaves);
      found.push([here.leaves, least]);
    }
    return new Map(found);
  };
  const [ours, theirs] = [way(one), way(other)];
  for (const [name, upTo] of ours) {
    const also = theirs.get(name);
    if (also !== undefined) return Math.min(upTo, also, byName(tree, one)?.turns ?? 0, byName(tree, other)?.turns ?? 0);
  }
  return 0;
}

export function byName(tree: Branches, name: string): Offshoot | undefined {
  return tree.branches.find((one) => one.name === name);
}

/** The branches as lanes: the one that is stood on is the trunk, the others leave what they share most with. */
export function lanes(tree: Branches, trunk: string): Lane[] {
  const own = byName(tree, trunk) ?? tree.branches[0];
  if (!own) return [];
  const made: Lane[] = [{ name: own.name, turns: own.turns, from: "", after: 0, row: 0 }];
  const rest = tree.branches.filter((one) => one.name !== own.name).map((one) => ({ one, most: sharedTurns(tree, one.name, own.name) }));
  rest.sort((one, other) => other.most - one.most || (one.one.name < other.one.name ? -1 : 1));
  rest.forEach(({ one }, index) => {
    const from = made.reduce((best, lane) => (sharedTurns(tree, one.name, lane.name) > sharedTurns(tree, one.name, best.name) ? lane : best), made[0] as Lane);
    const side = index % 2 ? -1 : 1;
    made.push({ name: one.name, turns: one.turns, from: from.name, after: sharedTurns(tree, one.name, from.name), row: side * (Math.floor(index / 2) + 1) });
  });
  return made;
}
