// The margin of a turn: what memory made of it, or why nothing.
import { link } from "../address";
import { FactActs, moods } from "../parts/facts";
import { FactGlyph } from "../parts/glyphs";
import type { Note } from "../parts/notes";
import { ProposalNote } from "../parts/proposals";
import { far } from "../parts/signs";
import { useStill } from "../parts/still";
import { Told } from "../parts/texts";
import { picked } from "../state";
import type { LineTurn, Proposal } from "../shapes";
import { t } from "../words/words";

export const BAD = new Set(["failed", "rate_limited", "quarantined"]);

export function Notes({ turn, notes, proposals, isKnown, isFirst }: {
  turn: LineTurn; notes: Note[]; proposals: Proposal[]; isKnown: boolean; isFirst: boolean;
}) {
  const status = turn.status ?? "";
  const still = useStill(isKnown || !isFirst);
  const isPicked = notes.some((note) => note.fact.id === picked.value);
  const room = isPicked ? 0 : still.held;
  if (BAD.has(status)) {
    return (
      <aside class="notes">
        <div class="note none attend">
          <b>{t("turn.failed", { n: turn.number })}</b>
          <small>{t("turn.failed.means")}</small>
          <a class="link small" {...link({ view: "work", more: { turn_at: String(turn.number) } })}>
            {t("turn.failed.see")}
          </a>
        </div>
      </aside>
    );
  }
  const quiet = status === "pending" ? "turn.pending" : status === "suspicious" ? "turn.suspicious" : "turn.nothing";
  return (
    <aside
      ref={still.ref}
      class={room ? "notes held" : "notes"}
      lang={document.documentElement.lang}
      style={room ? { height: `${room}px` } : undefined}
      // A press must not move what is pressed: by the pointer it grows once the click is done.
      onFocusIn={(event) => (event.target as Element).matches(":focus-visible") && still.free()}
      onClick={still.free}
    >
      {notes.map((note) => (
        <MarginNote key={`${note.how}${note.fact.id}`} note={note} />
      ))}
      {proposals.map((one) => <ProposalNote key={one.id} one={one} />)}
      {!notes.length && !proposals.length && <p class={`note none muted s-${status}`}>{t(isKnown || status === "pending" ? quiet : isFirst ? "turn.awaited" : "turn.reading")}</p>}
      {room > 0 && (
        <button class="link small all" onClick={still.free}>
          {t("notes.all", { n: notes.length + proposals.length })}
        </button>
      )}
    </aside>
  );
}

function MarginNote({ note }: { note: Note }) {
  const isOn = picked.value === note.fact.id;
  const ended = note.how === "ended";
  const more = moods(note.fact);
  const said =
    note.how === "changed" && note.before
      ? t("note.changed", { a: far(note.before), b: far(note.fact) })
      : t(ended ? "note.ended" : "note.opened");
  return (
    <div class={isOn ? "inkin on" : "inkin"}>
      <button
        class={isOn ? "note on" : "note"}
        aria-pressed={isOn}
        id={ended ? undefined : `note-${note.fact.id}`}
        onClick={() => (picked.value = isOn ? "" : note.fact.id)}
      >
        <FactGlyph fact={note.fact} ended={ended} />
        <Told as="b" class="">{note.fact.phrase}</Told>
        <small>{[said, more].filter(Boolean).join(" · ")}</small>
      </button>
      {isOn && !ended && <FactActs fact={note.fact} graph />}
    </div>
  );
}
