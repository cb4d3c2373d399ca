// A fact wherever it is shown: its sentence, its quote, its turn, and what a person can do about it.
import { useId, useState } from "preact/hooks";
import { link } from "../address";
import { act, at, isPast, picked } from "../state";
import type { Fact } from "../shapes";
import { t } from "../words/words";
import { FactGlyph } from "./glyphs";
import { far } from "./signs";
import { Quote, Told } from "./texts";

/** From when to when a version holds, in words; as of the turn one looks at. */
export function span(fact: Fact): string {
  const ended = fact.closed !== null && fact.closed <= at.value;
  if (ended) return t("fact.span", { a: fact.opened, b: Math.max(fact.closed as number, fact.opened) });
  return t("fact.since", { n: fact.opened });
}

export function hasEnded(fact: Fact): boolean {
  return fact.standing !== "current" && fact.closed !== null && fact.closed <= at.value;
}

export function moods(fact: Fact): string {
  const said = fact.modality === "asserted" ? "" : t(`mood.${fact.modality}` as "mood.planned");
  const who = fact.holder ? t("note.belief", { who: fact.holder.name }) : "";
  const own = fact.by_author ? t("note.author") : "";
  const kept = [fact.locked ? t("fact.locked") : "", fact.pinned ? t("fact.pinned") : ""];
  return [who, said, own, ...kept].filter(Boolean).join(" · ");
}

export function Quotes({ fact, most = 3, branch = "" }: { fact: Fact; most?: number; branch?: string }) {
  const quoted = fact.evidence.filter((piece) => piece.quote).slice(-most);
  if (!quoted.length) return <p class="muted small">{t("fact.noquote")}</p>;
  return (
    <>
      {quoted.map((piece) => (
        <div class="proof" key={`${piece.turn}${piece.start}`}>
          <Quote text={piece.quote} />
          <a class="quietlink" {...link(inPlace(fact, piece.number, branch))} onClickCapture={() => (picked.value = fact.id)}>
            {t("fact.place", { n: piece.number })}
          </a>
        </div>
      ))}
    </>
  );
}

/** Where the words of a fact stand: its turn in the story, with the turn one looks at kept on one's own branch. */
export function inPlace(fact: Fact, number: number, branch = "") {
  const there = { view: "story" as const, more: { at: String(number), fact: fact.id } };
  return branch ? { ...there, branch, turn: null } : there;
}

/** One fact with all that belongs to it; its words are read on a branch that is named, else on one's own. */
export function FactCard({ fact, acts = true, branch = "" }: { fact: Fact; acts?: boolean; branch?: string }) {
  const more = moods(fact);
  return (
    <article class={`fact ${hasEnded(fact) ? "endd" : ""}`}>
      <div class="h">
        <FactGlyph fact={fact} ended={hasEnded(fact)} />
        <Told as="b">{fact.phrase}</Told>
        <span class="num">{span(fact)}</span>
      </div>
      {more && <p class="muted small">{more}</p>}
      <Quotes fact={fact} branch={branch} />
      {acts && <FactActs fact={fact} />}
    </article>
  );
}

function slotOf(fact: Fact): Record<string, unknown> {
  const [name = "", attribute = ""] = fact.predicate.split("#");
  return {
    subject: fact.subject.id,
    predicate: name,
    object: fact.object?.id ?? "",
    value: fact.value,
    attribute,
  };
}

function held(fact: Fact): Record<string, unknown> {
  return { ...slotOf(fact), holder: fact.holder?.id ?? "" };
}

/** From which turn an act holds: the one that is looked at, or here. */
function from(): Record<string, unknown> {
  return { turn: isPast.value ? String(at.value) : "" };
}

export function FactActs({ fact, graph = false }: { fact: Fact; graph?: boolean }) {
  const [open, setOpen] = useState(false);
  const n = at.value;
  return (
    <>
      <div class="acts">
        {graph && fact.object && (
          <a class="btn quiet" {...link({ view: "graph", more: { node: fact.subject.id } })}>
            {t("fact.graph")}
          </a>
        )}
        <button class="btn quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t("fact.correct")}
        </button>
        {fact.locked ? (
          <button class="btn quiet" onClick={() => act("/unlock", held(fact), t("act.unlock"))}>
            {t("fact.unlock")}
          </button>
        ) : (
          <button class="btn quiet" onClick={() => act("/lock", { ...held(fact), ...from() }, t("act.lock"))}>
            {t("fact.lock")}
          </button>
        )}
        {fact.holder === null &&
          (fact.pinned ? (
            <button class="btn quiet" onClick={() => act("/unpin", slotOf(fact), t("act.unpin"))}>
              {t("fact.unpin")}
            </button>
          ) : (
            <button class="btn quiet" onClick={() => act("/pin", slotOf(fact), t("act.pin"))}>
              {t("fact.pin")}
            </button>
          ))}
        <button class="btn quiet" onClick={() => act("/end", { ...held(fact), ...from() }, t("act.end", { n }))}>
          {t("fact.end")}
        </button>
        <button class="btn quiet" onClick={() => act("/reject", held(fact), t("act.reject"))}>
          {t("fact.reject")}
        </button>
      </div>
      {open && <CorrectForm fact={fact} close={() => setOpen(false)} />}
    </>
  );
}

function CorrectForm({ fact, close }: { fact: Fact; close: () => void }) {
  const [instead, setInstead] = useState(far(fact));
  const [mayChange, setMayChange] = useState(true);
  const id = useId();
  const save = async (event: Event) => {
    event.preventDefault();
    const right = { ...held(fact), [fact.value ? "value" : "object"]: instead.trim() };
    const said = t("act.correct", { x: instead.trim(), n: at.value });
    const wrong = { instead: fact.value || fact.object?.id || "" };
    if (!(await act("/correct", { ...right, ...wrong, ...from() }, said))) return;
    if (!mayChange) await act("/lock", { ...right, ...from() }, t("act.lock"));
    close();
  };
  return (
    <form class="edit" onSubmit={save}>
      <p class="small">
        <span class="muted">{t("correct.was")}</span> <Told>{far(fact)}</Told>
      </p>
      <div class="r">
        <label for={id}>{t("correct.is")}</label>
        <input
          id={id}
          class="field grow"
          value={instead}
          ref={(node) => node?.focus()}
          onInput={(event) => setInstead(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Escape" && close()}
        />
      </div>
      <label class="tog">
        <input type="checkbox" checked={mayChange} onChange={(event) => setMayChange(event.currentTarget.checked)} />
        {t("correct.change")}
      </label>
      <p class="muted small">{t("correct.word")}</p>
      <div class="r">
        <button class="btn primary" disabled={!instead.trim() || instead.trim() === far(fact)}>
          {t("correct.save")}
        </button>
        <button type="button" class="btn quiet" onClick={close}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}
