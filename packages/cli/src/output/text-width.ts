/** Width in terminal columns: wide characters and emoji take two. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Replaces control characters: the text may be untrusted, and terminals interpret escape sequences. */
export function printable(text: string): string {
  return text.replaceAll(CONTROL, "\ufffd");
}

/** Escapes them as JSON does in strings, and YAML in double quotes: outside of strings, such text has only line feeds. */
export function escaped(text: string): string {
  return text.replaceAll(
    CONTROL,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether there are any. */
export function hasControls(text: string): boolean {
  return text.search(CONTROL) !== -1;
}

const ASCII = /^[\x20-\x7e]*$/;
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
// oxlint-disable-next-line no-control-regex -- Control characters are the target.
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
