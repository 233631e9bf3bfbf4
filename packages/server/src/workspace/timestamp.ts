/** RFC 3339: formats unix seconds. */
export function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
