import type { AccountClaims } from "@latchkey/api";
import { accountClaimNames, readAccountClaims } from "@latchkey/server";

import { type Arguments, type Options, UsageError } from "./command.ts";

/** The flags that say what clients may learn about somebody. */
export const claimOptions: Options = {
  name: { type: "text", summary: "The full name." },
  email: { type: "text", summary: "The email address." },
  claim: {
    type: "text",
    summary: "Any other claim, as NAME=VALUE or address.FIELD=VALUE; may be repeated.",
  },
};

/** What the commands say about them. */
export const claimNote = `A claim is one of ${accountClaimNames.join(", ")}. address has the fields formatted, street_address, locality, region, postal_code and country.`;

/** Whether the flags say anything about claims. */
export function saysClaims({ flags }: Arguments): boolean {
  return ["name", "email", "claim"].some((flag) => flags.has(flag));
}

/** The claims as they are after the flags: a claim with an empty value is taken away. */
export function claimsAfter(present: AccountClaims, { flags }: Arguments): AccountClaims {
  const said = [
    ...(flags.get("name") ?? []).map((value): Said => ["name", value]),
    ...(flags.get("email") ?? []).map((value): Said => ["email", value]),
    ...(flags.get("claim") ?? []).map(split),
  ];
  const claims = new Map<string, unknown>(Object.entries(present));
  claims.delete("updated_at"); // It changes now.
  for (const [name, value] of said) {
    const [whole = "", field] = name.split(".");
    if (field === undefined) put(claims, whole, valueOf(name, value));
    else put(claims, whole, withField(claims.get(whole), field, value));
  }
  const read = readAccountClaims(Object.fromEntries(claims));
  if (!read.ok) throw new UsageError(read.error.error_description);
  return read.value;
}

type Said = readonly [name: string, value: string];

function split(text: string): Said {
  const equals = text.indexOf("=");
  if (equals < 1) throw new UsageError(`Say --claim NAME=VALUE, not --claim ${text}.`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function put(claims: Map<string, unknown>, name: string, value: unknown): void {
  if (value === "" || value === undefined) claims.delete(name);
  else claims.set(name, value);
}

/** Flags are texts; a few claims are not. */
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
