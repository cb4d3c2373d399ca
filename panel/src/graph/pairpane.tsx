// Beside the picture of two branches: what differs, and for what is chosen the versions of either side.
import { address, link } from "../address";
import { ofStory, useAnswer } from "../api";
import { FactCard } from "../parts/facts";
import { Told } from "../parts/texts";
import type { Fact, Sided, Side, Together } from "../shapes";
import { t } from "../words/words";
import { SideSwatch } from "./list";
import type { Drawn, Line, Node } from "./model";
import { KindLine, LineTitle, politely } from "./pane";
import { nameOf } from "./pair";
import { select } from "./selection";

const SIDES: Side[] = ["one", "other"];

export function PairPane({ drawn, answer, turn }: { drawn: Drawn | null; answer: Together; turn: number }) {
  const node = drawn?.nodes.find((one) => one.id === drawn.selected);
  const line = drawn?.lines.find((one) => one.key === drawn.selected);
  if (node) return <OfNode node={node} drawn={drawn as Drawn} answer={answer} />;
  if (line) return <OfLine line={line} answer={answer} turn={turn} />;
  return <Differing drawn={drawn} answer={answer} />;
}

/** What stands on one side alone, side by side with nothing chosen. */
function Differing({ drawn, answer }: { drawn: Drawn | null; answer: Together }) {
  const apart = [...answer.relations, ...answer.values].filter((one) => one.side !== "both");
  if (!apart.length) return <p class="muted">{t("branches.none")}</p>;
  return (
    <>
      {SIDES.map((side) => (
        <section key={side} class="onside">
          <SideTitle side={side} answer={answer} />
          <Facts found={apart.filter((one) => one.side === side)} drawn={drawn} />
        </section>
      ))}
    </>
  );
}

function SideTitle({ side, answer }: { side: Side; answer: Together }) {
  return (
    <h2>
      <SideSwatch side={side} /> {t("branches.only", { x: nameOf(answer, side) })}{" "}
      <span class="muted small">{t("turn", { n: answer[side].turn })}</span>
    </h2>
  );
}

/** Facts by their sentences; those that are lines of the picture can be chosen. */
function Facts({ found, drawn }: { found: Sided[]; drawn: Drawn | null }) {
  if (!found.length) return <p class="muted">{t("pair.nothing")}</p>;
  return (
    <ul class="sided">
      {found.map(({ side, fact }) => {
        const line = drawn?.lines.find((one) => one.fact.id === fact.id && one.side === side);
        const said = <><Told>{fact.phrase}</Told> <span class="muted small num">{t("turn.short", { n: fact.opened })}</span></>;
        return <li key={side + fact.id}>{line ? <button onClick={() => select({ line })}>{said}</button> : said}</li>;
      })}
    </ul>
  );
}

function OfNode({ node, drawn, answer }: { node: Node; drawn: Drawn; answer: Together }) {
  const touching = [...answer.relations, ...answer.values].filter(({ fact }) =>
    fact.subject.id === node.id || fact.object?.id === node.id);
  const shared = touching.filter((one) => one.side === "both");
  return (
    <section aria-live={politely()}>
      <Told as="h2" class="ename">{node.entity.name}</Told>
      <KindLine who={node.entity} />
      {node.side && <p class="kline"><SideSwatch side={node.side} /> {t("branches.only", { x: nameOf(answer, node.side) })}</p>}
      <p class="r">
        {SIDES.filter((side) => !node.side || node.side === side).map((side) => (
          <a key={side} class="link" {...link({ view: "entities", one: node.id, branch: nameOf(answer, side), turn: null })}>
            {t("pair.dossier", { x: nameOf(answer, side) })}
          </a>
        ))}
      </p>
      {SIDES.map((side) => (
        <div key={side} class="onside">
          <SideTitle side={side} answer={answer} />
          <Facts found={touching.filter((one) => one.side === side)} drawn={drawn} />
        </div>
      ))}
      {shared.length > 0 && (
        <div class="onside">
          <h2><SideSwatch side="both" /> {t("pair.shared")}</h2>
          <Facts found={shared} drawn={drawn} />
        </div>
      )}
    </section>
  );
}

function OfLine({ line, answer, turn }: { line: Line; answer: Together; turn: number }) {
  return (
    <section aria-live={politely()}>
      <LineTitle line={line} />
      {SIDES.map((side) => (
        <Versions key={side} side={side} line={line} answer={answer} turn={turn} />
      ))}
    </section>
  );
}

/** Every version that one side has of a line; where it has none, what it says in its place. */
function Versions({ side, line, answer, turn }: { side: Side; line: Line; answer: Together; turn: number }) {
  const { fact } = line;
  const branch = nameOf(answer, side);
  const isPast = turn > 0 && turn <= answer[side].turn;
  const asked = { branch, as_of: isPast ? String(turn) : "", subject: fact.subject.id, predicate: fact.predicate };
  const found = useAnswer<{ versions: Fact[] }>(ofStory(address.value.story, "/timeline"), asked);
  const all = found.data?.versions ?? [];
  const own = all.filter((one) => one.object?.id === fact.object?.id);
  const shown = own.length ? own : all.filter((one) => one.standing === "current");
  return (
    <div class="onside">
      <h2><SideSwatch side={side} /> <Told>{branch}</Told></h2>
      {!own.length && !found.stale && (
        <p class="muted small">{t(shown.length ? "pair.instead" : "pair.nothing")}</p>
      )}
      {[...shown].reverse().map((one) => <FactCard key={one.id} fact={one} acts={false} branch={branch} />)}
    </div>
  );
}
