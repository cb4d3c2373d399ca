// What the model would be told now, section by section; what was left out and why; and what it was told before.
import { useEffect, useId, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, post, useAnswer, version } from "../api";
import { inPlace } from "../parts/facts";
import { Told } from "../parts/texts";
import { at, attempt, done, failed, isPast, place, placed } from "../state";
import type { Considered, Entity, Explained, Passage, Reason, ReceiptRow } from "../shapes";
import { saidOf } from "../words/refusals";
import { count, langOf, listed, t, tOr } from "../words/words";

const SECTIONS = ["rules", "synopsis", "threads", "pinned", "cast", "changed", "state", "relations", "before", "claimed", "told"];
const BUDGETS = [200, 400, 800, 1600, 3200];

export function ContextView() {
  const { story, more } = address.value;
  const receipt = Number(more.receipt) || 0;
  const cue = more.cue ?? "";
  const budget = Number(more.budget) || 800;
  const now_ = useAnswer<Explained>(cue && !receipt ? ofStory(story, "/explain") : null, {
    ...placed.value, cue, budget, pov: more.pov,
  });
  const then = useAnswer<Explained & ReceiptRow>(receipt ? ofStory(story, "/explain-receipt") : null, {
    ...place.value, number: receipt,
  });
  const shown = receipt ? then : now_;
  return (
    <div class="page">
      <header class="r">
        <h1>{receipt ? t("context.receipt", { n: receipt }) : t("context.title")}</h1>
        <span class="muted hint">
          {receipt && then.data ? `${then.data.at.slice(0, 16).replace("T", " ")} · ${t("turn", { n: then.data.turn_number })} · ${t("context.receipt.was")}` : t("context.hint")}
        </span>
        {receipt > 0 && <button class="btn" onClick={() => go({ more: { receipt: "" } })}>{t("context.receipt.back")}</button>}
      </header>
      <div class="ctx">
        <div>
          {!receipt && <Cue cue={cue} budget={budget} />}
          {receipt > 0 && then.data && <Told as="p" class="serif asked">{then.data.cue}</Told>}
          {shown.error && <p class="attend">{saidOf(shown.error)}</p>}
          {shown.data && (cue || receipt > 0) && (
            <div class={shown.stale ? "dimmed" : ""}>
              <Parts made={shown.data} pov={String(shown.data.receipt.scope.pov ?? "")} />
              <Bytes made={shown.data} keep={receipt ? null : { cue, budget, pov: more.pov ?? "" }} />
            </div>
          )}
        </div>
        <aside>
          {shown.data?.status && (cue || receipt > 0) && (
            <section>
              <h2>{t("context.status")}</h2>
              <p class="small">
                {["ok", "found", "nothing"].includes(shown.data.status)
                  ? t("context.status.ok")
                  : t("context.status.degraded", { x: shown.data.status })}
              </p>
              {shown.data.starts && shown.data.starts.length > 0 && <Starts ids={shown.data.starts} />}
            </section>
          )}
          <Receipts current={receipt} />
        </aside>
      </div>
    </div>
  );
}

function Starts({ ids }: { ids: string[] }) {
  const answer = useAnswer<{ entities: Entity[] }>(ofStory(address.value.story, "/entities"), { ...placed.value, limit: 1000 });
  const names = ids.map((id) => answer.data?.entities.find((one) => one.id === id)?.name ?? id);
  return <p class="muted small">{t("context.starts", { names: listed(names) })}</p>;
}

function Cue({ cue, budget }: { cue: string; budget: number }) {
  const { story, more } = address.value;
  const [words, setWords] = useState(cue);
  useEffect(() => setWords(cue), [cue]);
  const [field, size, pov] = [useId(), useId(), useId()];
  const last = useAnswer<Passage>(at.value ? ofStory(story, "/passage") : null, { ...place.value, first: at.value, last: at.value });
  const people = useAnswer<{ entities: Entity[] }>(ofStory(story, "/entities"), { ...placed.value, kind: "character", limit: 100 });
  const offered = offer(last.data?.turns[0]?.text ?? "");
  return (
    <>
      <form class="cuebar" onSubmit={(event) => {
        event.preventDefault();
        go({ more: { cue: words.trim() } });
      }}>
        <label class="vh" for={field}>{t("context.cue")}</label>
        <input id={field} class="field" placeholder={t("context.cue")} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
        <button class="btn primary">{t("context.go")}</button>
      </form>
      <div class="r cueopts">
        <label class="small muted" for={size}>{t("context.budget")}</label>
        <select id={size} class="field" value={budget} onChange={(event) => go({ more: { budget: event.currentTarget.value } }, "replace")}>
          {[...new Set([...BUDGETS, budget])].sort((a, b) => a - b).map((n) => <option key={n} value={n}>{t("context.budget.n", { n: count(n) })}</option>)}
        </select>
        <label class="small muted" for={pov}>{t("context.pov")}</label>
        <select id={pov} class="field" value={more.pov ?? ""} onChange={(event) => go({ more: { pov: event.currentTarget.value } }, "replace")}>
          <option value="">{t("context.pov.all")}</option>
          {(people.data?.entities ?? []).map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
        </select>
        {isPast.value && <span class="muted small">{t("graph.of.then", { n: at.value })}</span>}
      </div>
      {!cue && offered && (
        <p class="offer">
          <span class="muted small">{t("context.try")}</span>{" "}
          <button class="link" onClick={() => go({ more: { cue: offered } })}><Told>{offered}</Told></button>
        </p>
      )}
    </>
  );
}

/** The last sentence of a turn that is short enough to be a question. */
function offer(text: string): string {
  const sentences = text.replace(/\s+/g, " ").match(/[^.!?。！？]+[.!?。！？]+["”’」』]*/gu) ?? [text];
  return (sentences.at(-1) ?? "").trim().slice(0, 160);
}

function Parts({ made, pov }: { made: Explained; pov: string }) {
  const { budget, used } = made.receipt;
  const sections = SECTIONS.map((name) => ({ name, rows: made.kept.filter((row) => row.section === name) })).filter((one) => one.rows.length);
  const rest = made.kept.filter((row) => !SECTIONS.includes(row.section));
  if (rest.length) sections.push({ name: rest[0]?.section ?? "", rows: rest });
  const total = made.kept.reduce((sum, row) => sum + Math.max(row.text.length, 8), 0) || 1;
  const share = Math.min(used / Math.max(budget, 1), 1);
  const cut = made.cut.filter((row) => row.text || row.why);
  const known = useAnswer<{ entities: Entity[] }>(pov ? ofStory(address.value.story, "/entities") : null, { ...placed.value, kind: "character", limit: 100 });
  const who = known.data?.entities.find((one) => one.id === pov)?.name ?? pov;
  return (
    <>
      <div class="budget" aria-hidden="true">
        {sections.map((one) => {
          const size = one.rows.reduce((sum, row) => sum + Math.max(row.text.length, 8), 0) / total;
          return <i key={one.name} style={{ width: `${size * share * 100}%` }} title={tOr(`section.${one.name}`, one.name)} />;
        })}
      </div>
      <p class="muted small">{t("context.used", { n: count(used), m: count(budget) })}</p>
      {!made.kept.length && <p class="muted">{t("context.none")}</p>}
      {sections.map((one) => (
        <section class="csec" key={one.name}>
          <h3>{tOr(`section.${one.name}`, one.name)}<small>{one.rows.length}</small></h3>
          <div>{one.rows.map((row) => <Hit key={row.kind + row.id} row={{ ...row, text: asSent(row, made) }} />)}</div>
        </section>
      ))}
      <p class="cutline">{t("context.end")}</p>
      <section class="csec cutd">
        <h3>{t("context.cut")}<small>{cut.length || ""}</small></h3>
        <div>
          {!cut.length && <p class="muted small">{t("context.cut.none")}</p>}
          {cut.slice(0, 40).map((row) => <Hit key={row.kind + row.id + row.why} row={row} pov={who} />)}
        </div>
      </section>
    </>
  );
}

/** Why something is there, in words: what each way of searching says for it. */
export function because(reasons: Reason[]): string {
  return reasons
    .map((one) => {
      const said = tOr(`lane.${one.lane}`, one.lane);
      const words = listed(one.words.slice(0, 5));
      return words ? `${said}: ${words}` : said;
    })
    .join(" · ");
}

/** A line as the model reads it: what has changed is told with what it says of that, such as that it no longer holds. */
function asSent(row: Considered, made: Explained): string {
  if (row.section !== "changed" || !row.text) return row.text;
  const lines = `${made.stable}\n${made.volatile}`.split("\n").filter((line) => line.endsWith(row.text));
  const longest = lines.reduce((best, line) => (line.length > best.length ? line : best), "");
  return longest.replace(/^- /, "") || row.text;
}

function Hit({ row, pov = "" }: { row: Considered; pov?: string }) {
  const text = row.kind === "turn" && row.speaker ? `${row.speaker}: ${row.text}` : row.text;
  const said = row.why ? tOr(`why.${row.why}`, row.why, { who: pov }) : because(row.reasons) || t("why.kept");
  return (
    <div class="hit">
      <div>
        <Told as="p">{text.length > 320 ? `${text.slice(0, 320)}…` : text || row.id}</Told>
        <small>
          {said}
          {row.number > 0 && (
            <>
              {" · "}
              <a {...link(row.kind === "turn" ? { view: "story", more: { at: String(row.number) } } : inPlace({ id: row.id } as never, row.number))}>
                {t("turn.short", { n: row.number })}
              </a>
            </>
          )}
        </small>
      </div>
      <div class="sc">
        {(row.score / 1000).toFixed(3)}
        <div class="bx"><i style={{ width: `${Math.min(row.score / 10, 100)}%` }} /></div>
      </div>
    </div>
  );
}

function Bytes({ made, keep }: { made: Explained; keep: { cue: string; budget: number; pov: string } | null }) {
  const text = made.text ?? [made.stable, made.volatile].filter(Boolean).join("\n");
  const [copied, setCopied] = useState(false);
  const store = async () => {
    if (!keep) return;
    const story = address.value.story;
    await attempt(async () => {
      const kept = await post<{ number: number }>(ofStory(story, "/receipts"), { ...keep, as_of: placed.value.as_of }, place.value);
      done.value = null;
      failed.value = "";
      version.value += 1;
      go({ more: { receipt: String(kept.number) } });
    });
  };
  return (
    <details class="bytes">
      <summary>{t("context.bytes")}</summary>
      <div class="r">
        <button class="btn quiet" onClick={async () => {
          await navigator.clipboard?.writeText(text).catch(() => undefined);
          setCopied(true);
        }}>{t(copied ? "copied" : "copy")}</button>
        {keep && <button class="btn quiet" onClick={store}>{t("context.keep")}</button>}
      </div>
      <pre lang={langOf(text)} tabIndex={0}>{text}</pre>
    </details>
  );
}

function Receipts({ current }: { current: number }) {
  const answer = useAnswer<{ receipts: ReceiptRow[] }>(ofStory(address.value.story, "/receipts"), { ...place.value, limit: 50 });
  const rows = answer.data?.receipts ?? [];
  return (
    <section class="rec">
      <h2>{t("context.receipts")}</h2>
      {answer.data && !rows.length && <p class="muted small">{t("context.receipts.none")}</p>}
      {rows.map((one) => (
        <button key={one.number} aria-current={one.number === current ? "true" : undefined} onClick={() => go({ more: { receipt: String(one.number) } })}>
          <Told>{one.cue.length > 60 ? `${one.cue.slice(0, 60)}…` : one.cue}</Told>
          <span class="num muted">{one.number}</span>
          <small>{t("turn", { n: one.turn_number })} · {one.used} / {one.budget}</small>
        </button>
      ))}
    </section>
  );
}
