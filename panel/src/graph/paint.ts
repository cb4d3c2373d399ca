// Strokes: how a node, a line and their marks are drawn. Whoever asks has set the scale; `unit` is a screen pixel.
import type { Colours } from "./colours";
import type { Curve } from "./lines";
import type { Drawn, Line, Node } from "./model";
import { bodyOf } from "./shapes";

/** The dash of a side: its colour is only the second sign. */
export const DASHES: Record<"one" | "other", number[]> = { one: [13, 4], other: [7, 3, 1.5, 3] };
const HOSTILE = [7, 4];
const ENDED = [1.5, 4];

export interface Lit { selected: boolean; hovered: boolean; dim: boolean }

export function paintBody(ctx: CanvasRenderingContext2D, node: Node, lit: Lit, own: Colours): void {
  ctx.globalAlpha = lit.dim ? 0.34 : 1;
  const colour = node.side ? own.side(node.side) : own.kind(node.kind);
  bodyOf(ctx, node.kind, node.size);
  ctx.fillStyle = node.present ? colour : own.paper;
  ctx.fill();
  ctx.lineWidth = node.side ? 2.2 : 1.8;
  ctx.strokeStyle = colour;
  if (node.side) ctx.setLineDash(DASHES[node.side]);
  ctx.stroke();
  ctx.setLineDash([]);
  const inner = node.present ? own.paper : colour;
  if (node.kind === "group") ring(ctx, node.size * 0.5, inner);
  if (node.kind === "organization") bar(ctx, node.size * 0.5, inner);
  if (node.kind === "character" && node.size > 9) {
    ctx.font = `500 ${Math.round(node.size * 0.95)}px ${own.serif(node.lang)}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = inner;
    ctx.fillText(node.letter, 0, node.size * 0.06);
  }
  if (lit.selected || lit.hovered) ring(ctx, node.size + 4.5, own.accent, lit.selected ? 2 : 1.4);
  if (node.changed) dot(ctx, node.size * 0.78, -node.size * 0.78, own);
  if (node.differs) unequal(ctx, node.size * 0.78, -node.size * 0.78, own);
}

export function paintWay(
  ctx: CanvasRenderingContext2D, way: Curve, line: Line, ends: [number, number], drawn: Drawn, lit: boolean, own: Colours, unit: number,
): void {
  const [start, end] = ends;
  ctx.lineWidth = (line.wide + (lit ? 1.2 : 0)) * unit;
  ctx.strokeStyle = colourOf(line, drawn, own);
  ctx.setLineDash(dashOf(line, drawn).map((part) => part * unit));
  way.trace(ctx, start, end);
  ctx.stroke();
  ctx.setLineDash([]);
  if (!line.ended && !line.symmetric) arrow(ctx, way, end, unit, line.wide);
  if (!line.changed) return;
  const at = way.at(0.5);
  ctx.translate(at.x, at.y);
  ctx.scale(unit, unit);
  dot(ctx, 0, 0, own);
}

function colourOf(line: Line, drawn: Drawn, own: Colours): string {
  if (line.side) return own.side(line.side);
  return line.ended || drawn.pair ? own.muted : own.sign(line.sign);
}

function dashOf(line: Line, drawn: Drawn): number[] {
  if (line.side) return DASHES[line.side];
  if (line.ended) return ENDED;
  return line.sign === "hostile" && !drawn.pair ? HOSTILE : [];
}

export function haloed(
  ctx: CanvasRenderingContext2D, text: string, x: number, y: number, own: Colours, unit: number, ink = own.ink,
): void {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 4 * unit;
  ctx.strokeStyle = own.paper;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y);
}

function ring(ctx: CanvasRenderingContext2D, size: number, colour: string, wide = 1.6): void {
  ctx.beginPath();
  ctx.arc(0, 0, size, 0, Math.PI * 2);
  ctx.lineWidth = wide;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

function bar(ctx: CanvasRenderingContext2D, size: number, colour: string): void {
  ctx.beginPath();
  ctx.moveTo(-size, 0);
  ctx.lineTo(size, 0);
  ctx.strokeStyle = colour;
  ctx.stroke();
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, own: Colours): void {
  ctx.beginPath();
  ctx.arc(x, y, 4.2, 0, Math.PI * 2);
  ctx.fillStyle = own.accent;
  ctx.fill();
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = own.paper;
  ctx.stroke();
}

/** Two strokes crossed: what is told of it differs. */
function unequal(ctx: CanvasRenderingContext2D, x: number, y: number, own: Colours): void {
  ctx.beginPath();
  ctx.arc(x, y, 7, 0, Math.PI * 2);
  ctx.fillStyle = own.paper;
  ctx.fill();
  ctx.lineWidth = 1.4;
  ctx.strokeStyle = own.ink;
  ctx.stroke();
  ctx.beginPath();
  for (const [x0, y0, x1, y1] of [[-3.5, -1.5, 3.5, -1.5], [-3.5, 1.5, 3.5, 1.5], [-2, 4, 2, -4]] as const) {
    ctx.moveTo(x + x0, y + y0);
    ctx.lineTo(x + x1, y + y1);
  }
  ctx.stroke();
}

function arrow(ctx: CanvasRenderingContext2D, way: Curve, end: number, unit: number, wide: number): void {
  const tip = way.at(end);
  const back = way.at(Math.max(end - 0.02, 0));
  const angle = Math.atan2(tip.y - back.y, tip.x - back.x);
  const size = (6 + wide) * unit;
  ctx.beginPath();
  for (const side of [-0.5, 0.5]) {
    ctx.moveTo(tip.x, tip.y);
    ctx.lineTo(tip.x - Math.cos(angle + side) * size, tip.y - Math.sin(angle + side) * size);
  }
  ctx.stroke();
}

const IMAGES = new Map<string, HTMLCanvasElement>();
const MOST_IMAGES = 3000;
const PAD = 4;

/** A name with its halo as a picture of its own: drawing it again costs little. */
export function image(text: string, font: string, size: number, ink: string, paper: string): HTMLCanvasElement {
  const key = [text, font, ink, paper].join("\n");
  const known = IMAGES.get(key);
  if (known) return known;
  if (IMAGES.size > MOST_IMAGES) IMAGES.clear();
  const made = document.createElement("canvas");
  const ctx = made.getContext("2d") as CanvasRenderingContext2D;
  const sharp = window.devicePixelRatio || 1;
  ctx.font = font;
  made.width = Math.ceil((ctx.measureText(text).width + 2 * PAD) * sharp);
  made.height = Math.ceil((size * 1.4 + 2 * PAD) * sharp);
  ctx.scale(sharp, sharp);
  ctx.font = font;
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 4;
  ctx.strokeStyle = paper;
  ctx.strokeText(text, PAD, made.height / sharp / 2);
  ctx.fillStyle = ink;
  ctx.fillText(text, PAD, made.height / sharp / 2);
  IMAGES.set(key, made);
  return made;
}
