const exact = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Units by their length in seconds. */
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `2 Mar 2026, 14:05:09 CET`: in the time zone of the browser, which it names. */
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

/** The time of day, and the day unless it is that of `now`. */
export function formatMoment(time: string, now: Date): string {
  const at = new Date(time);
  const isToday = at.toDateString() === now.toDateString();
  return isToday ? formatClock(time) : `${day.format(at)}, ${formatClock(time)}`;
}
