// What a turn made of memory: what it opened, changed and ended.
import type { Fact, Margin } from "../shapes";
import { far, slot } from "./signs";

export interface Note { how: "opened" | "changed" | "ended"; fact: Fact; before?: Fact }

/** What each turn opened, changed and ended. */
export function notesOf(passage: Margin | undefined): Map<number, Note[]> {
  const notes = new Map<number, Note[]>();
  const add = (turn: number, note: Note) => notes.set(turn, [...(notes.get(turn) ?? []), note]);
  const facts = passage?.facts ?? [];
  const replaced = new Set<string>();
  for (const fact of facts) {
    const before = facts.find(
      (one) => one.id !== fact.id && one.closed === fact.opened && one.opened <= fact.opened && slot(one) === slot(fact) &&
        !replaced.has(one.id) && far(one) !== far(fact),
    );
    if (before) replaced.add(before.id);
    add(fact.opened, before ? { how: "changed", fact, before } : { how: "opened", fact });
  }
  for (const fact of facts) {
    if (fact.closed !== null && !replaced.has(fact.id) && fact.closed !== fact.opened) {
      add(fact.closed, { how: "ended", fact });
    }
  }
  return notes;
}
