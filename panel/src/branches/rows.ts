// The turns of a tree as rows: those at which something is to be seen, and the runs between them, folded.
import type { Lane } from "../parts/lanes";
import type { LineOfTurns, Scene } from "../shapes";

export type Row = { turn: number } | { first: number; last: number };

/** What is known of each branch: how its turns were read, how many versions they have, its tags. */
export type Lines = ReadonlyMap<string, LineOfTurns>;

const FOLDED = 4;
const BAD = new Set(["failed", "quarantined", "rate_limited"]);

/** The first turn of a branch that is its own. */
export function firstOf(lane: Lane): number {
  return lane.from ? lane.after + 1 : 1;
}

/** Whether a turn stands on a lane itself, not on what it shares with another. */
export function isOn(lane: Lane, turn: number): boolean {
  return turn >= firstOf(lane) && turn <= lane.turns;
}

export function isBad(lines: Lines, lane: Lane, turn: number): boolean {
  return isOn(lane, turn) && BAD.has(lines.get(lane.name)?.statuses[turn - 1] ?? "");
}

/** How many swipes a turn has beside it that are no branch of their own. */
export function swipes(lines: Lines, all: Lane[], lane: Lane, turn: number): number {
  if (!isOn(lane, turn)) return 0;
  const leaving = all.filter((one) => one.from === lane.name && one.after === turn - 1 && one.turns >= turn).length;
  const beside = turn === firstOf(lane) ? lanesBeside(all, lane, turn) : 0;
  return Math.max((lines.get(lane.name)?.versions[turn - 1] ?? 1) - 1 - leaving - beside, 0);
}

/** The branches that go on from the same turn as a lane begins at, each with a version of its own. */
function lanesBeside(all: Lane[], lane: Lane, turn: number): number {
  return all.filter((one) => one !== lane && lane.from && one.turns >= turn &&
    (one.name === lane.from || (one.from === lane.from && one.after === lane.after))).length;
}

/** The tags at a turn of a lane. */
export function tagsAt(lines: Lines, lane: Lane, turn: number): string[] {
  if (!isOn(lane, turn)) return [];
  return Object.entries(lines.get(lane.name)?.tags ?? {}).filter(([, at]) => at === turn).map(([name]) => name);
}

function isSeen(turn: number, here: number, all: Lane[], lines: Lines, scenes: Scene[]): boolean {
  if (turn === 1 || turn === here || scenes.some((one) => one.turn === turn)) return true;
  return all.some((lane) =>
    turn === lane.turns || (lane.from && (turn === lane.after || turn === lane.after + 1)) ||
    isBad(lines, lane, turn) || swipes(lines, all, lane, turn) > 0 || tagsAt(lines, lane, turn).length > 0);
}

/** From the first turn to the last of the longest branch; runs of many plain turns are one row, but those opened. */
export function rowsOf(
  all: Lane[], lines: Lines, here: number, scenes: Scene[], opened: ReadonlySet<number>,
): Row[] {
  const most = Math.max(...all.map((lane) => lane.turns), 1);
  const rows: Row[] = [];
  let run: number[] = [];
  const close = () => {
    const first = run[0];
    if (first === undefined) return;
    if (run.length < FOLDED || opened.has(first)) for (const turn of run) rows.push({ turn });
    else rows.push({ first, last: run[run.length - 1] as number });
    run = [];
  };
  for (let turn = 1; turn <= most; turn += 1) {
    if (!isSeen(turn, here, all, lines, scenes)) {
      run.push(turn);
      continue;
    }
    close();
    rows.push({ turn });
  }
  close();
  return rows;
}

/** In which row each turn stands. */
export function placesOf(rows: Row[]): (turn: number) => number {
  const ends = rows.map((row) => ("turn" in row ? row.turn : row.last));
  return (turn) => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < turn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Turns of a lane that are drawn as dots of their own. */
export function dotsOf(lane: Lane, rows: Row[]): number[] {
  return rows.flatMap((row) => ("turn" in row && isOn(lane, row.turn) ? [row.turn] : []));
}
