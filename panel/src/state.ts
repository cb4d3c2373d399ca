// What all views share: the stories, the line one stands on, the turn one looks at, and what was done last.
import { batch, computed, effect, signal } from "@preact/signals";
import { address, go } from "./address";
import { get, ofStory, post, Refused, rows, version } from "./api";
import { listen, type Happening } from "./events";
import type { Act, Branches, Job, LineOfTurns, Pulse, StoryRow } from "./shapes";
import { saidOf } from "./words/refusals";

export const stories = signal<StoryRow[] | null>(null);
export const pulse = signal<Pulse | null>(null);
export const branches = signal<Branches | null>(null);
export const jobs = signal<Job[]>([]);
export const trouble = signal<Refused | null>(null);

/** The turn under a slider that is being dragged. */
export const sliding = signal<number | null>(null);
export const playing = signal(false);
/** Whether playing stops at each turn in which something ended. */
export const pausing = signal(localStorageOr("fabula-pause", "") === "yes");
/** The fact that one has picked in the text or the margin. */
export const picked = signal("");

export const now = computed(() => pulse.value?.turns ?? 0);
export const at = computed(() => {
  const wanted = sliding.value ?? address.value.turn ?? now.value;
  return now.value ? Math.min(wanted, now.value) : 0;
});
/** Whether the words stand and what was made of them is still awaited: the first view of a long story takes its time. */
export const isAwaited = computed(() => now.value > 0 && !pulse.value?.opened.length);
export const isPast = computed(() => at.value < now.value);
/** The branch by name, even where the address leaves it open. */
export const onBranch = computed(() => address.value.branch || pulse.value?.branch || branches.value?.start || "");

/** The parameters that every question about the story takes. */
export const place = computed(() => ({ branch: address.value.branch }));
export const placed = computed(() => ({ branch: address.value.branch, as_of: isPast.value ? String(at.value) : "" }));

// what can be taken back

export interface Done { said: string; undo: () => Promise<unknown> }
export const done = signal<Done | null>(null);
export const failed = signal("");

/** Does an act of the author and offers to undo it. A refusal is told where the strip is. */
export async function act(path: string, body: Record<string, unknown>, said: string): Promise<boolean> {
  const story = address.value.story;
  const where = { branch: address.value.branch };
  return attempt(async () => {
    const made = await post<{ act: Act }>(ofStory(story, path), body, where);
    const undo = () => post(ofStory(story, "/undo"), { act: made.act.id }, where);
    done.value = { said, undo };
  });
}

/** Does something that the server may refuse; says what it said, and has everything asked for again. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  failed.value = "";
  try {
    await work();
    version.value += 1;
    return true;
  } catch (error) {
    failed.value = saidOf(error);
    return false;
  }
}

// keeping up

export async function refreshStories(): Promise<void> {
  try {
    stories.value = await rows<StoryRow>("/stories", "stories");
    trouble.value = null;
  } catch (error) {
    if (error instanceof Refused) trouble.value = error;
  }
}

let asked = 0;

/** How long the line is comes first, so that the words can be asked for and read; then each turn; then what was made of them. */
async function refreshLine(story: string, branch: string): Promise<void> {
  const mine = (asked += 1);
  const isOld = () => mine !== asked;
  try {
    const here = pulse.peek();
    if (!here || (branch && here.branch !== branch)) {
      const brief = await get<LineOfTurns>(ofStory(story, "/line"), { branch, brief: true });
      if (isOld()) return;
      stand(brief);
      // Whoever asks for the words asks now: the server answers one after another.
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (isOld()) return;
    }
    const line = await get<LineOfTurns>(ofStory(story, "/line"), { branch });
    if (isOld()) return;
    stand(line);
    const tree = await get<Branches>(ofStory(story, "/branches"), { branch });
    if (isOld()) return;
    branches.value = tree;
    void refreshJobs(story);
    const beat = await get<Pick<Pulse, "opened" | "closed" | "scenes">>(ofStory(story, "/pulse"), { branch });
    if (isOld() || !pulse.value) return;
    pulse.value = { ...pulse.value, ...beat, turns: pulse.value.turns };
  } catch (error) {
    if (!isOld() && error instanceof Refused) trouble.value = error;
  }
}

function stand(line: LineOfTurns): void {
  const before = pulse.peek()?.branch === line.branch ? pulse.peek() : null;
  batch(() => {
    pulse.value = { ...line, opened: before?.opened ?? [], closed: before?.closed ?? [], scenes: before?.scenes ?? [] };
    trouble.value = null;
  });
}

async function refreshJobs(story: string): Promise<void> {
  try {
    jobs.value = (await get<{ jobs: Job[] }>(ofStory(story, "/jobs"))).jobs;
  } catch {
    // Jobs are shown where they are known; their story's own answer says what is wrong.
  }
}

let stop = () => {};
let waiting = 0;

function heard(story: string, one: Happening): void {
  if (one.kind === "job") {
    void refreshJobs(story);
    return;
  }
  if (one.kind === "listening") return;
  // A turn comes as several events: one look afterwards sees all of them.
  clearTimeout(waiting);
  waiting = setTimeout(() => (version.value += 1), 60) as unknown as number;
}

/** Keeps everything up to date with the address and the server. Called once. */
export function keepUp(): void {
  const where = computed(() => `${address.value.story}\n${address.value.branch}`);
  let listening = "";
  effect(() => {
    void version.value;
    void refreshStories();
  });
  effect(() => {
    const [story = "", branch = ""] = where.value.split("\n");
    void version.value;
    if (story) void refreshLine(story, branch);
  });
  effect(() => {
    const [story = ""] = where.value.split("\n");
    if (story === listening) return;
    listening = story;
    stop();
    batch(() => {
      pulse.value = null;
      branches.value = null;
      jobs.value = [];
      done.value = null;
    });
    if (!story) return;
    stop = listen(story, (one) => heard(story, one));
  });
  effect(() => {
    // At the root one lands in the first story, if there is one.
    const first = stories.value?.[0];
    if (!address.value.story && first) go({ story: first.name, view: "story" }, "replace");
  });
  effect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => {
      const next = at.peek() + 1;
      if (next > now.peek()) playing.value = false;
      else go({ turn: next === now.peek() ? null : next }, "replace");
      const ended = pulse.peek()?.closed[next - 1] ?? 0;
      if (next >= now.peek() || (pausing.peek() && ended > 0)) playing.value = false;
    }, 700);
    return () => clearInterval(timer);
  });
}

export function pauseOnChange(wanted: boolean): void {
  pausing.value = wanted;
  try {
    localStorage.setItem("fabula-pause", wanted ? "yes" : "");
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

function localStorageOr(name: string, otherwise: string): string {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function play(): void {
  if (!playing.value && at.value >= now.value) go({ turn: 1 }, "replace");
  playing.value = !playing.value;
}

export function look(turn: number): void {
  const wanted = Math.max(1, Math.min(turn, now.value));
  go({ turn: wanted >= now.value ? null : wanted }, "replace");
}
