// Search by meaning: how many texts have a vector, of which embedder, and making those that are missing.
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { address } from "../../address";
import { ofStory, post, useAnswer, version } from "../../api";
import { attempt, jobs, place } from "../../state";
import type { Job, Texts, Trial, Vectors } from "../../shapes";
import { count, t, tOr } from "../../words/words";
import { useSettings } from "./settings";
import { Tried } from "./tried";

const KIND = "repair-vectors";
const ORDER = ["turn", "fact", "entity"];
const isOpen = (job: Job) => job.state === "running" || job.state === "waiting";

export function Meaning() {
  const story = address.value.story;
  const answer = useAnswer<Vectors>(ofStory(story, "/vectors"), place.value);
  const made = jobs.value.findLast((one) => one.kind === KIND);
  useAskAgain(made);
  const state = answer.data;
  if (!state) return <section class="room"><h2>{t("work.vectors")}</h2></section>;
  const missing = Object.values(state.texts).reduce((sum, one) => sum + one.missing, 0);
  const stale = Object.values(state.texts).reduce((sum, one) => sum + one.stale, 0);
  const texts = Object.values(state.texts).reduce((sum, one) => sum + one.texts, 0);
  return (
    <section id="meaning">
      <h2>{t("work.vectors")}</h2>
      <p>{stateSaid(state, missing, texts)}</p>
      {state.status === "off" && <p class="muted small">{t("vectors.off.do")}</p>}
      {state.recorded && state.embedder && state.recorded !== state.embedder && (
        <p class="small attend">{t("vectors.other", { x: state.recorded })}</p>
      )}
      {texts > 0 && (
        <dl class="stat">
          {inOrder(state).map(([kind, one]) => (
            <Fragment key={kind}>
              <dt>{tOr(`vectors.kind.${kind}`, kind)}</dt>
              <dd>{t("vectors.of", { n: count(one.present), m: count(one.texts) })}</dd>
            </Fragment>
          ))}
          {stale > 0 && <><dt>{t("vectors.stale")}</dt><dd>{count(stale)}</dd></>}
          <dt>{t("vectors.index")}</dt>
          <dd>{tOr(`vectors.index.${state.index}`, state.index)}{state.bytes > 0 && ` · ${sizeSaid(state.bytes)}`}</dd>
        </dl>
      )}
      {state.embedder && <p class="muted small ident">{state.embedder}</p>}
      <Making story={story} job={made} missing={state.status === "off" ? 0 : missing} />
      <TryEmbedder story={story} isOff={state.status === "off"} />
    </section>
  );
}

function inOrder(state: Vectors): [string, Texts][] {
  return Object.entries(state.texts).sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

function stateSaid(state: Vectors, missing: number, texts: number): string {
  if (state.status === "off") return t("vectors.off");
  if (!texts) return t(state.status === "ok" ? "vectors.nothing" : "vectors.away");
  return missing ? t("vectors.missing", { n: count(missing), m: count(texts) }) : t("vectors.whole");
}

/** When the work has ended, all that is shown is asked for again. */
function useAskAgain(job: Job | undefined): void {
  const was = useRef(false);
  const open = job !== undefined && isOpen(job);
  useEffect(() => {
    if (was.current && !open) version.value += 1;
    was.current = open;
  }, [open]);
}

function Making({ story, job, missing }: { story: string; job: Job | undefined; missing: number }) {
  const start = () => attempt(() => post<Job>(ofStory(story, "/jobs"), { kind: KIND, branch: place.value.branch }));
  if (job && isOpen(job)) {
    return (
      <div class="job" role="status">
        <span class="small">{job.of ? t("vectors.making", { n: count(job.done), m: count(job.of) }) : t("vectors.begins")}</span>
        {job.of > 0 && <div class="meter"><i style={{ width: `${(job.done / job.of) * 100}%` }} /></div>}
        {!job.stopping && (
          <button class="link small" onClick={() => attempt(() => post(ofStory(story, `/jobs/${job.id}/cancel`), {}))}>
            {t("work.job.stop")}
          </button>
        )}
      </div>
    );
  }
  return (
    <>
      {job && <p class={job.state === "failed" ? "small attend" : "small"} role="status">{endSaid(job)}</p>}
      {missing > 0 && <div class="r"><button class="btn" onClick={start}>{t("vectors.make")}</button></div>}
    </>
  );
}

/** What came of it. */
function endSaid(job: Job): string {
  if (job.state === "failed") return `${t("vectors.failed")} ${job.error?.message ?? ""}`;
  if (job.state !== "done") return t("vectors.stopped", { n: count(job.done), m: count(job.of) });
  const told = (name: string) => count(Number(job.report?.[name] ?? 0));
  const refused = Number(job.report?.refused ?? 0) > 0 ? ` ${t("vectors.refused", { n: told("refused") })}` : "";
  return t("vectors.made", { n: told("embedded"), m: told("reused") }) + refused;
}

function TryEmbedder({ story, isOff }: { story: string; isOff: boolean }) {
  const settings = useSettings();
  const [found, setFound] = useState<Trial | "asking" | null>(null);
  if (isOff || !settings?.may_change) return null;
  const run = async () => {
    setFound("asking");
    const went = await attempt(async () => setFound(await post<Trial>(ofStory(story, "/try-embedder"), {})));
    if (!went) setFound(null);
  };
  return (
    <>
      <button class="link" disabled={found === "asking"} onClick={run}>{t("vectors.try")}</button>
      <Tried found={found} what="embedder" name="" />
    </>
  );
}

function sizeSaid(bytes: number): string {
  return bytes < 1_000_000 ? t("size.kb", { n: count(Math.ceil(bytes / 1000)) }) : t("size.mb", { n: count(Math.round(bytes / 1_000_000)) });
}
