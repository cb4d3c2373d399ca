// The tree of turns, from left to right on the time axis; where the story is long, plain runs are folded.
import { useEffect, useRef, useState } from "preact/hooks";
import { lanes, type Lane } from "../parts/lanes";
import { at, onBranch } from "../state";
import type { Branches, Scene } from "../shapes";
import { langOf, t } from "../words/words";
import { dotsOf, firstOf, isBad, placesOf, rowsOf, swipes, tagsAt, type Lines, type Row } from "./rows";

const ROW = 54;
const ROOM = 170;
/** A turn narrower than this is better folded. */
const NARROWEST = 12;
const WIDEST = 34;
const TICK = 56;
const NONE = new Set<number>();
const NO_SCENES: Scene[] = [];

interface Drawing { x: (turn: number) => number; y: (row: number) => number; rows: Row[]; all: Lane[]; lines: Lines }

export function Tree({ tree, lines }: { tree: Branches; lines: Lines }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  const [whole, showWhole] = useState(false);
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(() => setWidth(node.clientWidth - 32));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  const all = lanes(tree, onBranch.value);
  const most = Math.max(...all.map((lane) => lane.turns), 1);
  const isLong = (width - ROOM) / most < NARROWEST;
  const every = Array.from({ length: isLong && !whole ? 0 : most }, (_, index) => ({ turn: index + 1 }));
  const rows: Row[] = every.length ? every : rowsOf(all, lines, at.value, NO_SCENES, NONE);
  const step = Math.min(WIDEST, Math.max((width - ROOM) / rows.length, NARROWEST));
  const levels = all.map((lane) => lane.row);
  const [top, bottom] = [Math.min(...levels, 0), Math.max(...levels, 0)];
  const zero = -top * ROW + 52;
  const height = (bottom - top) * ROW + 110;
  const placed = placesOf(rows);
  const drawing: Drawing = { x: (turn) => 16 + (placed(turn) + 0.5) * step, y: (row) => zero + row * ROW, rows, all, lines };
  const wide = Math.max(width, 16 + rows.length * step + ROOM);
  return (
    <>
      <figure class="tree" ref={box} tabIndex={0} role="region" aria-label={t("branches.tree")}>
        <svg width={wide} height={height} viewBox={`0 0 ${wide} ${height}`} role="img" aria-label={t("branches.tree")}>
          {all.map((lane) => <LaneLine key={lane.name} lane={lane} drawing={drawing} />)}
          <circle class="herering" cx={drawing.x(at.value)} cy={zero} r="10" />
          <Runs drawing={drawing} y={zero} />
          <Axis drawing={drawing} y={height - 8} step={step} />
        </svg>
      </figure>
      {isLong && (
        <button class="link small" aria-pressed={whole} onClick={() => showWhole(!whole)}>
          {t(whole ? "branches.fold" : "branches.unfold")}
        </button>
      )}
    </>
  );
}

function LaneLine({ lane, drawing }: { lane: Lane; drawing: Drawing }) {
  const { x, y, rows, all, lines } = drawing;
  const trunk = lane.row === 0;
  const from = all.find((one) => one.name === lane.from);
  const first = firstOf(lane);
  const isEmpty = lane.turns < first;
  const end = Math.max(lane.turns, first);
  const leaving = x(Math.max(lane.after, 1));
  const start = from
    ? `M${leaving} ${y(from.row)}C${x(first) - 8} ${y(from.row)} ${leaving + 8} ${y(lane.row)} ${x(first)} ${y(lane.row)}`
    : `M${x(1)} ${y(0)}`;
  return (
    <g class={trunk ? "lane0" : "lane1"}>
      <path d={`${start}H${x(end)}`} />
      {dotsOf(lane, rows).map((turn) => (
        <g key={turn}>
          <Siblings n={swipes(lines, all, lane, turn)} from={x(turn - 1)} to={x(turn)} y={y(lane.row)} />
          <circle class={isBad(lines, lane, turn) ? "bad" : ""} cx={x(turn)} cy={y(lane.row)} r={turn === lane.turns ? 5.5 : 3} />
          {tagsAt(lines, lane, turn).map((name, index) => (
            <text key={name} x={x(turn)} y={y(lane.row) - 24 - index * 14} text-anchor="middle" lang={langOf(name)}>⚑ <Cut name={name} /></text>
          ))}
        </g>
      ))}
      <text class="nm" x={x(end) + 16} y={y(lane.row) - 1} lang={langOf(lane.name)}><Cut name={lane.name} /></text>
      <text x={x(end) + 16} y={y(lane.row) + 14}>
        {t("turn", { n: isEmpty ? lane.after : lane.turns })}{trunk ? ` · ${t("branches.here")}` : ""}
      </text>
    </g>
  );
}

/** As much of a name as there is room for; all of it stands in the list below the tree, and under the pointer. */
function Cut({ name }: { name: string }) {
  const points = Array.from(name);
  const room = /\p{Script=Han}/u.test(name) ? 12 : 22;
  if (points.length <= room) return <>{name}</>;
  return <tspan>{points.slice(0, room - 1).join("")}…<title>{name}</title></tspan>;
}

/** Swipes as small hollow siblings of a turn: one above, further ones below. */
function Siblings({ n, from, to, y }: { n: number; from: number; to: number; y: number }) {
  return (
    <>
      {[-14, 14].slice(0, n).map((off) => (
        <g key={off}>
          <path class="swipeline" d={`M${from} ${y}L${to} ${y + off}`} />
          <circle class="swipedot" cx={to} cy={y + off} r="2.6" />
        </g>
      ))}
    </>
  );
}

/** How many turns a folded run has, over its middle. */
function Runs({ drawing, y }: { drawing: Drawing; y: number }) {
  return (
    <>
      {drawing.rows.map((row) => "turn" in row ? null : (
        <g key={row.first}>
          <circle class="gap" cx={drawing.x(row.first)} cy={y} r="5" />
          <text x={drawing.x(row.first)} y={y + 22} text-anchor="middle">{row.last - row.first + 1}</text>
        </g>
      ))}
    </>
  );
}

function Axis({ drawing, y, step }: { drawing: Drawing; y: number; step: number }) {
  const isFolded = drawing.rows.some((row) => !("turn" in row));
  const ticks = [5, 10, 20, 50, 100, 200, 500, 1000, 5000].find((one) => one * step > TICK) ?? 10_000;
  let free = -Infinity;
  return (
    <>
      {drawing.rows.map((row) => {
        if (!("turn" in row)) return null;
        const place = drawing.x(row.turn);
        const isTick = isFolded ? place > free : row.turn === 1 || row.turn % ticks === 0;
        if (!isTick) return null;
        free = place + TICK - 16;
        return <text key={row.turn} x={place} y={y} text-anchor="middle">{row.turn}</text>;
      })}
    </>
  );
}
