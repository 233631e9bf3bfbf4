/** A time, told by how long ago it was; the exact one is in the title. */
export function Ago({ time }: { readonly time: string }) {
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || at.getTime() <= 0) return <>never</>;
  return (
    <time dateTime={time} title={exact.format(at)}>
      {ago((at.getTime() - Date.now()) / 1000)}
    </time>
  );
}

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** A distance in seconds as words: `in 2 hours`, `3 days ago`. */
export function ago(seconds: number): string {
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (unit === undefined) return seconds > 0 ? "in a moment" : "just now";
  const [name, length] = unit;
  return relative.format(Math.trunc(seconds / length), name);
}

/** A time of day to the millisecond, as steps of a flow need it. */
export function clock(time: string): string {
  const at = new Date(time);
  const text = at.toLocaleTimeString("en-GB");
  return `${text}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** Unix seconds, exactly and by distance. */
export function Moment({ seconds }: { readonly seconds: number }) {
  const at = new Date(seconds * 1000);
  return (
    <time dateTime={at.toISOString()}>
      {exact.format(at)} <span className="quiet">({ago(seconds - Date.now() / 1000)})</span>
    </time>
  );
}
