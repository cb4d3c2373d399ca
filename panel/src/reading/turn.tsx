// One turn: its scene, who speaks, its words with their marks, and its margin.
import { useMemo, useRef, useState } from "preact/hooks";
import { Triangle } from "../parts/glyphs";
import type { Note } from "../parts/notes";
import { paragraphs } from "../parts/prose";
import { useLate } from "../parts/still";
import { Told } from "../parts/texts";
import { isAwaited, picked } from "../state";
import type { Fact, LineTurn, Proposal, Pulse, Turn } from "../shapes";
import { langOf, t } from "../words/words";
import { BAD, Notes } from "./margin";
import { Elsewhere, Swipes } from "./swipes";

export function TurnRow({ turn, notes, proposals, line, isKnown, isFirst }: {
  turn: LineTurn; notes: Note[]; proposals: Proposal[]; line: Pulse; isKnown: boolean; isFirst: boolean;
}) {
  const row = useRef<HTMLElement>(null);
  const mayStand = useLate(row, !isAwaited.value);
  const scene = mayStand && line.scenes.find((one) => one.turn === turn.number);
  const [other, setOther] = useState<Turn | null>(null);
  const isYours = turn.role === "user";
  const facts = notes.filter((note) => note.how !== "ended").map((note) => note.fact);
  const shown = other ?? turn;
  return (
    <>
      {scene && (scene.place || scene.time) && (
        <div class="rowt">
          <span />
          <div class="scene">
            <span class="muted small">{t("read.scene", { n: line.scenes.indexOf(scene) + 1 })}</span>
            <Told as="h2" class="">{[scene.place, scene.time].filter(Boolean).join(" · ")}</Told>
          </div>
        </div>
      )}
      <article
        ref={row}
        class={`turn rowt ${isYours ? "you" : ""}`}
        id={`turn-${turn.number}`}
        lang={langOf(turn.text)}
        aria-label={t("turn", { n: turn.number })}
      >
        <div class="gut">
          {turn.number}
          {BAD.has(turn.status ?? "") && <Triangle />}
        </div>
        <div>
          <div class="who">
            <span class="n" hidden>{turn.number}</span>
            <Told as="b" class="">{turn.speaker || t(isYours ? "read.you" : "read.narrator")}</Told>
            {turn.tags.map((tag) => (
              <span class="tag" key={tag}>⚑ <Told class="">{tag}</Told></span>
            ))}
            {turn.versions > 1 && <Swipes turn={turn} other={other} show={setOther} />}
          </div>
          {turn.purged ? (
            <p class="muted">{t("read.purged")}</p>
          ) : (
            <Prose text={shown.text} turn={turn.id} facts={other ? [] : facts} dim={other !== null} />
          )}
          {other && <Elsewhere turn={turn} other={other} back={() => setOther(null)} />}
        </div>
        <Notes turn={turn} notes={other ? [] : notes} proposals={other ? [] : proposals} isKnown={isKnown} isFirst={isFirst} />
      </article>
    </>
  );
}

export function Prose({ text, turn, facts, dim = false }: { text: string; turn: string; facts: Fact[]; dim?: boolean }) {
  const cut = useMemo(() => paragraphs(text, turn, facts), [text, turn, facts]);
  return (
    <div class={dim ? "prose other" : "prose"} lang={langOf(text)} dir="auto">
      {cut.map((runs, index) => (
        <p key={index}>
          {runs.map((run, place) =>
            run.facts.length ? <Mark key={place} facts={run.facts} text={run.text} /> : <span key={place}>{run.text}</span>,
          )}
        </p>
      ))}
    </div>
  );
}

function Mark({ facts, text }: { facts: string[]; text: string }) {
  const first = facts[0] as string;
  const pick = () => (picked.value = picked.value === first ? "" : first);
  return (
    <mark
      class={facts.includes(picked.value) ? "on" : ""}
      role="button"
      tabIndex={0}
      aria-describedby={`note-${first}`}
      onClick={pick}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick();
      }}
    >
      {text}
    </mark>
  );
}
