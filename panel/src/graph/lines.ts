// Curves between names, where they leave them, and boxes that must not meet.
import type { Node } from "./model";

export interface Box { x: number; y: number; w: number; h: number }
export interface Point { x: number; y: number }

export function boxesMeet(one: Box, other: Box): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

export interface Curve {
  at(share: number): Point;
  trace(ctx: CanvasRenderingContext2D, start: number, end: number): void;
  fits(source: Node, target: Node): boolean;
}

/** A quadratic curve; `bow` is how far its middle stands off, as a share of its length. */
export function curve(source: Node, target: Node, bow: number): Curve {
  const [x0, y0, x2, y2] = [source.fx, source.fy, target.fx, target.fy];
  const [x1, y1] = [(x0 + x2) / 2 + (y2 - y0) * bow, (y0 + y2) / 2 - (x2 - x0) * bow];
  const at = (share: number): Point => {
    const rest = 1 - share;
    return {
      x: rest * rest * x0 + 2 * rest * share * x1 + share * share * x2,
      y: rest * rest * y0 + 2 * rest * share * y1 + share * share * y2,
    };
  };
  return {
    at,
    fits: (one, other) => one.fx === x0 && one.fy === y0 && other.fx === x2 && other.fy === y2,
    trace: (ctx, start, end) => {
      const [from, to] = [at(start), at(end)];
      // The part of a quadratic curve between two shares is one too: its middle is where the tangents meet.
      const [a, b] = [1 - start, 1 - end];
      const mx = a * b * x0 + (a * end + b * start) * x1 + start * end * x2;
      const my = a * b * y0 + (a * end + b * start) * y1 + start * end * y2;
      ctx.beginPath();
      ctx.moveTo(from.x, from.y);
      ctx.quadraticCurveTo(mx, my, to.x, to.y);
    },
  };
}

/** Whether a point is outside a node and its name, with some room. */
export function outside(x: number, y: number, node: Node, unit: number, room: number): boolean {
  const reach = (node.size + room) * unit;
  if ((x - node.fx) ** 2 + (y - node.fy) ** 2 < reach * reach) return false;
  const name = node.name;
  const pad = room * 0.6 * unit;
  return !name || x < name.x - pad || x > name.x + name.w + pad || y < name.y - pad || y > name.y + name.h + pad;
}

const STEPS = 40;

/** The share of a curve at which it has left what it starts from, or, seen from its end, what it goes to. */
export function leaves(way: Curve, isOut: (x: number, y: number) => boolean, fromEnd: boolean): number {
  for (let step = 0; step <= STEPS / 2; step += 1) {
    const share = fromEnd ? 1 - step / STEPS : step / STEPS;
    const { x, y } = way.at(share);
    if (isOut(x, y)) return share;
  }
  return 0.5;
}
