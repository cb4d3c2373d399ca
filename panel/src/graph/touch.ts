// Fingers on the picture: one chooses, and scrolls the page where it scrolls; two zoom and move; a long press drags.
import type { Line, Node } from "./model";

export interface Hands {
  hit: (x: number, y: number) => { node: Node | null; line: Line | null };
  tapped: (node: Node | null, line: Line | null) => void;
  zoomed: (factor: number, x: number, y: number) => void;
  moved: (dx: number, dy: number) => void;
  dragged: (node: Node, x: number, y: number) => void;
  dropped: (node: Node) => void;
  /** Whether one finger belongs to the page, which can be scrolled. */
  scrolls: () => boolean;
}

interface Point { x: number; y: number }

const HOLD = 350;
const STILL = 10;

/** Answers touches in place of the graph library, which would keep the page from scrolling. */
export function touchable(box: HTMLElement, hands: Hands): () => void {
  let start: Point | null = null;
  let last: Point[] = [];
  let held: Node | null = null;
  let timer = 0;
  let isTap = false;

  const points = (event: TouchEvent): Point[] => {
    const frame = box.getBoundingClientRect();
    return [...event.touches].slice(0, 2).map((one) => ({ x: one.clientX - frame.left, y: one.clientY - frame.top }));
  };
  const hold = (at: Point) => {
    held = isTap ? hands.hit(at.x, at.y).node : null;
    if (held) isTap = false;
  };
  const began = (event: TouchEvent) => {
    event.stopPropagation();
    last = points(event);
    clearTimeout(timer);
    const first = last[0] as Point;
    isTap = last.length === 1;
    if (!isTap) {
      event.preventDefault();
      return;
    }
    start = first;
    timer = setTimeout(() => hold(first), HOLD) as unknown as number;
  };
  const went = (event: TouchEvent) => {
    event.stopPropagation();
    const now = points(event);
    const [a, b, c, d] = [last[0], last[1], now[0], now[1]];
    if (start && c && far(start, c) > STILL) isTap = false;
    if (a && b && c && d) {
      stop(event);
      const [from, to] = [middle(a, b), middle(c, d)];
      hands.moved(to.x - from.x, to.y - from.y);
      hands.zoomed(far(c, d) / Math.max(far(a, b), 1), to.x, to.y);
    } else if (held && c) {
      stop(event);
      hands.dragged(held, c.x, c.y);
    } else if (a && c && !isTap && !hands.scrolls()) {
      stop(event);
      hands.moved(c.x - a.x, c.y - a.y);
    }
    last = now;
  };
  const ended = (event: TouchEvent) => {
    event.stopPropagation();
    clearTimeout(timer);
    if (held) hands.dropped(held);
    else if (isTap && start && event.type === "touchend" && !event.touches.length) {
      const { node, line } = hands.hit(start.x, start.y);
      hands.tapped(node, line);
    }
    // What a browser makes of a touch for those who know only the mouse would choose a second time.
    stop(event);
    held = null;
    isTap = false;
    start = null;
    last = points(event);
  };
  const quiet = (event: PointerEvent) => event.pointerType === "touch" && event.stopPropagation();

  const how = { capture: true, passive: false };
  box.addEventListener("touchstart", began, how);
  box.addEventListener("touchmove", went, how);
  box.addEventListener("touchend", ended, how);
  box.addEventListener("touchcancel", ended, how);
  for (const kind of ["pointerdown", "pointermove", "pointerup"] as const) box.addEventListener(kind, quiet, true);
  return () => clearTimeout(timer);
}

function stop(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

function far(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
