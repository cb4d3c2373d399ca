// Which part of a long story is on the page.
import { useEffect, useState } from "preact/hooks";
import { at } from "../state";

export const CHUNK = 40;
const BEFORE = 12;
export const chunkOf = (turn: number) => Math.floor((Math.max(turn, 1) - 1) / CHUNK);

interface Shown { anchor: string; from: number; to: number }

export const MOST_CHUNKS = 6;

/** Which chunks of the story are on the page: around a turn that was asked for, or up to the one looked at. */
export function useShown(target: number): [Shown, (shown: Shown) => void] {
  const end = chunkOf(at.value);
  const centre = target || at.value;
  const from = chunkOf(Math.max(centre - BEFORE, 1));
  const to = target ? Math.min(end, chunkOf(target) + 1) : end;
  const anchor = target ? String(target) : "";
  const [kept, keep] = useState<Shown>({ anchor, from, to });
  const isElsewhere = kept.anchor !== anchor || from < kept.from || (!target && to - kept.from > MOST_CHUNKS);
  const shown = isElsewhere ? { anchor, from, to } : { ...kept, to: target ? Math.min(Math.max(kept.to, to), end) : to };
  useEffect(() => {
    if (isElsewhere) keep(shown);
  }, [isElsewhere, anchor, from, to]);
  return [shown, keep];
}
