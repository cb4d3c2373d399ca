// Before the beginning: three ways to begin.
import { useId, useState } from "preact/hooks";
import { address, go } from "../address";
import { get, ofStory, post, useAnswer, version } from "../api";
import { failed } from "../state";
import type { Health, Job } from "../shapes";
import { saidOf } from "../words/refusals";
import { language, t } from "../words/words";

const ENDED = new Set(["done", "failed", "cancelled", "interrupted"]);

export function EmptyView() {
  const [busy, setBusy] = useState("");
  const run = async (work: () => Promise<string>) => {
    failed.value = "";
    try {
      const story = await work();
      version.value += 1;
      go({ story, view: "story", branch: "", turn: null, more: { new: "" } });
    } catch (error) {
      failed.value = saidOf(error);
    }
    setBusy("");
  };
  const sample = () => run(async () => (await post<{ story: string }>("/samples", { language: language.value })).story);
  const health = useAnswer<Health>("/health");
  const isOff = health.data !== undefined && !("proxy" in health.data.parts);
  const isEmptyStory = Boolean(address.value.story) && address.value.more.new !== "1";
  return (
    <div class="hello">
      <h1>{t(address.value.more.new === "1" ? "stories.new" : "empty")}</h1>
      <p class="l">{t("empty.lead")}</p>
      <ul>
        <li>
          <b>{t("empty.play")}</b>
          <small>{t(isOff ? "empty.play.off" : "empty.play.means")}</small>
          {!isOff && <Address />}
        </li>
        <li>
          <b>{t("empty.file")}</b>
          <small>{t("empty.file.means")}</small>
          <FilePicker into={isEmptyStory ? address.value.story : ""} begin={(story, file) => {
            setBusy(file.name);
            void run(async () => (await takeIn(story, file, setBusy), story));
          }} />
        </li>
        <li>
          <b>{t("empty.sample")}</b>
          <small>{t("empty.sample.means")}</small>
          <button class="btn" onClick={sample}>{t("empty.sample.go")}</button>
        </li>
      </ul>
      {busy && <p class="muted" role="status">{busy}</p>}
    </div>
  );
}

function Address() {
  const [copied, setCopied] = useState(false);
  const given = `${location.origin}/v1`;
  return (
    <span class="addr">
      <code>{given}</code>
      <button
        class="btn quiet"
        onClick={async () => {
          await navigator.clipboard?.writeText(given).catch(() => undefined);
          setCopied(true);
        }}
      >
        {t(copied ? "copied" : "copy")}
      </button>
    </span>
  );
}

function FilePicker({ into, begin }: { into: string; begin: (story: string, file: File) => void }) {
  const [name, setName] = useState(into);
  const [file, setFile] = useState<File | null>(null);
  const [picker, field] = [useId(), useId()];
  const chosen = name.trim() || (file ? file.name.replace(/\.[^.]+$/, "") : "");
  return (
    <form class="filepick" onSubmit={(event) => {
      event.preventDefault();
      if (file && chosen) begin(chosen, file);
    }}>
      <label class="btn" for={picker}>{file ? file.name : t("empty.file.go")}</label>
      <input id={picker} class="vh" type="file" onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)} />
      {file && (
        <>
          <label class="vh" for={field}>{t("empty.name")}</label>
          <input id={field} class="field" value={name} placeholder={chosen} onInput={(event) => setName(event.currentTarget.value)} />
          <button class="btn primary">{t("work.import")}</button>
        </>
      )}
    </form>
  );
}

/** Sends a file and waits until it is taken in; the server makes the story. */
export async function takeIn(story: string, file: File, tell: (said: string) => void): Promise<Job> {
  let job = await post<Job>(ofStory(story, "/import"), file, { name: file.name });
  while (!ENDED.has(job.state)) {
    tell(t("empty.importing", { n: job.done, m: job.of || "…" }));
    await new Promise((resolve) => setTimeout(resolve, 250));
    job = await get<Job>(ofStory(story, `/jobs/${job.id}`));
  }
  if (job.state !== "done") throw new Error(job.error?.message ?? job.state);
  return job;
}
