// What a fact is drawn as: warm, hostile or neutral; with a direction or without.
import type { Fact } from "../shapes";

export type Sign = "warm" | "hostile" | "neutral";

const WARM = new Set([
  "ally_of", "sibling_of", "spouse_of", "sworn_sibling_of", "parent_of", "child_of", "friend_of", "trusts", "loves",
  "likes", "helps", "protects", "shelters", "raised", "keeps", "serves", "admires", "respects", "cares_for",
]);
const HOSTILE = new Set([
  "enemy_of", "divorced_from", "contradicts", "hates", "distrusts", "fears", "suspects", "killed", "hunts", "betrayed",
  "threatens", "attacks", "rival_of", "dislikes", "lied_to", "owes",
]);
const SYMMETRIC = new Set([
  "sibling_of", "spouse_of", "divorced_from", "ally_of", "enemy_of", "sworn_sibling_of", "related", "contradicts",
  "friend_of",
]);

const FAINT = 50;

/** By its strength where somebody said one, else by what the relation means. */
export function signOf(fact: Fact): Sign {
  if (fact.strength !== null) return fact.strength > FAINT ? "warm" : fact.strength < -FAINT ? "hostile" : "neutral";
  if (WARM.has(fact.predicate)) return "warm";
  return HOSTILE.has(fact.predicate) ? "hostile" : "neutral";
}

export function isSymmetric(fact: Fact): boolean {
  return SYMMETRIC.has(fact.predicate);
}

/** How strong a relation is, from 0 to 1; the middle where nobody said. */
export function weight(fact: Fact): number {
  return fact.strength === null ? 0.35 : Math.min(Math.abs(fact.strength) / 1000, 1);
}

/** Whether a version holds as of a turn. */
export function holdsAt(fact: Fact, turn: number): boolean {
  return fact.opened <= turn && (fact.closed === null || fact.closed > turn);
}

export function isCanon(fact: Fact): boolean {
  return fact.holder === null && fact.modality === "asserted";
}

/** The far end as a person reads it. */
export function far(fact: Fact): string {
  return fact.value || fact.object?.name || "";
}

/** What makes two versions speak of the same thing. */
export function slot(fact: Fact): string {
  return [fact.holder?.id ?? "", fact.modality, fact.subject.id, fact.predicate].join("|");
}
