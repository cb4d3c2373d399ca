// Small drawings: kinds have shapes, relations have lines, statuses have marks. Colour only repeats them.
import type { ComponentChildren } from "preact";
import type { View } from "../address";
import type { Fact } from "../shapes";
import { signOf } from "./signs";

export function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      {children}
    </svg>
  );
}

const PATHS: Record<View, string> = {
  story: "M3 4.5c2.6-.9 5-.6 7 .8 2-1.4 4.4-1.7 7-.8v11c-2.6-.9-5-.6-7 .8-2-1.4-4.4-1.7-7-.8zM10 5.3v11",
  graph: "M6.3 6.2l7.2-1M5.6 7.4l3 6.2M14.2 6.6l-3.6 7M3 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0M13.400 5a1.800 1.800 0 1 0 3.600 0 1.800 1.800 0 0 0-3.600 0M7.600 15.500a2 2 0 1 0 4 0 2 2 0 0 0-4 0",
  branches: "M4 3v14M4 14c0-3 2-4 5-4.500s4-1.500 4-3M4 17c2-1 6-1 9-1.500M12 4.500a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0M13.500 15a1.500 1.500 0 1 0 3 0 1.500 1.500 0 0 0-3 0",
  entities: "M4 16c0-3 1.500-4.500 4-4.500s4 1.500 4 4.500M5.300 6.800a2.700 2.700 0 1 0 5.400 0 2.700 2.700 0 0 0-5.400 0M14 7h3.500M14 10.500h3.500M14 14h3.500",
  context: "M3 5h14M3 8.500h14M3 12h9M3 15.500h3M8 15.500h2M12 15.500h2",
  work: "M3 16.500h14M5 16v-4M8.300 16V8M11.600 16v-6M15 16V5",
};

export function ViewIcon({ view }: { view: View }) {
  return (
    <Icon>
      <path d={PATHS[view]} />
    </Icon>
  );
}

export function Triangle() {
  return (
    <svg viewBox="0 0 12 12" class="tri" aria-hidden="true">
      <path d="M6 1l5.500 10H.5z" />
    </svg>
  );
}

/** The shape of a kind; filled for who is in the scene. */
export function KindGlyph({ kind, filled = false }: { kind: string; filled?: boolean }) {
  return (
    <svg class={`g k-${kind}`} viewBox="0 0 14 14" aria-hidden="true" fill={filled ? "currentColor" : "none"}>
      {shapeOf(kind, filled)}
    </svg>
  );
}

function shapeOf(kind: string, filled: boolean) {
  const line = { stroke: "currentColor", "stroke-width": 1.6 } as const;
  switch (kind) {
    case "group":
      return (
        <>
          <circle cx="7" cy="7" r="5.600" {...line} />
          <circle cx="7" cy="7" r="2.600" {...line} />
        </>
      );
    case "faction":
      return <path d="M4 1.800h6l3 5.200-3 5.200H4L1 7z" {...line} />;
    case "organization":
      return <path d="M4 1.800h6l3 5.200-3 5.200H4L1 7zM4.500 7h5" {...line} />;
    case "place":
      return <rect x="2" y="2" width="10" height="10" rx="1" {...line} />;
    case "item":
      return <path d="M7 1l6 6-6 6-6-6z" {...line} />;
    case "concept":
      return <path d="M7 1.500l5.800 10.500H1.200z" {...line} />;
    case "event":
      return <rect x="1" y="4" width="12" height="6" rx="3" {...line} />;
    default:
      return <circle cx="7" cy="7" r={filled ? 6 : 5.300} {...line} />;
  }
}

/** The line of a relation, or the box of an attribute. */
export function FactGlyph({ fact, ended = false }: { fact: Fact; ended?: boolean }) {
  const sign = ended ? "ended" : signOf(fact);
  return (
    <svg class={`g l-${sign}`} viewBox="0 0 18 14" aria-hidden="true">
      {fact.object ? (
        <path d="M1 7h16" />
      ) : (
        <path d="M3 3.500h12M3 7h12M3 10.500h7" class="attr" />
      )}
    </svg>
  );
}
