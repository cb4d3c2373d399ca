// Two branches in one picture: what they share, thin; what stands on one side alone, in its colour and its dash.
import { useMemo, useRef, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, useAnswer } from "../api";
import { Bar } from "../graph/bar";
import { Hidden } from "../graph/beyond";
import { PairLegend } from "../graph/legend";
import { List } from "../graph/list";
import type { Drawn } from "../graph/model";
import { nameOf, pairModel } from "../graph/pair";
import { PairPane } from "../graph/pairpane";
import { counted } from "../graph/reach";
import { chosen, selectedIn } from "../graph/selection";
import { Stage } from "../graph/stage";
import { at, branches, isPast } from "../state";
import type { Together } from "../shapes";
import { saidOf } from "../words/refusals";
import { t } from "../words/words";
import { sharedTurns } from "../parts/lanes";
import { ALL, most, NARROW, usePlaces, widened } from "./graph";

export function PairView({ a, b }: { a: string; b: string }) {
  const { story, more } = address.value;
  const hops = Number(more.hops) || 1;
  const focus = more.focus ? more.focus.split(",") : [];
  const turn = isPast.value ? at.value : 0;
  const answer = useAnswer<Together>(ofStory(story, "/together"), { one: a, other: b, turn: turn || null, focus, hops, most: most() });
  const before = useRef<Drawn | null>(null);
  const { places, arranged, again } = usePlaces(story, () => (before.current = null));
  const shared = more.shared !== "no";
  const drawn = useMemo(() => {
    if (!answer.data) return before.current;
    const wanted = { answer: answer.data, kind: more.kind ?? "", shared, spots: places.spots, tall: NARROW.matches };
    const made = pairModel(wanted, before.current);
    if (made.placed.length) places.keep();
    return made.drawn;
  }, [answer.data, more.kind, shared, places, arranged]);
  before.current = drawn;
  const [search, setSearch] = useState("");
  const shown = useMemo(() => drawn && selectedIn(drawn, chosen(), search), [drawn, more.node, more.line, search]);
  const sided = (line: { side?: "one" | "other" | undefined }) => (line.side === "one" ? a : line.side === "other" ? b : t("pair.both"));
  const split = branches.value ? sharedTurns(branches.value, a, b) : 0;
  return (
    <div class="gwrap">
      <h1 class="vh">{t("pair.title", { a, b })}</h1>
      <Bar search={search} setSearch={setSearch} hops={hops} pair />
      {more.mode === "list" ? (
        <List drawn={shown} side={sided} />
      ) : (
        <Stage drawn={shown} places={places} caption={t("pair.caption", { a, b, n: split })} label={t("pair.canvas", { a, b })}
          scope={[story, a, b, more.focus, hops, more.most, more.kind, arranged].join("|")} isNew={!answer.stale}
          count={pairCounted(shown, answer.data)}>
          <PairLegend a={a} b={b} shared={shared} again={again} />
        </Stage>
      )}
      <div class="pane">
        <p class="r">
          <a class="link" {...link({ view: "branches", more: { a, b } })}>{t("pair.words")}</a>
          <button class="link" onClick={() => go({ more: { a: "", b: "", shared: "", node: "", line: "", focus: "" } })}>{t("pair.one")}</button>
        </p>
        <Hidden search={search} drawn={drawn} />
        {answer.error && <p class="attend">{saidOf(answer.error)}</p>}
        {answer.data && <PairPane drawn={shown} answer={answer.data} turn={turn} />}
        {answer.data && answer.data.left_out > 0 && (
          <p class="muted small">
            {t(answer.data.left_out === 1 ? "pair.out.one" : "pair.out", { n: answer.data.left_out })}{" "}
            {most() < ALL && <button class="link" onClick={widened}>{t("graph.widen")}</button>}
          </p>
        )}
      </div>
    </div>
  );
}

/** How many lines each name has, and on which side it alone stands. */
function pairCounted(drawn: Drawn | null, answer: Together | undefined): (id: string) => string {
  const facts = counted(drawn);
  const sides = new Map(drawn?.nodes.map((node) => [node.id, node.side]));
  return (id) => {
    const side = sides.get(id);
    return side && answer ? `${facts(id)}, ${t("branches.only", { x: nameOf(answer, side) })}` : facts(id);
  };
}
