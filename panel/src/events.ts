// Hearing of what happens to a story: server-sent events, read from a stream so that the token can be sent.
import { signal } from "@preact/signals";
import { headers, ofStory, tokenWanted, url } from "./api";

export interface Happening { id: string; kind: string; data: Record<string, unknown> }

export type Connection = { state: "off" | "live" } | { state: "lost"; since: Date };
export const connection = signal<Connection>({ state: "off" });

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Listens to a story until the returned function is called; after a break it catches up from where it was. */
export function listen(story: string, tell: (happening: Happening) => void): () => void {
  const abort = new AbortController();
  void run(story, tell, abort.signal);
  return () => abort.abort();
}

async function run(story: string, tell: (happening: Happening) => void, abort: AbortSignal): Promise<void> {
  let last = "";
  let wait = FIRST_WAIT;
  while (!abort.aborted) {
    try {
      const more = last ? { "Last-Event-ID": last } : undefined;
      const response = await fetch(url(ofStory(story, "/events")), { headers: headers(more), signal: abort });
      if (response.status === 401) tokenWanted.value = true;
      if (response.ok && response.body) {
        connection.value = { state: "live" };
        wait = FIRST_WAIT;
        for await (const one of happenings(response.body)) {
          last = one.id || last;
          tell(one);
        }
      }
    } catch {
      // The connection broke, or was never made: both are said below, and tried again.
    }
    if (abort.aborted) return;
    if (connection.value.state !== "lost") connection.value = { state: "lost", since: new Date() };
    await pause(wait, abort);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function pause(ms: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    abort.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

export async function* happenings(body: ReadableStream<Uint8Array>): AsyncGenerator<Happening> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value.replace(/\r\n?/g, "\n");
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const one = happening(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (one) yield one;
    }
  }
}

function happening(block: string): Happening | null {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) fields[line.slice(0, at)] = line.slice(at + 1).trimStart();
  }
  if (!fields.event) return null;
  return { id: fields.id ?? "", kind: fields.event, data: JSON.parse(fields.data || "{}") };
}
