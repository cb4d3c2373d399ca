// Where on the page one reads: at the end with the story, at a turn that was asked for, or where one has scrolled to.
import { useEffect, useRef } from "preact/hooks";
import { address } from "../address";
import { at, isPast, picked } from "../state";

const NEAR_THE_TOP = 400;

/** Stays at the end if one was there; goes to a turn that the address names; else moves nothing. Near the top it asks for what is ``up``. */
export function useFollowing(end: preact.RefObject<HTMLDivElement | null>, target: number, up: preact.RefObject<() => void>): void {
  const atEnd = useRef(true);
  const gone = useRef("");
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return undefined;
    // Only a person leaves the end; content that arrives above or below does not.
    let touched = 0;
    let seen: Seen | null = null;
    const touch = (event: Event) => {
      // A press counts on the scroll bar alone: a button may bring content of its own.
      if (event.type === "pointerdown" && event.target !== main) return;
      touched = performance.now();
    };
    const note = () => {
      const isAtEnd = main.scrollHeight - main.scrollTop - main.clientHeight < 160;
      if (isAtEnd || performance.now() - touched < 600) atEnd.current = isAtEnd;
      seen = firstSeen(main);
      if (!atEnd.current && !gone.current && main.scrollTop < NEAR_THE_TOP) up.current?.();
    };
    const acts = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
    for (const one of acts) main.addEventListener(one, touch, { passive: true });
    main.addEventListener("scroll", note, { passive: true });
    const watch = new ResizeObserver(() => {
      if (gone.current) return;
      if (atEnd.current) main.scrollTop = main.scrollHeight;
      else if (seen?.node.isConnected) main.scrollTop += seen.node.getBoundingClientRect().top - seen.top;
    });
    const read = main.firstElementChild;
    if (read) watch.observe(read);
    return () => {
      main.removeEventListener("scroll", note);
      for (const one of acts) main.removeEventListener(one, touch);
      watch.disconnect();
    };
  }, []);
  useEffect(() => {
    gone.current = target ? String(target) : "";
    atEnd.current = !target;
    if (!target) return undefined;
    let tries = 0;
    const seek = () => {
      const node = document.getElementById(`turn-${target}`);
      const mark = node?.querySelector("mark.on") ?? node;
      if (mark) {
        mark.scrollIntoView({ block: "center" });
        gone.current = "";
      } else if ((tries += 1) < 60) timer = setTimeout(seek, 50);
    };
    let timer = setTimeout(seek, 0);
    return () => clearTimeout(timer);
  }, [target, address.value.more.fact]);
  useEffect(() => {
    if (target || isPast.value) return;
    atEnd.current = true;
    end.current?.scrollIntoView({ block: "end" });
  }, [address.value.story, address.value.branch, target]);
  useEffect(() => {
    // Whoever slides sees the turn under the needle.
    if (!isPast.value || target) return;
    document.getElementById(`turn-${at.value}`)?.scrollIntoView({ block: "end" });
  }, [at.value]);
  useEffect(() => {
    if (address.value.more.fact) picked.value = address.value.more.fact;
  }, [address.value.more.fact]);
}

interface Seen { node: Element; top: number }

/** The first turn that is in sight, and where: it stays there, whatever comes in above it. */
function firstSeen(main: HTMLElement): Seen | null {
  const edge = main.getBoundingClientRect().top;
  for (const node of main.querySelectorAll("article.turn")) {
    const box = node.getBoundingClientRect();
    if (box.bottom > edge) return { node, top: box.top };
  }
  return null;
}
