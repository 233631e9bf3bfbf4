/** Unix seconds as RFC 3339. */
export function formatTime(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString().replace(".000Z", "Z");
}
