// Which model reads, which embedder embeds, where the proxy goes: shown with where each value comes from, and tried.
import { useState } from "preact/hooks";
import { post, version } from "../../api";
import { attempt } from "../../state";
import type { Settings, Trial, Value } from "../../shapes";
import { count, t, tOr } from "../../words/words";
import { ModelForm } from "./model_form";
import { useSettings } from "./settings";
import { Tried } from "./tried";

export function Models() {
  const held = useSettings();
  if (!held) return null;
  return (
    <section class="sec" id="models">
      <h2>{t("models.title")}</h2>
      {!held.may_change && <p class="muted small">{t("models.look")}</p>}
      <Reader held={held} />
      <Rest held={held} />
    </section>
  );
}

/** Tries something, and keeps what came of it until something else is tried. */
export function useTrial(): [Trial | "asking" | null, (body: Record<string, unknown>) => Promise<void>] {
  const [found, setFound] = useState<Trial | "asking" | null>(null);
  const run = async (body: Record<string, unknown>) => {
    setFound("asking");
    const went = await attempt(async () => setFound(await post<Trial>("/settings/try", body)));
    if (!went) setFound(null);
  };
  return [found, run];
}

function Reader({ held }: { held: Settings }) {
  const [open, setOpen] = useState(false);
  const [found, run] = useTrial();
  const reader = held.reader;
  const name = reader.name.value;
  const back = () => attempt(() => post("/settings/put-back", {}));
  return (
    <>
      <h3>{t("models.reader")}</h3>
      {!name && <p class="muted">{t("models.rules")}</p>}
      <dl class="values">
        {name && <Row label={t("models.name")} one={reader.name} />}
        {(name || reader.url.value) && <Row label={t("models.url")} one={reader.url} />}
        {name && <KeyRow one={reader.key} />}
        {name && <Row label={t("models.form")} one={reader.form} said={isFound(reader.form.value) ? formSaid("") : ""} />}
        {name && <Limits held={held} />}
      </dl>
      {held.may_change && !open && (
        <div class="r">
          {name && <button class="btn" disabled={found === "asking"} onClick={() => run({})}>{t("models.try")}</button>}
          <button class="btn" onClick={() => setOpen(true)}>{t(name ? "models.change" : "models.set")}</button>
          {held.is_changed && <button class="btn quiet" onClick={back}>{t("models.back")}</button>}
        </div>
      )}
      {!open && <Tried found={found} what="model" name={name} />}
      {held.is_changed && !open && <Keeping held={held} />}
      {open && <ModelForm held={held} close={() => (setOpen(false), (version.value += 1))} />}
    </>
  );
}

const isFound = (form: string) => !form || form === "auto";

export function formSaid(form: string): string {
  return isFound(form) ? t("models.form.auto") : form;
}

function Row({ label, one, said = "" }: { label: string; one: Value<string>; said?: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{said || !one.value ? said || t("models.none") : <span class="ident">{one.value}</span>} <Source of={one.source} /></dd>
    </>
  );
}

function KeyRow({ one }: { one: { is_set: boolean; source: string } }) {
  return (
    <>
      <dt>{t("models.key")}</dt>
      <dd>{t(one.is_set ? "models.key.set" : "models.key.none")} {one.is_set && <Source of={one.source} />}</dd>
    </>
  );
}

function Source({ of }: { of: string }) {
  return <span class="muted small">{tOr(`source.${of}`, of)}</span>;
}

function Limits({ held }: { held: Settings }) {
  const { max_calls: calls, max_tokens: tokens, timeout } = held.reader;
  const said = [
    calls.value ? t("models.calls", { n: count(calls.value) }) : "",
    tokens.value ? t("models.tokens", { n: count(tokens.value) }) : "",
    timeout.value ? t("models.timeout.n", { n: count(timeout.value) }) : "",
  ].filter(Boolean);
  const set = [calls, tokens, timeout].find((one) => one.value);
  return (
    <>
      <dt>{t("models.limits")}</dt>
      <dd>{said.join(" · ") || t("models.limits.none")} {set && <Source of={set.source} />}</dd>
    </>
  );
}

/** How a change outlives the server: written by hand into the settings, without the key. */
function Keeping({ held }: { held: Settings }) {
  const { name, url, form } = held.reader;
  const lines = ["[extract]", `name = ${JSON.stringify(name.value)}`, `url = ${JSON.stringify(url.value)}`];
  if (form.value) lines.push(`form = ${JSON.stringify(form.value)}`);
  return (
    <details class="keeping">
      <summary class="small">{t("models.keep")}</summary>
      <p class="small">{t("models.keep.do")}</p>
      <pre tabIndex={0}>{lines.join("\n")}</pre>
    </details>
  );
}

function Rest({ held }: { held: Settings }) {
  const [found, run] = useTrial();
  const { embedder, upstream } = held;
  const use = embedder.use.value;
  return (
    <>
      <h3>{t("models.embedder")}</h3>
      <dl class="values">
        <dt>{t("models.use")}</dt>
        <dd>{tOr(`models.use.${use || "recorded"}`, use)} <Source of={embedder.use.source} /></dd>
        {embedder.url.value && <Row label={t("models.url")} one={embedder.url} />}
        {embedder.url.value && <Row label={t("models.name")} one={embedder.name} />}
        {embedder.url.value && <KeyRow one={embedder.key} />}
      </dl>
      <h3>{t("models.upstream")}</h3>
      {!upstream && <p class="muted">{t("models.upstream.none")}</p>}
      {upstream && (
        <>
          <dl class="values">
            <Row label={t("models.url")} one={upstream.url} />
            <dt>{t("models.key")}</dt>
            <dd>{t(upstream.key.is_set ? "models.key.set" : "models.key.passed")} {upstream.key.is_set && <Source of={upstream.key.source} />}</dd>
          </dl>
          {held.may_change && (
            <div class="r">
              <button class="btn" disabled={found === "asking"} onClick={() => run({ what: "upstream" })}>{t("models.try")}</button>
            </div>
          )}
          <Tried found={found} what="upstream" name="" />
        </>
      )}
      <p class="muted small">{t("models.rest")}</p>
    </>
  );
}
