// Text of the story: always set as text, in the language that it is written in, whatever the interface speaks.
import { langOf } from "../words/words";

/** A run of the story's own words, in its own language and face. */
export function Told({ children, as: Tag = "span", class: more = "serif" }: {
  children: string; as?: "span" | "p" | "h1" | "h2" | "h3" | "b" | "bdi"; class?: string;
}) {
  return (
    <Tag class={more} lang={langOf(children)} dir="auto">
      {children}
    </Tag>
  );
}

export function Quote({ text }: { text: string }) {
  return (
    <blockquote class="q" lang={langOf(text)} dir="auto">
      {text}
    </blockquote>
  );
}
