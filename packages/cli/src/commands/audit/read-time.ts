import { parseDuration } from "@latchkey/api";

/** A time in RFC 3339, or a duration: so long before now, which is in milliseconds. Undefined where it is neither. */
export function readTime(text: string, now_ms: number): string | undefined {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return new Date(now_ms - seconds * 1000).toISOString();
  return /^\d{4}-\d\d-\d\dT\S+$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
