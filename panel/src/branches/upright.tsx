// The tree on a phone: top down, the newest turn first; each row can be touched.
import { useState } from "preact/hooks";
import { go, link } from "../address";
import { Triangle } from "../parts/glyphs";
import { lanes, type Lane } from "../parts/lanes";
import { Told } from "../parts/texts";
import { at, onBranch } from "../state";
import type { Branches, Pulse } from "../shapes";
import { langOf, t } from "../words/words";
import { dotsOf, firstOf, isBad, isOn, placesOf, rowsOf, swipes, tagsAt, type Lines, type Row } from "./rows";

/** A row that says something can be touched; a plain turn is a dot. */
const TALL = 44;
const LOW = 22;
const EDGE = 22;
const COLUMNS = 132;
const SIBLING = 13;

interface Drawing { x: (row: number) => number; y: (turn: number) => number; rows: Row[]; all: Lane[]; lines: Lines }

export function Upright({ tree, line, lines }: { tree: Branches; line: Pulse; lines: Lines }) {
  const [opened, open] = useState<ReadonlySet<number>>(new Set());
  const all = lanes(tree, onBranch.value);
  const rows = rowsOf(all, lines, at.value, line.scenes, opened);
  const drawing = drawn(rows, all, lines, line);
  const { wide, high, tops } = drawing;
  const newest = rows.map((row, index) => ({ row, top: tops[index] as number })).reverse();
  return (
    <div class="upright">
      <svg width={wide} height={high} viewBox={`0 0 ${wide} ${high}`} aria-hidden="true">
        {all.map((lane) => <LaneLine key={lane.name} lane={lane} drawing={drawing} />)}
        {rows.map((row) => !("turn" in row) && <circle key={row.first} class="gap" cx={drawing.x(0)} cy={drawing.y(row.first)} r="5" />)}
        <circle class="herering" cx={drawing.x(0)} cy={drawing.y(at.value)} r="10" />
      </svg>
      <ol aria-label={t("branches.tree")}>
        {newest.map(({ row }) => "turn" in row ? (
          <TurnRow key={row.turn} turn={row.turn} all={all} lines={lines} line={line} />
        ) : (
          <li key={`${row.first}-`} class="said">
            <button aria-expanded="false" onClick={() => open(new Set([...opened, row.first]))}>
              <span class="muted">{t("branches.run", { n: row.last - row.first + 1 })}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Where everything stands: the rows from the last turn down to the first. */
function drawn(rows: Row[], all: Lane[], lines: Lines, line: Pulse) {
  const heights = rows.map((row) =>
    !("turn" in row) ? TALL : says(row.turn, all, lines, line) ? TALL * storeys(row.turn, all, lines, line) : LOW);
  const high = heights.reduce((sum, one) => sum + one, 0);
  const tops: number[] = [];
  let top = high;
  for (const one of heights) tops.push((top -= one));
  const levels = all.map((lane) => lane.row);
  const [left, right] = [Math.min(...levels, 0), Math.max(...levels, 0)];
  const step = Math.min(34, COLUMNS / Math.max(right - left, 1));
  const placed = placesOf(rows);
  return {
    rows, all, lines, high, tops, wide: 2 * EDGE + (right - left) * step,
    x: (row: number) => EDGE + (row - left) * step,
    y: (turn: number) => (tops[placed(turn)] as number) + (heights[placed(turn)] as number) / 2,
  };
}

/** Whether a turn's row has words beside it. */
function says(turn: number, all: Lane[], lines: Lines, line: Pulse): boolean {
  return turn === at.value || turn === 1 || line.scenes.some((one) => one.turn === turn && (one.place || one.time)) ||
    all.some((lane) => endsAt(lane, turn) || isBad(lines, lane, turn) || swipes(lines, all, lane, turn) > 0 || tagsAt(lines, lane, turn).length > 0);
}

/** The branches other than one's own that end at a turn, and those that have swipes there. */
function beside(turn: number, all: Lane[], lines: Lines): { others: Lane[]; swiped: Lane[] } {
  const here = all[0] as Lane;
  return {
    others: all.filter((lane) => lane !== here && endsAt(lane, turn)),
    swiped: all.filter((lane) => swipes(lines, all, lane, turn) > 0),
  };
}

/** How many lines one over the other a row has: more than one where several branches end at its turn. */
function storeys(turn: number, all: Lane[], lines: Lines, line: Pulse): number {
  const { others, swiped } = beside(turn, all, lines);
  const own = !others.length || tells(turn, all[0] as Lane, all, lines, line) ? 1 : 0;
  return others.length + own > 1 ? others.length + own + swiped.length : 1;
}

function endsAt(lane: Lane, turn: number): boolean {
  return turn === Math.max(lane.turns, 1);
}

function LaneLine({ lane, drawing }: { lane: Lane; drawing: Drawing }) {
  const { x, y, rows, all, lines } = drawing;
  const own = x(lane.row);
  const from = all.find((one) => one.name === lane.from);
  const first = Math.min(firstOf(lane), Math.max(lane.turns, 1));
  const leaving = Math.max(lane.after, 1);
  const [y0, y1] = [y(leaving), y(first)];
  const start = from ? `M${x(from.row)} ${y0}C${x(from.row)} ${y1} ${own} ${y0} ${own} ${y1}` : `M${own} ${y(1)}`;
  return (
    <g class={lane.row === 0 ? "lane0" : "lane1"}>
      <path d={`${start}V${y(Math.max(lane.turns, 1))}`} />
      {dotsOf(lane, rows).map((turn) => (
        <g key={turn}>
          {[-SIBLING, SIBLING].slice(0, swipes(lines, all, lane, turn)).map((off) => (
            <g key={off}>
              <path class="swipeline" d={`M${own} ${y(Math.max(turn - 1, 1))}L${own + off} ${y(turn)}`} />
              <circle class="swipedot" cx={own + off} cy={y(turn)} r="2.6" />
            </g>
          ))}
          <circle class={isBad(lines, lane, turn) ? "bad" : ""} cx={own} cy={y(turn)} r={turn === lane.turns ? 5.5 : 3} />
        </g>
      ))}
    </g>
  );
}

function TurnRow({ turn, all, lines, line }: { turn: number; all: Lane[]; lines: Lines; line: Pulse }) {
  if (!says(turn, all, lines, line)) return <li aria-hidden="true" />;
  const here = all[0] as Lane;
  const { others, swiped } = beside(turn, all, lines);
  return (
    <li class={storeys(turn, all, lines, line) > 1 ? "said many" : "said"}>
      {others.map((lane) => (
        <button key={lane.name} title={t("branches.cost")} onClick={() => go({ branch: lane.name, turn: null })}>
          <Told as="b">{lane.name}</Told> <span class="muted">{t("turn", { n: turn })}</span>
          <Marks turn={turn} of={[lane]} lines={lines} />
        </button>
      ))}
      {(!others.length || tells(turn, here, all, lines, line)) && <OwnTurn turn={turn} all={all} lines={lines} line={line} />}
      {swiped.map((lane) => (
        <a key={lane.name} class="quietlink" {...link({ view: "story", branch: branchOf(lane, here), turn: null, more: { at: String(turn) } })}>
          {t("branches.swipes", { n: swipes(lines, all, lane, turn) + 1 })}
        </a>
      ))}
    </li>
  );
}

/** Whether a row has something to say of the line one stands on. */
function tells(turn: number, here: Lane, all: Lane[], lines: Lines, line: Pulse): boolean {
  return isOn(here, turn) && (turn === at.value || endsAt(here, turn) || line.scenes.some((one) => one.turn === turn) ||
    isBad(lines, here, turn) || tagsAt(lines, here, turn).length > 0 || swipes(lines, all, here, turn) > 0);
}

/** The branch of a lane for an address, which leaves the one that is stood on as it is. */
function branchOf(lane: Lane, here: Lane): string {
  return lane === here ? onBranch.value : lane.name;
}

/** A turn of the line one stands on, else of the first that has it. */
function OwnTurn({ turn, all, lines, line }: { turn: number; all: Lane[]; lines: Lines; line: Pulse }) {
  const here = all[0] as Lane;
  const lane = all.find((one) => isOn(one, turn)) ?? here;
  const scene = line.scenes.find((one) => one.turn === turn);
  const place = [scene?.place, scene?.time].filter(Boolean).join(" · ");
  const isHere = turn === at.value;
  return (
    <button aria-current={isHere ? "true" : undefined}
      onClick={() => go({ branch: branchOf(lane, here), turn: turn >= lane.turns ? null : turn })}>
      {endsAt(here, turn) && <Told as="b">{here.name}</Told>}
      <span class="muted">{t("turn", { n: turn })}{isHere ? ` · ${t("branches.here")}` : ""}</span>
      {place && <Told class="muted place">{place}</Told>}
      <Marks turn={turn} of={all.filter((one) => one === here || !endsAt(one, turn))} lines={lines} />
    </button>
  );
}

/** The tags of a turn, and that it could not be read. */
function Marks({ turn, of, lines }: { turn: number; of: Lane[]; lines: Lines }) {
  return (
    <>
      {of.flatMap((one) => tagsAt(lines, one, turn)).map((tag) => <span class="flag" key={tag} lang={langOf(tag)}>⚑ {tag}</span>)}
      {of.some((one) => isBad(lines, one, turn)) && <span class="attend"><Triangle /> {t("branches.failed")}</span>}
    </>
  );
}
