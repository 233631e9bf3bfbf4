/** RFC 3339: unix seconds as responses write them. */
export function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
