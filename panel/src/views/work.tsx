// How memory is: every turn's reading, what failed and why, decisions, cost, and what can be done by hand.
import { useEffect, useId, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { get, headers, ofStory, post, Refused, rows, url, useAnswer, version } from "../api";
import { connection } from "../events";
import { FactCard } from "../parts/facts";
import { Triangle } from "../parts/glyphs";
import { Told } from "../parts/texts";
import { at, attempt, done, failed, jobs, now, place, placed, pulse } from "../state";
import type { Act, Entity, Health, Job, Problems, Pulse, Reading, Status } from "../shapes";
import { count, predicate, t, tOr } from "../words/words";
import { takeIn } from "./empty";

const BAD = ["failed", "quarantined", "rate_limited", "suspicious"];
const MOST_CELLS = 240;

export function WorkView() {
  const line = pulse.value as Pulse;
  const story = address.value.story;
  const status = useAnswer<Status>(ofStory(story, "/status"), { ...place.value, troubles: true });
  const troubles = status.data?.turns ?? [];
  const chosen = Number(address.value.more.turn_at) || 0;
  const shown = troubles.find((one) => one.number === chosen) ?? troubles[0];
  return (
    <div class="page">
      <header>
        <h1>{healthSaid(line)}</h1>
        <p class="muted">{statusSaid(line)}</p>
      </header>
      <div class="wgrid">
        <div>
          <section>
            <h2>{t("work.every")}</h2>
            <Strip line={line} chosen={shown?.number ?? 0} />
          </section>
          {shown && <Trouble key={shown.number} one={shown} />}
          <NotFitting />
          <Decisions />
        </div>
        <aside class="side2">
          <Cost status={status.data} />
          <Queue />
          <Connection />
          <ByHand line={line} />
        </aside>
      </div>
    </div>
  );
}

export function healthSaid(line: Pulse): string {
  const bad = line.statuses.filter((one) => BAD.includes(one)).length;
  const pending = line.statuses.filter((one) => one === "pending").length;
  if (pending) return t("work.pending", { n: count(pending) });
  return bad === 0 ? t("work.ok") : bad === 1 ? t("work.one") : t("work.some", { n: count(bad) });
}

function statusSaid(line: Pulse): string {
  const order = ["ok", "failed", "quarantined", "rate_limited", "suspicious", "empty", "pending"];
  return order
    .map((name) => [line.statuses.filter((one) => one === name).length, name] as const)
    .filter(([n]) => n)
    .map(([n, name]) => `${count(n)} ${tOr(`work.status.${name}`, name)}`)
    .join(" · ");
}

/** One cell a turn; of a long story the last ones, and before them all that need a look. */
function Strip({ line, chosen }: { line: Pulse; chosen: number }) {
  const all = line.statuses.map((status, index) => ({ n: index + 1, status }));
  const cut = Math.max(all.length - MOST_CELLS, 0);
  const shown = [...all.slice(0, cut).filter((one) => BAD.includes(one.status)).slice(-60), ...all.slice(cut)];
  return (
    <div class="strip">
      {shown.map(({ n, status }) => {
        const bad = BAD.includes(status);
        const kind = bad ? "fa" : status === "empty" || status === "pending" ? "em" : "";
        return (
          <button
            key={n}
            class={`${kind} ${status === "pending" ? "waits" : ""}`}
            aria-label={`${t("turn", { n })}: ${tOr(`work.status.${status}`, status)}`}
            aria-current={n === chosen ? "true" : undefined}
            onClick={() => (bad ? go({ more: { turn_at: String(n) } }, "replace") : go({ view: "story", more: { at: String(n) } }))}
          >
            {bad ? <Triangle /> : n}
          </button>
        );
      })}
    </div>
  );
}

function Trouble({ one }: { one: Reading }) {
  const said = one.refused.filter((each) => each.item);
  const retry = (reader: "" | "rules") =>
    attempt(async () => {
      const story = address.value.story;
      const range = { first: String(one.number), last: String(one.number) };
      if (reader === "rules") await post(ofStory(story, "/read-again"), range, place.value);
      else await post<Job>(ofStory(story, "/jobs"), { kind: "retry", branch: place.value.branch, arguments: range });
      done.value = null;
    });
  return (
    <section class="panelcard" aria-live="polite">
      <h3>{one.status === "suspicious" ? t("turn.suspicious") : t("turn.failed", { n: one.number })}</h3>
      {one.reason && <p>{one.reason}</p>}
      {BAD.includes(one.status) && one.status !== "suspicious" && <p>{t("turn.failed.means")}</p>}
      <p class="muted small">
        {t("turn", { n: one.number })} · {tOr(`work.status.${one.status}`, one.status)}
        {one.extractor && ` · ${t("work.by", { x: one.extractor })}`}
      </p>
      <details>
        <summary>{t("work.raw")}</summary>
        {!said.length && <p class="muted small">{t("work.raw.none")}</p>}
        {said.map((each, index) => (
          <div key={index}>
            <pre tabIndex={0}>{each.item}</pre>
            <p class="muted small">{t("work.refused")}: {each.reason}</p>
          </div>
        ))}
      </details>
      <div class="r">
        <button class="btn primary" onClick={() => retry("")}>{t("work.retry")}</button>
        <button class="btn" onClick={() => retry("rules")}>{t("work.rules")}</button>
        <a class="btn" {...link({ view: "story", more: { at: String(one.number) } })}>{t("work.read")}</a>
      </div>
    </section>
  );
}

function NotFitting() {
  const answer = useAnswer<Problems>(ofStory(address.value.story, "/problems"), placed.value);
  const found = answer.data;
  if (!found || !(found.contradictions.length || found.proposals.length)) return null;
  return (
    <section class="sec">
      <h2>{t("work.problems")}</h2>
      {found.contradictions.slice(0, 10).map((facts, index) => (
        <div class="disputed" key={index}>{facts.map((fact) => <FactCard key={fact.id} fact={fact} />)}</div>
      ))}
      {found.proposals.slice(0, 10).map((one, index) => (
        <p key={index}>
          <Told>{one.subject.name}</Told> <span class="muted">{predicate(one.predicate)}</span> <Told>{one.said}</Told>{" "}
          <span class="muted small">{t("turn.short", { n: one.number })}</span>
        </p>
      ))}
    </section>
  );
}

function Decisions() {
  const [acts, setActs] = useState<Act[] | null>(null);
  const story = address.value.story;
  const { branch } = place.value;
  const wanted = version.value;
  useEffect(() => {
    rows<Act>(ofStory(story, "/acts"), "acts", { branch }).then(setActs, () => setActs([]));
  }, [story, branch, wanted]);
  const met = useAnswer<{ entities: Entity[] }>(ofStory(story, "/entities"), { branch, limit: 1000 });
  const names = new Map(met.data?.entities.map((one) => [one.id, one.name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const shown = [...(acts ?? [])].filter((one) => one.kind !== "undo").reverse().slice(0, 40);
  const undo = (one: Act) =>
    attempt(async () => {
      const made = await post<{ act: Act }>(ofStory(story, "/undo"), { act: one.id }, place.value);
      done.value = { said: t("act.undone"), undo: () => post(ofStory(story, "/undo"), { act: made.act.id }, place.value) };
    });
  return (
    <section class="sec">
      <h2>{t("work.decisions")}</h2>
      <p class="muted small">{t(acts && !shown.length ? "work.decisions.none" : "work.decisions.means")}</p>
      {shown.map((one) => (
        <div class={one.stands ? "actrow" : "actrow endd"} key={one.id}>
          <span class="muted">{tOr(`act.kind.${one.kind}`, one.kind)}</span>
          <Told>{actSaid(one, nameOf)}</Told>
          <span class="num muted small">{one.at.slice(0, 10)}</span>
          {one.stands ? (
            <button class="link" onClick={() => undo(one)}>{t("undo")}</button>
          ) : (
            <span class="muted small">{t("work.undone")}</span>
          )}
        </div>
      ))}
    </section>
  );
}

/** What an act says, from its payload; every part of it is text. */
export function actSaid(one: Act, nameOf: (id: string) => string): string {
  const said = (one.payload.claim ?? one.payload) as Record<string, unknown>;
  const part = (name: string) => (typeof said[name] === "string" ? nameOf(said[name] as string) : "");
  if (part("fact")) return part("fact");
  const far = part("value") || part("object");
  if (part("subject")) return [part("subject"), predicate(part("predicate")), far].filter(Boolean).join(" ");
  if (part("keep")) return `${part("absorb")} → ${part("keep")}`;
  if (part("entity")) return `${part("entity")} → ${part("name")}`;
  return Object.values(said).filter((value) => typeof value === "string" && value).join(" · ") || one.id.slice(0, 12);
}

function Cost({ status }: { status: Status | undefined }) {
  const total = status?.usage.total;
  return (
    <section>
      <h2>{t("work.usage")}</h2>
      {total && !total.calls && <p class="muted">{t("work.usage.none")}</p>}
      {total && total.calls > 0 && (
        <dl class="stat">
          <dt>{t("work.usage.calls")}</dt><dd>{count(total.calls)}</dd>
          <dt>{t("work.usage.prompt")}</dt><dd>{count(total.prompt)}</dd>
          <dt>{t("work.usage.completion")}</dt><dd>{count(total.completion)}</dd>
        </dl>
      )}
    </section>
  );
}

function Queue() {
  const shown = [...jobs.value].reverse().slice(0, 5);
  const story = address.value.story;
  const move = (job: Job, what: "cancel" | "resume") => attempt(() => post(ofStory(story, `/jobs/${job.id}/${what}`), {}));
  const isIdle = !jobs.value.some((one) => one.state === "running" || one.state === "waiting");
  return (
    <section>
      <h2>{t("work.queue")}</h2>
      {isIdle && <p class="muted">{t("work.queue.idle")}</p>}
      {shown.map((job) => (
        <div class="job" key={job.id}>
          <span>{tOr(`work.job.${job.kind}`, job.kind)}</span>{" "}
          <span class="muted small">
            {tOr(`work.job.${job.state}`, job.state)}{job.of ? ` · ${job.done} / ${job.of}` : ""}
          </span>
          {job.state === "running" && job.of > 0 && <div class="meter"><i style={{ width: `${(job.done / job.of) * 100}%` }} /></div>}
          {job.error && <p class="attend small">{job.error.message}</p>}
          {(job.state === "running" || job.state === "waiting") && !job.stopping && (
            <button class="link small" onClick={() => move(job, "cancel")}>{t("work.job.stop")}</button>
          )}
          {["failed", "cancelled", "interrupted"].includes(job.state) && (
            <button class="link small" onClick={() => move(job, "resume")}>{t("work.job.resume")}</button>
          )}
        </div>
      ))}
    </section>
  );
}

function Connection() {
  const [health, setHealth] = useState<{ said: Health; ms: number } | null>(null);
  const test = async () => {
    const began = performance.now();
    try {
      setHealth({ said: await get<Health>("/health"), ms: performance.now() - began });
    } catch (error) {
      setHealth(null);
      if (error instanceof Refused) failed.value = error.message;
    }
  };
  useEffect(() => void test(), []);
  const isLive = connection.value.state === "live";
  const parts = health?.said.parts ?? {};
  const vectors = parts.vectors ?? parts.embedder;
  return (
    <>
      <section>
        <h2>{t("work.vectors")}</h2>
        <p class="muted">{vectors ? partSaid(vectors) : t("work.vectors.none")}</p>
      </section>
      <section>
        <h2>{t("work.connection")}</h2>
        <p class="muted">
          {isLive ? t("work.connection.live", { v: health?.said.version ?? "" }) : t("work.connection.lost")}
          {health && ` · ${t("work.connection.ms", { n: Math.round(health.ms) })}`}
        </p>
        {Object.entries(parts).filter(([name]) => name !== "vectors" && name !== "embedder").map(([name, part]) => (
          <p class={part.ok === false ? "attend small" : "muted small"} key={name}>{name}: {partSaid(part)}</p>
        ))}
        <button class="link" onClick={test}>{t("work.connection.test")}</button>
      </section>
    </>
  );
}

function partSaid(part: Record<string, unknown>): string {
  return Object.entries(part).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`).join(" · ");
}

function ByHand({ line }: { line: Pulse }) {
  const [open, setOpen] = useState<"" | "rebuild" | "range" | "purge" | "import">("");
  const story = address.value.story;
  const { branch } = place.value;
  const start = (args: Record<string, unknown>) =>
    attempt(() => post<Job>(ofStory(story, "/jobs"), { kind: "extract", branch, arguments: args })).then((went) => went && setOpen(""));
  const toggle = (what: typeof open) => setOpen(open === what ? "" : what);
  return (
    <section>
      <h2>{t("work.hand")}</h2>
      <div class="r">
        <button class="btn" onClick={() => start({})}>{t("work.extract")}</button>
        <button class="btn" aria-expanded={open === "rebuild"} onClick={() => toggle("rebuild")}>{t("work.rebuild")}</button>
        <button class="btn" aria-expanded={open === "range"} onClick={() => toggle("range")}>{t("work.range")}</button>
        <button class="btn" onClick={() => attempt(() => download(story, branch))}>{t("work.export")}</button>
        <button class="btn" aria-expanded={open === "import"} onClick={() => toggle("import")}>{t("work.import")}</button>
        <button class="btn" aria-expanded={open === "purge"} onClick={() => toggle("purge")}>{t("work.purge")}</button>
      </div>
      {open === "rebuild" && (
        <div class="edit">
          <p class="small">{t("work.rebuild.ask", { n: count(line.turns) })}</p>
          <div class="r">
            <button class="btn primary" onClick={() => start({ again: true })}>{t("work.rebuild.go")}</button>
            <button class="btn quiet" onClick={() => setOpen("")}>{t("cancel")}</button>
          </div>
        </div>
      )}
      {open === "range" && <Range close={() => setOpen("")} />}
      {open === "import" && <Import story={story} close={() => setOpen("")} />}
      {open === "purge" && <Purge story={story} close={() => setOpen("")} />}
    </section>
  );
}

/** Fetched with the token, then handed to the browser as a file. */
async function download(story: string, branch: string): Promise<void> {
  const response = await fetch(url(ofStory(story, "/export"), { branch }), { headers: headers() });
  if (!response.ok) throw new Error(response.statusText);
  const made = URL.createObjectURL(await response.blob());
  const anchor = document.createElement("a");
  anchor.href = made;
  anchor.download = `${story.replace(/[\\/:*?"<>|]/g, "_")}.fabula`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(made), 10_000);
}

function Range({ close }: { close: () => void }) {
  const [first, setFirst] = useState(String(Math.max(at.value - 4, 1)));
  const [last, setLast] = useState(String(at.value));
  const [from, to] = [useId(), useId()];
  const read = (event: Event) => {
    event.preventDefault();
    void attempt(() => post(ofStory(address.value.story, "/read-again"), { first, last }, place.value)).then((went) => went && close());
  };
  return (
    <form class="edit" onSubmit={read}>
      <div class="r">
        <label class="small" for={from}>{t("work.range.from")}</label>
        <input id={from} class="field short" type="number" min={1} max={now.value} value={first} onInput={(event) => setFirst(event.currentTarget.value)} />
        <label class="small" for={to}>{t("work.range.to")}</label>
        <input id={to} class="field short" type="number" min={1} max={now.value} value={last} onInput={(event) => setLast(event.currentTarget.value)} />
      </div>
      <div class="r">
        <button class="btn primary">{t("work.range.go")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
    </form>
  );
}

function Import({ story, close }: { story: string; close: () => void }) {
  const [said, say] = useState("");
  const id = useId();
  const take = (file: File | undefined) => {
    if (file) void attempt(() => takeIn(story, file, say)).then((went) => (say(""), went && close()));
  };
  return (
    <div class="edit">
      <label class="small" for={id}>{t("empty.file.means")}</label>
      <input id={id} type="file" onChange={(event) => take(event.currentTarget.files?.[0])} />
      {said && <p class="muted small" role="status">{said}</p>}
      <button class="btn quiet" onClick={close}>{t("cancel")}</button>
    </div>
  );
}

function Purge({ story, close }: { story: string; close: () => void }) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const n = at.value;
  const erase = (event: Event) => {
    event.preventDefault();
    if (typed !== story) return;
    void attempt(() => post(ofStory(story, "/purge"), { turns: [String(n)] }, place.value)).then((went) => went && close());
  };
  return (
    <form class="edit" onSubmit={erase}>
      <p class="small attend"><Triangle /> {t("work.purge.ask", { n })}</p>
      <label class="small" for={id}>{t("work.purge.type")}: <b>{story}</b></label>
      <input id={id} class="field" autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <div class="r">
        <button class="btn" disabled={typed !== story}>{t("work.purge.go")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
    </form>
  );
}
