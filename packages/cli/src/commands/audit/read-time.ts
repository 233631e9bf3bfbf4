import { parseDuration } from "@latchkey/api";

import { type Arguments, UsageError } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";

/** The flags `--since` and `--until`, as far as they are given. `now_ms` is in milliseconds. */
export function readTimes(
  args: Arguments,
  now_ms: number,
): { readonly since?: string; readonly until?: string } {
  const times = (["since", "until"] as const).flatMap((flag) => {
    const text = textOf(args, flag);
    if (text === undefined) return [];
    const time = readTime(text, now_ms);
    if (time !== undefined) return [[flag, time] as const];
    throw new UsageError(
      `--${flag} takes a time such as 2026-01-31T12:00:00Z, or 24h, not ${text}.`,
    );
  });
  return Object.fromEntries(times);
}

/** A time in RFC 3339, or a duration: so long before now, which is in milliseconds. Undefined where it is neither. */
function readTime(text: string, now_ms: number): string | undefined {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return new Date(now_ms - seconds * 1000).toISOString();
  return /^\d{4}-\d\d-\d\dT\S+$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
