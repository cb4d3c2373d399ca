// The picture on its canvas: force-graph moves and hits, everything that is seen is drawn here. Loaded when shown.
import ForceGraph from "force-graph";
import { colours, type Colours } from "./colours";
import { boxesMeet, curve, leaves, outside, type Box, type Curve } from "./lines";
import type { Drawn, Line, Node } from "./model";
import { bodyOf } from "./shapes";

export interface Told {
  hovered: (node: Node | null, line: Line | null) => void;
  clicked: (node: Node | null, line: Line | null) => void;
  dragged: (node: Node) => void;
  moved: () => void;
}

type Graph = ForceGraph<Node, Line>;
const MANY = 60;
const NEAREST = 2.6;

export class Picture {
  private readonly graph: Graph;
  private colours: Colours = colours();
  private drawn: Drawn = { nodes: [], lines: [], selected: "", dimmed: new Set(), dense: false };
  private readonly curves = new Map<Line, Curve>();
  private readonly widths = new Map<string, number>();
  private names: Box[] = [];
  private hover: { node: Node | null; line: Line | null } = { node: null, line: null };
  private fitted = "";

  constructor(
    private readonly box: HTMLElement,
    told: Told,
  ) {
    const graph = new ForceGraph<Node, Line>(box);
    this.graph = graph;
    graph
      .width(box.clientWidth)
      .height(box.clientHeight)
      .backgroundColor("rgba(0,0,0,0)")
      .nodeId("id")
      .nodeLabel(() => "")
      .linkLabel(() => "")
      .nodeVal(1)
      .minZoom(0.05)
      .maxZoom(6)
      .warmupTicks(0)
      .cooldownTicks(0)
      .autoPauseRedraw(true)
      .enableNodeDrag(true)
      .linkCurvature("bow")
      .nodeCanvasObject((node, ctx, scale) => this.drawNode(node, ctx, scale))
      .nodePointerAreaPaint((node, colour, ctx, scale) => this.paintNode(node, colour, ctx, scale))
      .linkCanvasObject((line, ctx, scale) => this.drawLine(line, ctx, scale))
      .linkPointerAreaPaint((line, colour, ctx, scale) => this.paintLine(line, colour, ctx, scale))
      .onRenderFramePre((ctx, scale) => this.prepare(ctx, scale))
      .onRenderFramePost((ctx, scale) => this.drawLabels(ctx, scale))
      .onNodeHover((node) => this.hovered(node, null, told))
      .onLinkHover((line) => this.hovered(null, line, told))
      .onNodeClick((node) => told.clicked(node, null))
      .onLinkClick((line) => told.clicked(null, line))
      .onBackgroundClick(() => told.clicked(null, null))
      .onNodeDrag((node) => this.follow(node, told))
      .onNodeDragEnd((node) => {
        this.follow(node, told);
        told.dragged(node);
      })
      .onZoom(() => told.moved());
    for (const force of ["charge", "link", "center"]) graph.d3Force(force, null);
  }

  private follow(node: Node, told: Told): void {
    node.fx = node.x ?? node.fx;
    node.fy = node.y ?? node.fy;
    this.hover = { node: null, line: null };
    told.moved();
  }

  private hovered(node: Node | null, line: Line | null, told: Told): void {
    this.hover = { node, line };
    told.hovered(node, line);
  }

  /** Shows a picture; fits it into the frame where another part of the story is asked for, never for a new turn. */
  show(drawn: Drawn, scope = ""): void {
    const before = this.drawn;
    this.drawn = drawn;
    this.curves.clear();
    const isSame = before.nodes === drawn.nodes && before.lines === drawn.lines;
    if (!isSame) this.graph.graphData({ nodes: drawn.nodes, links: drawn.lines });
    else this.redraw();
    if (this.fitted !== scope && drawn.nodes.length) {
      this.fit(this.fitted ? 240 : 0);
      this.fitted = scope;
    }
  }

  recolour(): void {
    this.colours = colours();
    this.redraw();
  }

  private redraw(): void {
    // Setting a property to itself is what makes a graph at rest draw once more.
    this.graph.nodeVal(this.graph.nodeVal());
  }

  resize(): void {
    this.graph.width(this.box.clientWidth).height(this.box.clientHeight);
  }

  /** Fits all into the frame, names included; small stories are not blown up. */
  fit(ms = 240): void {
    const { nodes } = this.drawn;
    if (!nodes.length) return;
    const xs = nodes.map((node) => node.fx);
    const ys = nodes.map((node) => node.fy);
    const [left, right] = [Math.min(...xs) - 60, Math.max(...xs) + 60];
    const [top, bottom] = [Math.min(...ys) - 36, Math.max(...ys) + 48];
    // The caption stands above, the legend below.
    const [above, below] = this.box.clientWidth < 720 ? [40, 88] : [24, 56];
    const zoom = Math.min(this.box.clientWidth / (right - left), (this.box.clientHeight - above - below) / (bottom - top), NEAREST);
    this.graph.centerAt((left + right) / 2, (top + bottom) / 2 + (below - above) / 2 / zoom, ms);
    this.graph.zoom(zoom, ms);
  }

  zoomBy(factor: number): void {
    this.graph.zoom(this.graph.zoom() * factor, 120);
  }

  /** Brings a node into the frame, if it is not in it. */
  centre(node: Node): void {
    const { x, y } = this.screen(node.fx, node.fy);
    if (x > 20 && y > 20 && x < this.box.clientWidth - 20 && y < this.box.clientHeight - 40) return;
    this.graph.centerAt(node.fx, node.fy, 240);
  }

  /** Where a place of the picture is on the screen, in the box. */
  screen(x: number, y: number): { x: number; y: number } {
    return this.graph.graph2ScreenCoords(x, y);
  }

  scale(): number {
    return this.graph.zoom();
  }

  middle(line: Line): { x: number; y: number } {
    return this.curveOf(line).at(0.5);
  }

  destroy(): void {
    this.graph._destructor();
  }

  // what is drawn

  private curveOf(line: Line): Curve {
    const known = this.curves.get(line);
    const { source, target } = line;
    if (known && known.fits(source, target)) return known;
    const made = curve(source, target, line.bow);
    this.curves.set(line, made);
    return made;
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

  /** How large text is in the picture's own measure: the same on the screen however near one is. */
  private unit(scale: number): number {
    return 1 / Math.max(scale, 0.25);
  }

  private isDim(id: string): boolean {
    return this.drawn.dimmed.has(id);
  }

  /** Before anything is drawn: whose name has room. Whoever matters more comes first. */
  private prepare(ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    this.names = [];
    const isMany = this.drawn.nodes.length > MANY;
    for (const node of this.drawn.nodes) {
      const size = node.present ? 14 : 13;
      const font = `${node.present ? 600 : 500} ${size}px ${this.colours.sans(node.lang)}`;
      const wide = this.width(node.label, font, ctx) * unit;
      const top = node.fy + node.size * unit + 3 * unit;
      const box = { x: node.fx - wide / 2, y: top, w: wide, h: size * 1.25 * unit };
      const isWanted = node.id === this.drawn.selected || node === this.hover.node;
      const fits = !isMany || isWanted || !(this.names.some((other) => boxesMeet(box, other)) || this.onPresent(box, node, unit));
      node.name = fits ? box : null;
      if (fits) this.names.push(box);
    }
  }

  private onPresent(box: Box, own: Node, unit: number): boolean {
    return this.drawn.nodes.some((node) => {
      const r = node.size * unit;
      return node.present && node !== own && boxesMeet(box, { x: node.fx - r, y: node.fy - r, w: 2 * r, h: 2 * r });
    });
  }

  private drawNode(node: Node, ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    const { fx: x, fy: y } = node;
    ctx.save();
    ctx.globalAlpha = this.isDim(node.id) ? 0.34 : 1;
    ctx.translate(x, y);
    ctx.scale(unit, unit);
    const colour = this.colours.kind(node.kind);
    bodyOf(ctx, node.kind, node.size);
    ctx.fillStyle = node.present ? colour : this.colours.paper;
    ctx.fill();
    ctx.lineWidth = 1.8;
    ctx.strokeStyle = colour;
    ctx.stroke();
    if (node.kind === "group") ring(ctx, node.size * 0.5, node.present ? this.colours.paper : colour);
    if (node.kind === "organization") bar(ctx, node.size * 0.5, node.present ? this.colours.paper : colour);
    if (node.kind === "character" && node.size > 9) {
      ctx.font = `500 ${Math.round(node.size * 0.95)}px ${this.colours.serif(node.lang)}`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillStyle = node.present ? this.colours.paper : colour;
      ctx.fillText(node.letter, 0, node.size * 0.06);
    }
    if (node.id === this.drawn.selected || node === this.hover.node) {
      ring(ctx, node.size + 4.5, this.colours.accent, node.id === this.drawn.selected ? 2 : 1);
    }
    if (node.changed) dot(ctx, node.size * 0.78, -node.size * 0.78, this.colours);
    ctx.restore();
  }

  private paintNode(node: Node, colour: string, ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(node.fx, node.fy, Math.max(node.size, 14) * unit, 0, Math.PI * 2);
    ctx.fill();
    if (node.name) ctx.fillRect(node.name.x, node.name.y, node.name.w, node.name.h);
  }

  /** A line is trimmed where it leaves its nodes and their names, so that no arrow ends in a name. */
  private ends(line: Line, unit: number): [number, number] {
    const way = this.curveOf(line);
    const { source, target } = line;
    const start = leaves(way, (x, y) => outside(x, y, source, unit, 3), false);
    const end = leaves(way, (x, y) => outside(x, y, target, unit, 5), true);
    return [start, end];
  }

  private drawLine(line: Line, ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    const way = this.curveOf(line);
    const [start, end] = this.drawn.dense ? roughly(line, unit) : this.ends(line, unit);
    if (start >= end) return;
    const isLit = line === this.hover.line || line.key === this.drawn.selected;
    ctx.save();
    ctx.globalAlpha = this.isDim(line.key) ? (line.ended ? 0.2 : 0.34) : 1;
    ctx.lineWidth = (line.wide + (isLit ? 1.2 : 0)) * unit;
    ctx.strokeStyle = line.ended ? this.colours.muted : this.colours.sign(line.sign);
    if (line.side) ctx.strokeStyle = this.colours.side(line.side);
    if (line.ended) ctx.setLineDash([1.5 * unit, 4 * unit]);
    else if (line.sign === "hostile") ctx.setLineDash([7 * unit, 4 * unit]);
    way.trace(ctx, start, end);
    ctx.stroke();
    ctx.setLineDash([]);
    if (!line.ended && !line.symmetric) arrow(ctx, way, end, unit, line.wide);
    if (line.changed) {
      const at = way.at(0.5);
      ctx.translate(at.x, at.y);
      ctx.scale(unit, unit);
      dot(ctx, 0, 0, this.colours);
    }
    ctx.restore();
  }

  private paintLine(line: Line, colour: string, ctx: CanvasRenderingContext2D, scale: number): void {
    ctx.strokeStyle = colour;
    ctx.lineWidth = 14 * this.unit(scale);
    this.curveOf(line).trace(ctx, 0.05, 0.95);
    ctx.stroke();
  }

  /** Names last, then the relations' where they meet no name and no other; changed and strongest first. */
  private drawLabels(ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    const taken = [...this.names];
    for (const node of this.drawn.nodes) {
      const { x, y } = { x: node.fx, y: node.fy };
      const r = node.size * unit;
      taken.push({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });
    }
    if (!this.drawn.dense) {
      for (const line of this.drawn.lines) {
        if (!line.changed) continue;
        const at = this.middle(line);
        taken.push({ x: at.x - 7 * unit, y: at.y - 7 * unit, w: 14 * unit, h: 14 * unit });
      }
      for (const line of this.drawn.lines) if (line.text) this.drawLineLabel(line, ctx, unit, taken);
    }
    for (const node of this.drawn.nodes) {
      if (!node.name) continue;
      const size = node.present ? 14 : 13;
      const face = this.colours.sans(node.lang);
      ctx.globalAlpha = this.isDim(node.id) ? 0.5 : 1;
      if (this.drawn.nodes.length > MANY) {
        const font = `${node.present ? 600 : 500} ${size}px ${face}`;
        const made = image(node.label, font, size, this.colours.ink, this.colours.paper);
        const sharp = window.devicePixelRatio || 1;
        const [w, h] = [(made.width / sharp) * unit, (made.height / sharp) * unit];
        ctx.drawImage(made, node.fx - w / 2, node.name.y + node.name.h / 2 - h / 2, w, h);
        continue;
      }
      ctx.font = `${node.present ? 600 : 500} ${size * unit}px ${face}`;
      haloed(ctx, node.label, node.fx, node.name.y + node.name.h / 2, this.colours, unit);
    }
    ctx.globalAlpha = 1;
  }

  private drawLineLabel(line: Line, ctx: CanvasRenderingContext2D, unit: number, taken: Box[]): void {
    const touches = line.source.id === this.drawn.selected || line.target.id === this.drawn.selected;
    const isLit = line === this.hover.line || line.key === this.drawn.selected || touches;
    if (this.isDim(line.key) || (line.ended && !isLit)) return;
    const font = `400 12px ${this.colours.sans(line.lang)}`;
    const wide = this.width(line.text, font, ctx) * unit;
    for (const share of [0.5, 0.42, 0.58, 0.34, 0.66]) {
      const at = this.curveOf(line).at(share);
      const box = { x: at.x - wide / 2 - 2 * unit, y: at.y - 8 * unit, w: wide + 4 * unit, h: 16 * unit };
      if (taken.some((other) => boxesMeet(box, other))) continue;
      taken.push(box);
      ctx.font = `400 ${12 * unit}px ${this.colours.sans(line.lang)}`;
      haloed(ctx, line.text, at.x, at.y, this.colours, unit, this.colours.ink2);
      return;
    }
  }
}

/** Where a line leaves the circles of its ends, as if it were straight: cheap enough for hundreds of them. */
function roughly(line: Line, unit: number): [number, number] {
  const { source, target } = line;
  const far = Math.hypot(target.fx - source.fx, target.fy - source.fy) || 1;
  return [Math.min(((source.size + 3) * unit) / far, 0.5), Math.max(1 - ((target.size + 5) * unit) / far, 0.5)];
}

const IMAGES = new Map<string, HTMLCanvasElement>();
const MOST_IMAGES = 3000;
const PAD = 4;

/** A name with its halo as a picture of its own: drawing it again costs little. */
function image(text: string, font: string, size: number, ink: string, paper: string): HTMLCanvasElement {
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

function haloed(
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
