// The tree: where branches leave each other, swipes, heads and tags; and two endings side by side.
import { useEffect, useState } from "preact/hooks";
import { Compare } from "../branches/compare";
import { Heads, Tags } from "../branches/heads";
import { useLines } from "../branches/lines";
import { Naming } from "../branches/naming";
import { Tree } from "../branches/tree";
import { Upright } from "../branches/upright";
import { branches, pulse } from "../state";
import type { Branches, Pulse } from "../shapes";
import { t } from "../words/words";

const NARROW = matchMedia("(max-width: 720px)");

export function BranchesView() {
  const tree = branches.value;
  const line = pulse.value;
  if (!tree || !line) return <div class="page" />;
  return <Whole tree={tree} line={line} />;
}

function Whole({ tree, line }: { tree: Branches; line: Pulse }) {
  const [open, setOpen] = useState<"" | "fork" | "tag">("");
  const narrow = useNarrow();
  const lines = useLines(tree, line);
  return (
    <div class="page">
      <header class="r">
        <h1>{t("branches.title")}</h1>
        <span class="muted hint">{t("branches.cost")}</span>
        <button class="btn" aria-expanded={open === "tag"} onClick={() => setOpen(open === "tag" ? "" : "tag")}>{t("branches.tag")}</button>
        <button class="btn" aria-expanded={open === "fork"} onClick={() => setOpen(open === "fork" ? "" : "fork")}>{t("branches.fork")}</button>
      </header>
      {open && <Naming key={open} what={open} close={() => setOpen("")} />}
      {narrow ? <Upright tree={tree} line={line} lines={lines} /> : <Tree tree={tree} lines={lines} />}
      <Heads tree={tree} />
      <Tags tree={tree} />
      <Compare tree={tree} />
    </div>
  );
}

function useNarrow(): boolean {
  const [narrow, set] = useState(NARROW.matches);
  useEffect(() => {
    const note = () => set(NARROW.matches);
    NARROW.addEventListener("change", note);
    return () => NARROW.removeEventListener("change", note);
  }, []);
  return narrow;
}
