// Time: one bar a turn, a needle, and a slider that every view follows; and playing through the story.
import { address, go } from "../address";
import { ofStory, useAnswer } from "../api";
import { at, isPast, look, now, onBranch, pauseOnChange, pausing, placed, play, playing, pulse, sliding } from "../state";
import type { Moment, Pulse } from "../shapes";
import { t } from "../words/words";
import { Icon } from "./glyphs";
import { Told } from "./texts";
import { Track, WholeButton } from "./track";

export function TimeBar() {
  const line = pulse.value;
  if (!line?.turns) return null;
  return (
    <footer class="time" aria-label={t("time.label")}>
      <div class="tctl">
        <button class="ib sec0" aria-label={t("time.back")} title={t("time.back")} onClick={() => look(at.value - 1)}>
          <Icon>
            <path d="M12.500 5l-5 5 5 5" />
          </Icon>
        </button>
        <button class="ib play" aria-label={t(playing.value ? "time.stop" : "time.play")} aria-keyshortcuts="Space" onClick={play}>
          <Icon>{playing.value ? <path d="M7 5v10M13 5v10" /> : <path d="M7 5l8 5-8 5z" />}</Icon>
        </button>
        <button class="ib sec0" aria-label={t("time.on")} title={t("time.on")} onClick={() => look(at.value + 1)}>
          <Icon>
            <path d="M7.500 5l5 5-5 5" />
          </Icon>
        </button>
        <button class="ib pausing" role="switch" aria-checked={pausing.value} aria-label={t("time.pause")} title={t("time.pause")}
          onClick={() => pauseOnChange(!pausing.value)}>
          <Icon>
            <path d="M5.500 5.500v9M9.500 5.500v9" />
            <circle cx="14.500" cy="10" r="2.500" />
          </Icon>
        </button>
      </div>
      <Track key={`${address.value.story}\n${line.branch}`} line={line} />
      <div class="tnow">
        <span>
          <b>{t("turn", { n: at.value })}</b> <span class="muted">/ {now.value}</span>
        </span>
        <StoryTime line={line} />
        <WholeButton line={line} />
        {isPast.value ? (
          <button class="sub link" onClick={() => go({ turn: null })}>
            {t("time.return")}
          </button>
        ) : (
          <span class="sub">{t("time.now", { branch: onBranch.value })}</span>
        )}
      </div>
    </footer>
  );
}

/** When in the story a turn plays, where that is known: asked of stories that tell of time at all. */
function StoryTime({ line }: { line: Pulse }) {
  const isDated = line.scenes.some((one) => one.time);
  const isWanted = isDated && sliding.value === null;
  const answer = useAnswer<Moment>(isWanted ? ofStory(address.value.story, "/moment") : null, placed.value, 60);
  const time = answer.data?.turn === at.value ? answer.data.time : "";
  return time ? <Told class="sub stime">{time}</Told> : null;
}
