import { formatExact, formatRelative } from "./format-time.ts";

/** A time relative to now; the exact time is its title. */
export function RelativeTime({ time }: { readonly time: string }) {
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || at.getTime() <= 0) return <>never</>;
  return (
    <time dateTime={time} title={formatExact(at)}>
      {formatRelative((at.getTime() - Date.now()) / 1000)}
    </time>
  );
}

/** The exact time of an event in the life of a record, with the relative one beside it. */
export function RecordTime({ time }: { readonly time: string }) {
  const seconds = Date.parse(time) / 1000;
  return seconds > 0 ? <ExactTime seconds={seconds} /> : <>never</>;
}

/** Unix seconds as an exact time, with the relative one beside it. */
export function ExactTime({ seconds }: { readonly seconds: number }) {
  const at = new Date(seconds * 1000);
  return (
    <time dateTime={at.toISOString()}>
      {formatExact(at)}{" "}
      <span className="quiet">({formatRelative(seconds - Date.now() / 1000)})</span>
    </time>
  );
}
