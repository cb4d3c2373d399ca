// The interface's words, in the language that was chosen; independent of the story's language.
import { effect, signal } from "@preact/signals";
import { en, type Key } from "./en";
import { zh } from "./zh";

export type Language = "en" | "zh";
export type Theme = "light" | "dark";

const TABLES: Record<Language, Record<Key, string>> = { en, zh };

function stored(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

export const language = signal<Language>(
  (stored("fabula-language") || (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en")) === "zh" ? "zh" : "en",
);
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
export const theme = signal<Theme>(
  (stored("fabula-theme") || (prefersDark.matches ? "dark" : "light")) === "dark" ? "dark" : "light",
);

effect(() => {
  document.documentElement.lang = language.value === "zh" ? "zh-CN" : "en";
});
effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

export function choose(what: "fabula-language" | "fabula-theme", value: string): void {
  try {
    localStorage.setItem(what, value);
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  if (what === "fabula-language") language.value = value as Language;
  else theme.value = value as Theme;
}

/** What is said under a key, with its gaps filled in; text, never markup. */
export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  const said = TABLES[language.value][key];
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => String(gaps[name] ?? whole));
}

/** The words under a key made of parts, or what it is made for where nobody has words for it. */
export function tOr(key: string, otherwise: string, gaps: Record<string, string | number> = {}): string {
  return key in TABLES[language.value] ? t(key as Key, gaps) : otherwise;
}

const HAN = /\p{Script=Han}/u;

/** The language that a text of the story is set in. */
export function langOf(text: string): "zh" | "en" {
  return HAN.test(text.slice(0, 400)) ? "zh" : "en";
}

const PREDICATES_ZH: Record<string, string> = {
  advances: "推进", age: "年龄", ally_of: "盟友", appearance: "外貌", background: "背景", birthday: "生日",
  birthplace: "出生地", clothing: "衣着", color: "颜色", contradicts: "相矛盾", divorced_from: "已分开",
  enemy_of: "仇敌", evolves: "发展自", eye_color: "眼睛颜色", gender: "性别", goal: "目标", hair: "头发",
  hair_color: "头发颜色", health: "健康", height: "身高", held_by: "在其手中", hometown: "家乡", involved_in: "有关",
  located_in: "所在", material: "材质", member_of: "属于", mood: "心情", occupation: "职业", occurred_at: "发生在",
  parent_of: "父母", personality: "性格", price: "价格", related: "有关", role_held_by: "担任者", sibling_of: "同胞",
  skin_color: "肤色", species: "种族", spouse_of: "夫妻", status: "状况", sworn_sibling_of: "结拜",
  temporal_update: "后来的状态", title: "头衔", updates: "更新", trusts: "信任", distrusts: "不信任", loves: "爱",
  hates: "恨", knows: "认识", fears: "惧怕", friend_of: "朋友", serves: "效力", owns: "拥有",
};

/** A predicate as a person reads it: `held_by` is “held by”. */
export function predicate(name: string): string {
  const [own = "", attribute] = name.split("#");
  const plain = own.replace(/_/g, " ");
  const said = language.value === "zh" && Object.hasOwn(PREDICATES_ZH, own) ? (PREDICATES_ZH[own] as string) : plain;
  return attribute ? `${said} · ${attribute.replace(/_/g, " ")}` : said;
}

/** Names one after another, with what stands between them in the language of the interface. */
export function listed(names: readonly string[]): string {
  return names.join(language.value === "zh" ? "、" : ", ");
}

export function count(n: number): string {
  return n.toLocaleString(language.value === "zh" ? "zh-CN" : "en");
}
