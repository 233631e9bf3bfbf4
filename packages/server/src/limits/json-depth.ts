/**
 * More levels than any value of the setting `limits.request.json_depth` allows, and few enough for recursive code:
 * `JSON.stringify`, our own functions, the JSON types of databases.
 */
export const MAX_JSON_DEPTH = 512;

/** The value of a JSON text; undefined for a text that is not JSON or nests deeper than MAX_JSON_DEPTH. */
export function parseJson(text: string): unknown {
  if (nestsDeeperThan(MAX_JSON_DEPTH, text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value that JSON.parse returned is an object, and neither a list nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a JSON text has more than `limit` lists and objects inside one another. Brackets in strings do not count. */
export function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        quoted = !quoted;
        break;
      case BACKSLASH:
        if (quoted) at += 1;
        break;
      case LIST_OPENS:
      case OBJECT_OPENS:
        if (!quoted) depth += 1;
        if (depth > limit) return true;
        break;
      case LIST_CLOSES:
      case OBJECT_CLOSES:
        if (!quoted) depth -= 1;
        break;
    }
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST_OPENS = 0x5b;
const LIST_CLOSES = 0x5d;
const OBJECT_OPENS = 0x7b;
const OBJECT_CLOSES = 0x7d;
