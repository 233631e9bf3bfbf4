import type { Operations } from "@latchkey/api";
import { callerOptions, typeOptions } from "./labels.ts";

/** Which entries are shown. */
export type EntryFilter = Omit<Operations["listAuditEntries"]["input"], "limit" | "before">;

/** How far back entries are shown; empty for all. */
export const spanOptions = [
  { value: "", label: "Any time" },
  { value: "1", label: "Last day" },
  { value: "7", label: "Last week" },
  { value: "30", label: "Last month" },
] as const;

const DAY_MS = 86_400_000;

/** The filter that the query of an address stands for. `now_ms` is in milliseconds. */
export function readFilter(query: URLSearchParams, now_ms: number): EntryFilter {
  const named = (["object_id", "caller", "action", "operation", "search"] as const).flatMap(
    (name) => {
      const text = query.get(name)?.trim() ?? "";
      return text === "" ? [] : [[name, text] as const];
    },
  );
  const type = optionIn(typeOptions, query.get("object_type"));
  const kind = optionIn(callerOptions, query.get("caller_kind"));
  const days = optionIn(spanOptions, query.get("days"));
  return {
    ...Object.fromEntries(named),
    ...(type !== "" && { object_type: type }),
    ...(kind !== "" && { caller_kind: kind }),
    ...(days !== "" && { since: sinceOf(Number(days), now_ms) }),
  };
}

/** The value of an option; empty where there is no such option. */
export function optionIn(
  options: readonly { readonly value: string }[],
  value: string | null,
): string {
  return options.find((option) => option.value === value)?.value ?? "";
}

/** The minute so many days ago: another filter only every minute, so that a rendering does not fetch again. */
export function sinceOf(days: number, now_ms: number): string {
  return new Date(Math.floor((now_ms - days * DAY_MS) / 60_000) * 60_000).toISOString();
}
