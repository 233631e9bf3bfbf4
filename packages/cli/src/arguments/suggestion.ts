/** Ends an error message about an unknown word with the closest known one, if there is any. */
export async function suggest(
  word: string,
  candidates: readonly string[],
  prefix: string,
): Promise<string> {
  // Loaded on demand: the server is large, and `latchkey help` does not need it.
  const { nearest } = await import("@latchkey/server");
  const guess = nearest(word, candidates);
  return guess === undefined ? "." : `: did you mean ${prefix}${guess}?`;
}
