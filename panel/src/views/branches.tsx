// The tree: where branches leave each other, swipes, heads and tags; and two endings side by side.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, post, useAnswer } from "../api";
import { FactCard } from "../parts/facts";
import { compare, type Piece } from "../parts/diff";
import { far } from "../parts/signs";
import { Told } from "../parts/texts";
import { at, attempt, branches, done, onBranch, place, pulse } from "../state";
import type { Branches, Comparison, Fact, LineTurn, Offshoot, Passage, Pulse } from "../shapes";
import { langOf, predicate, t } from "../words/words";

export function BranchesView() {
  const tree = branches.value;
  const line = pulse.value;
  const [open, setOpen] = useState<"" | "fork" | "tag">("");
  if (!tree || !line) return <div class="page" />;
  return (
    <div class="page">
      <header class="r">
        <h1>{t("branches.title")}</h1>
        <span class="muted hint">{t("branches.cost")}</span>
        <button class="btn" aria-expanded={open === "tag"} onClick={() => setOpen(open === "tag" ? "" : "tag")}>{t("branches.tag")}</button>
        <button class="btn" aria-expanded={open === "fork"} onClick={() => setOpen(open === "fork" ? "" : "fork")}>{t("branches.fork")}</button>
      </header>
      {open === "fork" && <Naming what="fork" close={() => setOpen("")} />}
      {open === "tag" && <Naming what="tag" close={() => setOpen("")} />}
      <Tree tree={tree} line={line} />
      <Heads tree={tree} />
      <Compare tree={tree} />
    </div>
  );
}

function Naming({ what, close }: { what: "fork" | "tag"; close: () => void }) {
  const [name, setName] = useState("");
  const id = useId();
  const story = address.value.story;
  const save = async (event: Event) => {
    event.preventDefault();
    const given = name.trim();
    const turn = String(at.value);
    const where = place.value;
    const made = await attempt(() =>
      what === "fork"
        ? post(ofStory(story, "/fork"), { name: given, at: turn }, where)
        : post(ofStory(story, "/tag"), { name: given, turn }, where),
    );
    if (!made) return;
    const undo = () => post(ofStory(story, what === "fork" ? "/remove-branch" : "/untag"), { name: given }, what === "fork" ? {} : where);
    done.value = { said: what === "fork" ? t("act.fork", { x: given }) : t("act.tag", { x: given, n: at.value }), undo };
    close();
  };
  return (
    <form class="edit" onSubmit={save}>
      <div class="r">
        <label for={id}>{t(what === "fork" ? "branches.fork.name" : "branches.tag.name")}</label>
        <input id={id} class="field grow" value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button class="btn primary" disabled={!name.trim()}>{t(what === "fork" ? "branches.fork.go" : "entity.save")}</button>
        <button type="button" class="btn quiet" onClick={close}>{t("cancel")}</button>
      </div>
      {what === "fork" && <p class="muted small">{t("branches.fork.at", { n: at.value, branch: onBranch.value })}</p>}
    </form>
  );
}

export interface Lane { name: string; turns: number; from: string; after: number; row: number }

/** How many turns two branches share from the beginning. */
export function shared(tree: Branches, one: string, other: string): number {
  const way = (name: string) => {
    const found: [string, number][] = [[name, Infinity]];
    const seen = new Set([name]);
    let least = Infinity;
    for (let here = byName(tree, name); here?.leaves; here = byName(tree, here.leaves)) {
      least = Math.min(least, here.after);
      if (seen.has(here.leaves)) break;
      seen.add(here.leaves);
      found.push([here.leaves, least]);
    }
    return new Map(found);
  };
  const [ours, theirs] = [way(one), way(other)];
  for (const [name, upTo] of ours) {
    const also = theirs.get(name);
    if (also !== undefined) return Math.min(upTo, also, byName(tree, one)?.turns ?? 0, byName(tree, other)?.turns ?? 0);
  }
  return 0;
}

function byName(tree: Branches, name: string): Offshoot | undefined {
  return tree.branches.find((one) => one.name === name);
}

/** The branches as lanes: the one that is stood on is the trunk, the others leave what they share most with. */
export function lanes(tree: Branches, trunk: string): Lane[] {
  const own = byName(tree, trunk) ?? tree.branches[0];
  if (!own) return [];
  const made: Lane[] = [{ name: own.name, turns: own.turns, from: "", after: 0, row: 0 }];
  const rest = tree.branches.filter((one) => one.name !== own.name).map((one) => ({ one, most: shared(tree, one.name, own.name) }));
  rest.sort((one, other) => other.most - one.most || (one.one.name < other.one.name ? -1 : 1));
  rest.forEach(({ one }, index) => {
    const from = made.reduce((best, lane) => (shared(tree, one.name, lane.name) > shared(tree, one.name, best.name) ? lane : best), made[0] as Lane);
    const side = index % 2 ? -1 : 1;
    made.push({ name: one.name, turns: one.turns, from: from.name, after: shared(tree, one.name, from.name), row: side * (Math.floor(index / 2) + 1) });
  });
  return made;
}

const ROW = 54;

function Tree({ tree, line }: { tree: Branches; line: Pulse }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const watch = new ResizeObserver(() => setWidth(node.clientWidth - 32));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  const all = lanes(tree, onBranch.value);
  const most = Math.max(...all.map((lane) => lane.turns), 1);
  const room = 170;
  const step = Math.min(34, Math.max((width - room) / most, 700 / most));
  const rows = all.map((lane) => lane.row);
  const [top, bottom] = [Math.min(...rows, 0), Math.max(...rows, 0)];
  const zero = -top * ROW + 52;
  const height = (bottom - top) * ROW + 110;
  const x = (turn: number) => 16 + (turn - 0.5) * step;
  const y = (row: number) => zero + row * ROW;
  const dots = step >= 5;
  const ticks = [5, 10, 20, 50, 100, 200, 500, 1000, 5000].find((one) => one * step > 56) ?? 10_000;
  const tags = Object.entries(line.tags);
  const wide = Math.max(width, 16 + most * step + room);
  return (
    <figure class="tree" ref={box} tabIndex={0} role="region" aria-label={t("branches.tree")}>
      <svg width={wide} height={height} viewBox={`0 0 ${wide} ${height}`} role="img" aria-label={t("branches.tree")}>
        {all.map((lane) => (
          <LaneLine key={lane.name} lane={lane} lanes={all} x={x} y={y} dots={dots} line={line} />
        ))}
        {tags.map(([name, turn]) => (
          <text key={name} x={x(turn)} y={zero - 16} text-anchor="middle" lang={langOf(name)}>⚑ {name}</text>
        ))}
        <circle class="herering" cx={x(at.value)} cy={zero} r="10" />
        {Array.from({ length: Math.floor(most / ticks) + 1 }, (_, index) => Math.max(index * ticks, 1)).map((turn) => (
          <text key={turn} x={x(turn)} y={height - 8} text-anchor="middle">{turn}</text>
        ))}
      </svg>
    </figure>
  );
}

function LaneLine({ lane, lanes: all, x, y, dots, line }: {
  lane: Lane; lanes: Lane[]; x: (turn: number) => number; y: (row: number) => number; dots: boolean; line: Pulse;
}) {
  const trunk = lane.row === 0;
  const from = all.find((one) => one.name === lane.from);
  const first = lane.from ? lane.after + 1 : 1;
  const isEmpty = lane.turns < first;
  const end = Math.max(lane.turns, first);
  const start = from ? `M${x(Math.max(lane.after, 1))} ${y(from.row)}C${x(first) - 8} ${y(from.row)} ${x(Math.max(lane.after, 1)) + 8} ${y(lane.row)} ${x(first)} ${y(lane.row)}` : `M${x(1)} ${y(0)}`;
  const numbers = Array.from({ length: Math.max(end - first + 1, 0) }, (_, index) => first + index);
  return (
    <g class={trunk ? "lane0" : "lane1"}>
      <path d={`${start}H${x(end)}`} />
      {dots && numbers.map((turn) => {
        const versions = trunk ? (line.versions[turn - 1] ?? 1) : 1;
        const bad = trunk && ["failed", "quarantined", "rate_limited"].includes(line.statuses[turn - 1] ?? "");
        return (
          <g key={turn}>
            {versions > 1 && <path class="swipeline" d={swipeLines(x(turn - 1), x(turn), y(0), versions)} />}
            {versions > 1 && <circle class="swipedot" cx={x(turn)} cy={y(0) - 14} r="2.6" />}
            {versions > 2 && <circle class="swipedot" cx={x(turn)} cy={y(0) + 14} r="2.6" />}
            <circle class={bad ? "bad" : ""} cx={x(turn)} cy={y(lane.row)} r={turn === lane.turns ? 5.5 : 3} />
          </g>
        );
      })}
      {!dots && <circle cx={x(end)} cy={y(lane.row)} r="5.500" />}
      <text class="nm" x={x(end) + 16} y={y(lane.row) - 1} lang={langOf(lane.name)}>{lane.name}</text>
      <text x={x(end) + 16} y={y(lane.row) + 14}>
        {t("turn", { n: isEmpty ? lane.after : lane.turns })}{trunk ? ` · ${t("branches.here")}` : ""}
      </text>
    </g>
  );
}

function swipeLines(from: number, to: number, y: number, versions: number): string {
  const up = `M${from} ${y}L${to} ${y - 14}`;
  return versions > 2 ? `${up}M${from} ${y}L${to} ${y + 14}` : up;
}

function Heads({ tree }: { tree: Branches }) {
  const here = onBranch.value;
  const { a, b } = sides(tree);
  const start = async (name: string) => {
    const before = tree.start;
    const story = address.value.story;
    const moved = await attempt(() => post(ofStory(story, "/switch"), { to: name }));
    if (moved) done.value = { said: t("act.switch", { x: name }), undo: () => post(ofStory(story, "/switch"), { to: before }) };
  };
  return (
    <ul class="heads" aria-label={t("branches.title")}>
      {tree.branches.map((one) => (
        <li key={one.name}>
          <Told as="b">{one.name}</Told>
          <span class="muted small">
            {t("turn", { n: one.turns })} · {one.leaves ? t("branches.leaves", { x: one.leaves, n: one.after }) : t("branches.trunk")}
            {one.name === here && ` · ${t("branches.here")}`}
          </span>
          <span class="acts">
            {one.name !== here && (
              <button class="btn quiet" onClick={() => go({ branch: one.name, turn: null })}>{t("branches.switch")}</button>
            )}
            {one.name !== tree.start && (
              <button class="btn quiet" onClick={() => start(one.name)}>{t("branches.start")}</button>
            )}
            <a class="btn quiet" {...link({ view: "story", branch: one.name, turn: null })}>{t("branches.read")}</a>
            {one.name !== a && one.name !== b && (
              <button class="btn quiet" onClick={() => go({ more: { a: here, b: one.name } }, "replace")}>{t("branches.compare")}</button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function sides(tree: Branches): { a: string; b: string } {
  const { more } = address.value;
  const names = tree.branches.map((one) => one.name);
  const a = more.a && names.includes(more.a) ? more.a : onBranch.value;
  const b = more.b && names.includes(more.b) && more.b !== a ? more.b : (names.find((name) => name !== a) ?? "");
  return { a, b };
}

function Compare({ tree }: { tree: Branches }) {
  const { a, b } = sides(tree);
  const names = tree.branches.map((one) => one.name);
  if (!b) {
    return (
      <section class="sec">
        <h2>{t("branches.compare")}</h2>
        <p class="muted">{t("branches.alone")}</p>
      </section>
    );
  }
  const split = shared(tree, a, b);
  const choose = (side: "a" | "b", value: string) => go({ more: { [side]: value } }, "replace");
  return (
    <section class="sec compare">
      <h2>{t("branches.compare")}</h2>
      <div class="cmp sides">
        {(["a", "b"] as const).map((side) => {
          const [own, other] = side === "a" ? [a, b] : [b, a];
          return (
            <div class="r" key={side}>
              <i class={`sw side-${side}`} />
              <select class="field" aria-label={t(side === "a" ? "branches.one" : "branches.other")} value={own}
                onChange={(event) => choose(side, event.currentTarget.value)}>
                {names.filter((name) => name !== other).map((name) => <option key={name} value={name}>{name}</option>)}
              </select>
              <span class="muted small">{t("turn", { n: byName(tree, own)?.turns ?? 0 })}</span>
              {own !== onBranch.value && (
                <button class="link" onClick={() => go({ branch: own, turn: null, more: { a, b } })}>{t("branches.switch")}</button>
              )}
            </div>
          );
        })}
      </div>
      <p class="muted small">{t("branches.split", { n: split })}</p>
      <Words a={a} b={b} split={split} />
      <Memory a={a} b={b} />
    </section>
  );
}

const SHOWN = 8;

function Words({ a, b, split }: { a: string; b: string; split: number }) {
  const story = address.value.story;
  const range = { first: split + 1, last: split + SHOWN };
  const one = useAnswer<Passage>(ofStory(story, "/passage"), { branch: a, ...range });
  const other = useAnswer<Passage>(ofStory(story, "/passage"), { branch: b, ...range });
  if (!one.data || !other.data) return <div class="room" />;
  const of = (turns: LineTurn[], number: number) => turns.find((turn) => turn.number === number);
  const last = Math.max(one.data.turns.at(-1)?.number ?? 0, other.data.turns.at(-1)?.number ?? 0);
  const numbers = Array.from({ length: Math.max(last - split, 0) }, (_, index) => split + 1 + index);
  return (
    <>
      <h3 class="vh">{t("branches.words")}</h3>
      {!numbers.length && <p class="muted">{t("branches.same")}</p>}
      {numbers.map((number) => {
        const [mine, theirs] = [of(one.data?.turns ?? [], number), of(other.data?.turns ?? [], number)];
        const pieces = compare(mine?.text ?? "", theirs?.text ?? "");
        return (
          <div class="cmp" key={number}>
            <Half turn={mine} number={number} pieces={mine && theirs ? pieces : null} side="one" />
            <Half turn={theirs} number={number} pieces={mine && theirs ? pieces : null} side="other" />
          </div>
        );
      })}
    </>
  );
}

function Half({ turn, number, pieces, side }: { turn: LineTurn | undefined; number: number; pieces: Piece[] | null; side: "one" | "other" }) {
  if (!turn) return <p class="muted small">{t("branches.nothing")}</p>;
  const Tag = side === "one" ? "del" : "ins";
  return (
    <div>
      <p class="who"><span>{number}</span> <Told as="b" class="">{turn.speaker || t("read.narrator")}</Told></p>
      <p class="prose" lang={langOf(turn.text)}>
        {pieces === null ? (
          <Tag class={side === "one" ? "da" : "db"}>{turn.text}</Tag>
        ) : (
          pieces.filter((piece) => piece.side === "both" || piece.side === side).map((piece, index) =>
            piece.side === "both" ? <span key={index}>{piece.text}</span> : <Tag key={index} class={side === "one" ? "da" : "db"}>{piece.text}</Tag>,
          )
        )}
      </p>
    </div>
  );
}

function Memory({ a, b }: { a: string; b: string }) {
  const answer = useAnswer<Comparison>(ofStory(address.value.story, "/compare"), { ...place.value, one: a, other: b });
  const found = answer.data;
  if (!found) return <div class="room" />;
  const row = (key: string, label: string, fact: Fact, text: preact.ComponentChildren) => <MemoryRow key={key} label={label} fact={fact} text={text} />;
  return (
    <>
      <h2 class="memo">{t("branches.memory")}</h2>
      {found.same && <p class="muted">{t("branches.none")}</p>}
      <div class="mds">
        {found.different.map(({ one, other }) =>
          row(`d${one.id}${other.id}`, t("branches.differs"), one, (
            <>
              <Told>{one.subject.name}</Told> <span class="muted">{predicate(one.predicate)}</span>{" "}
              <del class="da" lang={langOf(far(one))}>{far(one)}</del> · <ins class="db" lang={langOf(far(other))}>{far(other)}</ins>
            </>
          )),
        )}
        {found.only_one.map((fact) => row(`a${fact.id}`, t("branches.only", { x: a }), fact, <Told>{fact.phrase}</Told>))}
        {found.only_other.map((fact) => row(`b${fact.id}`, t("branches.only", { x: b }), fact, <Told>{fact.phrase}</Told>))}
      </div>
    </>
  );
}

function MemoryRow({ label, fact, text }: { label: string; fact: Fact; text: preact.ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="mdrow">
      <button aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class="lab muted">{label}</span>
        <span class="v">{text}</span>
        <span class="num muted small">{t("turn.short", { n: fact.opened })}</span>
      </button>
      {open && <FactCard fact={fact} acts={false} />}
    </div>
  );
}

