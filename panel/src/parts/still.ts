// Keeps the words one reads where they are: what arrives after them takes no more room than was left for it, until one looks elsewhere.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

type Node = RefObject<HTMLElement | null>;

export interface Still {
  ref: Node;
  /** The height in pixels that a late arrival has to do with; 0 where it may be as high as it is. */
  held: number;
  /** Let it be as high as it is: somebody wants to see all of it. */
  free: () => void;
}

/** The room for something beside or under the words that is still awaited while ``isHere`` is false. */
export function useStill(isHere: boolean): Still {
  const ref = useRef<HTMLElement>(null);
  const room = useRef(0);
  const [held, hold] = useState(0);
  const isSeen = useSight(ref, !isHere || held > 0, () => hold(0));
  useLayoutEffect(() => {
    const node = ref.current;
    if (!node) return;
    if (!isHere) {
      room.current = heightOf(node);
      return;
    }
    if (room.current > 0 && isSeen.current && heightOf(node) > room.current + 1) hold(room.current);
    room.current = 0;
  }, [isHere]);
  return { ref, held, free: () => hold(0) };
}

/** Whether something above the words may stand there: at once if it was known when they came, else once they are out of sight. */
export function useLate(ref: Node, isKnown: boolean): boolean {
  const [isFree, setFree] = useState(isKnown);
  const known = useRef(isKnown);
  known.current = isKnown;
  const isSeen = useSight(ref, !isFree, () => known.current && setFree(true));
  useLayoutEffect(() => {
    if (isKnown && !isSeen.current) setFree(true);
  }, [isKnown]);
  return isKnown && isFree;
}

/** Whether a node is in sight, kept while ``isWatched``: once others above it have grown it is too late to ask. */
function useSight(ref: Node, isWatched: boolean, gone: () => void): RefObject<boolean> {
  const isSeen = useRef(false);
  useEffect(() => {
    const node = ref.current;
    if (!isWatched || !node) return undefined;
    const note = (entries: IntersectionObserverEntry[]) => {
      isSeen.current = entries.at(-1)?.isIntersecting ?? false;
      if (!isSeen.current) gone();
    };
    const watch = new IntersectionObserver(note, { root: document.getElementById("main") });
    watch.observe(node);
    return () => watch.disconnect();
  }, [isWatched]);
  return isSeen;
}

/** Not in whole pixels: half of one, lost in every turn, would move what stands below. */
function heightOf(node: HTMLElement): number {
  return node.getBoundingClientRect().height;
}
