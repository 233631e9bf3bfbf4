import type { AccountClaims } from "@latchkey/api";
import { accountClaimNames, readAccountClaims } from "@latchkey/identity/accounts";

import { type Arguments, type Options, UsageError } from "../../arguments/command.ts";

/** Flags that set claims. */
export const claimOptions: Options = {
  name: { type: "text", summary: "The full name." },
  email: { type: "text", summary: "The email address." },
  claim: {
    type: "text",
    summary: "Any other claim, as NAME=VALUE or address.FIELD=VALUE; may be repeated.",
  },
};

export const claimNote = `A claim is one of ${accountClaimNames.join(", ")}. address has the fields formatted, street_address, locality, region, postal_code and country.`;

/** Whether any claim flag is present. */
export function hasClaimFlags({ flags }: Arguments): boolean {
  return ["name", "email", "claim"].some((flag) => flags.has(flag));
}

/** Applies the flags to the current claims. An empty value removes the claim. */
export function applyClaimFlags(present: AccountClaims, { flags }: Arguments): AccountClaims {
  const flagged = [
    ...(flags.get("name") ?? []).map((value): ClaimFlag => ["name", value]),
    ...(flags.get("email") ?? []).map((value): ClaimFlag => ["email", value]),
    ...(flags.get("claim") ?? []).map(split),
  ];
  const claims = new Map<string, unknown>(Object.entries(present));
  claims.delete("updated_at"); // Set by the server on every change.
  for (const [name, value] of flagged) {
    const [whole = "", field] = name.split(".");
    if (field === undefined) put(claims, whole, valueOf(name, value));
    else put(claims, whole, withField(claims.get(whole), field, value));
  }
  const read = readAccountClaims(Object.fromEntries(claims));
  if (!read.ok) throw new UsageError(read.error.error_description);
  return read.value;
}

type ClaimFlag = readonly [name: string, value: string];

function split(text: string): ClaimFlag {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError(`Use --claim NAME=VALUE, not --claim ${text}.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function put(claims: Map<string, unknown>, name: string, value: unknown): void {
  if (value === "" || value === undefined) claims.delete(name);
  else claims.set(name, value);
}

/** Converts booleans and numbers; all other claims are strings. */
function valueOf(name: string, value: string): unknown {
  if (name.endsWith("_verified") && (value === "true" || value === "false"))
    return value === "true";
  return name === "updated_at" && /^\d+$/.test(value) ? Number(value) : value;
}

function withField(whole: unknown, field: string, value: string): object | undefined {
  const fields = new Map<string, unknown>(
    typeof whole === "object" && whole !== null ? Object.entries(whole) : [],
  );
  put(fields, field, value);
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}
