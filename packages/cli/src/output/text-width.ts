import { escapeHidden, replaceHidden } from "@latchkey/api";

/** Width in terminal columns: wide characters and emoji take two. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Replaces what is hidden: the text may be untrusted, and terminals interpret escape sequences. */
export function printable(text: string): string {
  return inLines(text, (line) => replaceHidden(line, (hidden) => "\ufffd".repeat(hidden.length)));
}

/** Escapes it as JSON does in strings, and YAML in double quotes: outside of strings, such text has only line feeds. */
export function escaped(text: string): string {
  return inLines(text, escapeHidden);
}

/** Whether anything is. */
export function hasHidden(text: string): boolean {
  return escaped(text) !== text;
}

function inLines(text: string, change: (line: string) => string): string {
  return text.split("\n").map(change).join("\n");
}

const ASCII = /^[\x20-\x7e]*$/;
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
