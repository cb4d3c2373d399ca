// The list that says what the picture shows: same selection, same filters; sorted by any column, either way.
import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../address";
import { moods, span } from "../parts/facts";
import { FactGlyph } from "../parts/glyphs";
import { Told } from "../parts/texts";
import { signed } from "../views/entities";
import { t } from "../words/words";
import type { Drawn, Line } from "./model";
import { Some } from "./pane";
import { handOver, takesOver } from "./reach";
import { select } from "./selection";

type Column = "from" | "relation" | "to" | "side" | "strength" | "since";

/** Numbers start with the greatest, words with the first. */
const DOWN_FIRST = new Set<Column>(["strength", "since"]);

export function List({ drawn, side }: { drawn: Drawn | null; side?: ((line: Line) => string) | undefined }) {
  const [sorted, sort] = useState<{ by: Column; down: boolean }>(side ? { by: "side", down: false } : { by: "since", down: true });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesOver("list")) box.current?.focus();
  }, []);
  const value: Record<Column, (line: Line) => string | number> = {
    from: (line) => line.source.label,
    relation: (line) => line.text,
    to: (line) => line.target.label,
    side: (line) => `${line.side ? 0 : 1}${side?.(line) ?? ""}`,
    strength: (line) => line.fact.strength ?? 0,
    since: (line) => line.fact.opened,
  };
  const way = sorted.down ? -1 : 1;
  const order = (one: Line, other: Line) => {
    const [a, b] = [value[sorted.by](one), value[sorted.by](other)];
    return typeof a === "string" ? way * a.localeCompare(b as string) : way * (a - (b as number));
  };
  const lines = (drawn?.lines ?? []).filter((line) => !drawn?.dimmed.has(line.key)).sort(order);
  const tied = new Set(lines.flatMap((line) => [line.source.id, line.target.id]));
  const alone = (drawn?.nodes ?? []).filter((node) => !tied.has(node.id) && !drawn?.dimmed.has(node.id));
  const head = (column: Column, more = "") => (
    <th scope="col" class={more} aria-sort={sorted.by !== column ? "none" : sorted.down ? "descending" : "ascending"}>
      <button onClick={() => sort({ by: column, down: sorted.by === column ? !sorted.down : DOWN_FIRST.has(column) })}>
        {t(`graph.${column}`)} <span aria-hidden="true">{sorted.by !== column ? "" : sorted.down ? "↓" : "↑"}</span>
      </button>
    </th>
  );
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") select({});
    else if (event.key === "l" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      handOver("picture");
      go({ more: { mode: "" } }, "replace");
    } else return;
    event.preventDefault();
  };
  return (
    <div class="glist" onKeyDown={keys}>
      <div class="tablebox" tabIndex={0} role="region" aria-label={t("graph.list")} ref={box}>
        <table>
          <thead>
            <tr>
              {head("from")}{head("relation")}{head("to")}{side && head("side")}
              {head("strength", "wide-only")}{head("since", "wide-only")}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => <Row key={line.key} line={line} drawn={drawn} side={side} />)}
          </tbody>
        </table>
      </div>
      <Some said={t("graph.alone")} nodes={alone} />
    </div>
  );
}

function Row({ line, drawn, side }: { line: Line; drawn: Drawn | null; side?: ((line: Line) => string) | undefined }) {
  return (
    <tr class={line.ended ? "endd" : ""} aria-selected={line.key === drawn?.selected}>
      <td><button onClick={() => select({ node: line.source })}><Told>{line.source.label}</Told></button></td>
      <td>
        <button onClick={() => select({ line })}><FactGlyph fact={line.fact} ended={line.ended} /> {line.text}</button>
      </td>
      <td><button onClick={() => select({ node: line.target })}><Told>{line.target.label}</Told></button></td>
      {side && <td>{line.side && <SideSwatch side={line.side} />}{side(line)}</td>}
      <td class="num wide-only">{line.fact.strength === null ? "" : signed(line.fact.strength)}</td>
      <td class="num wide-only">{[span(line.fact), moods(line.fact)].filter(Boolean).join(" · ")}</td>
    </tr>
  );
}

/** A side's line: its colour and its dash. */
export function SideSwatch({ side }: { side: "one" | "other" | "both" }) {
  return (
    <svg class={`g side-${side}`} viewBox="0 0 24 14" aria-hidden="true">
      <path d="M1 7h22" />
    </svg>
  );
}
