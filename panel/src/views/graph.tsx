// Who and what, and how they stand to each other, as of a turn: a picture, and a list that says the same.
import { effect } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, useAnswer } from "../api";
import type { Picture } from "../graph/canvas";
import { Places } from "../graph/layout";
import { model, neighbour, type Drawn, type Line, type Node } from "../graph/model";
import { FactCard, hasEnded, moods, span } from "../parts/facts";
import { FactGlyph, KindGlyph } from "../parts/glyphs";
import { Quote, Told } from "../parts/texts";
import { at, done, place, placed } from "../state";
import type { Entity, Fact, Found, Graph, Margin, Moment } from "../shapes";
import { langOf, predicate, t, theme, tOr } from "../words/words";
import { notesOf } from "./story";
import { signed } from "./entities";

const NARROW = matchMedia("(max-width: 720px)");
const KINDS = ["character", "group", "faction", "organization", "place", "item", "concept", "event"];
const ALL = 300;

export function GraphView() {
  const { story, more } = address.value;
  const moment = useAnswer<Moment>(ofStory(story, "/moment"), placed.value);
  const present = useMemo(() => new Set(moment.data?.present.map((one) => one.id)), [moment.data]);
  const focus = more.focus ? more.focus.split(",") : [...present, ...(moment.data?.place ? [moment.data.place.id] : [])];
  const usual = NARROW.matches ? 16 : 40;
  const most = Math.min(Number(more.most) || usual, ALL);
  const hops = Number(more.hops) || 1;
  const path = moment.data ? ofStory(story, "/graph") : null;
  const answer = useAnswer<Graph>(path, { ...placed.value, focus, hops, most, every: true });
  const places = useMemo(() => new Places(story, NARROW.matches ? "tall" : "wide"), [story]);
  const [arranged, arrange] = useState(0);
  const before = useRef<Drawn | null>(null);
  const ended = more.ended !== "no";
  const drawn = useMemo(() => {
    if (!answer.data) return before.current;
    const wanted = {
      graph: answer.data, at: at.value, present, kind: more.kind ?? "", ended, spots: places.spots, tall: NARROW.matches,
    };
    const made = model(wanted, before.current);
    if (made.placed.length) places.keep();
    return made.drawn;
  }, [answer.data, at.value, present, more.kind, ended, places, arranged]);
  before.current = drawn;
  const [search, setSearch] = useState("");
  const shown = useMemo(() => drawn && selectedIn(drawn, more.node ?? more.line ?? "", search), [drawn, more.node, more.line, search]);
  if (moment.data && answer.data && !answer.data.entities.length) {
    return (
      <div class="page">
        <h1>{t("graph.empty")}</h1>
        <p class="muted">{t("graph.empty.more")}</p>
      </div>
    );
  }
  const again = () => {
    const old = new Map(places.spots);
    places.spots.clear();
    places.keep();
    before.current = null;
    arrange((n) => n + 1);
    done.value = {
      said: t("graph.arranged"),
      undo: async () => {
        places.spots.clear();
        for (const [id, spot] of old) places.spots.set(id, spot);
        places.keep();
        arrange((n) => n + 1);
      },
    };
  };
  return (
    <div class="gwrap">
      <h1 class="vh">{t("graph.title")}</h1>
      <Bar search={search} setSearch={setSearch} hops={hops} />
      {more.mode === "list" ? (
        <List drawn={shown} />
      ) : (
        <Canvas drawn={shown} places={places} names={focusNames(moment.data, more.focus, drawn)}
          scope={[story, more.focus, hops, most, more.kind, arranged].join("|")} isNew={!answer.stale} again={again} ended={ended} />
      )}
      <div class="pane">
        <Hidden search={search} drawn={drawn} />
        <Pane drawn={shown} />
        {answer.data && answer.data.left_out > 0 && (
          <p class="muted small">
            {t("graph.out.of", { n: answer.data.left_out })}{" "}
            {most < ALL && (
              <button class="link" onClick={() => go({ more: { most: String(Math.min(most * 2 + 20, ALL)) } }, "replace")}>
                {t("graph.widen")}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

function focusNames(moment: Moment | undefined, focus: string | undefined, drawn: Drawn | null): string {
  const separator = ", ";
  if (focus) {
    const names = focus.split(",").map((id) => drawn?.nodes.find((node) => node.id === id)?.label ?? id);
    return t("graph.around.one", { names: names.join(separator) });
  }
  if (!moment?.present.length) return t("graph.around.all");
  return t("graph.around", { names: moment.present.map((one) => one.name).join(separator) });
}

/** The picture with what is selected, and what fades because of it or of a search. */
function selectedIn(drawn: Drawn, selected: string, search: string): Drawn {
  const dimmed = new Set<string>();
  const words = search.trim().toLowerCase();
  const node = drawn.nodes.find((one) => one.id === selected);
  const near = new Set([selected]);
  for (const line of drawn.lines) {
    if (line.source.id === selected) near.add(line.target.id);
    if (line.target.id === selected) near.add(line.source.id);
    if (line.key === selected) near.add(line.source.id).add(line.target.id);
  }
  const isLine = drawn.lines.some((line) => line.key === selected);
  for (const one of drawn.nodes) {
    const misses = words && ![one.entity.name, ...one.entity.aliases].some((name) => name.toLowerCase().includes(words));
    if (misses || ((node || isLine) && !near.has(one.id))) dimmed.add(one.id);
  }
  for (const line of drawn.lines) {
    const apart = node ? line.source !== node && line.target !== node : isLine ? line.key !== selected : false;
    if (apart || (words && (dimmed.has(line.source.id) || dimmed.has(line.target.id)))) dimmed.add(line.key);
  }
  return { ...drawn, selected: node || isLine ? selected : "", dimmed };
}

function select(what: { node?: Node | null; line?: Line | null }, how: "push" | "replace" = "push"): void {
  go({ more: { node: what.node?.id ?? "", line: what.line?.key ?? "" } }, how);
}

function Bar({ search, setSearch, hops }: { search: string; setSearch: (words: string) => void; hops: number }) {
  const { more } = address.value;
  return (
    <div class="gbar">
      <input class="field" type="search" placeholder={t("graph.find")} aria-label={t("graph.find")} value={search}
        onInput={(event) => setSearch(event.currentTarget.value)} />
      <select class="field" aria-label={t("graph.kind")} value={more.kind ?? ""}
        onChange={(event) => go({ more: { kind: event.currentTarget.value } }, "replace")}>
        <option value="">{t("graph.kinds")}</option>
        {KINDS.map((kind) => <option key={kind} value={kind}>{tOr(`kind.${kind}`, kind)}</option>)}
      </select>
      <select class="field" aria-label={t("graph.steps")} value={String(hops)}
        onChange={(event) => go({ more: { hops: event.currentTarget.value } }, "replace")}>
        {([1, 2, 3] as const).map((n) => <option key={n} value={n}>{t(`graph.step.${n}`)}</option>)}
      </select>
      {more.focus && (
        <button class="btn quiet" onClick={() => go({ more: { focus: "" } })}>{t("graph.back")}</button>
      )}
      <span class="sp" />
      <span class="seg" role="group" aria-label={t("graph.mode")}>
        <button aria-pressed={more.mode !== "list"} onClick={() => go({ more: { mode: "" } }, "replace")}>{t("graph.picture")}</button>
        <button aria-pressed={more.mode === "list"} onClick={() => go({ more: { mode: "list" } }, "replace")}>{t("graph.list")}</button>
      </span>
    </div>
  );
}

interface Hover { node: Node | null; line: Line | null }

function Canvas({ drawn, places, names, again, ended, scope, isNew }: {
  drawn: Drawn | null; places: Places; names: string; again: () => void; ended: boolean; scope: string; isNew: boolean;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<Picture | null>(null);
  const latest = useRef<Drawn | null>(null);
  const [hover, setHover] = useState<Hover>({ node: null, line: null });
  latest.current = drawn;
  const fitting = useRef(scope);
  if (isNew) fitting.current = scope;
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    void import("../graph/canvas").then(({ Picture: Made }) => {
      if (gone || !stage.current) return;
      const made = new Made(stage.current, {
        hovered: (node, line) => setHover({ node, line }),
        clicked: (node, line) => select({ node, line }),
        dragged: (node) => {
          places.spots.set(node.id, { x: node.fx, y: node.fy });
          places.keep();
        },
        moved: () => setHover((now) => (now.node || now.line ? { ...now } : now)),
      });
      picture.current = made;
      if (latest.current) made.show(latest.current, fitting.current);
      const watch = new ResizeObserver(() => made.resize());
      watch.observe(stage.current);
      const unwatch = effect(() => {
        void theme.value;
        requestAnimationFrame(() => made.recolour());
      });
      stop = () => {
        watch.disconnect();
        unwatch();
        made.destroy();
      };
      (window as unknown as { fabulaPicture: Picture }).fabulaPicture = made;
    });
    return () => {
      gone = true;
      picture.current = null;
      stop();
    };
  }, [places]);
  useEffect(() => {
    if (drawn) picture.current?.show(drawn, fitting.current);
  }, [drawn, fitting.current]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") select({});
    else if (event.key === "f") picture.current?.fit();
    else if (event.key === "+" || event.key === "=") picture.current?.zoomBy(1.3);
    else if (event.key === "-") picture.current?.zoomBy(1 / 1.3);
    else if (event.key === "l") go({ more: { mode: "list" } }, "replace");
    else return;
    event.preventDefault();
  };
  return (
    <div class="canvas" onKeyDown={keys}>
      <div class="stage" ref={stage} role="img" aria-label={t("graph.canvas")} />
      <Reach drawn={drawn} hover={setHover} picture={picture} />
      <p class="caption">{names}</p>
      <Popover hover={hover} picture={picture} />
      <div class="legend">
        <span><i class="in" /> {t("graph.present")}</span>
        <span><i class="pt" /> {t("graph.changed")}</span>
        {(["warm", "hostile", "neutral"] as const).map((sign) => (
          <span key={sign}>
            <svg class={`g l-${sign}`} viewBox="0 0 18 14" aria-hidden="true"><path d="M1 7h16" /></svg>
            {t(`graph.${sign}`)}
          </span>
        ))}
        <label>
          <input type="checkbox" checked={ended}
            onChange={(event) => go({ more: { ended: event.currentTarget.checked ? "" : "no" } }, "replace")} />
          <svg class="g l-ended" viewBox="0 0 18 14" aria-hidden="true"><path d="M1 7h16" /></svg>
          {t("graph.ended")}
        </label>
        <label><button class="link small" onClick={again}>{t("graph.arrange")}</button></label>
      </div>
      <div class="zoom">
        <button aria-label={t("graph.in")} onClick={() => picture.current?.zoomBy(1.3)}>+</button>
        <button aria-label={t("graph.out")} onClick={() => picture.current?.zoomBy(1 / 1.3)}>−</button>
        <button class="small" onClick={() => picture.current?.fit()}>{t("graph.fit")}</button>
      </div>
    </div>
  );
}

/** An unseen button for each shown name: what a keyboard and a screen reader see of the picture. */
function Reach({ drawn, hover, picture }: {
  drawn: Drawn | null; hover: (one: Hover) => void; picture: { current: Picture | null };
}) {
  const box = useRef<HTMLDivElement>(null);
  const nodes = drawn?.nodes ?? [];
  const first = nodes.find((node) => node.id === drawn?.selected) ?? nodes[0];
  const counts = new Map<string, number>();
  for (const line of drawn?.lines ?? []) {
    for (const end of [line.source.id, line.target.id]) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const move = (event: KeyboardEvent, node: Node) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = neighbour(nodes, node, way[0] as number, way[1] as number);
    const button = box.current?.querySelector<HTMLButtonElement>(`[data-node="${CSS.escape(next?.id ?? "")}"]`);
    button?.focus();
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
            picture.current?.centre(node);
          }}
          onBlur={() => hover({ node: null, line: null })}
          onKeyDown={(event) => move(event, node)}
          onClick={() => select({ node })}
        >
          {node.label}, {tOr(`kind.one.${node.kind}`, node.kind)}, {t("graph.facts", { n: counts.get(node.id) ?? 0 })}
        </button>
      ))}
    </div>
  );
}

function Popover({ hover, picture }: { hover: Hover; picture: { current: Picture | null } }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = box.current;
    const own = picture.current;
    if (!node || !own || !(hover.node || hover.line)) return;
    const spot = hover.node ? { x: hover.node.fx, y: hover.node.fy } : own.middle(hover.line as Line);
    const { x, y } = own.screen(spot.x, spot.y);
    const frame = (node.parentElement as HTMLElement).getBoundingClientRect();
    const left = x + 34 + node.offsetWidth > frame.width ? x - 34 - node.offsetWidth : x + 34;
    const top = Math.min(Math.max(y - node.offsetHeight / 2, 8), frame.height - node.offsetHeight - 8);
    node.style.transform = `translate(${Math.max(left, 8)}px, ${top}px)`;
  }, [hover]);
  if (!hover.node && !hover.line) return null;
  const fact = hover.line?.fact;
  return (
    <div class="pop" ref={box} role="tooltip">
      {fact ? (
        <>
          <FactGlyph fact={fact} ended={hover.line?.ended ?? false} /> <Told as="b">{fact.phrase}</Told>
          {fact.evidence.at(-1)?.quote && <Quote text={fact.evidence.at(-1)?.quote ?? ""} />}
          <p class="muted small">{span(fact)}</p>
        </>
      ) : (
        hover.node && (
          <>
            <KindGlyph kind={hover.node.kind} filled={hover.node.present} /> <Told as="b">{hover.node.entity.name}</Told>
            <p class="muted small">
              {tOr(`kind.one.${hover.node.kind}`, hover.node.kind)} · {t("graph.first", { n: hover.node.first })}
            </p>
          </>
        )
      )}
    </div>
  );
}

function Hidden({ search, drawn }: { search: string; drawn: Drawn | null }) {
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

function Pane({ drawn }: { drawn: Drawn | null }) {
  const node = drawn?.nodes.find((one) => one.id === drawn.selected);
  const line = drawn?.lines.find((one) => one.key === drawn.selected);
  if (node) return <NodePane who={node.entity} present={node.present} />;
  if (line) return <LinePane line={line} />;
  return <Changed />;
}

function NodePane({ who, present }: { who: Entity; present: boolean }) {
  const asked = { ...placed.value, entity: who.id, limit: 200 };
  const answer = useAnswer<{ facts: Fact[] }>(ofStory(address.value.story, "/facts"), asked);
  return (
    <section aria-live="polite">
      <Told as="h2" class="ename">{who.name}</Told>
      <p class="kline">
        <KindGlyph kind={who.kind} filled={present} /> {tOr(`kind.one.${who.kind}`, who.kind)} · {t("graph.first", { n: who.first_seen })}
      </p>
      {who.summary && <Told as="p" class="">{who.summary}</Told>}
      <p class="r">
        <a class="link" {...link({ view: "entities", one: who.id })}>{t("graph.dossier")}</a>
        {address.value.more.focus !== who.id && (
          <button class="link" onClick={() => go({ more: { focus: who.id } })}>{t("graph.focus")}</button>
        )}
      </p>
      {[...(answer.data?.facts ?? [])].reverse().slice(0, 40).map((fact) => <FactCard key={fact.id} fact={fact} />)}
    </section>
  );
}

function LinePane({ line }: { line: Line }) {
  return (
    <section aria-live="polite">
      <h2 class="ename" lang={langOf(line.source.label)}>
        {line.source.label} <span class="muted">{predicate(line.fact.predicate)}</span> {line.target.label}
      </h2>
      <p class="kline">{t("fact.versions")}</p>
      {[...line.versions].reverse().map((fact) => <FactCard key={fact.id} fact={fact} acts={!hasEnded(fact)} />)}
    </section>
  );
}

function Changed() {
  const n = at.value;
  const asked = { ...place.value, first: n, last: n };
  const answer = useAnswer<Margin>(n ? ofStory(address.value.story, "/margin") : null, asked);
  const notes = notesOf(answer.data).get(n) ?? [];
  return (
    <section>
      <h2>{t("graph.what", { n })}</h2>
      {answer.data && !answer.stale && !notes.length && <p class="muted">{t("graph.nothing", { n })}</p>}
      {notes.map((note) => (
        <FactCard key={note.how + note.fact.id} fact={note.fact} acts={note.how !== "ended"} />
      ))}
    </section>
  );
}

type Column = "from" | "relation" | "to" | "strength" | "since";

function List({ drawn }: { drawn: Drawn | null }) {
  const [by, setBy] = useState<Column>("since");
  const value: Record<Column, (line: Line) => string | number> = {
    from: (line) => line.source.label,
    relation: (line) => line.text,
    to: (line) => line.target.label,
    strength: (line) => -(line.fact.strength ?? 0),
    since: (line) => -line.fact.opened,
  };
  const lines = (drawn?.lines ?? [])
    .filter((line) => !drawn?.dimmed.has(line.key))
    .sort((one, other) => (value[by](one) < value[by](other) ? -1 : value[by](one) > value[by](other) ? 1 : 0));
  const head = (column: Column, more = "") => (
    <th scope="col" class={more} aria-sort={by === column ? "ascending" : "none"}>
      <button onClick={() => setBy(column)}>{t(`graph.${column}`)}</button>
    </th>
  );
  return (
    <div class="glist">
      <div class="tablebox" tabIndex={0} role="region" aria-label={t("graph.list")}>
        <table>
          <thead>
            <tr>{head("from")}{head("relation")}{head("to")}{head("strength", "wide-only")}{head("since", "wide-only")}</tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.key} class={line.ended ? "endd" : ""} aria-selected={line.key === drawn?.selected}>
                <td><button onClick={() => select({ node: line.source })}><Told>{line.source.label}</Told></button></td>
                <td>
                  <button onClick={() => select({ line })}><FactGlyph fact={line.fact} ended={line.ended} /> {line.text}</button>
                </td>
                <td><button onClick={() => select({ node: line.target })}><Told>{line.target.label}</Told></button></td>
                <td class="num wide-only">{line.fact.strength === null ? "" : signed(line.fact.strength)}</td>
                <td class="num wide-only">{[span(line.fact), moods(line.fact)].filter(Boolean).join(" · ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
