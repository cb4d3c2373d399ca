// The words of a turn cut into paragraphs and marked runs, with the places where memory was made.
import type { Fact } from "../shapes";

export interface Run { text: string; facts: string[] }
export type Paragraph = Run[];

interface Span { start: number; end: number; fact: string }

/** The form that evidence counts in: NFC, line feeds alone, no outer white space; counted in code points. */
export function normal(text: string): string[] {
  return Array.from(text.replace(/\r\n?/g, "\n").normalize("NFC").trim());
}

/** A turn's words with the spans of the evidence of these facts that stand in it. */
export function paragraphs(text: string, turn: string, facts: Fact[]): Paragraph[] {
  const points = normal(text);
  const spans: Span[] = [];
  for (const fact of facts) {
    for (const piece of fact.evidence) {
      if (piece.turn === turn && !piece.act && piece.end > piece.start && piece.end <= points.length) {
        spans.push({ start: piece.start, end: piece.end, fact: fact.id });
      }
    }
  }
  const cuts = new Set([0, points.length]);
  for (const span of spans) cuts.add(span.start).add(span.end);
  const places = [...cuts].sort((one, other) => one - other);
  const made: Paragraph[] = [[]];
  for (let at = 0; at + 1 < places.length; at += 1) {
    const [start, end] = [places[at] as number, places[at + 1] as number];
    const over = spans.filter((span) => span.start <= start && span.end >= end).map((span) => span.fact);
    points.slice(start, end).join("").split(/\n+/).forEach((piece, index) => {
      if (index) made.push([]);
      if (piece) made[made.length - 1]?.push({ text: piece, facts: [...new Set(over)] });
    });
  }
  return made.filter((one) => one.length);
}
