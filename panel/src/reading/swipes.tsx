// The versions of a turn, turned where it stands; and going on from another one.
import { useEffect, useRef, useState } from "preact/hooks";
import { address, go } from "../address";
import { ofStory, post, useAnswer, version } from "../api";
import { attempt, done, now, place } from "../state";
import type { LineTurn, Turn } from "../shapes";
import { t } from "../words/words";

export function Swipes({ turn, other, show }: { turn: LineTurn; other: Turn | null; show: (one: Turn | null) => void }) {
  const [wanted, want] = useState(false);
  const path = wanted ? ofStory(address.value.story, `/turns/${turn.id}/versions`) : null;
  const answer = useAnswer<{ versions: Turn[] }>(path, place.value);
  const versions = answer.data?.versions ?? [];
  const shown = other ?? turn;
  const index = versions.findIndex((one) => one.id === shown.id);
  const number = index >= 0 ? index + 1 : turn.version;
  const step = useRef(0);
  const go = (by: number) => {
    want(true);
    if (!versions.length) {
      step.current = by;
      return;
    }
    const next = versions[(index + by + versions.length) % versions.length];
    show(next && next.id !== turn.id ? next : null);
  };
  useEffect(() => {
    if (!versions.length || !step.current) return;
    const by = step.current;
    step.current = 0;
    go(by);
  }, [answer.data]);
  return (
    <span class="swipe">
      <button aria-label={t("swipe.before")} onClick={() => go(-1)}>‹</button>
      <span>{number} / {turn.versions}</span>
      <button aria-label={t("swipe.after")} onClick={() => go(1)}>›</button>
    </span>
  );
}

export function Elsewhere({ turn, other, back }: { turn: LineTurn; other: Turn; back: () => void }) {
  const isHead = turn.number === now.value;
  const stand = async () => {
    const story = address.value.story;
    const where = place.value;
    const done_ = await attempt(() => post(ofStory(story, "/switch"), { to: other.id }, where));
    if (done_) {
      const undo = () => post(ofStory(story, "/switch"), { to: turn.id }, where);
      done.value = { said: t("swipe.done", { n: turn.version, t: turn.number }), undo };
      back();
    }
  };
  const fork = async () => {
    const story = address.value.story;
    const name = `${turn.number}-${other.id.slice(0, 4)}`;
    const made = await attempt(() => post(ofStory(story, "/fork"), { name, at: other.id }, place.value));
    if (!made) return;
    done.value = { said: t("act.fork", { x: name }), undo: () => post(ofStory(story, "/remove-branch"), { name }) };
    go({ branch: name, turn: null });
    version.value += 1;
  };
  return (
    <p class="elsewhere">
      <span class="muted small">{t("swipe.other")}</span>{" "}
      {isHead ? (
        <button class="link small" onClick={stand}>{t("swipe.stand")}</button>
      ) : (
        <button class="link small" onClick={fork}>{t("swipe.fork")}</button>
      )}
    </p>
  );
}
