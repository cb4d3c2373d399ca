// A name for a new branch or a tag, asked for where one stands.
import { useId, useState } from "preact/hooks";
import { address } from "../address";
import { ofStory, post } from "../api";
import { at, attempt, done, onBranch, place } from "../state";
import { t } from "../words/words";

export function Naming({ what, close }: { what: "fork" | "tag"; close: () => void }) {
  const [name, setName] = useState("");
  const id = useId();
  const story = address.value.story;
  const save = async (event: Event) => {
    event.preventDefault();
    const given = name.trim();
    const turn = String(at.value);
    const where = place.value;
    const made = await attempt(() =>
      what === "fork"
        ? post(ofStory(story, "/fork"), { name: given, at: turn }, where)
        : post(ofStory(story, "/tag"), { name: given, turn }, where),
    );
    if (!made) return;
    const undo = () => post(ofStory(story, what === "fork" ? "/remove-branch" : "/untag"), { name: given }, what === "fork" ? {} : where);
    done.value = { said: what === "fork" ? t("act.fork", { x: given }) : t("act.tag", { x: given, n: at.value }), undo };
    close();
  };
  return (
    <form class="edit" onSubmit={save}>
      <div class="r">
        <label for={id}>{t(what === "fork" ? "branches.fork.name" : "branches.tag.name")}</label>
        <input id={id} class="field grow" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button class="btn primary" disabled={!name.trim()}>{t(what === "fork" ? "branches.fork.go" : "entity.save")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
      {what === "fork" && <p class="muted small">{t("branches.fork.at", { n: at.value, branch: onBranch.value })}</p>}
    </form>
  );
}
