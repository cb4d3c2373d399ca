// The picture on its canvas: force-graph moves and hits, everything that is seen is drawn here. Loaded when shown.
import ForceGraph from "force-graph";
import { colours, type Colours } from "./colours";
import { curve, leaves, outside, type Box, type Curve } from "./lines";
import type { Drawn, Line, Node } from "./model";
import { Naming } from "./naming";
import { paintBody, paintWay } from "./paint";
import { touchable } from "./touch";

export interface Told {
  hovered: (node: Node | null, line: Line | null) => void;
  clicked: (node: Node | null, line: Line | null) => void;
  dragged: (node: Node) => void;
  moved: () => void;
}

type Graph = ForceGraph<Node, Line>;
type Spot = { x: number; y: number };
const NEAREST = 2.6;
/** Half of a usual name, for which there must be room beside the outermost nodes whatever the zoom. */
const NAME = 72;
/** How near a name comes to the edge of the frame. */
const EDGE = 6;
/** How near a finger must come: a target of 44 pixels. */
const FINGER = 22;
const MOUSE = 16;
const SETTLING = 480;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Picture {
  private readonly graph: Graph;
  private colours: Colours = colours();
  private drawn: Drawn = { nodes: [], lines: [], selected: "", dimmed: new Set(), dense: false };
  private readonly curves = new Map<Line, Curve>();
  private readonly naming = new Naming(() => this.colours);
  private hover: { node: Node | null; line: Line | null } = { node: null, line: null };
  private fitted = "";
  /** For what the names were placed last: only what changes it has them placed again. */
  private named = "";
  /** What was in the frame when all was last fitted into it, and how near it was: names are kept inside it. */
  private frame: { zoom: number; box: Box } | null = null;
  private stood = new Map<string, Spot>();
  private settling = 0;
  private readonly untouch: () => void;

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
    this.untouch = touchable(box, this.hands(told));
    box.addEventListener("wheel", leaveToPage, { capture: true });
  }

  private hands(told: Told) {
    return {
      hit: (x: number, y: number) => this.under(x, y),
      tapped: told.clicked,
      zoomed: (factor: number, x: number, y: number) => this.zoomAt(factor, x, y),
      moved: (dx: number, dy: number) => this.moveBy(dx, dy),
      dragged: (node: Node, x: number, y: number) => {
        ({ x: node.x, y: node.y } = this.graph.screen2GraphCoords(x, y));
        this.follow(node, told);
        this.redraw();
      },
      dropped: told.dragged,
      scrolls: () => pageScrolls(),
    };
  }

  private follow(node: Node, told: Told): void {
    node.fx = node.x ?? node.fx;
    node.fy = node.y ?? node.fy;
    this.stood.set(node.id, { x: node.fx, y: node.fy });
    this.named = "";
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
    this.named = "";
    const isSame = before.nodes === drawn.nodes && before.lines === drawn.lines;
    if (!isSame) this.graph.graphData({ nodes: drawn.nodes, links: drawn.lines });
    else this.redraw();
    if (this.fitted !== scope && drawn.nodes.length) {
      this.fit(this.fitted ? 240 : 0);
      this.fitted = scope;
    }
    if (!isSame) this.settle();
  }

  /** Whoever stood elsewhere a moment ago, as before all is arranged again, walks to where it stands now. */
  private settle(): void {
    const walking = this.drawn.nodes.flatMap((node) => {
      const from = this.stood.get(node.id);
      const to = { x: node.fx, y: node.fy };
      return from && (from.x !== to.x || from.y !== to.y) ? [{ node, from, to }] : [];
    });
    for (const node of this.drawn.nodes) this.stood.set(node.id, { x: node.fx, y: node.fy });
    cancelAnimationFrame(this.settling);
    if (!walking.length || STILL.matches) return;
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min((now - began) / SETTLING, 1);
      const eased = 1 - (1 - share) ** 3;
      for (const { node, from, to } of walking) {
        node.fx = node.x = from.x + (to.x - from.x) * eased;
        node.fy = node.y = from.y + (to.y - from.y) * eased;
      }
      this.named = "";
      this.redraw();
      if (share < 1) this.settling = requestAnimationFrame(step);
    };
    step(began);
  }

  /** Rings the node that the keyboard is on, and brings it into the frame. */
  focus(node: Node | null): void {
    this.hover = { node, line: null };
    if (node) this.centre(node);
    this.redraw();
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
    if (this.graph.width() !== this.box.clientWidth || this.graph.height() !== this.box.clientHeight) this.frame = null;
    this.graph.width(this.box.clientWidth).height(this.box.clientHeight);
  }

  /** Fits all into the frame, names included; small stories are not blown up. */
  fit(ms = 240): void {
    const { nodes } = this.drawn;
    if (!nodes.length) return;
    const xs = nodes.map((node) => node.fx);
    const ys = nodes.map((node) => node.fy);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    // The caption stands above, the legend below.
    const isNarrow = this.box.clientWidth < 720;
    const [above, below] = isNarrow ? [100, 136] : [60, 104];
    const [wide, high] = [this.box.clientWidth - 2 * (isNarrow ? 52 : NAME), this.box.clientHeight - above - below];
    const zoom = Math.min(wide / Math.max(right - left, 1), high / Math.max(bottom - top, 1), NEAREST);
    const time = STILL.matches ? 0 : ms;
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 + (below - above) / 2 / zoom };
    this.frame = { zoom, box: this.boxAround(middle, zoom) };
    this.graph.centerAt(middle.x, middle.y, time);
    this.graph.zoom(zoom, time);
  }

  private boxAround(middle: Spot, zoom: number): Box {
    const [w, h] = [(this.box.clientWidth - 2 * EDGE) / zoom, (this.box.clientHeight - 2 * EDGE) / zoom];
    return { x: middle.x - w / 2, y: middle.y - h / 2, w, h };
  }

  zoomBy(factor: number): void {
    this.graph.zoom(this.graph.zoom() * factor, STILL.matches ? 0 : 120);
  }

  /** Zooms so that what is under a point of the box stays under it. */
  zoomAt(factor: number, x: number, y: number): void {
    const before = this.graph.screen2GraphCoords(x, y);
    this.graph.zoom(this.graph.zoom() * factor);
    const after = this.graph.screen2GraphCoords(x, y);
    const centre = this.graph.centerAt();
    this.graph.centerAt(centre.x + before.x - after.x, centre.y + before.y - after.y);
  }

  moveBy(dx: number, dy: number): void {
    const [centre, zoom] = [this.graph.centerAt(), this.graph.zoom()];
    this.graph.centerAt(centre.x - dx / zoom, centre.y - dy / zoom);
  }

  /** What a finger means: the nearest node, else the nearest line, that it comes near enough to. */
  under(x: number, y: number): { node: Node | null; line: Line | null } {
    const zoom = this.graph.zoom();
    const unit = this.unit(zoom);
    const away = (spot: Spot) => {
      const at = this.screen(spot.x, spot.y);
      return Math.hypot(at.x - x, at.y - y);
    };
    const node = nearest(this.drawn.nodes, (one) => away({ x: one.fx, y: one.fy }) - Math.max(one.size * unit * zoom - FINGER, 0));
    if (node) return { node, line: null };
    const spot = this.graph.screen2GraphCoords(x, y);
    const named = this.drawn.nodes.find((one) => one.name && holds(one.name, spot));
    if (named) return { node: named, line: null };
    const line = nearest(this.drawn.lines, (one) => Math.min(...SHARES.map((share) => away(this.curveOf(one).at(share)))));
    return { node: null, line };
  }

  /** The boxes of the names as they are drawn, in the picture's own measure. */
  names(): readonly Box[] {
    return this.naming.boxes();
  }

  /** Brings a node into the frame, if it is not in it. */
  centre(node: Node): void {
    const { x, y } = this.screen(node.fx, node.fy);
    if (x > 20 && y > 20 && x < this.box.clientWidth - 20 && y < this.box.clientHeight - 40) return;
    this.graph.centerAt(node.fx, node.fy, STILL.matches ? 0 : 240);
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
    this.untouch();
    cancelAnimationFrame(this.settling);
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

  /** How large text is in the picture's own measure: the same on the screen however near one is. */
  private unit(scale: number): number {
    return 1 / Math.max(scale, 0.25);
  }

  private prepare(ctx: CanvasRenderingContext2D, scale: number): void {
    const isFitted = this.frame !== null && Math.abs(scale / this.frame.zoom - 1) < 0.001;
    const named = `${scale}|${isFitted}|${this.drawn.selected}|${this.hover.node?.id ?? ""}`;
    if (named === this.named) return;
    this.named = named;
    const wanted = (node: Node) => node.id === this.drawn.selected || node === this.hover.node;
    this.naming.place(this.drawn, wanted, ctx, this.unit(scale), isFitted && this.frame ? this.frame.box : null);
  }

  private drawNode(node: Node, ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    ctx.save();
    ctx.translate(node.fx, node.fy);
    ctx.scale(unit, unit);
    const lit = { selected: node.id === this.drawn.selected, hovered: node === this.hover.node, dim: this.drawn.dimmed.has(node.id) };
    paintBody(ctx, node, lit, this.colours);
    ctx.restore();
  }

  private paintNode(node: Node, colour: string, ctx: CanvasRenderingContext2D, scale: number): void {
    const unit = this.unit(scale);
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(node.fx, node.fy, Math.max(node.size, MOUSE) * unit, 0, Math.PI * 2);
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
    const ends = this.drawn.dense ? roughly(line, unit) : this.ends(line, unit);
    if (ends[0] >= ends[1]) return;
    const isLit = line === this.hover.line || line.key === this.drawn.selected;
    ctx.save();
    ctx.globalAlpha = this.drawn.dimmed.has(line.key) ? (line.ended ? 0.2 : 0.34) : 1;
    paintWay(ctx, this.curveOf(line), line, ends, this.drawn, isLit, this.colours, unit);
    ctx.restore();
  }

  private paintLine(line: Line, colour: string, ctx: CanvasRenderingContext2D, scale: number): void {
    ctx.strokeStyle = colour;
    ctx.lineWidth = MOUSE * this.unit(scale);
    this.curveOf(line).trace(ctx, 0.05, 0.95);
    ctx.stroke();
  }

  private drawLabels(ctx: CanvasRenderingContext2D, scale: number): void {
    const { selected } = this.drawn;
    const isLit = (line: Line) =>
      line === this.hover.line || line.key === selected || line.source.id === selected || line.target.id === selected;
    this.naming.draw(this.drawn, (line) => this.curveOf(line), isLit, ctx, this.unit(scale));
  }
}

const SHARES = Array.from({ length: 19 }, (_, step) => (step + 1) / 20);

function nearest<One>(all: One[], away: (one: One) => number): One | null {
  let [best, least]: [One | null, number] = [null, FINGER];
  for (const one of all) {
    const far = away(one);
    if (far <= least) [best, least] = [one, far];
  }
  return best;
}

function holds(box: Box, spot: Spot): boolean {
  return spot.x >= box.x && spot.x <= box.x + box.w && spot.y >= box.y && spot.y <= box.y + box.h;
}

function pageScrolls(): boolean {
  const main = document.getElementById("main");
  return main !== null && main.scrollHeight > main.clientHeight + 1 && getComputedStyle(main).overflowY !== "hidden";
}

/** Where the page scrolls, a plain wheel is the page's; with Ctrl, as a pinch on a pad comes, it zooms. */
function leaveToPage(event: WheelEvent): void {
  if (!event.ctrlKey && pageScrolls()) event.stopPropagation();
}

/** Where a line leaves the circles of its ends, as if it were straight: cheap enough for hundreds of them. */
function roughly(line: Line, unit: number): [number, number] {
  const { source, target } = line;
  const far = Math.hypot(target.fx - source.fx, target.fy - source.fy) || 1;
  return [Math.min(((source.size + 3) * unit) / far, 0.5), Math.max(1 - ((target.size + 5) * unit) / far, 0.5)];
}
