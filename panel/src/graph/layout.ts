// Where names stand: found once, near their first neighbour, and kept. The same story gives the same picture.

export interface Spot { x: number; y: number }
export interface Placeable { id: string; first: number; wide: number }
export interface Tie { one: string; other: string }

const SPACE = 150;
const PUSH = 190;
const ROUNDS_AT_FIRST = 320;
const ROUNDS_LATER = 140;

/** A number from 0 to 1 that only depends on the text. */
export function chance(text: string, salt = 0): number {
  let hash = 2166136261 ^ salt;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}

interface Body extends Spot { id: string; wide: number; held: boolean }

/** Finds a place for each that has none; those that have one are held where they are. Mutates `known`. */
export function place(shown: Placeable[], ties: Tie[], known: Map<string, Spot>, tall = 1): string[] {
  const fresh = shown.filter((one) => !known.has(one.id));
  if (!fresh.length) return [];
  const isFirst = fresh.length === shown.length;
  const order = [...shown].sort((one, other) => one.first - other.first || (one.id < other.id ? -1 : 1));
  const near = new Map<string, string[]>();
  for (const { one, other } of ties) {
    near.set(one, [...(near.get(one) ?? []), other]);
    near.set(other, [...(near.get(other) ?? []), one]);
  }
  const bodies = new Map<string, Body>();
  const reach = SPACE * Math.sqrt(shown.length) * 0.55;
  for (const one of order) {
    const spot = known.get(one.id);
    if (spot) bodies.set(one.id, { ...spot, id: one.id, wide: one.wide, held: true });
  }
  for (const one of order) {
    if (bodies.has(one.id)) continue;
    const beside = (near.get(one.id) ?? []).map((id) => bodies.get(id)).find(Boolean);
    const angle = chance(one.id) * Math.PI * 2;
    const far = beside ? SPACE * (0.9 + 0.5 * chance(one.id, 7)) : reach * (0.35 + 0.65 * chance(one.id, 7));
    const [x, y] = beside ? [beside.x, beside.y] : [0, 0];
    bodies.set(one.id, { id: one.id, wide: one.wide, held: false, x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far * tall });
  }
  relax([...bodies.values()], ties, isFirst ? ROUNDS_AT_FIRST : ROUNDS_LATER, isFirst, tall);
  for (const one of fresh) {
    const { x, y } = bodies.get(one.id) as Body;
    known.set(one.id, { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  }
  return fresh.map((one) => one.id);
}

/** Lets the loose bodies settle: ties pull, bodies and their names push, and all is drawn towards the middle. */
function relax(bodies: Body[], ties: Tie[], rounds: number, centred: boolean, tall: number): void {
  const index = new Map(bodies.map((body, at) => [body.id, at]));
  const pairs = unique(ties).map(({ one, other }) => [index.get(one), index.get(other)]).filter((pair): pair is [number, number] =>
    pair[0] !== undefined && pair[1] !== undefined && pair[0] !== pair[1]);
  const pushX = new Float64Array(bodies.length);
  const pushY = new Float64Array(bodies.length);
  for (let round = 0; round < rounds; round += 1) {
    const heat = 26 * (1 - round / rounds) + 1;
    pushX.fill(0);
    pushY.fill(0);
    for (let one = 0; one < bodies.length; one += 1) {
      const here = bodies[one] as Body;
      for (let other = one + 1; other < bodies.length; other += 1) {
        const there = bodies[other] as Body;
        if (here.held && there.held) continue;
        let dx = here.x - there.x;
        let dy = here.y - there.y;
        if (!dx && !dy) {
          dx = chance(here.id, other) - 0.5;
          dy = chance(there.id, one) - 0.5;
        }
        // Names are wider than they are high, so bodies beside each other want more room than one above another.
        const wide = Math.max(1, (here.wide + there.wide) / 2 / 70);
        const far2 = (dx * dx) / (wide * wide) + dy * dy + 1;
        const push = (SPACE * SPACE) / far2;
        const far = Math.sqrt(dx * dx + dy * dy) || 1;
        const force = Math.min((push * PUSH) / Math.sqrt(far2), 60);
        pushX[one] = (pushX[one] as number) + (dx / far) * force;
        pushY[one] = (pushY[one] as number) + (dy / far) * force;
        pushX[other] = (pushX[other] as number) - (dx / far) * force;
        pushY[other] = (pushY[other] as number) - (dy / far) * force;
      }
    }
    for (const [one, other] of pairs) {
      const here = bodies[one] as Body;
      const there = bodies[other] as Body;
      const dx = there.x - here.x;
      const dy = there.y - here.y;
      const far = Math.sqrt(dx * dx + dy * dy) || 1;
      const force = (far - SPACE) * 0.16;
      pushX[one] = (pushX[one] as number) + (dx / far) * force;
      pushY[one] = (pushY[one] as number) + (dy / far) * force;
      pushX[other] = (pushX[other] as number) - (dx / far) * force;
      pushY[other] = (pushY[other] as number) - (dy / far) * force;
    }
    for (let at = 0; at < bodies.length; at += 1) {
      const body = bodies[at] as Body;
      if (body.held) continue;
      if (centred) {
        pushX[at] = (pushX[at] as number) - body.x * 0.022 * tall;
        pushY[at] = (pushY[at] as number) - (body.y * 0.034) / tall;
      }
      const size = Math.hypot(pushX[at] as number, pushY[at] as number) || 1;
      const step = Math.min(size, heat);
      body.x += ((pushX[at] as number) / size) * step;
      body.y += ((pushY[at] as number) / size) * step;
    }
  }
}

function unique(ties: Tie[]): Tie[] {
  const seen = new Set<string>();
  return ties.filter(({ one, other }) => {
    const key = one < other ? `${one}\n${other}` : `${other}\n${one}`;
    return !seen.has(key) && seen.add(key);
  });
}

const KEPT = 4000;

/** The places of a story's names, kept in the browser. */
export class Places {
  readonly spots: Map<string, Spot>;
  private readonly key: string;

  constructor(story: string, shape: "wide" | "tall") {
    this.key = `fabula-places:${shape}:${story}`;
    this.spots = new Map();
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      for (const [id, x, y] of stored as [string, number, number][]) this.spots.set(id, { x, y });
    } catch {
      this.spots.clear();
    }
  }

  keep(): void {
    const rows = [...this.spots].slice(-KEPT).map(([id, { x, y }]) => [id, x, y]);
    try {
      localStorage.setItem(this.key, JSON.stringify(rows));
    } catch {
      // Without storage the places hold until the page is closed.
    }
  }
}
