// What the author decided, the latest first, each with its undo.
import { useEffect, useState } from "preact/hooks";
import { address } from "../../address";
import { ofStory, post, rows, useAnswer, version } from "../../api";
import { Told } from "../../parts/texts";
import { attempt, done, place } from "../../state";
import type { Act, Entity } from "../../shapes";
import { predicate, t, tOr } from "../../words/words";

export function Decisions() {
  const [acts, setActs] = useState<Act[] | null>(null);
  const story = address.value.story;
  const { branch } = place.value;
  const wanted = version.value;
  useEffect(() => {
    rows<Act>(ofStory(story, "/acts"), "acts", { branch }).then(setActs, () => setActs([]));
  }, [story, branch, wanted]);
  const met = useAnswer<{ entities: Entity[] }>(ofStory(story, "/entities"), { branch, limit: 1000 });
  const names = new Map(met.data?.entities.map((one) => [one.id, one.name]));
  const nameOf = (id: string) => names.get(id) ?? id;
  const shown = [...(acts ?? [])].filter((one) => one.kind !== "undo").reverse().slice(0, 40);
  const undo = (one: Act) =>
    attempt(async () => {
      const made = await post<{ act: Act }>(ofStory(story, "/undo"), { act: one.id }, place.value);
      done.value = { said: t("act.undone"), undo: () => post(ofStory(story, "/undo"), { act: made.act.id }, place.value) };
    });
  return (
    <section class="sec">
      <h2>{t("work.decisions")}</h2>
      <p class="muted small">{t(acts && !shown.length ? "work.decisions.none" : "work.decisions.means")}</p>
      {shown.map((one) => (
        <div class={one.stands ? "actrow" : "actrow endd"} key={one.id}>
          <span class="muted">{tOr(`act.kind.${one.kind}`, one.kind)}</span>
          <Told>{actSaid(one, nameOf)}</Told>
          <span class="num muted small">{one.at.slice(0, 10)}</span>
          {one.stands ? (
            <button class="link" onClick={() => undo(one)}>{t("undo")}</button>
          ) : (
            <span class="muted small">{t("work.undone")}</span>
          )}
        </div>
      ))}
    </section>
  );
}

/** What an act says, from its payload; every part of it is text. */
export function actSaid(one: Act, nameOf: (id: string) => string): string {
  const said = (one.payload.claim ?? one.payload) as Record<string, unknown>;
  const part = (name: string) => (typeof said[name] === "string" ? nameOf(said[name] as string) : "");
  if (part("fact")) return part("fact");
  const far = part("value") || part("object");
  if (part("subject")) return [part("subject"), predicate(part("predicate")), far].filter(Boolean).join(" ");
  if (part("keep")) return `${part("absorb")} → ${part("keep")}`;
  if (part("entity")) return `${part("entity")} → ${part("name")}`;
  return Object.values(said).filter((value) => typeof value === "string" && value).join(" · ") || one.id.slice(0, 12);
}
