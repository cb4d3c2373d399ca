// Who is not in the picture: found by a search, or further away than its steps.
import { useState } from "preact/hooks";
import { address, go } from "../address";
import { ofStory, useAnswer } from "../api";
import { KindGlyph } from "../parts/glyphs";
import { Told } from "../parts/texts";
import { placed } from "../state";
import type { Entity, Found } from "../shapes";
import { count, t } from "../words/words";
import type { Drawn } from "./model";

export function Hidden({ search, drawn }: { search: string; drawn: Drawn | null }) {
  const words = search.trim();
  const answer = useAnswer<Found>(words ? ofStory(address.value.story, "/find") : null, { ...placed.value, words }, 120);
  const shown = new Set(drawn?.nodes.map((node) => node.id));
  const hidden = words ? (answer.data?.entities ?? []).filter((one) => !shown.has(one.id)) : [];
  if (!hidden.length) return null;
  return (
    <p class="hidden-names">
      {t("graph.hidden")}
      {hidden.map((one) => (
        <button key={one.id} class="link" onClick={() => go({ more: { focus: one.id, node: one.id } })}>
          <Told>{one.name}</Told>
        </button>
      ))}
    </p>
  );
}

const LISTED = 100;

/** How many more the story knows, with their names, and a way to see more at once. */
export function Beyond({ total, drawn, kind, widen }: {
  total: number; drawn: Drawn | null; kind: string; widen: (() => void) | null;
}) {
  const [open, setOpen] = useState(false);
  const shown = (drawn?.nodes ?? []).filter((node) => !kind || node.kind === kind);
  const n = total - shown.length;
  if (!drawn || n <= 0) return null;
  return (
    <section class="beyond">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t(n === 1 ? "graph.out.one" : "graph.out.of", { n: count(n) })}</summary>
        {open && <Names shown={new Set(shown.map((node) => node.id))} kind={kind} n={n} />}
      </details>
      {widen && <button class="link" onClick={widen}>{t("graph.widen")}</button>}
    </section>
  );
}

function Names({ shown, kind, n }: { shown: Set<string>; kind: string; n: number }) {
  const asked = { ...placed.value, kind, limit: Math.min(shown.size + LISTED, 1000) };
  const answer = useAnswer<{ entities: Entity[] }>(ofStory(address.value.story, "/entities"), asked);
  const listed = (answer.data?.entities ?? []).filter((one) => !shown.has(one.id)).slice(0, LISTED);
  return (
    <>
      <ul class="names">
        {listed.map((one) => (
          <li key={one.id}>
            <button onClick={() => go({ more: { focus: one.id, node: one.id, line: "" } })}>
              <KindGlyph kind={one.kind} /> <Told>{one.name}</Told>
            </button>
          </li>
        ))}
      </ul>
      {answer.data && n > listed.length && <p class="muted small">{t("entities.more", { n: count(n - listed.length) })}</p>}
    </>
  );
}
