import { type FlowFilter, flowOutcomes } from "@latchkey/api";
import { outcomeLabels } from "./flow-labels.ts";

/** The fields by which flows can be found. */
export const filterFields = [
  { value: "client_id", label: "Client" },
  { value: "subject", label: "Subject" },
  { value: "challenge", label: "Challenge" },
  { value: "request_id", label: "Request ID" },
] as const;

/** The name of such a field, as in the address. */
export type FilterField = (typeof filterFields)[number]["value"];

/** The outcomes to filter by; empty for all. */
export const outcomeOptions = [
  { value: "", label: "All" },
  ...flowOutcomes.map((value) => ({ value, label: outcomeLabels[value] })),
] as const;

/** The filter that the query of an address stands for. */
export function readFilter(query: URLSearchParams): FlowFilter {
  const named = filterFields.flatMap(({ value }) => {
    const text = query.get(value);
    return text === null || text === "" ? [] : [[value, text] as const];
  });
  const outcome = flowOutcomes.find((value) => value === query.get("outcome"));
  return { ...Object.fromEntries(named), ...(outcome !== undefined && { outcome }) };
}

/** The query with some parameters changed; an empty value removes one. Ends up empty, or begins with `?`. */
export function changedQuery(
  query: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? "" : `?${next}`;
}
