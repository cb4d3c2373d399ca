// What is chosen in the picture, and what fades because of it or of a search.
import { address, go } from "../address";
import type { Drawn, Line, Node } from "./model";

export function select(what: { node?: Node | null; line?: Line | null }, how: "push" | "replace" = "push"): void {
  go({ more: { node: what.node?.id ?? "", line: what.line?.key ?? "" } }, how);
}

/** What the address says is chosen: the id of a node or the key of a line. */
export function chosen(): string {
  const { more } = address.value;
  return more.node || more.line || "";
}

/** The picture with what is selected. What ended long ago is there only with one of its ends. */
export function selectedIn(whole: Drawn, selected: string, search: string): Drawn {
  const lines = whole.lines.filter((line) => !line.old || touches(line, selected));
  const drawn = lines.length === whole.lines.length ? whole : { ...whole, lines, nodes: withoutLost(whole, lines, selected) };
  const node = drawn.nodes.find((one) => one.id === selected);
  const isLine = lines.some((line) => line.key === selected);
  return { ...drawn, selected: node || isLine ? selected : "", dimmed: dimmedIn(drawn, node, isLine ? selected : "", search) };
}

/** Without those whom only something long ended holds in the picture. */
function withoutLost(whole: Drawn, lines: Line[], selected: string): Node[] {
  const held = new Set(lines.flatMap((line) => [line.source, line.target]));
  const once = new Set(whole.lines.flatMap((line) => [line.source, line.target]));
  return whole.nodes.filter((node) =>
    held.has(node) || !once.has(node) || node.present || node.entity.in_focus || node.id === selected);
}

function touches(line: Line, selected: string): boolean {
  return line.key === selected || line.source.id === selected || line.target.id === selected;
}

function dimmedIn(drawn: Drawn, node: Node | undefined, line: string, search: string): Set<string> {
  const dimmed = new Set<string>();
  const words = search.trim().toLowerCase();
  const near = nearTo(drawn, node?.id ?? line);
  for (const one of drawn.nodes) {
    const misses = words && ![one.entity.name, ...one.entity.aliases].some((name) => name.toLowerCase().includes(words));
    if (misses || ((node || line) && !near.has(one.id))) dimmed.add(one.id);
  }
  for (const one of drawn.lines) {
    const apart = node ? one.source !== node && one.target !== node : line ? one.key !== line : false;
    if (apart || (words && (dimmed.has(one.source.id) || dimmed.has(one.target.id)))) dimmed.add(one.key);
  }
  return dimmed;
}

function nearTo(drawn: Drawn, selected: string): Set<string> {
  const near = new Set([selected]);
  for (const line of drawn.lines) if (touches(line, selected)) near.add(line.source.id).add(line.target.id);
  return near;
}
