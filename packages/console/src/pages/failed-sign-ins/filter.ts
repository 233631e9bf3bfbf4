import {
  type FailedSignIn,
  failedSignInMethods,
  failedSignInReasons,
  type Operations,
} from "@latchkey/api";
import { optionIn, sinceOf, spanOptions } from "../audit/filter.ts";

/** Which failed sign-ins are shown. */
export type FailureFilter = Omit<Operations["listFailedSignIns"]["input"], "limit" | "before">;

/** The methods to filter by; empty for all. */
export const methodOptions: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "All" },
  ...Object.entries(failedSignInMethods).map(([value, label]) => ({ value, label })),
];

/** The reasons to filter by; empty for all. */
export const reasonOptions: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "All" },
  ...Object.keys(failedSignInReasons).map((value) => ({ value, label: value })),
];

/** The filter that the query of an address stands for. `now_ms` is in milliseconds. */
export function readFilter(query: URLSearchParams, now_ms: number): FailureFilter {
  const named = (["network", "provider", "subject", "request_id"] as const).flatMap((name) => {
    const text = query.get(name)?.trim() ?? "";
    return text === "" ? [] : [[name, text] as const];
  });
  const search = query.get("search")?.trim() ?? "";
  const method = optionIn(methodOptions, query.get("method"));
  const reason = optionIn(reasonOptions, query.get("reason"));
  const days = optionIn(spanOptions, query.get("days"));
  return {
    ...Object.fromEntries(named),
    ...(search !== "" && { [fieldOf(search)]: search }),
    ...(isMethod(method) && { method }),
    ...(isReason(reason) && { reason }),
    ...(days !== "" && { since: sinceOf(Number(days), now_ms) }),
  };
}

/** What an operator types: the network of an address, the id that a page showed, or a name. */
export function fieldOf(text: string): "network" | "request_id" | "username" {
  if (/^[\da-f.:]+\/\d+$/i.test(text)) return "network";
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? "request_id" : "username";
}

function isMethod(value: string): value is FailedSignIn["method"] {
  return Object.hasOwn(failedSignInMethods, value);
}

function isReason(value: string): value is FailedSignIn["reason"] {
  return Object.hasOwn(failedSignInReasons, value);
}
