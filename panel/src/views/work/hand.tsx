// What a person can do by hand: read, rebuild, take out, bring in, erase.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { address } from "../../address";
import { headers, ofStory, post, url } from "../../api";
import { Triangle } from "../../parts/glyphs";
import { at, attempt, now, place } from "../../state";
import type { Job, Pulse } from "../../shapes";
import { count, t } from "../../words/words";
import { takeIn } from "../empty";

export function ByHand({ line }: { line: Pulse }) {
  const [open, setOpen] = useState<"" | "rebuild" | "range" | "purge" | "import">("");
  const story = address.value.story;
  const { branch } = place.value;
  const start = (args: Record<string, unknown>) =>
    attempt(() => post<Job>(ofStory(story, "/jobs"), { kind: "extract", branch, arguments: args })).then((went) => went && setOpen(""));
  const toggle = (what: typeof open) => setOpen(open === what ? "" : what);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.querySelector(".edit")?.scrollIntoView({ block: "nearest" }), [open]);
  return (
    <section ref={section}>
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
    const start = { kind: "read-again", branch: place.value.branch, arguments: { first, last } };
    void attempt(() => post<Job>(ofStory(address.value.story, "/jobs"), start)).then((went) => went && close());
  };
  return (
    <form class="edit" onSubmit={read}>
      <div class="r">
        <label class="small" for={from}>{t("work.range.from")}</label>
        <input id={from} class="field short" type="number" min={1} max={now.value} value={first} onInput={(event) => setFirst(event.currentTarget.value)} />
        <label class="small" for={to}>{t("work.range.to")}</label>
        <input id={to} class="field short" type="number" min={1} max={now.value} value={last} onInput={(event) => setLast(event.currentTarget.value)} />
      </div>
      <p class="muted small">{t("work.range.means")}</p>
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
    if (file) void attempt(async () => say(takenSaid(await takeIn(story, file, say)))).then((went) => went || say(""));
  };
  return (
    <div class="edit">
      <label class="small" for={id}>{t("empty.file.means")}</label>
      <p class="muted small">{t("work.import.means")}</p>
      <input id={id} type="file" onChange={(event) => take(event.currentTarget.files?.[0])} />
      {said && <p class="muted small" role="status">{said}</p>}
      <button class="btn quiet" onClick={close}>{t("close")}</button>
    </div>
  );
}

/** What came of a file. */
function takenSaid(job: Job): string {
  const told = (name: string) => Number(job.report?.[name] ?? 0);
  return t("work.import.done", { n: count(told("turns")), m: count(told("new")), f: count(told("facts")) });
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
