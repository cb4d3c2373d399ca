// Whose name stands where: under its node where there is room, else above or beside it; none covers another.
import type { Colours } from "./colours";
import { boxesMeet, type Box, type Curve } from "./lines";
import { MANY, type Drawn, type Line, type Node } from "./model";
import { haloed, image } from "./paint";

const HIGH = 1.25;
const GAP = 3;

export class Naming {
  private readonly widths = new Map<string, number>();
  private names: Box[] = [];

  constructor(private readonly colours: () => Colours) {}

  fontOf(node: Node): { font: string; size: number } {
    const size = node.present ? 14 : 13;
    return { font: `${node.present ? 600 : 500} ${size}px ${this.colours().sans(node.lang)}`, size };
  }

  /** The boxes of all names that are shown. */
  boxes(): readonly Box[] {
    return this.names;
  }

  /** Gives every name a place; whoever matters more comes first. In a crowd, a name without room is left out. */
  place(
    drawn: Drawn, wanted: (node: Node) => boolean, ctx: CanvasRenderingContext2D, unit: number, frame: Box | null = null,
  ): void {
    const isMany = drawn.nodes.length > MANY;
    const bodies = drawn.nodes.filter((node) => !isMany || node.present).map((node) => ({ node, box: bodyBox(node, unit) }));
    this.names = [];
    for (const node of drawn.nodes) {
      const { font, size } = this.fontOf(node);
      const wide = this.width(node.label, font, ctx) * unit;
      const isFree = (box: Box) =>
        !this.names.some((other) => boxesMeet(box, other)) && !bodies.some((one) => one.node !== node && boxesMeet(box, one.box));
      const around = inside(boxesAround(node, wide, size * HIGH * unit, unit), frame);
      const free = (isMany ? around.slice(0, 1) : around).find(isFree);
      const others = bodies.filter((one) => one.node !== node).map((one) => one.box);
      const box = free ?? (isMany && !wanted(node) ? null : this.leastCovered(around, others));
      node.name = box;
      if (box) this.names.push(box);
    }
  }

  /** Where nothing is free, the place that covers the fewest names, and of those the fewest nodes. */
  private leastCovered(around: Box[], bodies: Box[]): Box {
    const met = (box: Box, others: readonly Box[]) => others.filter((other) => boxesMeet(box, other)).length;
    const covers = (box: Box) => met(box, this.names) * 100 + met(box, bodies);
    return around.reduce((best, box) => (covers(box) < covers(best) ? box : best), around[0] as Box);
  }

  /** Names last, then the relations' where they meet no name and no other; changed and strongest first. */
  draw(
    drawn: Drawn, way: (line: Line) => Curve, isLit: (line: Line) => boolean, ctx: CanvasRenderingContext2D, unit: number,
  ): void {
    if (!drawn.dense) {
      const taken = [...this.names, ...drawn.nodes.map((node) => bodyBox(node, unit))];
      for (const line of drawn.lines) {
        if (!line.changed) continue;
        const at = way(line).at(0.5);
        taken.push({ x: at.x - 7 * unit, y: at.y - 7 * unit, w: 14 * unit, h: 14 * unit });
      }
      for (const line of drawn.lines) {
        const isHidden = drawn.dimmed.has(line.key) || (line.ended && !isLit(line));
        if (line.text && !isHidden) this.drawLine(line, way(line), ctx, unit, taken);
      }
    }
    for (const node of drawn.nodes) if (node.name) this.drawName(node, node.name, drawn, ctx, unit);
    ctx.globalAlpha = 1;
  }

  private drawName(node: Node, box: Box, drawn: Drawn, ctx: CanvasRenderingContext2D, unit: number): void {
    const own = this.colours();
    const { font, size } = this.fontOf(node);
    const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
    ctx.globalAlpha = drawn.dimmed.has(node.id) ? 0.5 : 1;
    if (drawn.nodes.length > MANY) {
      const made = image(node.label, font, size, own.ink, own.paper);
      const sharp = window.devicePixelRatio || 1;
      const [w, h] = [(made.width / sharp) * unit, (made.height / sharp) * unit];
      ctx.drawImage(made, x - w / 2, y - h / 2, w, h);
      return;
    }
    ctx.font = font.replace(`${size}px`, `${size * unit}px`);
    haloed(ctx, node.label, x, y, own, unit);
  }

  private drawLine(line: Line, way: Curve, ctx: CanvasRenderingContext2D, unit: number, taken: Box[]): void {
    const own = this.colours();
    const face = own.sans(line.lang);
    const wide = this.width(line.text, `400 12px ${face}`, ctx) * unit;
    for (const share of [0.5, 0.42, 0.58, 0.34, 0.66]) {
      const at = way.at(share);
      const box = { x: at.x - wide / 2 - 2 * unit, y: at.y - 8 * unit, w: wide + 4 * unit, h: 16 * unit };
      if (taken.some((other) => boxesMeet(box, other))) continue;
      taken.push(box);
      ctx.font = `400 ${12 * unit}px ${face}`;
      haloed(ctx, line.text, at.x, at.y, own, unit, own.ink2);
      return;
    }
  }

  private width(text: string, font: string, ctx: CanvasRenderingContext2D): number {
    const key = `${font}\n${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    ctx.font = font;
    const wide = ctx.measureText(text).width;
    this.widths.set(key, wide);
    return wide;
  }
}

function bodyBox(node: Node, unit: number): Box {
  const r = node.size * unit;
  return { x: node.fx - r, y: node.fy - r, w: 2 * r, h: 2 * r };
}

/** The places that lie in the frame; those under and above a node at its edge are moved in. */
function inside(around: Box[], frame: Box | null): Box[] {
  if (!frame) return around;
  const [under, above, ...beside] = around.map((box, index) =>
    index > 1 ? box : { ...box, x: Math.max(Math.min(box.x, frame.x + frame.w - box.w), frame.x) }) as [Box, Box, ...Box[]];
  return [under, above, ...beside.filter((box) => box.x >= frame.x && box.x + box.w <= frame.x + frame.w)];
}

/** Under, above, right and left of a node. */
function boxesAround(node: Node, w: number, h: number, unit: number): Box[] {
  const far = (node.size + GAP) * unit;
  const across = { x: node.fx - w / 2, w, h };
  const beside = { y: node.fy - h / 2, w, h };
  return [
    { ...across, y: node.fy + far },
    { ...across, y: node.fy - far - h },
    { ...beside, x: node.fx + far + 2 * unit },
    { ...beside, x: node.fx - far - 2 * unit - w },
  ];
}
