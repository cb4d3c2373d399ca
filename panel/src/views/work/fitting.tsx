// What does not fit together: facts that cannot all be true, and what later text says against locked facts.
import { address } from "../../address";
import { ofStory, useAnswer } from "../../api";
import { FactCard } from "../../parts/facts";
import { ProposalCard } from "../../parts/proposals";
import { placed } from "../../state";
import type { Problems } from "../../shapes";
import { t } from "../../words/words";

const MOST = 10;

export function NotFitting() {
  const answer = useAnswer<Problems>(ofStory(address.value.story, "/problems"), placed.value);
  const found = answer.data;
  if (!found || !(found.contradictions.length || found.proposals.length)) return null;
  return (
    <section class="sec">
      <h2>{t("work.problems")}</h2>
      {found.proposals.length > 0 && <p class="muted small">{t("proposal.means")}</p>}
      {found.proposals.slice(0, MOST).map((one) => <ProposalCard key={one.id} one={one} />)}
      {found.contradictions.slice(0, MOST).map((facts, index) => (
        <div class="disputed" key={index}>{facts.map((fact) => <FactCard key={fact.id} fact={fact} />)}</div>
      ))}
    </section>
  );
}
