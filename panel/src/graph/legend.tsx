// What the marks of the picture mean, and the switches that belong to them.
import { go } from "../address";
import { t } from "../words/words";
import { SideSwatch } from "./list";

export function Legend({ again, ended }: { again: () => void; ended: boolean }) {
  return (
    <>
      <span><i class="in" /> {t("graph.present")}</span>
      <span><i class="pt" /> {t("graph.changed")}</span>
      {(["warm", "hostile", "neutral"] as const).map((sign) => (
        <span key={sign}>
          <svg class={`g l-${sign}`} viewBox="0 0 18 14" aria-hidden="true"><path d="M1 7h16" /></svg>
          {t(`graph.${sign}`)}
        </span>
      ))}
      <label>
        <input type="checkbox" checked={ended}
          onChange={(event) => go({ more: { ended: event.currentTarget.checked ? "" : "no" } }, "replace")} />
        <svg class="g l-ended" viewBox="0 0 18 14" aria-hidden="true"><path d="M1 7h16" /></svg>
        {t("graph.ended")}
      </label>
      <button class="link small" onClick={again}>{t("graph.arrange")}</button>
    </>
  );
}

export function PairLegend({ a, b, shared, again }: { a: string; b: string; shared: boolean; again: () => void }) {
  return (
    <>
      <span><SideSwatch side="one" /> <b class="serif">{a}</b></span>
      <span><SideSwatch side="other" /> <b class="serif">{b}</b></span>
      <span><i class="uneq" aria-hidden="true">≠</i> {t("pair.differs")}</span>
      <label>
        <input type="checkbox" checked={shared}
          onChange={(event) => go({ more: { shared: event.currentTarget.checked ? "" : "no" } }, "replace")} />
        <SideSwatch side="both" /> {t("pair.shared")}
      </label>
      <button class="link small" onClick={again}>{t("graph.arrange")}</button>
    </>
  );
}
