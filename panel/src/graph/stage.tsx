// The picture's frame: canvas, caption, popover, legend and zoom; and the keys that belong to it.
import { effect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../address";
import { t, theme } from "../words/words";
import type { Picture } from "./canvas";
import type { Places } from "./layout";
import type { Drawn } from "./model";
import { Popover, type Hover } from "./popover";
import { handOver, Reach } from "./reach";
import { select } from "./selection";

export interface StageProps {
  drawn: Drawn | null; places: Places; caption: string;
  /** Which part of the story is shown: another one is fitted into the frame, a new turn is not. */
  scope: string;
  isNew: boolean; label: string; children: ComponentChildren; count: (id: string) => string;
}

export function Stage({ drawn, places, caption, scope, isNew, label, children, count }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<Picture | null>(null);
  const latest = useRef<Drawn | null>(null);
  const [hover, setHover] = useState<Hover>({ node: null, line: null });
  latest.current = drawn;
  const fitting = useRef(scope);
  if (isNew) fitting.current = scope;
  useEffect(() => made(stage, places, setHover, (one) => {
    picture.current = one;
    if (one && latest.current) one.show(latest.current, fitting.current);
  }), [places]);
  useEffect(() => {
    if (drawn) picture.current?.show(drawn, fitting.current);
  }, [drawn, fitting.current]);
  return (
    <div class="canvas" onKeyDown={(event) => keys(event, picture.current)}>
      <div class="stage" ref={stage} role="img" aria-label={label} />
      <Reach drawn={drawn} hover={setHover} picture={picture} count={count} />
      <p class="caption">{caption}</p>
      <Popover hover={hover} picture={picture} />
      <div class="legend">{children}</div>
      <div class="zoom">
        <button aria-label={t("graph.in")} title={t("graph.in")} onClick={() => picture.current?.zoomBy(1.3)}>+</button>
        <button aria-label={t("graph.out")} title={t("graph.out")} onClick={() => picture.current?.zoomBy(1 / 1.3)}>−</button>
        <button class="small" onClick={() => picture.current?.fit()}>{t("graph.fit")}</button>
      </div>
    </div>
  );
}

/** Makes the picture once its code has come; gives what ends it. */
function made(
  stage: { current: HTMLDivElement | null }, places: Places, setHover: (change: Hover | ((now: Hover) => Hover)) => void,
  keep: (one: Picture | null) => void,
): () => void {
  let gone = false;
  let stop = () => {};
  void import("./canvas").then(({ Picture: Made }) => {
    if (gone || !stage.current) return;
    const one = new Made(stage.current, {
      hovered: (node, line) => setHover({ node, line }),
      clicked: (node, line) => select({ node, line }),
      dragged: (node) => {
        places.spots.set(node.id, { x: node.fx, y: node.fy });
        places.keep();
      },
      moved: () => setHover((now) => (now.node || now.line ? { ...now } : now)),
    });
    keep(one);
    const watch = new ResizeObserver(() => one.resize());
    watch.observe(stage.current);
    const unwatch = effect(() => {
      void theme.value;
      requestAnimationFrame(() => one.recolour());
    });
    stop = () => {
      watch.disconnect();
      unwatch();
      one.destroy();
    };
    (window as unknown as { fabulaPicture: Picture }).fabulaPicture = one;
  });
  return () => {
    gone = true;
    keep(null);
    stop();
  };
}

function keys(event: KeyboardEvent, picture: Picture | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") select({});
  else if (event.key === "f") picture?.fit();
  else if (event.key === "+" || event.key === "=") picture?.zoomBy(1.3);
  else if (event.key === "-") picture?.zoomBy(1 / 1.3);
  else if (event.key === "l") {
    handOver("list");
    go({ more: { mode: "list" } }, "replace");
  } else return;
  event.preventDefault();
}
