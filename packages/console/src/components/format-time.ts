const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Units by their length in seconds. */
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `2 Mar 2026, 14:05:09`. */
export function formatExact(at: Date): string {
  return exact.format(at);
}

/** A number of seconds from now as words: `in 2 hours`, `3 days ago`. */
export function formatRelative(seconds: number): string {
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return seconds > 0 ? "in a moment" : "just now";
  const [name, length] = unit;
  return relative.format(Math.trunc(seconds / length), name);
}

/** The time of day, to the millisecond. */
export function formatClock(time: string): string {
  const at = new Date(time);
  const text = at.toLocaleTimeString("en-GB");
  return `${text}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}
