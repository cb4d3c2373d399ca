// The colours and faces of the page, read from its tokens once a theme.
import type { Sign } from "../parts/signs";

export interface Colours {
  paper: string; ink: string; ink2: string; muted: string; accent: string;
  kind(name: string): string;
  sign(one: Sign): string;
  side(one: "one" | "other"): string;
  sans(lang: string): string;
  serif(lang: string): string;
}

const KINDS = ["character", "group", "faction", "organization", "place", "item", "concept", "event"];

export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const kinds = new Map(KINDS.map((kind) => [kind, token(`k-${kind}`)]));
  const signs: Record<Sign, string> = { warm: token("pos"), hostile: token("neg"), neutral: token("neu") };
  const faces = { sans: token("sans"), zh: token("sans-zh"), serif: token("serif"), serifZh: token("serif-zh") };
  return {
    paper: token("paper"),
    ink: token("ink"),
    ink2: token("ink-2"),
    muted: token("ink-3"),
    accent: token("accent"),
    kind: (name) => kinds.get(name) ?? token("k-concept"),
    sign: (one) => signs[one],
    side: (one) => (one === "one" ? signs.warm : signs.hostile),
    sans: (lang) => (lang === "zh" ? faces.zh : faces.sans),
    serif: (lang) => (lang === "zh" ? faces.serifZh : faces.serif),
  };
}
