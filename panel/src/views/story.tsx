// Reading: the story as prose, with what memory made of it in the margin.
import { useMemo, useRef } from "preact/hooks";
import { address, go } from "../address";
import { ofStory, useAnswer } from "../api";
import { connection } from "../events";
import { notesOf } from "../parts/notes";
import { Told } from "../parts/texts";
import { useFollowing } from "../reading/following";
import { CHUNK, chunkOf, MOST_CHUNKS, useShown } from "../reading/shown";
import { Prose, TurnRow } from "../reading/turn";
import { at, isAwaited, isPast, now, place, pulse } from "../state";
import type { Margin, Passage, Pulse } from "../shapes";
import { t } from "../words/words";

export function StoryView() {
  const target = Math.min(Number(address.value.more.at) || 0, at.value);
  const [shown, show] = useShown(target);
  const chunks: number[] = [];
  for (let one = shown.from; one <= shown.to; one += 1) chunks.push(one);
  const end = useRef<HTMLDivElement>(null);
  const earlier = () => {
    // Whoever has read far back stands there: the end, with what comes in at it, is let go.
    if (!target && shown.to - shown.from >= MOST_CHUNKS) go({ more: { at: String(shown.from * CHUNK), fact: "" } }, "replace");
    else show({ ...shown, from: shown.from - 1 });
  };
  const up = useRef(earlier);
  up.current = shown.from > 0 ? earlier : () => {};
  useFollowing(end, target, up);
  const line = pulse.value as Pulse;
  const hasLater = shown.to < chunkOf(at.value);
  return (
    <div class="read">
      <header>
        <div class="rowt">
          <span />
          <Told as="h1" class="">{address.value.story}</Told>
        </div>
      </header>
      {shown.from > 0 && (
        <Earlier until={shown.from * CHUNK} line={line} open={earlier} />
      )}
      {chunks.map((one) => (
        <Chunk key={one} index={one} line={line} />
      ))}
      <div class="rowt" ref={end}>
        <span />
        {hasLater ? (
          <p class="livebar">
            <button class="link" onClick={() => show({ ...shown, to: shown.to + 1 })}>
              {t("read.show", { a: (shown.to + 1) * CHUNK + 1, b: Math.min((shown.to + 2) * CHUNK, at.value) })}
            </button>
            <button class="link" onClick={() => go({ more: { at: "", fact: "" } })}>
              {t("read.onward", { n: at.value })}
            </button>
          </p>
        ) : (
          <End />
        )}
      </div>
    </div>
  );
}

function Earlier({ until, line, open }: { until: number; line: Pulse; open: () => void }) {
  const rows: { first: number; last: number; name: string }[] = [];
  for (let first = 1; first <= until; first += CHUNK) {
    const scene = line.scenes.findLast((one) => one.turn <= first + CHUNK - 1 && one.turn >= first - CHUNK);
    rows.push({ first, last: first + CHUNK - 1, name: scene?.place ?? "" });
  }
  const shown = rows.slice(-6);
  return (
    <div class="rowt">
      <span />
      <ul class="earlier" aria-label={t("read.earlier")}>
        {shown.map((one) => (
          <li key={one.first}>
            <Told>{one.name || t("read.earlier")}</Told>
            <button class="link small" onClick={() => (one === rows.at(-1) ? open() : go({ more: { at: String(one.first), fact: "" } }))}>
              {t("read.show", { a: one.first, b: one.last })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Chunk({ index, line }: { index: number; line: Pulse }) {
  const range = { first: index * CHUNK + 1, last: (index + 1) * CHUNK };
  const answer = useAnswer<Passage>(ofStory(address.value.story, "/passage"), { ...place.value, ...range });
  const made = useAnswer<Margin>(answer.data ? ofStory(address.value.story, "/margin") : null, { ...place.value, ...range });
  const notes = useMemo(() => notesOf(made.data), [made.data]);
  if (!answer.data) return <div class="chunkroom" />;
  return (
    <>
      {answer.data.turns
        .filter((turn) => turn.number <= at.value)
        .map((turn) => (
          <TurnRow key={turn.number} turn={turn} notes={notes.get(turn.number) ?? []} line={line}
            proposals={made.data?.proposals.filter((one) => one.number === turn.number) ?? []}
            isKnown={made.data !== undefined && made.data.last >= turn.number} isFirst={made.data === undefined} />
        ))}
      {!isPast.value &&
        answer.data.last === range.last - CHUNK + answer.data.turns.length &&
        answer.data.provisional.map((one) => (
          <article class="turn rowt pendingturn" key={one.id}>
            <span />
            <div>
              <p class="who">{t("read.provisional")}</p>
              <Prose text={one.text} turn="" facts={[]} />
            </div>
          </article>
        ))}
    </>
  );
}

function End() {
  if (isPast.value) {
    const n = now.value - at.value;
    return (
      <p class="livebar">
        {t(n === 1 ? "time.past.one" : "time.past", { n, t: at.value })}
        <button class="link" onClick={() => go({ turn: null, more: { at: "", fact: "" } })}>
          {t("time.return")}
        </button>
      </p>
    );
  }
  const isLive = connection.value.state !== "lost";
  return (
    <p class="livebar">
      {isLive && <span class="pulse" />}
      {t(!isLive ? "live.off" : isAwaited.value ? "read.awaited" : "live")}
    </p>
  );
}

