// What a keyboard and a screen reader see of the picture: an unseen button for each shown name.
import { useEffect, useRef } from "preact/hooks";
import { t, tOr } from "../words/words";
import type { Picture } from "./canvas";
import { neighbour, type Drawn, type Node } from "./model";
import type { Hover } from "./popover";
import { select } from "./selection";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

let waiting: "" | "list" | "picture" = "";

/** A key changed between picture and list: the keyboard goes on in the other. */
export function handOver(to: "list" | "picture"): void {
  waiting = to;
}

/** Whether the keyboard is handed over to one of them; asked once. */
export function takesOver(one: "list" | "picture"): boolean {
  const takes = waiting === one;
  if (takes) waiting = "";
  return takes;
}

export function Reach({ drawn, hover, picture, count }: {
  drawn: Drawn | null; hover: (one: Hover) => void; picture: { current: Picture | null }; count: (id: string) => string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const nodes = drawn?.nodes ?? [];
  const first = nodes.find((node) => node.id === drawn?.selected) ?? nodes[0];
  const enter = (node: Node | undefined) =>
    box.current?.querySelector<HTMLButtonElement>(`[data-node="${CSS.escape(node?.id ?? "")}"]`)?.focus();
  useEffect(() => {
    if (takesOver("picture")) enter(first);
  }, []);
  const move = (event: KeyboardEvent, node: Node) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    enter(neighbour(nodes, node, ...way));
  };
  return (
    <div class="reach" role="group" aria-label={t("graph.nodes")} ref={box}>
      {nodes.map((node) => (
        <button
          key={node.id}
          data-node={node.id}
          tabIndex={node === first ? 0 : -1}
          aria-pressed={node.id === drawn?.selected}
          onFocus={() => {
            hover({ node, line: null });
            picture.current?.focus(node);
          }}
          onBlur={() => {
            hover({ node: null, line: null });
            picture.current?.focus(null);
          }}
          onKeyDown={(event) => move(event, node)}
          onClick={() => select({ node })}
        >
          {node.label}, {tOr(`kind.one.${node.kind}`, node.kind)}, {count(node.id)}
        </button>
      ))}
    </div>
  );
}

/** How many lines each name has. */
export function counted(drawn: Drawn | null): (id: string) => string {
  const counts = new Map<string, number>();
  for (const line of drawn?.lines ?? []) {
    for (const end of [line.source.id, line.target.id]) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return (id) => {
    const n = counts.get(id) ?? 0;
    return t(n === 1 ? "graph.facts.one" : "graph.facts", { n });
  };
}
