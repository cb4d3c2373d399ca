// Above the picture: find a name, choose kinds and steps, picture or list.
import { address, go } from "../address";
import { t, tOr } from "../words/words";

const KINDS = ["character", "group", "faction", "organization", "place", "item", "concept", "event"];

export function Bar({ search, setSearch, hops, pair = false }: {
  search: string; setSearch: (words: string) => void; hops: number; pair?: boolean;
}) {
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
        <button class="btn quiet" onClick={() => go({ more: { focus: "" } })}>{t(pair ? "pair.back" : "graph.back")}</button>
      )}
      <span class="sp" />
      <span class="seg" role="group" aria-label={t("graph.mode")}>
        <button aria-pressed={more.mode !== "list"} onClick={() => go({ more: { mode: "" } }, "replace")}>{t("graph.picture")}</button>
        <button aria-pressed={more.mode === "list"} onClick={() => go({ more: { mode: "list" } }, "replace")}>{t("graph.list")}</button>
      </span>
    </div>
  );
}
