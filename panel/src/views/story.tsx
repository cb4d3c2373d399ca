// Reading: the story as prose, with what memory made of it in the margin.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, post, useAnswer, version } from "../api";
import { connection } from "../events";
import { FactActs, moods } from "../parts/facts";
import { FactGlyph, Triangle } from "../parts/glyphs";
import { paragraphs } from "../parts/prose";
import { far, slot } from "../parts/signs";
import { Told } from "../parts/texts";
import { at, attempt, done, isPast, now, picked, place, pulse } from "../state";
import type { Fact, LineTurn, Margin, Passage, Pulse, Turn } from "../shapes";
import { langOf, t } from "../words/words";

const CHUNK = 40;
const BEFORE = 12;
const chunkOf = (turn: number) => Math.floor((Math.max(turn, 1) - 1) / CHUNK);

interface Shown { anchor: string; from: number; to: number }

const MOST_CHUNKS = 6;

/** Which chunks of the story are on the page: around a turn that was asked for, or up to the one looked at. */
function useShown(target: number): [Shown, (shown: Shown) => void] {
  const end = chunkOf(at.value);
  const centre = target || at.value;
  const from = chunkOf(Math.max(centre - BEFORE, 1));
  const to = target ? Math.min(end, chunkOf(target) + 1) : end;
  const anchor = target ? String(target) : "";
  const [kept, keep] = useState<Shown>({ anchor, from, to });
  const isElsewhere = kept.anchor !== anchor || from < kept.from || (!target && to - kept.from > MOST_CHUNKS);
  const shown = isElsewhere ? { anchor, from, to } : { ...kept, to: target ? Math.min(Math.max(kept.to, to), end) : to };
  useEffect(() => {
    if (isElsewhere) keep(shown);
  }, [isElsewhere, anchor, from, to]);
  return [shown, keep];
}

export function StoryView() {
  const target = Math.min(Number(address.value.more.at) || 0, at.value);
  const [shown, show] = useShown(target);
  const chunks: number[] = [];
  for (let one = shown.from; one <= shown.to; one += 1) chunks.push(one);
  const end = useRef<HTMLDivElement>(null);
  useFollowing(end, target);
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
        <Earlier until={shown.from * CHUNK} line={line} open={() => show({ ...shown, from: shown.from - 1 })} />
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

/** Stays at the end if one was there; goes to a turn that the address names; else moves nothing. */
function useFollowing(end: preact.RefObject<HTMLDivElement | null>, target: number): void {
  const atEnd = useRef(true);
  const gone = useRef("");
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return undefined;
    // Only a person leaves the end; content that arrives above or below does not.
    let touched = 0;
    const touch = (event: Event) => {
      // A press counts on the scroll bar alone: a button may bring content of its own.
      if (event.type === "pointerdown" && event.target !== main) return;
      touched = performance.now();
    };
    const note = () => {
      const isAtEnd = main.scrollHeight - main.scrollTop - main.clientHeight < 160;
      if (isAtEnd || performance.now() - touched < 600) atEnd.current = isAtEnd;
    };
    const acts = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
    for (const one of acts) main.addEventListener(one, touch, { passive: true });
    main.addEventListener("scroll", note, { passive: true });
    const watch = new ResizeObserver(() => {
      if (gone.current) return;
      if (atEnd.current) main.scrollTop = main.scrollHeight;
    });
    const read = main.firstElementChild;
    if (read) watch.observe(read);
    return () => {
      main.removeEventListener("scroll", note);
      for (const one of acts) main.removeEventListener(one, touch);
      watch.disconnect();
    };
  }, []);
  useEffect(() => {
    gone.current = target ? String(target) : "";
    atEnd.current = !target;
    if (!target) return undefined;
    let tries = 0;
    const seek = () => {
      const node = document.getElementById(`turn-${target}`);
      const mark = node?.querySelector("mark.on") ?? node;
      if (mark) {
        mark.scrollIntoView({ block: "center" });
        gone.current = "";
      } else if ((tries += 1) < 60) timer = setTimeout(seek, 50);
    };
    let timer = setTimeout(seek, 0);
    return () => clearTimeout(timer);
  }, [target, address.value.more.fact]);
  useEffect(() => {
    if (target || isPast.value) return;
    atEnd.current = true;
    end.current?.scrollIntoView({ block: "end" });
  }, [address.value.story, address.value.branch, target]);
  useEffect(() => {
    // Whoever slides sees the turn under the needle.
    if (!isPast.value || target) return;
    document.getElementById(`turn-${at.value}`)?.scrollIntoView({ block: "end" });
  }, [at.value]);
  useEffect(() => {
    if (address.value.more.fact) picked.value = address.value.more.fact;
  }, [address.value.more.fact]);
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
            isKnown={made.data !== undefined && made.data.last >= turn.number} />
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

export interface Note { how: "opened" | "changed" | "ended"; fact: Fact; before?: Fact }

/** What each turn opened, changed and ended. */
export function notesOf(passage: Margin | undefined): Map<number, Note[]> {
  const notes = new Map<number, Note[]>();
  const add = (turn: number, note: Note) => notes.set(turn, [...(notes.get(turn) ?? []), note]);
  const facts = passage?.facts ?? [];
  const replaced = new Set<string>();
  for (const fact of facts) {
    const before = facts.find(
      (one) => one.id !== fact.id && one.closed === fact.opened && one.opened <= fact.opened && slot(one) === slot(fact) &&
        !replaced.has(one.id) && far(one) !== far(fact),
    );
    if (before) replaced.add(before.id);
    add(fact.opened, before ? { how: "changed", fact, before } : { how: "opened", fact });
  }
  for (const fact of facts) {
    if (fact.closed !== null && !replaced.has(fact.id) && fact.closed !== fact.opened) {
      add(fact.closed, { how: "ended", fact });
    }
  }
  return notes;
}

const BAD = new Set(["failed", "rate_limited", "quarantined"]);

function TurnRow({ turn, notes, line, isKnown }: { turn: LineTurn; notes: Note[]; line: Pulse; isKnown: boolean }) {
  const scene = line.scenes.find((one) => one.turn === turn.number);
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
        <Notes turn={turn} notes={other ? [] : notes} isKnown={isKnown} />
      </article>
    </>
  );
}

function Prose({ text, turn, facts, dim = false }: { text: string; turn: string; facts: Fact[]; dim?: boolean }) {
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

function Notes({ turn, notes, isKnown }: { turn: LineTurn; notes: Note[]; isKnown: boolean }) {
  const status = turn.status ?? "";
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
    <aside class="notes" lang={document.documentElement.lang}>
      {notes.map((note) => (
        <MarginNote key={`${note.how}${note.fact.id}`} note={note} />
      ))}
      {!notes.length && <p class={`note none muted s-${status}`}>{t(isKnown ? quiet : "turn.reading")}</p>}
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

// swipes

function Swipes({ turn, other, show }: { turn: LineTurn; other: Turn | null; show: (one: Turn | null) => void }) {
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

function Elsewhere({ turn, other, back }: { turn: LineTurn; other: Turn; back: () => void }) {
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
      {t(isLive ? "live" : "live.off")}
    </p>
  );
}

