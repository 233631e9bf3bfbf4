/** A list of words as its column holds it. */
export function joinWords(words: readonly string[]): string {
  return words.join(" ");
}

/** The list again. */
export function splitWords(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}
