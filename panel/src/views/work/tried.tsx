// What came of trying a connection: what is so, what it means, what to do; the server's own words below.
import type { Trial } from "../../shapes";
import { count, t, tOr } from "../../words/words";

const WELL = new Set(["works", "answers"]);

/** `what` was tried: a model that reads, an embedder, or the proxy's upstream. */
export function Tried({ found, what, name }: { found: Trial | "asking" | null; what: "model" | "embedder" | "upstream"; name: string }) {
  if (found === null) return null;
  if (found === "asking") return <p class="muted small" role="status">{t("trial.asking")}</p>;
  const gaps = { name, n: count(what === "embedder" ? found.dims : found.models.length), s: secondsSaid(found.seconds) };
  const key = (more: string) => tOr(`trial.${what}.${found.code}${more}`, "", gaps) || tOr(`trial.${found.code}${more}`, found.code, gaps);
  return (
    <div class={WELL.has(found.code) ? "tried" : "tried attendcard"} role="status">
      <p>{key("")}</p>
      <p class="small">{key(".do")}</p>
      {found.said && (
        <details>
          <summary class="small">{t("trial.said")}</summary>
          <pre tabIndex={0}>{found.said}</pre>
        </details>
      )}
      {found.models.length > 0 && (
        <details>
          <summary class="small">{t("trial.models", { n: count(found.models.length) })}</summary>
          <ul class="names">{found.models.map((one) => <li key={one} class="ident">{one}</li>)}</ul>
        </details>
      )}
    </div>
  );
}

function secondsSaid(seconds: number): string {
  return seconds < 0.1 ? "0.1" : seconds.toFixed(1);
}
