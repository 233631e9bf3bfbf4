import type { FlowFilter } from "@latchkey/api";
import { navigate, to } from "../../router.tsx";

/** By what flows can be found. */
export const fields = [
  { value: "client_id", label: "Client" },
  { value: "subject", label: "Subject" },
  { value: "challenge", label: "Challenge" },
  { value: "request_id", label: "Request id" },
] as const;

/** One of them. */
export type FieldName = (typeof fields)[number]["value"];

/** What became of flows, as a filter. */
export const outcomes = [
  { value: "", label: "All" },
  { value: "under_way", label: "Under way" },
  { value: "granted", label: "Granted" },
  { value: "refused", label: "Refused" },
  { value: "failed", label: "Failed" },
  { value: "abandoned", label: "Abandoned" },
] as const;

/** The filter an address stands for. */
export function readFilter(query: URLSearchParams): FlowFilter {
  const named = fields.flatMap(({ value }) => {
    const text = query.get(value);
    return text === null || text === "" ? [] : [[value, text] as const];
  });
  const outcome = outcomes.find(({ value }) => value !== "" && value === query.get("outcome"));
  return {
    ...Object.fromEntries(named),
    ...(outcome !== undefined && outcome.value !== "" && { outcome: outcome.value }),
  };
}

/** Goes to where a changed filter leads. */
export function changeFilter(
  query: URLSearchParams,
  change: Readonly<Record<string, string>>,
): void {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  navigate(next.size === 0 ? to("inspector") : `${to("inspector")}?${next}`, { replace: true });
}
