// Where one is: story, view, branch, turn, and what a view adds. All of it stands in the address.
import { computed, signal } from "@preact/signals";

export const VIEWS = ["story", "graph", "branches", "entities", "context", "work"] as const;
export type View = (typeof VIEWS)[number];

export interface Address {
  story: string;
  view: View;
  /** What a view shows one of: the id of an entity. */
  one: string;
  branch: string;
  /** The turn as of which all is shown; null for now, which moves on with the story. */
  turn: number | null;
  more: Record<string, string>;
}

export function parse(path: string, search: string): Address {
  const [, root, story = "", view = "", one = ""] = path.split("/");
  const query = new URLSearchParams(search);
  const turn = Number(query.get("turn"));
  const more: Record<string, string> = {};
  for (const [name, value] of query) if (name !== "turn" && name !== "branch") more[name] = value;
  return {
    story: root === "s" ? decoded(story) : "",
    view: (VIEWS as readonly string[]).includes(view) ? (view as View) : "story",
    one: decoded(one),
    branch: query.get("branch") ?? "",
    turn: Number.isInteger(turn) && turn > 0 ? turn : null,
    more,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function spelled(place: Address): string {
  if (!place.story) return "/";
  const query = new URLSearchParams();
  if (place.branch) query.set("branch", place.branch);
  if (place.turn !== null) query.set("turn", String(place.turn));
  for (const [name, value] of Object.entries(place.more)) if (value) query.set(name, value);
  const asked = query.toString();
  const one = place.one ? `/${encodeURIComponent(place.one)}` : "";
  return `/s/${encodeURIComponent(place.story)}/${place.view}${one}${asked ? `?${asked}` : ""}`;
}

export const address = signal<Address>(parse(location.pathname, location.search));

export type Move = Partial<Omit<Address, "more">> & { more?: Record<string, string> };

/** The address after a move. Another view, story or branch lets go of what the view had added. */
export function moved(move: Move): Address {
  const now = address.value;
  const isElsewhere =
    (move.story !== undefined && move.story !== now.story) || (move.view !== undefined && move.view !== now.view);
  const more = isElsewhere ? (move.more ?? {}) : { ...now.more, ...move.more };
  return { ...now, ...(isElsewhere ? { one: "" } : {}), ...move, more };
}

export function go(move: Move, how: "push" | "replace" = "push"): void {
  const next = moved(move);
  const text = spelled(next);
  if (text !== location.pathname + location.search) {
    history[how === "push" ? "pushState" : "replaceState"](null, "", text);
  }
  address.value = next;
}

addEventListener("popstate", () => {
  address.value = parse(location.pathname, location.search);
});

/** Props for a link that moves within the panel and still opens in a new tab. */
export function link(move: Move): { href: string; onClick: (event: MouseEvent) => void } {
  return {
    href: spelled(moved(move)),
    onClick: (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      go(move);
    },
  };
}

export const story = computed(() => address.value.story);
export const branch = computed(() => address.value.branch);
