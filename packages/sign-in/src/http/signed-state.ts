import { createHmac, timingSafeEqual } from "node:crypto";

import type { JsonObject } from "@latchkey/api";

/** Keys the signatures: the first signs, all verify. */
interface StateOptions {
  readonly cookie_secrets: readonly string[];
}

/**
 * Signs what a form carries from one step to the next, so that the steps need no storage. It is readable by the user, and valid
 * for one purpose until it expires.
 */
export function signState(
  purpose: readonly string[],
  value: JsonObject,
  expires_at: number,
  options: StateOptions,
): string {
  const text = Buffer.from(JSON.stringify({ value, expires_at })).toString("base64url");
  return `${text}.${macsOf(purpose, text, options)[0]?.toString("base64url") ?? ""}`;
}

/** Undefined when it was not signed for this purpose, or has expired. Times are in unix seconds. */
export function readState(
  purpose: readonly string[],
  state: string | null,
  now: number,
  options: StateOptions,
): JsonObject | undefined {
  const [text = "", mac = ""] = (state ?? "").split(".");
  const given = Buffer.from(mac, "base64url");
  const isSigned = macsOf(purpose, text, options).some(
    (expected) => given.length === expected.length && timingSafeEqual(given, expected),
  );
  if (!isSigned) return undefined;
  // The signature says that this server wrote it.
  const { value, expires_at }: SignedState = JSON.parse(Buffer.from(text, "base64url").toString());
  return expires_at > now ? value : undefined;
}

interface SignedState {
  readonly value: JsonObject;
  readonly expires_at: number;
}

function macsOf(
  purpose: readonly string[],
  text: string,
  { cookie_secrets }: StateOptions,
): readonly Buffer[] {
  const signed = JSON.stringify(["form state", purpose, text]);
  return cookie_secrets.map((secret) => createHmac("sha256", secret).update(signed).digest());
}
