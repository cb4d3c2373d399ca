// The track of the time bar: bars, scenes, notches and the needle; dragged, keyed, and zoomed where the story is long.
import { batch, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../address";
import { at, branches, look, now, onBranch, play, playing, sliding } from "../state";
import type { Pulse, Scene } from "../shapes";
import { t } from "../words/words";
import { bars, forksOf, holding, isBad, MOST_BARS, shifted, zoomed, type Bar, type Forks, type Window } from "./bars";

const HIGH = 28;
const BASE = 36;
const NOTCHED = 3;
const STEP = 1.5;

export function sceneOf(line: Pulse, turn: number): string {
  const scene = line.scenes.findLast((one) => one.turn <= turn);
  return scene ? nameOf(scene) : "";
}

function nameOf(scene: Scene): string {
  return [scene.place, scene.time].filter(Boolean).join(" · ");
}

export function Track({ line }: { line: Pulse }) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const width = useWidth(box);
  const [window, put] = useWindow(line.turns);
  const span = window.to - window.from + 1;
  const x = (turn: number) => ((turn - window.from + 0.5) / span) * width;
  const turnAt = (place: number) => Math.min(Math.max(window.from + Math.floor((place / width) * span), 1), line.turns);
  const canZoom = line.turns > MOST_BARS;
  const zoom = (factor: number, around: number) => canZoom && put((old) => zoomed(old, factor, around, line.turns));
  const shift = (by: number) => put((old) => shifted(old, by, line.turns));
  useHands(box, input, { turnAt, zoom, shift, perPixel: span / width, isZoomed: span < line.turns });
  const keys = (event: KeyboardEvent) => {
    if (event.key === " ") play();
    else if (event.key === "PageUp" || event.key === "PageDown") look(sceneBeside(line, event.key === "PageDown"));
    else if (canZoom && (event.key === "+" || event.key === "=")) zoom(STEP, at.value);
    else if (canZoom && event.key === "-") zoom(1 / STEP, at.value);
    else return;
    event.preventDefault();
  };
  const forks = forksOf(branches.value, onBranch.value);
  return (
    <div class="track" ref={box}>
      <Drawn line={line} window={window} width={width} x={x} forks={forks} />
      <input
        ref={input}
        type="range"
        min={1}
        max={line.turns}
        value={at.value}
        aria-label={t("time.slider")}
        aria-valuetext={said(line, at.value, forks)}
        onInput={(event) => (sliding.value = Number(event.currentTarget.value))}
        onChange={settle}
        onKeyDown={keys}
      />
      <span class="fr" />
    </div>
  );
}

function useWidth(box: { current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(() => setWidth(Math.max(node.clientWidth, 1)));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  return width;
}

const shownWindow = signal<Window>({ from: 1, to: 0 });
const keep = (change: (now: Window) => Window) => (shownWindow.value = change(shownWindow.peek()));

/** Where the time bar shows a part of the story: which, and a way back to the whole. */
export function WholeButton({ line }: { line: Pulse }) {
  const { from, to } = shownWindow.value;
  if (!to || to - from + 1 >= line.turns) return null;
  return (
    <button class="sub link twhole" onClick={() => keep(() => ({ from: 1, to: line.turns }))}>
      {t("time.whole", { a: from, b: Math.min(to, line.turns) })}
    </button>
  );
}

/** The window follows the needle, and the end of the story if it was there; else it stays where it was put. */
function useWindow(turns: number): [Window, (change: (now: Window) => Window) => void] {
  const known = useRef(turns);
  // A track is made anew for every line of turns, and begins with the whole of it.
  useState(() => (shownWindow.value = { from: 1, to: turns }));
  const kept = shownWindow.value;
  useEffect(() => {
    const before = known.current;
    known.current = turns;
    keep((now) => {
      if (now.from === 1 && now.to >= before) return { from: 1, to: turns };
      return now.to >= before || now.to > turns ? shifted(now, turns - now.to, turns) : now;
    });
  }, [turns]);
  useEffect(() => {
    keep((now) => holding(now, at.value, known.current));
  }, [at.value]);
  return [{ from: kept.from, to: Math.min(kept.to, turns) }, keep];
}

/** Writes the address once a drag has ended. */
function settle(): void {
  const turn = sliding.value;
  if (turn === null) return;
  batch(() => {
    sliding.value = null;
    go({ turn: turn >= now.value ? null : turn });
  });
}

interface Hands {
  turnAt: (place: number) => number; zoom: (factor: number, around: number) => void; shift: (by: number) => void;
  perPixel: number; isZoomed: boolean;
}

/** One pointer slides; two fingers, or a wheel with Ctrl, zoom and move the window. */
function useHands(box: { current: HTMLDivElement | null }, input: { current: HTMLInputElement | null }, latest: Hands): void {
  const hands = useRef(latest);
  hands.current = latest;
  useEffect(() => {
    const node = box.current;
    return node ? handled(node, input, hands) : undefined;
  }, []);
}

function handled(node: HTMLDivElement, input: { current: HTMLInputElement | null }, hands: { current: Hands }): () => void {
  const down = new Map<number, number>();
  let isPinch = false;
  let rest = 0;
  const place = (event: MouseEvent) => event.clientX - node.getBoundingClientRect().left;
  const began = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button"))) return;
    node.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    playing.value = false;
    isPinch = down.size > 1;
    sliding.value = isPinch ? null : hands.current.turnAt(place(event));
    // Whoever slides with a mouse goes on with the arrow keys; a ring around it would say nothing new.
    if (event.pointerType === "mouse") input.current?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
    event.preventDefault();
  };
  const went = (event: PointerEvent) => {
    const before = down.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    if (!isPinch) sliding.value = hands.current.turnAt(now);
    else if (other !== undefined) {
      const factor = Math.max(Math.abs(now - other), 8) / Math.max(Math.abs(before - other), 8);
      move((before - now) / 2);
      hands.current.zoom(factor, hands.current.turnAt((now + other) / 2));
    }
  };
  /** Moves the window by whole turns, and keeps what is left of a turn for the next time. */
  const move = (pixels: number) => {
    rest += pixels * hands.current.perPixel;
    const by = Math.trunc(rest);
    rest -= by;
    if (by) hands.current.shift(by);
  };
  const ended = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (!isPinch && event.type === "pointerup") settle();
    else if (!isPinch) sliding.value = null;
    if (!down.size) isPinch = false;
  };
  const wheeled = (event: WheelEvent) => {
    const own = hands.current;
    if (event.ctrlKey) own.zoom(Math.exp(-event.deltaY * 0.01), own.turnAt(place(event)));
    else if (own.isZoomed) move(event.deltaX || event.deltaY);
    else return;
    event.preventDefault();
  };
  node.addEventListener("pointerdown", began);
  node.addEventListener("pointermove", went);
  node.addEventListener("pointerup", ended);
  node.addEventListener("pointercancel", ended);
  node.addEventListener("wheel", wheeled, { passive: false });
  return () => {
    node.removeEventListener("pointerdown", began);
    node.removeEventListener("pointermove", went);
    node.removeEventListener("pointerup", ended);
    node.removeEventListener("pointercancel", ended);
    node.removeEventListener("wheel", wheeled);
  };
}

/** Page keys go scene by scene; the other keys of a slider are the browser's. */
function sceneBeside(line: Pulse, isOn: boolean): number {
  const starts = line.scenes.map((one) => one.turn);
  const next = isOn ? starts.find((one) => one > at.value) : starts.findLast((one) => one < at.value);
  return next ?? (isOn ? line.turns : 1);
}

/** What a screen reader says of a turn: its scene, and what the bar shows by shapes. */
function said(line: Pulse, turn: number, forks: Forks): string {
  const versions = line.versions[turn - 1] ?? 1;
  const parts = [
    t("turn", { n: turn }),
    sceneOf(line, turn),
    isBad(line, turn) ? t("branches.failed") : "",
    versions > 1 ? t("branches.swipes", { n: versions }) : "",
    forks.has(turn) ? t("time.fork") : "",
  ];
  return parts.filter(Boolean).join(", ");
}

function Drawn({ line, window, width, x, forks }: {
  line: Pulse; window: Window; width: number; x: (turn: number) => number; forks: Forks;
}) {
  const shown = bars(line, window, Math.max(20, Math.floor(width / 4)), forks);
  const step = width / shown.length;
  const tallest = Math.max(3, ...shown.map((one) => one.changes));
  const needle = x(at.value);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 54`} preserveAspectRatio="none">
      {shown.map((bar) => (
        <BarShape key={bar.first} bar={bar} middle={(x(bar.first) + x(bar.last)) / 2} step={step} tallest={tallest} />
      ))}
      <Scenes line={line} window={window} x={x} />
      <path class="tneedle" d={`M${needle} 0V${BASE + 4}`} />
    </svg>
  );
}

function BarShape({ bar, middle, step, tallest }: { bar: Bar; middle: number; step: number; tallest: number }) {
  const high = bar.changes ? 5 + (HIGH - 5) * (bar.changes / tallest) : 2;
  const here = bar.first <= at.value && at.value <= bar.last;
  const kind = bar.bad ? "bad" : bar.unread ? "unread" : here ? "here" : bar.first > at.value ? "later" : "";
  const tall = bar.bad || bar.unread ? Math.max(high, 7) : high;
  const usual = Math.max(1.5, Math.min(14, step * 0.42));
  const thick = bar.bad ? Math.max(usual, 5) : usual;
  return (
    <g>
      <rect class={`tbar ${kind}`} x={middle - thick / 2} y={BASE - tall} width={thick} height={tall} rx="1" />
      {step > NOTCHED && bar.swipes && <path class="tswipe" d={`M${middle - 2.5} 1.5h5l-2.5 3.5z`} />}
      {step > NOTCHED && bar.forks && <path class="tfork" d={`M${middle} 8V4.500M${middle} 4.500L${middle - 3} 0M${middle} 4.500L${middle + 3} 0`} />}
    </g>
  );
}

function Scenes({ line, window, x }: { line: Pulse; window: Window; x: (turn: number) => number }) {
  const half = (x(2) - x(1)) / 2;
  return (
    <>
      {line.scenes.map((one, index) => {
        const last = (line.scenes[index + 1]?.turn ?? line.turns + 1) - 1;
        if (last < window.from || one.turn > window.to) return null;
        const start = x(Math.max(one.turn, window.from)) - half;
        const end = x(Math.min(last, window.to)) + half;
        const here = one.turn <= at.value && at.value <= last;
        const name = nameOf(one);
        const room = Math.floor((end - start) / (/\p{Script=Han}/u.test(name) ? 11.500 : 6.500));
        return (
          <g key={one.turn} class={here ? "tscene here" : "tscene"}>
            <path d={`M${start + 1} ${BASE + 4.500}H${Math.max(end - 2, start + 2)}`} />
            {room > 2 && name && (
              <text x={start + 1} y="53">{name.length > room ? `${name.slice(0, room - 1)}…` : name}</text>
            )}
          </g>
        );
      })}
    </>
  );
}
