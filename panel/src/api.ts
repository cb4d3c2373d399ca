// Asking the server: one function for questions, one for acts, one hook that keeps the last good answer.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

const TOKEN = "fabula-token";

/** Bumped whenever the story may have changed: every shown answer is asked for again. */
export const version = signal(0);
/** Whether the server wants a token that we do not have, or not the right one. */
export const tokenWanted = signal(false);

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryable = false,
  ) {
    super(message);
  }
}

export type Params = Record<string, string | number | boolean | string[] | null | undefined>;

export function token(): string {
  return sessionStorage.getItem(TOKEN) ?? "";
}

export function keepToken(given: string): void {
  sessionStorage.setItem(TOKEN, given);
  tokenWanted.value = false;
  version.value += 1;
}

export function headers(more: Record<string, string> = {}): Record<string, string> {
  return token() ? { ...more, Authorization: `Bearer ${token()}` } : more;
}

export function url(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const asked = query.toString();
  return `/api${path}${asked ? `?${asked}` : ""}`;
}

export function ofStory(story: string, path = ""): string {
  return `/stories/${encodeURIComponent(story)}${path}`;
}

async function answered<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  let said: { error?: { code: string; message: string; retryable: boolean } } = {};
  try {
    said = await response.json();
  } catch {
    // An answer that is no JSON says nothing that a person could use.
  }
  if (response.status === 401) tokenWanted.value = true;
  const error = said.error ?? { code: "internal", message: response.statusText, retryable: false };
  throw new Refused(response.status, error.code, error.message, error.retryable);
}

export async function get<T>(path: string, params: Params = {}, abort?: AbortSignal): Promise<T> {
  return answered<T>(await fetch(url(path, params), { headers: headers(), signal: abort ?? null }));
}

export async function post<T>(path: string, body: unknown, params: Params = {}): Promise<T> {
  const sent = body instanceof Blob ? body : JSON.stringify(body);
  const kind = body instanceof Blob ? "application/octet-stream" : "application/json";
  const how = { method: "POST", headers: headers({ "Content-Type": kind }), body: sent };
  return answered<T>(await fetch(url(path, params), how));
}

/** Every row of a list that comes in pages, up to a number of pages. */
export async function rows<T>(path: string, name: string, params: Params = {}, pages = 5): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = "";
  for (let page = 0; page < pages && cursor !== null; page += 1) {
    const part: Record<string, unknown> = await get(path, { limit: 1000, ...params, cursor });
    found.push(...((part[name] as T[]) ?? []));
    cursor = (part.next as string | null) ?? null;
  }
  return found;
}

interface Kept { version: number; data: unknown }
const kept = new Map<string, Kept>();
const MOST_KEPT = 400;

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, { version: version.value, data });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
}

/** What was answered before under exactly this question, and is still what the server would say. */
export function known<T>(path: string, params: Params = {}): T | undefined {
  const found = kept.get(url(path, params));
  return found && found.version === version.value ? (found.data as T) : undefined;
}

export interface Answer<T> {
  data: T | undefined;
  error: Refused | undefined;
  /** What is shown is of an earlier question or version, until the new answer stands. */
  stale: boolean;
}

/** The answer to a question; while a new one is awaited, the last good one. A null path asks nothing. */
export function useAnswer<T>(path: string | null, params: Params = {}, patience = 0): Answer<T> {
  const key = path === null ? "" : url(path, params);
  const wanted = version.value;
  const [shown, show] = useState<{ key: string; version: number; data?: T; error?: Refused }>({ key: "", version: -1 });
  const last = useRef(0);
  useEffect(() => {
    if (!key) return undefined;
    const before = kept.get(key);
    if (before?.version === wanted) {
      show({ key, version: wanted, data: before.data as T });
      return undefined;
    }
    const abort = new AbortController();
    // Whoever drags the slider asks for the place where it comes to rest.
    const isHurried = performance.now() - last.current < 200;
    last.current = performance.now();
    const timer = setTimeout(
      () => {
        get<T>(path as string, params, abort.signal).then(
          (data) => {
            keep(key, data);
            show({ key, version: wanted, data });
          },
          (error: unknown) => {
            if (abort.signal.aborted) return;
            const refused = error instanceof Refused ? error : new Refused(0, "offline", String(error), true);
            show((old) => ({ ...old, key, version: wanted, error: refused }));
          },
        );
      },
      isHurried ? Math.max(patience, 70) : patience,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, wanted]);
  const isFresh = shown.key === key && shown.version === wanted;
  const instant = key && !isFresh ? kept.get(key) : undefined;
  if (instant?.version === wanted) return { data: instant.data as T, error: undefined, stale: false };
  if (!key) return { data: undefined, error: undefined, stale: false };
  return { data: shown.data, error: isFresh ? shown.error : undefined, stale: !isFresh };
}
