// Every branch with what can be done about it, and every tag.
import { address, go, link } from "../address";
import { ofStory, post } from "../api";
import { Told } from "../parts/texts";
import { attempt, done, onBranch, place } from "../state";
import type { Branches, Turn } from "../shapes";
import { t } from "../words/words";
import { sides } from "./compare";

export function Heads({ tree }: { tree: Branches }) {
  const here = onBranch.value;
  const { a, b } = sides(tree);
  const start = async (name: string) => {
    const before = tree.start;
    const story = address.value.story;
    const moved = await attempt(() => post(ofStory(story, "/switch"), { to: name }));
    if (moved) done.value = { said: t("act.switch", { x: name }), undo: () => post(ofStory(story, "/switch"), { to: before }) };
  };
  return (
    <ul class="heads" aria-label={t("branches.title")}>
      {tree.branches.map((one) => (
        <li key={one.name}>
          <Told as="b">{one.name}</Told>
          <span class="muted small">
            {t("turn", { n: one.turns })} · {one.leaves ? t("branches.leaves", { x: one.leaves, n: one.after }) : t("branches.trunk")}
            {one.name === here && ` · ${t("branches.here")}`}
          </span>
          <span class="acts">
            {one.name !== here && (
              <button class="btn quiet" title={t("branches.cost")} onClick={() => go({ branch: one.name, turn: null })}>{t("branches.switch")}</button>
            )}
            {one.name !== tree.start && (
              <button class="btn quiet" onClick={() => start(one.name)}>{t("branches.start")}</button>
            )}
            <a class="btn quiet" {...link({ view: "story", branch: one.name, turn: null })}>{t("branches.read")}</a>
            {one.name !== a && one.name !== b && (
              <button class="btn quiet" onClick={() => go({ more: { a: here, b: one.name } }, "replace")}>{t("branches.compare")}</button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Tags({ tree }: { tree: Branches }) {
  const tags = Object.entries(tree.tags);
  const story = address.value.story;
  const remove = async (name: string, turn: Turn) => {
    const where = place.value;
    if (!(await attempt(() => post(ofStory(story, "/untag"), { name }, where)))) return;
    done.value = { said: t("act.untag", { x: name }), undo: () => post(ofStory(story, "/tag"), { name, turn: turn.id }, where) };
  };
  if (!tags.length) return null;
  return (
    <section class="sec">
      <h2>{t("branches.tags")}</h2>
      <ul class="heads">
        {tags.map(([name, turn]) => (
          <li key={name}>
            <span>⚑ <Told as="b">{name}</Told></span>
            <span class="muted small">{t("turn", { n: turn.number })}</span>
            <span class="acts">
              <a class="btn quiet" {...link({ view: "story", more: { at: String(turn.number) } })}>{t("branches.read")}</a>
              <button class="btn quiet" onClick={() => remove(name, turn)}>{t("branches.untag")}</button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
