// How the reading of a line is, in one sentence and in numbers.
import type { Pulse } from "../../shapes";
import { count, t, tOr } from "../../words/words";

export const BAD = ["failed", "quarantined", "rate_limited", "suspicious"];

export function healthSaid(line: Pulse): string {
  // Nothing is known yet of a line whose words came first.
  if (line.turns > 0 && !line.statuses.length) return t("work.awaited");
  const bad = line.statuses.filter((one) => BAD.includes(one)).length;
  const pending = line.statuses.filter((one) => one === "pending").length;
  if (pending) return t(pending === 1 ? "work.pending.one" : "work.pending", { n: count(pending) });
  return bad === 0 ? t("work.ok") : bad === 1 ? t("work.one") : t("work.some", { n: count(bad) });
}

export function statusSaid(line: Pulse): string {
  const order = ["ok", "failed", "quarantined", "rate_limited", "suspicious", "empty", "pending"];
  return order
    .map((name) => [line.statuses.filter((one) => one === name).length, name] as const)
    .filter(([n]) => n)
    .map(([n, name]) => `${count(n)} ${tOr(`work.status.${name}`, name)}`)
    .join(" · ");
}
