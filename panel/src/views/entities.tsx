// Who and what the story speaks of: an index by kind, and a dossier of each.
import { useEffect, useId, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, useAnswer } from "../api";
import { FactActs, hasEnded, inPlace, moods, Quotes, span } from "../parts/facts";
import { FactGlyph, KindGlyph } from "../parts/glyphs";
import { ProposalsOf } from "../parts/proposals";
import { far, isCanon, signOf } from "../parts/signs";
import { Told } from "../parts/texts";
import { act, at, now, place, placed, pulse } from "../state";
import type { End, Entity, Fact, Knowledge, Moment } from "../shapes";
import { count, langOf, listed, predicate, t, tOr } from "../words/words";

const PAGE = 40;
const KINDS = ["character", "group", "faction", "organization", "place", "item", "concept", "event"];

interface Listed { entities: Entity[]; next: string | null }
interface Portrait { turn: number; entity: Entity; relations: Fact[]; attributes: Record<string, Fact[]>; beliefs: Fact[] }

export function EntitiesView() {
  const here = address.value;
  const first = useAnswer<Listed>(ofStory(here.story, "/entities"), { ...placed.value, limit: 1 });
  const moment = useAnswer<Moment>(ofStory(here.story, "/moment"), placed.value);
  const [filter, setFilter] = useState("");
  const present = new Set(moment.data?.present.map((one) => one.id));
  const met = moment.data?.kinds ?? {};
  const kinds = [...KINDS, ...Object.keys(met).filter((kind) => !KINDS.includes(kind))].filter((kind) => met[kind]);
  const one = here.one || first.data?.entities[0]?.id || "";
  if (first.data && !first.data.entities.length) {
    return (
      <div class="page">
        <h1>{t("entities.none")}</h1>
        <p class="muted">{t("entities.none.more")}</p>
      </div>
    );
  }
  return (
    <div class="ents">
      <nav class="eidx" aria-label={t("entities.title")}>
        <input
          class="field"
          type="search"
          placeholder={t("entities.filter")}
          aria-label={t("entities.filter")}
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        {kinds.map((kind) => (
          <OfKind key={kind} kind={kind} named={filter.trim()} total={met[kind] as number} chosen={one} present={present} />
        ))}
      </nav>
      {one ? <Dossier id={one} present={present.has(one)} /> : <div class="dos">{t("entities.pick")}</div>}
    </div>
  );
}

interface Shelf { kind: string; named: string; chosen: string; present: Set<string> }

/** Those of one kind, or those of them that are called so: a page, and the next ones when they are asked for. */
function OfKind({ total, ...shelf }: Shelf & { total: number }) {
  const [isAny, setAny] = useState(true);
  return (
    <div hidden={!isAny}>
      <h2>
        {tOr(`kind.${shelf.kind}`, shelf.kind)} {!shelf.named && total > PAGE && <span class="num">{count(total)}</span>}
      </h2>
      <Shelved {...shelf} cursor="" found={setAny} />
    </div>
  );
}

function Shelved({ cursor, found, ...shelf }: Shelf & { cursor: string; found?: (isAny: boolean) => void }) {
  const { kind, named, chosen, present } = shelf;
  const [isOpen, open] = useState(false);
  const asked = { ...placed.value, kind, named, cursor, limit: PAGE };
  const list = useAnswer<Listed>(ofStory(address.value.story, "/entities"), asked, named ? 120 : 0);
  const rows = list.data?.entities;
  useEffect(() => {
    if (rows) found?.(rows.length > 0);
  }, [rows]);
  const next = list.data?.next;
  return (
    <>
      {rows?.map((each) => (
        <button
          key={each.id}
          aria-current={each.id === chosen ? "true" : undefined}
          onClick={() => go({ view: "entities", one: each.id })}
        >
          <KindGlyph kind={each.kind} filled={present.has(each.id)} />
          <Told>{each.name}</Told>
          <span class="num">{each.last_seen}</span>
        </button>
      ))}
      {next && !isOpen && (
        <button class="link small further" onClick={() => open(true)}>
          {t("entities.further")}
        </button>
      )}
      {next && isOpen && <Shelved {...shelf} cursor={next} />}
    </>
  );
}

function Dossier({ id, present }: { id: string; present: boolean }) {
  const story = address.value.story;
  const portrait = useAnswer<Portrait>(ofStory(story, `/entities/${encodeURIComponent(id)}`), placed.value);
  const told = useAnswer<{ facts: Fact[] }>(ofStory(story, "/facts"), {
    ...place.value, entity: id, every: true, limit: 1000,
  });
  const who = portrait.data?.entity;
  if (portrait.error) {
    return (
      <div class="dos">
        <p class="muted">{t("entity.gone", { t: at.value })}</p>
      </div>
    );
  }
  if (!who) return <div class="dos" />;
  const facts = (told.data?.facts ?? []).filter(isCanon);
  return (
    <div class={portrait.stale && who.id !== id ? "dos dimmed" : "dos"}>
      <div class="dosin">
        <div class="doshead">
          <span class={`seal k-${who.kind} ${present ? "filled" : ""}`} lang={langOf(who.name)}>
            <span>{Array.from(who.name)[0]}</span>
          </span>
          <div>
            <Told as="h1" class="">{who.name}</Told>
            <p class="kline">
              {tOr(`kind.one.${who.kind}`, who.kind)} · {t("graph.first", { n: who.first_seen })}
              {present && <> · {t("entity.present")}</>}
            </p>
            {who.aliases.length > 0 && (
              <p class="kline">
                {t("entity.also")} <Told class="">{who.aliases.join(langOf(who.name) === "zh" ? "、" : ", ")}</Told>
              </p>
            )}
          </div>
        </div>
        {who.summary && <Told as="p" class="serif summary">{who.summary}</Told>}
        <EntityActs who={who} />
        <ProposalsOf id={who.id} />
        <Lanes id={who.id} facts={facts} />
        <Relations id={who.id} facts={facts} />
        {portrait.data && portrait.data.beliefs.length > 0 && (
          <section class="sec">
            <h2>{t("entity.believes")}</h2>
            {portrait.data.beliefs.map((fact) => (
              <FactRow key={fact.id} fact={fact} />
            ))}
          </section>
        )}
        {who.kind === "character" && <Knows who={who} />}
        <Timeline facts={facts} />
      </div>
    </div>
  );
}

function EntityActs({ who }: { who: Entity }) {
  const [open, setOpen] = useState<"" | "rename" | "merge">("");
  useEffect(() => setOpen(""), [who.id]);
  return (
    <>
      <div class="acts">
        <button class="btn quiet" aria-expanded={open === "rename"} onClick={() => setOpen(open === "rename" ? "" : "rename")}>
          {t("entity.rename")}
        </button>
        <button class="btn quiet" aria-expanded={open === "merge"} onClick={() => setOpen(open === "merge" ? "" : "merge")}>
          {t("entity.merge")}
        </button>
        <a class="btn quiet" {...link({ view: "graph", more: { focus: who.id, node: who.id } })}>
          {t("fact.graph")}
        </a>
      </div>
      {open === "rename" && <Rename who={who} close={() => setOpen("")} />}
      {open === "merge" && <Merge who={who} close={() => setOpen("")} />}
    </>
  );
}

function Rename({ who, close }: { who: Entity; close: () => void }) {
  const [name, setName] = useState(who.name);
  const id = useId();
  const save = async (event: Event) => {
    event.preventDefault();
    if (await act("/rename", { entity: who.id, name: name.trim() }, t("act.rename", { x: name.trim() }))) close();
  };
  return (
    <form class="edit" onSubmit={save}>
      <div class="r">
        <label for={id}>{t("entity.rename.to")}</label>
        <input id={id} class="field grow" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button class="btn primary" disabled={!name.trim() || name.trim() === who.name}>{t("entity.save")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
    </form>
  );
}

function Merge({ who, close }: { who: Entity; close: () => void }) {
  const [words, setWords] = useState("");
  const [other, setOther] = useState<Entity | null>(null);
  const [lead, setLead] = useState(who.id);
  const id = useId();
  const path = ofStory(address.value.story, "/entities");
  const answer = useAnswer<Listed>(path, { ...placed.value, named: words.trim(), limit: 30 }, 100);
  const choices = (answer.data?.entities ?? []).filter((one) => one.id !== who.id);
  const save = async (event: Event) => {
    event.preventDefault();
    if (!other) return;
    const [keep, absorb] = lead === who.id ? [who, other] : [other, who];
    const said = t("act.merge", { a: keep.name, b: absorb.name });
    if (await act("/merge", { keep: keep.id, absorb: absorb.id }, said)) {
      close();
      go({ one: keep.id });
    }
  };
  return (
    <form class="edit" onSubmit={save}>
      <div class="r">
        <label for={id}>{t("entity.merge.with")}</label>
        <input id={id} class="field grow" type="search" placeholder={t("entities.filter")} value={words}
          onInput={(event) => { setWords(event.currentTarget.value); setOther(null); }} />
      </div>
      <div class="r choices">
        {choices.slice(0, 8).map((one) => (
          <button key={one.id} type="button" class="btn" aria-pressed={other?.id === one.id} onClick={() => setOther(one)}>
            <KindGlyph kind={one.kind} /> <Told>{one.name}</Told>
          </button>
        ))}
      </div>
      {other && (
        <>
          <div class="two">
            {[who, other].map((one) => (
              <div key={one.id}>
                <Told as="h3" class="serif">{one.name}</Told>
                <p class="kline">{tOr(`kind.one.${one.kind}`, one.kind)} · {t("graph.first", { n: one.first_seen })}</p>
                {one.aliases.length > 0 && <p class="kline">{t("entity.also")} {listed(one.aliases)}</p>}
                {one.summary && <Told as="p">{one.summary}</Told>}
                <label class="tog">
                  <input type="radio" name={id} checked={lead === one.id} onChange={() => setLead(one.id)} />
                  {t("entity.merge.lead")}
                </label>
              </div>
            ))}
          </div>
          <p class="muted small">{t("entity.merge.means")}</p>
        </>
      )}
      <div class="r">
        <button class="btn primary" disabled={!other}>{t("entity.merge.go")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
    </form>
  );
}

/** Attributes, and relations whose far end changes, as bars over the turns. */
function Lanes({ id, facts }: { id: string; facts: Fact[] }) {
  const [open, setOpen] = useState("");
  const lanes = lanesOf(id, facts);
  const last = Math.max(now.value, 1);
  const portion = (turn: number) => `${((Math.max(turn, 1) - 1) / last) * 100}%`;
  const chosen = facts.find((fact) => fact.id === open);
  return (
    <section class="sec">
      <h2>{t("entity.time")}</h2>
      {!lanes.length && <p class="muted">{t("entity.time.none")}</p>}
      <div class="gantt">
        {lanes.map(([name, versions]) => {
          const held = versions.findLast((fact) => fact.opened <= at.value && !hasEnded(fact));
          return (
            <>
              <span class="k">{predicate(name)}</span>
              <Told class="serif nowv">{held ? far(held) : "—"}</Told>
              <div class="lane">
                {versions.map((fact) => {
                  const end = fact.closed ?? last + 1;
                  const later = fact.opened > at.value;
                  const kind = later ? "bar fut" : fact === held ? "bar cur" : "bar";
                  return (
                    <button
                      key={fact.id}
                      class={kind}
                      aria-expanded={open === fact.id}
                      aria-label={`${predicate(name)}: ${far(fact)}, ${span(fact)}`}
                      style={{ left: portion(fact.opened), width: `${Math.max(((end - Math.max(fact.opened, 1)) / last) * 100, 1.2)}%` }}
                      onClick={() => setOpen(open === fact.id ? "" : fact.id)}
                    >
                      <Told class="serif">{far(fact)}</Told>
                    </button>
                  );
                })}
                <i class="needle" style={{ left: `${((at.value - 0.5) / last) * 100}%` }} />
              </div>
              {chosen && versions.includes(chosen) && (
                <div class="lanefact">
                  <FactGlyph fact={chosen} /> <Told as="b">{chosen.phrase}</Told> <span class="muted small">{span(chosen)}</span>
                  <Quotes fact={chosen} />
                  <FactActs fact={chosen} />
                </div>
              )}
            </>
          );
        })}
      </div>
    </section>
  );
}

/** What changes of somebody, by predicate: attributes, and relations that had several far ends one after another. */
export function lanesOf(id: string, facts: Fact[]): [string, Fact[]][] {
  const found = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.subject.id !== id || (fact.object && fact.value)) continue;
    found.set(fact.predicate, [...(found.get(fact.predicate) ?? []), fact]);
  }
  const changes = (versions: Fact[]) =>
    versions.some((fact) => !fact.object) ||
    ["located_in", "held_by"].includes(versions[0]?.predicate ?? "") ||
    (versions.length > 1 && versions.every((fact, index) => !index || fact.opened >= (versions[index - 1]?.closed ?? Infinity)));
  return [...found].filter(([, versions]) => changes(versions)).sort(([one], [other]) => (one < other ? -1 : 1));
}

function Relations({ id, facts }: { id: string; facts: Fact[] }) {
  const [open, setOpen] = useState("");
  const shown = facts
    .filter((fact) => fact.object && !fact.value && fact.opened <= at.value)
    .sort((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)) || other.opened - one.opened);
  return (
    <section class="sec">
      <h2>{t("entity.relations")}</h2>
      {!shown.length && <p class="muted">{t("entity.relations.none")}</p>}
      {shown.slice(0, 60).map((fact) => {
        const other = fact.subject.id === id ? (fact.object as End) : fact.subject;
        return (
          <div key={fact.id}>
            <button class={hasEnded(fact) ? "rel endd" : "rel"} aria-expanded={open === fact.id}
              onClick={() => setOpen(open === fact.id ? "" : fact.id)}>
              <FactGlyph fact={fact} ended={hasEnded(fact)} />
              <Told>{fact.phrase}</Told>
              <span class="sn">{fact.strength === null ? "" : signed(fact.strength)}</span>
              <Strength fact={fact} />
              <span class="when muted small">{span(fact)}</span>
            </button>
            {open === fact.id && (
              <div class="lanefact">
                {moods(fact) && <p class="muted small">{moods(fact)}</p>}
                <Quotes fact={fact} />
                <div class="acts">
                  <a class="btn quiet" {...link({ one: other.id })}><Told>{other.name}</Told></a>
                </div>
                <FactActs fact={fact} graph />
              </div>
            )}
          </div>
        );
      })}
    </section>
  );
}

export function signed(thousandths: number): string {
  return `${thousandths > 0 ? "+" : "−"}${(Math.abs(thousandths) / 1000).toFixed(1)}`;
}

function Strength({ fact }: { fact: Fact }) {
  if (fact.strength === null) return <span />;
  const size = Math.abs(fact.strength) / 20;
  const style = fact.strength < 0 ? { right: "50%", width: `${size}%` } : { left: "50%", width: `${size}%` };
  return (
    <span class={`str l-${hasEnded(fact) ? "ended" : signOf(fact)}`} aria-hidden="true">
      <i style={style} />
    </span>
  );
}

function FactRow({ fact }: { fact: Fact }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button class="rel plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        <FactGlyph fact={fact} ended={hasEnded(fact)} />
        <Told>{fact.phrase}</Told>
        <span class="when muted small">{[moods(fact), span(fact)].filter(Boolean).join(" · ")}</span>
      </button>
      {open && (
        <div class="lanefact">
          <Quotes fact={fact} />
          <FactActs fact={fact} graph />
        </div>
      )}
    </div>
  );
}

function Knows({ who }: { who: Entity }) {
  const answer = useAnswer<Knowledge>(ofStory(address.value.story, "/knowledge"), { ...placed.value, entity: who.id, limit: 8 });
  const known = answer.data;
  if (!known) return <section class="sec room" />;
  return (
    <>
      <section class="sec">
        <h2>{t("entity.knows", { who: who.name })}</h2>
        {known.known > 0 ? <p class="muted small">{t("entity.counts", { n: count(known.known) })}</p> : <p class="muted">{t("entity.knows.none")}</p>}
        {known.knows.map((fact) => <FactRow key={fact.id} fact={fact} />)}
      </section>
      <section class="sec">
        <h2>{t("entity.cannot", { who: who.name })}</h2>
        {known.unknown > 0 ? <p class="muted small">{t("entity.counts", { n: count(known.unknown) })}</p> : <p class="muted">{t("entity.cannot.none")}</p>}
        {known.cannot.map((fact) => <FactRow key={fact.id} fact={fact} />)}
      </section>
    </>
  );
}

function Timeline({ facts }: { facts: Fact[] }) {
  const shown = facts.filter((fact) => fact.opened <= at.value).slice(-40);
  if (!shown.length) return null;
  return (
    <section class="sec">
      <h2>{t("entity.timeline")}</h2>
      <ol class="tl">
        {shown.map((fact) => (
          <li key={fact.id} class={hasEnded(fact) ? "endd" : ""}>
            <a class="num quietlink" {...link(inPlace(fact, fact.opened))}>{t("turn.short", { n: fact.opened })}</a>
            <Told>{fact.phrase}</Told>
          </li>
        ))}
      </ol>
      {pulse.value && pulse.value.turns > at.value && <p class="muted small">{t("graph.of.then", { n: at.value })}</p>}
    </section>
  );
}
