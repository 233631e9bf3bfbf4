/** RFC 3339: a moment in unix seconds, as the wire tells it. */
export function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
