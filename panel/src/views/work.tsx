// How memory is: every turn's reading, what failed and why, decisions, models, cost, and what can be done by hand.
import { address } from "../address";
import { ofStory, useAnswer } from "../api";
import { place, pulse } from "../state";
import type { Pulse, Status } from "../shapes";
import { t } from "../words/words";
import { Decisions } from "./work/decisions";
import { NotFitting } from "./work/fitting";
import { ByHand } from "./work/hand";
import { healthSaid, statusSaid } from "./work/health";
import { Meaning } from "./work/meaning";
import { Models } from "./work/models";
import { Connection, Cost, Queue } from "./work/queue";
import { Strip, Trouble } from "./work/turns";

export function WorkView() {
  const line = pulse.value as Pulse;
  const story = address.value.story;
  const status = useAnswer<Status>(ofStory(story, "/status"), { ...place.value, troubles: true });
  const troubles = status.data?.turns ?? [];
  const chosen = Number(address.value.more.turn_at) || 0;
  const shown = troubles.find((one) => one.number === chosen) ?? troubles[0];
  return (
    <div class="page">
      <header>
        <h1>{healthSaid(line)}</h1>
        <p class="muted">{statusSaid(line)}</p>
      </header>
      <div class="wgrid">
        <div>
          <section>
            <h2>{t("work.every")}</h2>
            <Strip line={line} chosen={shown?.number ?? 0} />
          </section>
          {shown && <Trouble key={shown.number} one={shown} />}
          <NotFitting />
          <Models />
          <Decisions />
        </div>
        <aside class="side2">
          <Queue />
          <Meaning />
          <Cost status={status.data} />
          <Connection />
          <ByHand line={line} />
        </aside>
      </div>
    </div>
  );
}
