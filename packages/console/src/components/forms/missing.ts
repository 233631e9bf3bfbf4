/** The sentence where a text that is required has not been entered; else undefined. */
export function missingText(text: string | null | undefined, sentence: string): string | undefined {
  return (text ?? "").trim() === "" ? sentence : undefined;
}
