// What later text says against a locked fact, wherever it is shown: grey, with accept and reject, until one decides.
import { address, link } from "../address";
import { ofStory, useAnswer } from "../api";
import { act, placed } from "../state";
import type { Proposal } from "../shapes";
import { t } from "../words/words";
import { FactGlyph } from "./glyphs";
import { Quote, Told } from "./texts";

/** What it would do, and to what. */
function said(one: Proposal): string {
  const locked = one.against.map((fact) => fact.phrase).join(" · ");
  return t(one.effect === "opens" ? "proposal.against" : one.effect === "ends" ? "proposal.ends" : "proposal.takes", { x: locked });
}

export function ProposalActs({ one }: { one: Proposal }) {
  const body = { proposal: one.id };
  return (
    <div class="acts">
      <button class="btn quiet" onClick={() => act("/accept", body, t("act.accept", { n: one.number }))}>{t("proposal.accept")}</button>
      <button class="btn quiet" onClick={() => act("/decline", body, t("act.decline"))}>{t("proposal.reject")}</button>
    </div>
  );
}

/** In the margin, beside the turn that says it. */
export function ProposalNote({ one }: { one: Proposal }) {
  const fact = one.against[0];
  return (
    <div class="inkin proposal">
      <div class="note prop">
        {fact && <FactGlyph fact={fact} ended />}
        <Told as="b" class="">{one.phrase}</Told>
        <small>{said(one)}</small>
      </div>
      <ProposalActs one={one} />
    </div>
  );
}

/** With its words, and the way to them. */
export function ProposalCard({ one }: { one: Proposal }) {
  return (
    <article class="fact proposal">
      <div class="h">
        {one.against[0] && <FactGlyph fact={one.against[0]} ended />}
        <Told as="b">{one.phrase}</Told>
        <span class="num">{t("turn.short", { n: one.number })}</span>
      </div>
      <p class="muted small">{said(one)}</p>
      {one.evidence.filter((piece) => piece.quote).slice(-2).map((piece) => (
        <div class="proof" key={`${piece.turn}${piece.start}`}>
          <Quote text={piece.quote} />
          <a class="quietlink" {...link({ view: "story", more: { at: String(piece.number) } })}>{t("fact.place", { n: piece.number })}</a>
        </div>
      ))}
      <ProposalActs one={one} />
    </article>
  );
}

/** Those about somebody or something; nothing is shown where there are none. */
export function ProposalsOf({ id }: { id: string }) {
  const answer = useAnswer<{ proposals: Proposal[] }>(ofStory(address.value.story, "/proposals"), { ...placed.value, entity: id });
  const found = answer.data?.proposals ?? [];
  if (!found.length) return null;
  return (
    <section class="sec">
      <h2>{t("proposal.title")}</h2>
      <p class="muted small">{t("proposal.means")}</p>
      {found.map((one) => <ProposalCard key={one.id} one={one} />)}
    </section>
  );
}
