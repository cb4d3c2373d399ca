// What is under the pointer or the keyboard, in short; never over what it speaks of.
import { useEffect, useRef } from "preact/hooks";
import { span } from "../parts/facts";
import { FactGlyph, KindGlyph } from "../parts/glyphs";
import { Quote, Told } from "../parts/texts";
import { t, tOr } from "../words/words";
import type { Picture } from "./canvas";
import type { Line, Node } from "./model";

export interface Hover { node: Node | null; line: Line | null }

const AWAY = 34;

export function Popover({ hover, picture }: { hover: Hover; picture: { current: Picture | null } }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = box.current;
    const own = picture.current;
    if (!node || !own || !(hover.node || hover.line)) return;
    const spot = hover.node ? { x: hover.node.fx, y: hover.node.fy } : own.middle(hover.line as Line);
    const { x, y } = own.screen(spot.x, spot.y);
    const frame = (node.parentElement as HTMLElement).getBoundingClientRect();
    const isRoomRight = x + AWAY + node.offsetWidth <= frame.width;
    const isRoomLeft = x - AWAY - node.offsetWidth >= 0;
    const left = isRoomRight ? x + AWAY : isRoomLeft ? x - AWAY - node.offsetWidth : (frame.width - node.offsetWidth) / 2;
    const beside = Math.min(Math.max(y - node.offsetHeight / 2, 8), frame.height - node.offsetHeight - 8);
    const above = y - AWAY - node.offsetHeight;
    const top = isRoomRight || isRoomLeft ? beside : above >= 8 ? above : y + AWAY;
    node.style.transform = `translate(${Math.max(left, 8)}px, ${top}px)`;
  }, [hover]);
  if (!hover.node && !hover.line) return null;
  return (
    <div class="pop" ref={box} role="tooltip">
      {hover.line ? <OfLine line={hover.line} /> : hover.node && <OfNode node={hover.node} />}
    </div>
  );
}

function OfLine({ line }: { line: Line }) {
  const quote = line.fact.evidence.at(-1)?.quote;
  return (
    <>
      <FactGlyph fact={line.fact} ended={line.ended} /> <Told as="b">{line.fact.phrase}</Told>
      {quote && <Quote text={quote} />}
      <p class="muted small">{span(line.fact)}</p>
    </>
  );
}

function OfNode({ node }: { node: Node }) {
  return (
    <>
      <KindGlyph kind={node.kind} filled={node.present} /> <Told as="b">{node.entity.name}</Told>
      <p class="muted small">
        {tOr(`kind.one.${node.kind}`, node.kind)} · {t("graph.first", { n: node.first })}
      </p>
    </>
  );
}
