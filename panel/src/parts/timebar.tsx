// Time: one bar a turn, a needle, and a slider that every view follows.
import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../address";
import { at, isPast, look, now, onBranch, play, playing, pulse, sliding } from "../state";
import type { Pulse } from "../shapes";
import { t } from "../words/words";
import { Icon } from "./glyphs";

const HIGH = 28;
const BASE = 36;
const MOST_BARS = 200;
const BAD = new Set(["failed", "rate_limited", "quarantined", "suspicious"]);

interface Bar { first: number; last: number; changes: number; bad: boolean; unread: boolean; forks: boolean }

/** One bar a turn; where there are more turns than room, one bar for several of them. */
export function bars(line: Pulse, most = MOST_BARS): Bar[] {
  const each = Math.max(1, Math.ceil(line.turns / most));
  const made: Bar[] = [];
  for (let first = 1; first <= line.turns; first += each) {
    const last = Math.min(first + each - 1, line.turns);
    const bar: Bar = { first, last, changes: 0, bad: false, unread: true, forks: false };
    for (let n = first; n <= last; n += 1) {
      bar.changes += (line.opened[n - 1] ?? 0) + (line.closed[n - 1] ?? 0);
      bar.bad ||= BAD.has(line.statuses[n - 1] ?? "");
      bar.unread &&= line.statuses[n - 1] === "pending";
      bar.forks ||= (line.versions[n - 1] ?? 1) > 1;
    }
    made.push(bar);
  }
  return made;
}

export function sceneOf(line: Pulse, turn: number): string {
  const scene = line.scenes.findLast((one) => one.turn <= turn);
  return scene ? [scene.place, scene.time].filter(Boolean).join(" · ") : "";
}

function timeOf(line: Pulse, turn: number): string {
  return line.scenes.findLast((one) => one.turn <= turn)?.time ?? "";
}

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
        <button class="ib play" aria-label={t(playing.value ? "time.stop" : "time.play")} onClick={play}>
          <Icon>{playing.value ? <path d="M7 5v10M13 5v10" /> : <path d="M7 5l8 5-8 5z" />}</Icon>
        </button>
        <button class="ib sec0" aria-label={t("time.on")} title={t("time.on")} onClick={() => look(at.value + 1)}>
          <Icon>
            <path d="M7.500 5l5 5-5 5" />
          </Icon>
        </button>
      </div>
      <Track line={line} />
      <div class="tnow">
        <span>
          <b>{t("turn", { n: at.value })}</b> <span class="muted">/ {now.value}</span>
        </span>
        {timeOf(line, at.value) && <span class="sub">{timeOf(line, at.value)}</span>}
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

function Track({ line }: { line: Pulse }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(() => setWidth(node.clientWidth));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  const shown = bars(line, Math.max(20, Math.min(MOST_BARS, Math.floor(width / 4))));
  const step = width / shown.length;
  const thick = Math.max(1.5, Math.min(14, step * 0.42));
  const tallest = Math.max(3, ...shown.map((one) => one.changes));
  const x = (turn: number) => ((turn - 0.5) / line.turns) * width;
  const middle = (bar: Bar) => (x(bar.first) + x(bar.last)) / 2;
  const scene = sceneOf(line, at.value);
  const needle = x(at.value);
  return (
    <div class="track" ref={box}>
      <svg aria-hidden="true" viewBox={`0 0 ${width} 54`} preserveAspectRatio="none">
        {shown.map((bar) => {
          const high = bar.changes ? 5 + (HIGH - 5) * (bar.changes / tallest) : 2;
          const here = bar.first <= at.value && at.value <= bar.last;
          const kind = bar.bad ? "bad" : bar.unread ? "unread" : here ? "here" : bar.first > at.value ? "later" : "";
          const tall = bar.bad || bar.unread ? Math.max(high, 7) : high;
          return (
            <g key={bar.first}>
              <rect class={`tbar ${kind}`} x={middle(bar) - thick / 2} y={BASE - tall} width={thick} height={tall} rx="1" />
              {bar.forks && step > 7 && <path class="tfork" d={`M${middle(bar) - 2.500} 1.500h5l-2.500 3z`} />}
            </g>
          );
        })}
        <Scenes line={line} x={x} width={width} />
        <path class="tneedle" d={`M${needle} 0V${BASE + 4}`} />
      </svg>
      <input
        type="range"
        min={1}
        max={line.turns}
        value={at.value}
        aria-label={t("time.slider")}
        aria-valuetext={scene ? `${t("turn", { n: at.value })}, ${scene}` : t("turn", { n: at.value })}
        onInput={(event) => (sliding.value = Number(event.currentTarget.value))}
        onChange={(event) => {
          const turn = Number(event.currentTarget.value);
          sliding.value = null;
          go({ turn: turn >= line.turns ? null : turn });
        }}
        onKeyDown={(event) => pageThrough(event, line)}
      />
      <span class="fr" />
    </div>
  );
}

/** Page keys go scene by scene; the other keys of a slider are the browser's. */
function pageThrough(event: KeyboardEvent, line: Pulse): void {
  if (event.key !== "PageUp" && event.key !== "PageDown") return;
  event.preventDefault();
  const starts = line.scenes.map((one) => one.turn);
  const next =
    event.key === "PageDown" ? starts.find((one) => one > at.value) : starts.findLast((one) => one < at.value);
  look(next ?? (event.key === "PageDown" ? line.turns : 1));
}

function Scenes({ line, x, width }: { line: Pulse; x: (turn: number) => number; width: number }) {
  const half = width / line.turns / 2;
  return (
    <>
      {line.scenes.map((one, index) => {
        const start = x(one.turn) - half;
        const end = x((line.scenes[index + 1]?.turn ?? line.turns + 1) - 1) + half;
        const here = one.turn <= at.value && at.value < (line.scenes[index + 1]?.turn ?? line.turns + 1);
        const name = [one.place, one.time].filter(Boolean).join(" · ");
        const room = Math.floor((end - start) / 6.500);
        return (
          <g key={one.turn} class={here ? "tscene here" : "tscene"}>
            <path d={`M${start + 1} ${BASE + 4.500}H${Math.max(end - 2, start + 2)}`} />
            {room > 4 && name && (
              <text x={start + 1} y="53">
                {name.length > room ? `${name.slice(0, room - 1)}…` : name}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}
