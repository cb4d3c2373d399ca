// The bars of the time bar: which turns are in its window, one bar a turn or for several, and what stands at each.
import type { Branches, Pulse } from "../shapes";
import { lanes } from "./lanes";

export const MOST_BARS = 200;
const BAD = new Set(["failed", "rate_limited", "quarantined", "suspicious"]);
/** How near one comes: a window of fewer turns says nothing more. */
const FEWEST = 20;

export interface Bar {
  first: number; last: number; changes: number; bad: boolean; unread: boolean; swipes: boolean; forks: boolean;
}

/** The turns between which the time bar is drawn. */
export interface Window { from: number; to: number }

/** One bar a turn; where there are more turns than room, one bar for several of them. */
export function bars(line: Pulse, window: Window, most: number, forks: Forks): Bar[] {
  const each = Math.max(1, Math.ceil((window.to - window.from + 1) / Math.min(most, MOST_BARS)));
  const made: Bar[] = [];
  // Bars start at the same turns wherever the window is, so that none changes while one moves it.
  for (let first = window.from - ((window.from - 1) % each); first <= window.to; first += each) {
    made.push(bar(line, first, Math.min(first + each - 1, line.turns), forks));
  }
  return made;
}

function bar(line: Pulse, first: number, last: number, forks: Forks): Bar {
  const made: Bar = { first, last, changes: 0, bad: false, unread: true, swipes: false, forks: false };
  for (let n = first; n <= last; n += 1) {
    made.changes += (line.opened[n - 1] ?? 0) + (line.closed[n - 1] ?? 0);
    made.bad ||= isBad(line, n);
    made.unread &&= line.statuses[n - 1] === "pending";
    // What a branch begins with that leaves before this turn is a version of it, and no swipe.
    made.swipes ||= (line.versions[n - 1] ?? 1) - (forks.get(n - 1) ?? 0) > 1;
    made.forks ||= forks.has(n);
  }
  return made;
}

export function isBad(line: Pulse, turn: number): boolean {
  return BAD.has(line.statuses[turn - 1] ?? "");
}

/** The turns after which other branches leave the one that is stood on, and how many. */
export type Forks = ReadonlyMap<number, number>;

export function forksOf(tree: Branches | null, branch: string): Forks {
  const found = new Map<number, number>();
  for (const lane of tree ? lanes(tree, branch) : []) {
    if (lane.from === branch && lane.turns > lane.after) found.set(lane.after, (found.get(lane.after) ?? 0) + 1);
  }
  return found;
}

/** Nearer or further by a factor, with a turn kept where it is. */
export function zoomed(window: Window, factor: number, around: number, turns: number): Window {
  const span = window.to - window.from + 1;
  const wide = Math.round(Math.min(Math.max(span / factor, FEWEST), turns));
  const share = (around - window.from + 0.5) / span;
  return within({ from: Math.round(around + 0.5 - share * wide), to: 0 }, wide, turns);
}

/** Earlier or later by so many turns. */
export function shifted(window: Window, by: number, turns: number): Window {
  const wide = window.to - window.from + 1;
  return within({ from: window.from + by, to: 0 }, wide, turns);
}

/** The window with a turn in it, moved no further than it must be. */
export function holding(window: Window, turn: number, turns: number): Window {
  if (turn < window.from) return shifted(window, turn - window.from, turns);
  return turn > window.to ? shifted(window, turn - window.to, turns) : window;
}

function within({ from }: Window, wide: number, turns: number): Window {
  const start = Math.max(1, Math.min(from, turns - wide + 1));
  return { from: start, to: Math.min(start + wide - 1, turns) };
}
