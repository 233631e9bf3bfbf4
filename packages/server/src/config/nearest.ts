/** The candidate with the smallest edit distance to a word; undefined when none is closer than `least`. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  least = Math.ceil(word.length / 2),
): string | undefined {
  let best: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(word.length - candidate.length) >= least) continue; // The distance is at least the difference in length.
    const edits = distance(word, candidate);
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** The Levenshtein distance: the number of letters to insert, delete or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const change = at(row, column - 1) + (from[index] === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, at(row, column) + 1, at(next, column - 1) + 1));
    }
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
