/** RFC 6749 appendix B: text as a form carries it. */

/** The text again. Undefined for an escape that is none, or not UTF-8. */
export function decodeFormText(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
