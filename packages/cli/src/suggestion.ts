/** The end of a sentence about a word nobody knows: the one that was meant, where there is one. */
export async function suggest(
  word: string,
  candidates: readonly string[],
  prefix: string,
): Promise<string> {
  // Loaded only now: the server is large, and `latchkey help` should not wait for it.
  const { nearest } = await import("@latchkey/server");
  const guess = nearest(word, candidates);
  return guess === undefined ? "." : `: did you mean ${prefix}${guess}?`;
}
