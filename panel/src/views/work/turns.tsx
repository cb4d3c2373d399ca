// Every turn's reading at a glance, and one that went wrong: why, the raw answer, and the ways out.
import { address, go, link } from "../../address";
import { ofStory, post } from "../../api";
import { Triangle } from "../../parts/glyphs";
import { attempt, done, jobs, place } from "../../state";
import type { Job, Pulse, Reading } from "../../shapes";
import { t, tOr } from "../../words/words";
import { BAD } from "./health";

const MOST_CELLS = 240;

/** One cell a turn; of a long story the last ones, and before them all that need a look. */
export function Strip({ line, chosen }: { line: Pulse; chosen: number }) {
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

export function Trouble({ one }: { one: Reading }) {
  const said = one.refused.filter((each) => each.item);
  const isRead = jobs.value.some((job) => job.kind === "retry" && (job.state === "running" || job.state === "waiting"));
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
      {isRead && <p class="small" role="status">{t("work.retried", { n: one.number })}</p>}
      <div class="r">
        <button class="btn primary" disabled={isRead} onClick={() => retry("")}>{t("work.retry")}</button>
        <button class="btn" onClick={() => retry("rules")}>{t("work.rules")}</button>
        <a class="btn" {...link({ view: "story", more: { at: String(one.number) } })}>{t("work.read")}</a>
      </div>
    </section>
  );
}
