// What reading has cost, what waits and runs, and whether the server is there.
import { useEffect, useState } from "preact/hooks";
import { address } from "../../address";
import { get, ofStory, post, Refused, version } from "../../api";
import { connection } from "../../events";
import { attempt, failed, jobs } from "../../state";
import type { Health, Job, Status, Usage } from "../../shapes";
import { saidOf } from "../../words/refusals";
import { count, t, tOr } from "../../words/words";

export function Cost({ status }: { status: Status | undefined }) {
  const usage = status?.usage;
  const readers = Object.entries(usage?.by_extractor ?? {}).filter(([, one]) => one.calls > 0);
  return (
    <section>
      <h2>{t("work.usage")}</h2>
      {usage && !usage.total.calls && <p class="muted">{t("work.usage.none")}</p>}
      {usage && usage.total.calls > 0 && <Spent usage={usage.total} />}
      {readers.length > 1 && (
        <details>
          <summary class="small">{t("work.usage.readers")}</summary>
          {readers.map(([name, one]) => (
            <div key={name}>
              <p class="small ident">{name}</p>
              <Spent usage={one} />
            </div>
          ))}
        </details>
      )}
    </section>
  );
}

function Spent({ usage }: { usage: Usage }) {
  return (
    <dl class="stat">
      <dt>{t("work.usage.calls")}</dt><dd>{count(usage.calls)}</dd>
      <dt>{t("work.usage.prompt")}</dt><dd>{count(usage.prompt)}</dd>
      {usage.cached > 0 && <><dt>{t("work.usage.cached")}</dt><dd>{count(usage.cached)}</dd></>}
      <dt>{t("work.usage.completion")}</dt><dd>{count(usage.completion)}</dd>
    </dl>
  );
}

export function Queue() {
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

export function Connection() {
  const [health, setHealth] = useState<{ said: Health; ms: number } | null>(null);
  const test = async () => {
    const began = performance.now();
    try {
      setHealth({ said: await get<Health>("/health"), ms: performance.now() - began });
    } catch (error) {
      setHealth(null);
      if (error instanceof Refused) failed.value = saidOf(error);
    }
  };
  useEffect(() => void test(), [version.value]);
  const isLive = connection.value.state === "live";
  return (
    <section>
      <h2>{t("work.connection")}</h2>
      <p class="muted">
        {isLive ? t("work.connection.live", { v: health?.said.version ?? "" }) : t("work.connection.lost")}
        {health && ` · ${t("work.connection.ms", { n: Math.round(health.ms) })}`}
      </p>
      {Object.entries(health?.said.parts ?? {}).map(([name, part]) => <Part key={name} name={name} part={part} />)}
      <button class="link" onClick={test}>{t("work.connection.test")}</button>
    </section>
  );
}

/** How a part of the server is, in words; one that nobody has words for says only whether it is well. */
function Part({ name, part }: { name: string; part: Record<string, unknown> }) {
  if (name === "models") return null;
  const reading = part.reading as Record<string, number> | undefined;
  const isWell = part.ok !== false;
  if (name === "proxy" && reading) {
    const gaps = { n: count(reading.waiting ?? 0), m: count(reading.turns ?? 0) };
    return <p class={isWell ? "muted small" : "attend small"}>{t(isWell ? "work.proxy" : "work.proxy.unwell", gaps)}</p>;
  }
  return <p class={isWell ? "muted small" : "attend small"}>{t(isWell ? "work.part.well" : "work.part.unwell", { x: name })}</p>;
}
