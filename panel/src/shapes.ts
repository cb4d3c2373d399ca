// The shapes that the server answers with, as far as the panel reads them.
export interface End { id: string; name: string }
export interface Evidence { turn: string; number: number; quote: string; start: number; end: number; act: string }
export interface Fact {
  id: string; phrase: string; subject: End; predicate: string; object: End | null; value: string;
  standing: "current" | "superseded" | "ended" | "past"; opened: number; opened_turn: string;
  closed: number | null; closed_turn: string; holder: End | null; modality: string;
  strength: number | null; confidence: number | null; story_time: string;
  by_author: boolean; locked: boolean; pinned: boolean; evidence: Evidence[];
}
export interface Entity {
  id: string; uuid: string; name: string; kind: string; aliases: string[]; labels: string[]; summary: string;
  first_seen: number; last_seen: number;
}
export interface GraphEntity extends Entity { degree: number; in_focus: boolean }
export type Side = "one" | "other";
export interface Sided { side: Side | "both"; fact: Fact }
export interface Standpoint { name: string; turn: number; id: string }
export interface Together {
  one: Standpoint; other: Standpoint; entities: (GraphEntity & { side: Side | "both" })[]; relations: Sided[]; values: Sided[];
  left_out: number;
}
export interface Graph { turn: number; entities: GraphEntity[]; relations: Fact[]; values: Fact[]; left_out: number }
export interface Turn {
  number: number; id: string; parent: string; role: string; speaker: string; text: string; sent_at: string;
  present: string[] | null; purged: boolean; status?: string;
}
export interface LineTurn extends Turn { version: number; versions: number; branches: string[]; tags: string[] }
export interface Reply { id: string; parent: string; role: string; speaker: string; text: string }
export interface Passage { last: number; turns: LineTurn[]; provisional: Reply[] }
export interface Margin { last: number; facts: Fact[]; proposals: Proposal[] }
export interface Proposal {
  id: string; number: number; subject: End; predicate: string; said: string; effect: "opens" | "ends" | "takes_back";
  phrase: string; evidence: Evidence[]; against: Fact[];
}
export interface Scene { turn: number; place: string; time: string; present: string[] }
export interface LineOfTurns {
  story: string; branch: string; turns: number; statuses: string[]; versions: number[]; tags: Record<string, number>;
}
export interface Pulse extends LineOfTurns { opened: number[]; closed: number[]; scenes: Scene[] }
export interface Moment {
  turn: number; present: End[]; place: End | null; time: string; entities: number; kinds: Record<string, number>;
}
export interface StoryRow {
  name: string; created: string; branch: string; branches: string[]; joined_into: string; provisional: boolean; version: number;
}
export interface Offshoot { name: string; turns: number; head: string | null; leaves: string; after: number }
export interface Branches { start: string; branches: Offshoot[]; tags: Record<string, Turn> }
export interface Knowledge { turn: number; knows: Fact[]; cannot: Fact[]; known: number; unknown: number }
export interface Found { entities: Entity[]; facts: Fact[]; turns: Turn[] }
export interface Reason { lane: string; score: number; words: string[] }
export interface Considered {
  kind: string; id: string; section: string; score: number; rank: number; clipped: boolean; why: string;
  text: string; turn: string; number: number; speaker: string; reasons: Reason[];
}
export interface Receipt {
  cue: string; turn: string; number: number; epoch: number; visible: number; scope: Record<string, unknown>;
  counter: string; budget: number; used: number;
}
export interface Explained {
  text?: string; stable: string; volatile: string; tokens: number; receipt: Receipt; status?: string;
  starts?: string[]; kept: Considered[]; cut: Considered[];
}
export interface ReceiptRow {
  number: number; at: string; branch: string; turn: string; turn_number: number; cue: string; budget: number; used: number;
}
export interface Usage { calls: number; tokens: number; prompt: number; completion: number; cached: number }
export interface Reading {
  number: number; turn: string; status: string; extractor: string; claims: number;
  refused: { item: string; reason: string }[]; usage: Usage; attempts: number; reason: string;
}
export interface Status { turns: Reading[]; statuses: Record<string, number>; usage: { total: Usage; by_task: Record<string, Usage>; by_extractor: Record<string, Usage> } }
export interface Act {
  seq: number; id: string; kind: string; scope: string; turn: string; payload: Record<string, unknown>;
  by: string; at: string; stands: boolean;
}
export interface Job {
  id: string; kind: string; story: string; branch: string; state: string; stopping: boolean; done: number; of: number;
  report: Record<string, unknown> | null; error: { code: string; message: string } | null;
}
export interface Health {
  status: string; version: string; store: { ok: boolean }; jobs: Record<string, number | boolean>;
  parts: Record<string, Record<string, unknown>>;
}
export interface Comparison {
  one: { name: string; turn: number; id: string }; other: { name: string; turn: number; id: string }; same: boolean;
  different: { one: Fact; other: Fact }[]; only_one: Fact[]; only_other: Fact[];
  entities_only_one: Entity[]; entities_only_other: Entity[]; entities_different: { one: Entity; other: Entity }[];
}
export interface Problems {
  turn: number; contradictions: Fact[][];
  proposals: Proposal[];
  problems: { number: number; about: string; reason: string }[];
}
export interface Texts { texts: number; present: number; stale: number; missing: number }
export interface Vectors {
  status: "ok" | "degraded" | "off"; embedder: string; recorded: string; texts: Record<string, Texts>; said: string;
  index: string; bytes: number;
}
export interface Value<T> { value: T; source: string }
export interface KeySet { is_set: boolean; source: string }
export interface Settings {
  may_change: boolean; is_changed: boolean;
  reader: {
    name: Value<string>; url: Value<string>; key: KeySet; form: Value<string>;
    timeout: Value<number>; max_calls: Value<number>; max_tokens: Value<number>;
  };
  embedder: { use: Value<string>; name: Value<string>; url: Value<string>; key: KeySet };
  upstream: { url: Value<string>; key: KeySet } | null;
}
/** What came of trying a connection. */
export interface Trial { code: string; said: string; models: string[]; seconds: number; space: string; dims: number }
