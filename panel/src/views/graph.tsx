// Who and what, and how they stand to each other, as of a turn: a picture, and a list that says the same.
import { useMemo, useRef, useState } from "preact/hooks";
import { address, go } from "../address";
import { ofStory, useAnswer, type Answer } from "../api";
import { Bar } from "../graph/bar";
import { Beyond, Hidden } from "../graph/beyond";
import { Places, type Spot } from "../graph/layout";
import { Legend } from "../graph/legend";
import { List } from "../graph/list";
import { model, type Drawn } from "../graph/model";
import { Pane } from "../graph/pane";
import { counted } from "../graph/reach";
import { chosen, selectedIn } from "../graph/selection";
import { Stage } from "../graph/stage";
import { at, done, placed } from "../state";
import type { Graph, Moment } from "../shapes";
import { saidOf } from "../words/refusals";
import { listed, t } from "../words/words";
import { PairView } from "./pair";

export const NARROW = matchMedia("(max-width: 720px)");
export const ALL = 300;
const NONE = new Set<string>();

export function GraphView() {
  const { a, b } = address.value.more;
  return a && b && a !== b ? <PairView a={a} b={b} /> : <OneView />;
}

/** How many names there is room for: what the address asks, else what a screen of this width holds. */
export function most(): number {
  return Math.min(Number(address.value.more.most) || (NARROW.matches ? 16 : 40), ALL);
}

export function widened(): void {
  go({ more: { most: String(Math.min(most() * 2 + 20, ALL)) } }, "replace");
}

/** The places of a story's names, and how often they were found anew. */
export function usePlaces(story: string, forget: () => void) {
  const places = useMemo(() => new Places(story, NARROW.matches ? "tall" : "wide"), [story]);
  const [arranged, arrange] = useState(0);
  const put = (spots: Map<string, Spot>) => {
    places.spots.clear();
    for (const [id, spot] of spots) places.spots.set(id, spot);
    places.keep();
    forget();
    arrange((n) => n + 1);
  };
  const again = () => {
    const old = new Map(places.spots);
    put(new Map());
    done.value = { said: t("graph.arranged"), undo: async () => put(old) };
  };
  return { places, arranged, again };
}

function OneView() {
  const { story, more } = address.value;
  const moment = useAnswer<Moment>(ofStory(story, "/moment"), placed.value);
  const present = useMemo(() => new Set(moment.data?.present.map((one) => one.id) ?? NONE), [moment.data]);
  const focus = more.focus ? more.focus.split(",") : [...present, ...(moment.data?.place ? [moment.data.place.id] : [])];
  const hops = Number(more.hops) || 1;
  // The cast of another turn may not be known at this one.
  const path = moment.data && (more.focus || !moment.stale) ? ofStory(story, "/graph") : null;
  const answer = useAnswer<Graph>(path, { ...placed.value, focus, hops, most: most(), every: true });
  const before = useRef<Drawn | null>(null);
  const { places, arranged, again } = usePlaces(story, () => (before.current = null));
  const ended = more.ended !== "no";
  const drawn = useMemo(() => {
    if (!answer.data) return before.current;
    const wanted = {
      graph: answer.data, at: at.value, present, kind: more.kind ?? "", ended, spots: places.spots, tall: NARROW.matches,
    };
    const made = model(wanted, before.current);
    if (made.placed.length) places.keep();
    return made.drawn;
  }, [answer.data, at.value, present, more.kind, ended, places, arranged]);
  before.current = drawn;
  const [search, setSearch] = useState("");
  const shown = useMemo(() => drawn && selectedIn(drawn, chosen(), search), [drawn, more.node, more.line, search]);
  if (moment.data && answer.data && !answer.data.entities.length) return <Nobody />;
  const total = (more.kind ? moment.data?.kinds[more.kind] : moment.data?.entities) ?? 0;
  return (
    <div class="gwrap">
      <h1 class="vh">{t("graph.title")}</h1>
      <Bar search={search} setSearch={setSearch} hops={hops} />
      {more.mode === "list" ? (
        <List drawn={shown} />
      ) : (
        <Stage drawn={shown} places={places} caption={captionOf(moment.data, answer, drawn)} label={t("graph.canvas")}
          scope={[story, more.focus, hops, more.most, more.kind, arranged].join("|")} isNew={!answer.stale} count={counted(shown)}>
          <Legend again={again} ended={ended} />
        </Stage>
      )}
      <div class="pane">
        <Hidden search={search} drawn={drawn} />
        <Pane drawn={shown} />
        <Beyond total={total} drawn={shown} kind={more.kind ?? ""}
          widen={answer.data?.left_out && most() < ALL ? widened : null} />
      </div>
    </div>
  );
}

function Nobody() {
  return (
    <div class="page">
      <h1>{t("graph.empty")}</h1>
      <p class="muted">{t("graph.empty.more")}</p>
    </div>
  );
}

/** Around whom the picture is; where they are not known yet, of which turn the picture is that is still shown. */
function captionOf(moment: Moment | undefined, answer: Answer<Graph>, drawn: Drawn | null): string {
  const { focus } = address.value.more;
  if (!answer.error) return around(moment, focus, drawn);
  const kept = answer.data ? t("graph.of.then", { n: answer.data.turn }) : "";
  return `${answer.error.code.includes("not-found") ? t("entity.gone", { t: at.value }) : saidOf(answer.error)} ${kept}`;
}

function around(moment: Moment | undefined, focus: string | undefined, drawn: Drawn | null): string {
  if (focus) {
    const names = focus.split(",").map((id) => drawn?.nodes.find((node) => node.id === id)?.label ?? id);
    return t("graph.around.one", { names: listed(names) });
  }
  if (!moment?.present.length) return t("graph.around.all");
  return t("graph.around", { names: listed(moment.present.map((one) => one.name)) });
}
