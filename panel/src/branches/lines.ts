// The lines of the branches, asked for one by one: the line one stands on is known already.
import { useEffect, useState } from "preact/hooks";
import { address } from "../address";
import { get, ofStory } from "../api";
import type { Branches, LineOfTurns, Pulse } from "../shapes";
import type { Lines } from "./rows";

/** More branches than these are drawn without their swipes, tags and failures. */
const MOST = 12;

export function useLines(tree: Branches, own: Pulse): Lines {
  const [found, keep] = useState<Lines>(new Map());
  const { story } = address.value;
  const wanted = tree.branches.map((one) => one.name).filter((name) => name !== own.branch).slice(0, MOST);
  useEffect(() => {
    const abort = new AbortController();
    const asked = wanted.map((branch) => get<LineOfTurns>(ofStory(story, "/line"), { branch }, abort.signal));
    void Promise.allSettled(asked).then((answers) => {
      if (abort.signal.aborted) return;
      keep(new Map(answers.flatMap((one) => (one.status === "fulfilled" ? [[one.value.branch, one.value]] : []))));
    });
    return () => abort.abort();
  }, [story, own.branch, tree]);
  return new Map<string, LineOfTurns>([...found, [own.branch, own]]);
}
