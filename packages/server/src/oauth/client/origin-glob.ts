/** Wildcards in origins, matched without a regular expression: the time is bounded for every pattern and every text. */

/**
 * Whether a pattern covers a whole text. `*` stands for any characters but a dot, `**` for any characters, and every other
 * character for itself, in any case. The time grows with the length of the pattern times that of the text, at most.
 */
export function globMatches(pattern: string, text: string): boolean {
  const target = text.toLowerCase();
  // The lengths of the beginnings of the text that the parts so far can match, ascending.
  let ends: readonly number[] = [0];
  for (const part of pattern.toLowerCase().split(/(\*\*|\*)/)) {
    ends = endsAfter(part, target, ends);
    if (ends.length === 0) return false;
  }
  return ends.at(-1) === target.length;
}

function endsAfter(part: string, text: string, starts: readonly number[]): readonly number[] {
  if (part === "") return starts;
  if (part === "**") return reachable(text, starts, () => true);
  if (part === "*") return reachable(text, starts, (character) => character !== ".");
  return starts.filter((start) => text.startsWith(part, start)).map((start) => start + part.length);
}

/** Where a wildcard that stands for some characters can end, in one pass over the text. */
function reachable(
  text: string,
  starts: readonly number[],
  covers: (character: string) => boolean,
): readonly number[] {
  const begins = new Set(starts);
  const ends: number[] = [];
  let isReached = false;
  for (let at = starts[0] ?? 0; at <= text.length; at += 1) {
    isReached = begins.has(at) || (isReached && covers(text.charAt(at - 1)));
    if (isReached) ends.push(at);
  }
  return ends;
}
