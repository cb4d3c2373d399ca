// What stands around every view: stories, views, time, what was done last, and whether the server is there.
import { useEffect } from "preact/hooks";
import { address, go, link, VIEWS, type View } from "./address";
import { keepToken, tokenWanted, token } from "./api";
import { connection } from "./events";
import { KindGlyph, Triangle, ViewIcon } from "./parts/glyphs";
import { Find, finding } from "./parts/find";
import { Told } from "./parts/texts";
import { TimeBar } from "./parts/timebar";
import { at, attempt, done, failed, look, now, onBranch, play, playing, pulse, stories, trouble } from "./state";
import { saidOf } from "./words/refusals";
import { choose, langOf, language, t, theme } from "./words/words";
import { useRef, useState } from "preact/hooks";
import { BranchesView } from "./views/branches";
import { ContextView } from "./views/context";
import { EmptyView } from "./views/empty";
import { EntitiesView } from "./views/entities";
import { GraphView } from "./views/graph";
import { StoryView } from "./views/story";
import { WorkView } from "./views/work";

const BAD = new Set(["failed", "rate_limited", "quarantined", "suspicious"]);
const SHOWN: Record<View, () => preact.JSX.Element> = {
  story: StoryView,
  graph: GraphView,
  branches: BranchesView,
  entities: EntitiesView,
  context: ContextView,
  work: WorkView,
};

export function App() {
  useEffect(() => {
    addEventListener("keydown", shortcuts);
    return () => removeEventListener("keydown", shortcuts);
  }, []);
  if (tokenWanted.value) return <TokenForm />;
  const view = address.value.view;
  const line = pulse.value;
  const isEmpty = stories.value?.length === 0 || address.value.more.new === "1" || (line !== null && line.turns === 0);
  const Shown = SHOWN[view];
  return (
    <div class="app">
      <a class="skip" href="#main">
        {t("app.skip")}
      </a>
      <Side />
      <Top />
      <main id="main" class={`v-${view}`} tabIndex={-1}>
        {trouble.value && !line ? <Trouble /> : isEmpty ? <EmptyView /> : line ? <Shown /> : <p class="waitline" />}
      </main>
      <div class="foot">
        <Lost />
        <TimeBar />
      </div>
      <UndoStrip />
      <Live />
      {finding.value && <Find />}
    </div>
  );
}

function shortcuts(event: KeyboardEvent): void {
  const inField = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea, select, dialog, [contenteditable]");
  if (inField || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.key === "/") finding.value = true;
  else if (event.key === ",") look(at.value - 1);
  else if (event.key === ".") look(at.value + 1);
  else if (event.key === " " && !event.defaultPrevented && !takesSpace(event.target)) play();
  else return;
  event.preventDefault();
}

/** Whether Space means something else where one is: it presses, it writes, or it goes on reading. */
function takesSpace(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  const presses = target.closest("button, a, summary, input, [role=button], [role=switch]");
  return presses !== null || (address.value.view === "story" && target !== document.body);
}

function Side() {
  const here = address.value;
  const rows = stories.value ?? [];
  const isBad = pulse.value?.statuses.some((one) => BAD.has(one));
  const shelf = useRef<HTMLDivElement>(null);
  useEffect(() => shelf.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" }), [here.story, rows.length]);
  return (
    <div class={stories.value ? "side" : "side waits"}>
      <a class="mark" {...link({ view: "story", more: {} })}>
        fabula<i>.</i>
      </a>
      <div class="storypick" role="group" aria-label={t("stories.label")}>
        <div class="shelf" ref={shelf}>
          {rows.map((one) => (
            <button
              key={one.name}
              aria-pressed={one.name === here.story}
              onClick={() => go({ story: one.name, view: "story", branch: "", turn: null, more: {} })}
            >
              <Told>{one.name}</Told>
              {one.name === here.story && (
                <small>{t(now.value === 1 ? "stories.line.one" : "stories.line", { branch: onBranch.value, n: now.value })}</small>
              )}
            </button>
          ))}
        </div>
        <button class="newstory" onClick={() => go({ more: { new: "1" } })}>
          + {t("stories.new")}
        </button>
      </div>
      <nav class="nav" aria-label={t("nav.label")}>
        {VIEWS.map((view) => (
          <a
            key={view}
            {...link({ view, one: "", more: {} })}
            aria-current={view === here.view && !here.more.new ? "page" : undefined}
          >
            <ViewIcon view={view} />
            <span>{t(`nav.${view}`)}</span>
            {view === "work" && isBad && (
              <span class="dot">
                <Triangle />
                <span class="vh">{t("nav.attention")}</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="sidefoot">
        <Switches />
      </div>
    </div>
  );
}

function Switches() {
  const other = language.value === "zh" ? "en" : "zh";
  const otherTheme = theme.value === "dark" ? "light" : "dark";
  return (
    <>
      <button lang={other} onClick={() => choose("fabula-language", other)}>
        {other === "zh" ? "中文" : "English"}
      </button>
      <button onClick={() => choose("fabula-theme", otherTheme)}>{t(`theme.${otherTheme}`)}</button>
      <button class="findbtn" onClick={() => (finding.value = true)} aria-keyshortcuts="/">
        {t("find.open")}
      </button>
    </>
  );
}

/** Where there is no room for a column: the story's name, which is also the picker, and the switches. */
function Top() {
  const rows = stories.value ?? [];
  const name = address.value.story;
  return (
    <header class="top">
      {rows.length > 0 ? (
        <select
          class="serif"
          lang={langOf(name)}
          aria-label={t("stories.pick")}
          value={name}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            if (chosen === "\u0000new") go({ more: { new: "1" } });
            else go({ story: chosen, view: "story", branch: "", turn: null, more: {} });
          }}
        >
          {rows.map((one) => (
            <option key={one.name} value={one.name} lang={langOf(one.name)}>
              {one.name}
            </option>
          ))}
          <option value={"\u0000new"}>+ {t("stories.new")}</option>
        </select>
      ) : (
        <span class="serif grow">fabula</span>
      )}
      <Switches />
    </header>
  );
}

function Trouble() {
  const error = trouble.value;
  return (
    <div class="hello">
      <h1>{t("trouble.title")}</h1>
      <p class="l">{error ? saidOf(error) : t("trouble.offline")}</p>
      <ul>
        {(stories.value ?? []).map((one) => (
          <li key={one.name}>
            <a class="link" {...link({ story: one.name, view: "story", branch: "", turn: null })}>
              <Told>{one.name}</Told>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lost() {
  const state = connection.value;
  if (state.state !== "lost" || !now.value) return null;
  const time = state.since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return (
    <p class="lost" role="status">
      {t("lost", { time, t: at.value })}
    </p>
  );
}

function UndoStrip() {
  const last = done.value;
  const wrong = failed.value;
  const [undone, setUndone] = useState("");
  useEffect(() => setUndone(""), [last]);
  if (!last && !wrong && !undone) return null;
  const undo = async () => {
    const took = await attempt(async () => last?.undo());
    if (took) {
      done.value = null;
      setUndone(t("act.undone"));
    }
  };
  return (
    <div class={wrong ? "undo wrong" : "undo"} role="status">
      <span>{wrong || last?.said || undone}</span>
      {!wrong && last && <button onClick={undo}>{t("undo")}</button>}
      <button
        onClick={() => {
          failed.value = "";
          done.value = null;
          setUndone("");
        }}
      >
        {t("close")}
      </button>
    </div>
  );
}

/** One polite sentence for every turn that arrives; playing and sliding silence it. */
function Live() {
  const known = useRef(0);
  const [said, say] = useState("");
  const line = pulse.value;
  useEffect(() => {
    if (!line) return;
    if (known.current && line.turns > known.current && !playing.value) {
      const c = (line.opened[line.turns - 1] ?? 0) + (line.closed[line.turns - 1] ?? 0);
      say(t(c === 0 ? "live.turn.none" : c === 1 ? "live.turn.one" : "live.turn", { n: line.turns, c }));
    }
    known.current = line.turns;
  }, [line]);
  return (
    <div class="vh" role="log" aria-live="polite">
      {said}
    </div>
  );
}

function TokenForm() {
  const [given, setGiven] = useState("");
  const wasWrong = Boolean(token());
  return (
    <main class="hello" id="main">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keepToken(given.trim());
          location.reload();
        }}
      >
        <h1>{t("token.title")}</h1>
        <p class="l">{t("token.means")}</p>
        {wasWrong && (
          <p class="attend">
            <KindGlyph kind="concept" filled /> {t("token.wrong")}
          </p>
        )}
        <div class="r">
          <label for="token">{t("token.label")}</label>
          <input
            id="token"
            class="field grow"
            type="password"
            autocomplete="off"
            value={given}
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
          <button class="btn primary" disabled={!given.trim()}>
            {t("token.go")}
          </button>
        </div>
      </form>
    </main>
  );
}
