// Beside the picture: what is chosen with its facts and quotes, else what the turn changed.
import { address, go, link } from "../address";
import { ofStory, useAnswer } from "../api";
import { FactCard, hasEnded } from "../parts/facts";
import { KindGlyph } from "../parts/glyphs";
import { notesOf } from "../parts/notes";
import { Told } from "../parts/texts";
import { at, place, placed, playing } from "../state";
import type { Entity, Fact, Margin } from "../shapes";
import { langOf, predicate, t, tOr } from "../words/words";
import type { Drawn, Line, Node } from "./model";
import { select } from "./selection";

const MOST_FACTS = 40;

/** What is chosen is told to a screen reader; while the story plays nobody wants to hear it all. */
export function politely(): "polite" | "off" {
  return playing.value ? "off" : "polite";
}

export function Pane({ drawn }: { drawn: Drawn | null }) {
  const node = drawn?.nodes.find((one) => one.id === drawn.selected);
  const line = drawn?.lines.find((one) => one.key === drawn.selected);
  if (node) return <NodePane who={node.entity} present={node.present} />;
  if (line) return <LinePane line={line} />;
  return <Changed drawn={drawn} />;
}

function NodePane({ who, present }: { who: Entity; present: boolean }) {
  const asked = { ...placed.value, entity: who.id, limit: 200 };
  const answer = useAnswer<{ facts: Fact[] }>(ofStory(address.value.story, "/facts"), asked);
  return (
    <section aria-live={politely()}>
      <Told as="h2" class="ename">{who.name}</Told>
      <KindLine who={who} present={present} />
      {who.summary && <Told as="p" class="">{who.summary}</Told>}
      <p class="r">
        <a class="link" {...link({ view: "entities", one: who.id })}>{t("graph.dossier")}</a>
        {address.value.more.focus !== who.id && (
          <button class="link" onClick={() => go({ more: { focus: who.id } })}>{t("graph.focus")}</button>
        )}
      </p>
      {[...(answer.data?.facts ?? [])].reverse().slice(0, MOST_FACTS).map((fact) => <FactCard key={fact.id} fact={fact} />)}
    </section>
  );
}

export function KindLine({ who, present = false }: { who: Entity; present?: boolean }) {
  return (
    <p class="kline">
      <KindGlyph kind={who.kind} filled={present} /> {tOr(`kind.one.${who.kind}`, who.kind)} · {t("graph.first", { n: who.first_seen })}
    </p>
  );
}

function LinePane({ line }: { line: Line }) {
  return (
    <section aria-live={politely()}>
      <LineTitle line={line} />
      <p class="kline">{t("fact.versions")}</p>
      {[...line.versions].reverse().map((fact) => <FactCard key={fact.id} fact={fact} acts={!hasEnded(fact)} />)}
    </section>
  );
}

export function LineTitle({ line }: { line: Line }) {
  return (
    <h2 class="ename" lang={langOf(line.source.label)}>
      {line.source.label} <span class="muted">{predicate(line.fact.predicate)}</span> {line.target.label}
    </h2>
  );
}

function Changed({ drawn }: { drawn: Drawn | null }) {
  const n = at.value;
  const appeared = drawn?.nodes.filter((one) => one.first === n) ?? [];
  const asked = { ...place.value, first: n, last: n };
  const answer = useAnswer<Margin>(n ? ofStory(address.value.story, "/margin") : null, asked);
  const notes = notesOf(answer.data).get(n) ?? [];
  return (
    <section>
      <h2>{t("graph.what", { n })}</h2>
      {answer.data && !answer.stale && !notes.length && !appeared.length && <p class="muted">{t("graph.nothing", { n })}</p>}
      <Some said={t("graph.appeared")} nodes={appeared} />
      {notes.map((note) => (
        <FactCard key={note.how + note.fact.id} fact={note.fact} acts={note.how !== "ended"} />
      ))}
    </section>
  );
}

/** Some of those in the picture by name, each to be chosen. */
export function Some({ said, nodes }: { said: string; nodes: Node[] }) {
  if (!nodes.length) return null;
  return (
    <p class="hidden-names">
      {said}
      {nodes.map((node) => (
        <button key={node.id} class="link" onClick={() => select({ node })}><Told>{node.entity.name}</Told></button>
      ))}
    </p>
  );
}
