// What went wrong, in the language of the interface where there are words for it, else in the server's own.
import { Refused } from "../api";
import { t, tOr } from "./words";

/** What a person reads of an error: of a refusal what it means, of a lost connection that there is none. */
export function saidOf(error: unknown): string {
  if (error instanceof TypeError || (error instanceof Refused && error.status === 0)) return t("trouble.offline");
  const said = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Refused)) return said;
  return tOr(`refused.${error.code}`, "", { said }) || t("refused", { said });
}
