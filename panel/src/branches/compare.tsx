// Two endings beside each other: in words, and in memory.
import { useState } from "preact/hooks";
import { address, go, link } from "../address";
import { ofStory, useAnswer } from "../api";
import { SideSwatch } from "../graph/list";
import { compare, type Piece } from "../parts/diff";
import { FactCard } from "../parts/facts";
import { byName, sharedTurns } from "../parts/lanes";
import { far } from "../parts/signs";
import { Told } from "../parts/texts";
import { onBranch, place } from "../state";
import type { Branches, Comparison, Fact, LineTurn, Passage } from "../shapes";
import { langOf, predicate, t } from "../words/words";

export function sides(tree: Branches): { a: string; b: string } {
  const { more } = address.value;
  const names = tree.branches.map((one) => one.name);
  const a = more.a && names.includes(more.a) ? more.a : onBranch.value;
  const b = more.b && names.includes(more.b) && more.b !== a ? more.b : (names.find((name) => name !== a) ?? "");
  return { a, b };
}

export function Compare({ tree }: { tree: Branches }) {
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
  const split = sharedTurns(tree, a, b);
  const choose = (side: "a" | "b", value: string) => go({ more: { [side]: value } }, "replace");
  return (
    <section class="sec compare">
      <div class="r">
        <h2>{t("branches.compare")}</h2>
        <a class="btn" {...link({ view: "graph", more: { a, b } })}>{t("branches.graph")}</a>
      </div>
      <div class="cmp sides">
        {(["a", "b"] as const).map((side) => {
          const [own, other] = side === "a" ? [a, b] : [b, a];
          return (
            <div class="r" key={side}>
              <SideSwatch side={side === "a" ? "one" : "other"} />
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
  const row = (key: string, label: string, fact: Fact, branch: string, text: preact.ComponentChildren) => (
    <MemoryRow key={key} label={label} fact={fact} text={text} branch={branch} />
  );
  return (
    <>
      <h2 class="memo">{t("branches.memory")}</h2>
      {found.same && <p class="muted">{t("branches.none")}</p>}
      <div class="mds">
        {found.different.map(({ one, other }) =>
          row(`d${one.id}${other.id}`, t("branches.differs"), one, a, (
            <>
              <Told>{one.subject.name}</Told> <span class="muted">{predicate(one.predicate)}</span>{" "}
              <del class="da" lang={langOf(far(one))}>{far(one)}</del> · <ins class="db" lang={langOf(far(other))}>{far(other)}</ins>
            </>
          )),
        )}
        {found.only_one.map((fact) => row(`a${fact.id}`, t("branches.only", { x: a }), fact, a, <Told>{fact.phrase}</Told>))}
        {found.only_other.map((fact) => row(`b${fact.id}`, t("branches.only", { x: b }), fact, b, <Told>{fact.phrase}</Told>))}
      </div>
    </>
  );
}

function MemoryRow({ label, fact, text, branch }: { label: string; fact: Fact; text: preact.ComponentChildren; branch: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div class="mdrow">
      <button aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class="lab muted">{label}</span>
        <span class="v">{text}</span>
        <span class="num muted small">{t("turn.short", { n: fact.opened })}</span>
      </button>
      {open && <FactCard fact={fact} acts={false} branch={branch} />}
    </div>
  );
}

