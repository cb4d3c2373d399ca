// Another model for reading: tried as it is typed, used until the server ends. A key goes in and never comes back.
import { Fragment } from "preact";
import { useId, useState } from "preact/hooks";
import { post } from "../../api";
import { attempt, done } from "../../state";
import type { Settings } from "../../shapes";
import { t } from "../../words/words";
import { formSaid, useTrial } from "./models";
import { Tried } from "./tried";

const FORMS = ["auto", "schema", "tool", "json", "plain", "lines"];

export function ModelForm({ held, close }: { held: Settings; close: () => void }) {
  const now = held.reader;
  const [url, setUrl] = useState(now.url.value);
  const [name, setName] = useState(now.name.value);
  const [key, setKey] = useState("");
  const [form, setForm] = useState(now.form.value || "auto");
  const [limits, setLimits] = useState({
    timeout: now.timeout.value, max_calls: now.max_calls.value, max_tokens: now.max_tokens.value,
  });
  const [found, run] = useTrial();
  const ids = useId();
  const listed = found && found !== "asking" ? found.models : [];
  const isElsewhere = url.trim().replace(/\/+$/, "") !== now.url.value.replace(/\/+$/, "");
  const given = () => ({ url, name, form: form === "auto" ? "" : form, ...limits, ...(key ? { key } : {}) });
  const save = async (event: Event) => {
    event.preventDefault();
    if (!(await attempt(() => post("/settings/model", given())))) return;
    done.value = { said: t("models.changed"), undo: () => post("/settings/put-back", {}) };
    close();
  };
  return (
    <form class="edit modelform" onSubmit={save}>
      <label for={`${ids}u`}>{t("models.url")}</label>
      <input id={`${ids}u`} class="field" inputMode="url" autocomplete="off" spellcheck={false} placeholder="localhost:11434/v1"
        value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
      <label for={`${ids}n`}>{t("models.name")}</label>
      <input id={`${ids}n`} class="field" autocomplete="off" spellcheck={false} list={`${ids}l`} value={name}
        onInput={(event) => setName(event.currentTarget.value)} />
      <datalist id={`${ids}l`}>{listed.map((one) => <option key={one} value={one} />)}</datalist>
      <label for={`${ids}k`}>{t("models.key")}</label>
      <input id={`${ids}k`} class="field" type="password" autocomplete="new-password"
        placeholder={t(now.key.is_set && !isElsewhere ? "models.key.stays" : "models.key.none")} value={key}
        onInput={(event) => setKey(event.currentTarget.value)} />
      {isElsewhere && now.key.is_set && !key && <p class="small whole">{t("models.key.elsewhere")}</p>}
      <details class="whole">
        <summary class="small">{t("models.more")}</summary>
        <div class="modelform">
          <label for={`${ids}f`}>{t("models.form")}</label>
          <select id={`${ids}f`} class="field" value={form} onChange={(event) => setForm(event.currentTarget.value)}>
            {FORMS.map((one) => <option key={one} value={one}>{formSaid(one)}</option>)}
          </select>
          {(["max_calls", "max_tokens", "timeout"] as const).map((one) => (
            <Fragment key={one}>
              <label for={`${ids}${one}`}>{t(`models.${one}`)}</label>
              <input id={`${ids}${one}`} class="field" type="number" min={0} value={limits[one] || ""} placeholder={t("models.limits.none")}
                onInput={(event) => setLimits({ ...limits, [one]: Math.max(Number(event.currentTarget.value) || 0, 0) })} />
            </Fragment>
          ))}
        </div>
      </details>
      {listed.length > 0 && (
        <div class="r whole choices" role="group" aria-label={t("models.choose")}>
          {listed.slice(0, 12).map((one) => (
            <button key={one} type="button" class="btn ident" aria-pressed={one === name} onClick={() => setName(one)}>{one}</button>
          ))}
        </div>
      )}
      <div class="whole"><Tried found={found} what="model" name={name} /></div>
      <p class="muted small whole">{t(name.trim() ? "models.means" : "models.means.rules")}</p>
      <div class="r whole">
        <button type="button" class="btn" disabled={!url.trim() || found === "asking"} onClick={() => run(given())}>{t("models.try")}</button>
        <button class="btn primary" disabled={Boolean(name.trim()) && !url.trim()}>{t("models.save")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
    </form>
  );
}
