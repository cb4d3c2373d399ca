// Find: names, facts and turns, from anywhere; opened with a slash.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../address";
import { ofStory, useAnswer } from "../api";
import { at, picked, placed } from "../state";
import { address } from "../address";
import type { Found } from "../shapes";
import { t } from "../words/words";
import { KindGlyph } from "./glyphs";
import { Told } from "./texts";

export const finding = signal(false);

export function Find() {
  const box = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState("");
  const path = words.trim() && finding.value ? ofStory(address.value.story, "/find") : null;
  const answer = useAnswer<Found>(path, { ...placed.value, words: words.trim() }, 120);
  useEffect(() => {
    if (finding.value) box.current?.showModal();
    else box.current?.close();
  }, [finding.value]);
  const open = (move: Parameters<typeof go>[0]) => {
    finding.value = false;
    go(move);
  };
  const found = answer.data;
  const isEmpty = found && !found.entities.length && !found.facts.length && !found.turns.length;
  return (
    <dialog class="find" ref={box} aria-label={t("find.label")} onClose={() => (finding.value = false)}>
      <div class="r">
        <input
          class="field grow"
          type="search"
          aria-label={t("find.label")}
          placeholder={t("find.hint")}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button class="btn quiet" onClick={() => (finding.value = false)}>
          {t("close")}
        </button>
      </div>
      {words.trim() && isEmpty && <p class="muted">{t("find.none", { t: at.value })}</p>}
      {words.trim() && found && (
        <div class={answer.stale ? "found dimmed" : "found"}>
          {found.entities.length > 0 && <h2>{t("find.names")}</h2>}
          {found.entities.map((one) => (
            <button key={one.id} onClick={() => open({ view: "entities", one: one.id })}>
              <KindGlyph kind={one.kind} /> <Told>{one.name}</Told>
            </button>
          ))}
          {found.facts.length > 0 && <h2>{t("find.facts")}</h2>}
          {found.facts.map((one) => (
            <button
              key={one.id}
              onClick={() => {
                picked.value = one.id;
                open({ view: "story", more: { at: String(one.opened), fact: one.id } });
              }}
            >
              <Told>{one.phrase}</Told> <span class="muted small">{t("turn.short", { n: one.opened })}</span>
            </button>
          ))}
          {found.turns.length > 0 && <h2>{t("find.turns")}</h2>}
          {found.turns.map((one) => (
            <button key={one.id} onClick={() => open({ view: "story", more: { at: String(one.number), fact: "" } })}>
              <Told>{around(one.text, words.trim())}</Told>{" "}
              <span class="muted small">{t("turn.short", { n: one.number })}</span>
            </button>
          ))}
        </div>
      )}
    </dialog>
  );
}

/** The words with what stands around them. */
function around(text: string, words: string): string {
  const place = Math.max(text.toLowerCase().indexOf(words.toLowerCase()), 0);
  const start = Math.max(place - 40, 0);
  const cut = text.slice(start, start + 120).replace(/\s+/g, " ");
  return `${start ? "…" : ""}${cut}${start + 120 < text.length ? "…" : ""}`;
}
