// Two texts compared in words; what both say in passing is taken into the difference, so that it reads as phrases.
export type Side = "both" | "one" | "other";
export interface Piece { side: Side; text: string }

const MOST = 1500;
const SHORT = 3;

/** The words of a text, with the space and the marks between them; Han characters one by one. */
export function words(text: string): string[] {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}'’]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

export function compare(one: string, other: string): Piece[] {
  const [a, b] = [words(one).slice(0, MOST), words(other).slice(0, MOST)];
  return joined(merged(raw(a, b)));
}

/** The longest common run of words, by the table of lengths. */
function raw(a: string[], b: string[]): Piece[] {
  const wide = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * wide + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * wide + j + 1] as number) + 1
          : Math.max(lengths[(i + 1) * wide + j] as number, lengths[i * wide + j + 1] as number);
    }
  }
  const found: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push({ side: "both", text: a[i] as string });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && (lengths[(i + 1) * wide + j] as number) >= (lengths[i * wide + j + 1] as number))) {
      found.push({ side: "one", text: a[i] as string });
      i += 1;
    } else {
      found.push({ side: "other", text: b[j] as string });
      j += 1;
    }
  }
  return found;
}

/** A run of few common words between differences belongs to the difference. */
function merged(pieces: Piece[]): Piece[] {
  const found: Piece[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    if (piece.side !== "both") {
      found.push(piece);
      at += 1;
      continue;
    }
    let end = at;
    while (end < pieces.length && (pieces[end] as Piece).side === "both") end += 1;
    const run = pieces.slice(at, end);
    const real = run.filter((one) => /[\p{L}\p{N}]/u.test(one.text)).length;
    const isBetween = at > 0 && end < pieces.length;
    if (isBetween && real < SHORT) {
      for (const one of run) found.push({ side: "one", text: one.text }, { side: "other", text: one.text });
    } else found.push(...run);
    at = end;
  }
  return found;
}

function joined(pieces: Piece[]): Piece[] {
  const sides: Piece[] = [];
  let [one, other] = ["", ""];
  const flush = () => {
    if (one) sides.push({ side: "one", text: one });
    if (other) sides.push({ side: "other", text: other });
    [one, other] = ["", ""];
  };
  for (const piece of pieces) {
    if (piece.side === "one") one += piece.text;
    else if (piece.side === "other") other += piece.text;
    else {
      flush();
      const last = sides[sides.length - 1];
      if (last?.side === "both") last.text += piece.text;
      else sides.push({ ...piece });
    }
  }
  flush();
  return sides;
}
