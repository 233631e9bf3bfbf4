/** RFC 9396 §2: the parameter `authorization_details`. */

import type { JsonObject } from "@latchkey/api";
import { MAX_MATCHED_LENGTH } from "../../json-schema/pattern-cost.ts";
import { isJsonObject, nestsDeeperThan } from "../../limits/json-depth.ts";
import { err, ok, type Result } from "../../result.ts";
import type { DetailsRejection } from "./details-rejection.ts";

/** One element: what the client asks for, in the terms of its type. */
export type AuthorizationDetail = JsonObject & { readonly type: string };

/** Characters of the parameter: beyond this, it is not parsed. */
const MAX_LENGTH = 65_536;
const MAX_DEPTH = 16;
/** Elements: each is shown to the user, and stored with the grant. */
const MAX_DETAILS = 16;

/** The elements of the parameter; undefined when it was not sent or is an empty list. Their types are not looked up yet. */
export function parseAuthorizationDetails(
  text: string | undefined,
): Result<readonly AuthorizationDetail[] | undefined, DetailsRejection> {
  if (text === undefined) return ok(undefined);
  if (text.length > MAX_LENGTH) return malformed(`is longer than ${MAX_LENGTH} characters`);
  if (nestsDeeperThan(MAX_DEPTH, text))
    return malformed(`is nested deeper than ${MAX_DEPTH} levels`);
  const list = parseList(text);
  if (list === undefined) return malformed("must be a JSON list of objects");
  return list.length === 0 ? ok(undefined) : verifyForm(list);
}

/** The same for a list that was parsed: the one that a consent app grants. */
export function verifyForm(
  list: readonly unknown[],
): Result<readonly AuthorizationDetail[], DetailsRejection> {
  if (list.length > MAX_DETAILS) return malformed(`has more than ${MAX_DETAILS} elements`);
  const details: AuthorizationDetail[] = [];
  for (const element of list) {
    if (!isDetail(element)) return malformed("must be a list of objects with a type");
    const problem = problemOf(element);
    if (problem !== undefined) return malformed(problem);
    details.push(element);
  }
  return ok(details);
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDetail(element: unknown): element is AuthorizationDetail {
  return isJsonObject(element) && typeof element["type"] === "string" && element["type"] !== "";
}

/** What no detail may contain, whatever its schema. */
function problemOf(value: unknown): string | undefined {
  if (typeof value === "string") return problemOfText(value);
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : "has a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    // Code that copies fields by assignment would change the prototype instead.
    if (name === "__proto__") return "must not have a field __proto__";
    const problem = problemOfText(name) ?? problemOf(inner);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfText(text: string): string | undefined {
  if (text.length > MAX_MATCHED_LENGTH)
    return `has a string of more than ${MAX_MATCHED_LENGTH} characters`;
  return text.isWellFormed() && !text.includes("\0")
    ? undefined
    : "has a character that cannot be stored";
}

function malformed(problem: string): Result<never, DetailsRejection> {
  return err({ reason: "details_malformed", problem });
}
