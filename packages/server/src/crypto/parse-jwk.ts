import type { JsonWebKey, JsonWebKeySet } from "@latchkey/api";
import { err, ok, type Result } from "../oauth/result.ts";
import { isJsonObject } from "./json-object.ts";
import { findFault, numbersOf, type JwkRejection } from "./jwk-shape.ts";
import { jwkMembers, pickMembers, publicHalf } from "./jwk.ts";
import { certifies, works } from "./key-proof.ts";
import { completeRsaKey } from "./rsa-members.ts";

/** Reads a key that somebody hands us and proves that it works. Members that are not its own are dropped. */
export function parseJwk(value: unknown): Result<JsonWebKey, JwkRejection> {
  const read = readMembers(value);
  return read.ok ? prove(read.value) : read;
}

/**
 * Reads the public half of a stranger's key. Whatever is secret in it is dropped unread: we have no use for it, and proving
 * private numbers takes a time that strangers must not spend for us.
 */
export function parsePublicJwk(value: unknown): Result<JsonWebKey, JwkRejection> {
  const read = readMembers(value);
  if (!read.ok) return read;
  const half = publicHalf(read.value);
  return half === undefined
    ? err({ reason: "unsupported", path: "kty", supported: "that of a public key" })
    : prove(half);
}

/** Reads a set of keys, each by `parse`. The first fault refuses the whole set, and its path says which key it is in. */
export function parseJwkSet(
  value: unknown,
  parse: typeof parseJwk = parseJwk,
): Result<JsonWebKeySet, JwkRejection> {
  if (!isJsonObject(value)) return err({ reason: "not_an_object", path: "" });
  if (value["keys"] === undefined) return err({ reason: "missing", path: "keys" });
  if (!Array.isArray(value["keys"])) return err({ reason: "not_a_list", path: "keys" });

  const keys: JsonWebKey[] = [];
  for (const [index, key] of value["keys"].entries()) {
    const parsed = parse(key);
    if (!parsed.ok) return err(within(`keys[${index}]`, parsed.error));
    keys.push(parsed.value);
  }
  return ok({ keys });
}

/** The rejection as a sentence for whoever sent the key. It repeats nothing of the key itself. */
export function explainJwkRejection(rejection: JwkRejection): string {
  const name = rejection.path === "" ? "The document" : rejection.path;
  switch (rejection.reason) {
    case "not_an_object":
      return `${name} must be a JSON object.`;
    case "not_a_list":
      return `${name} must be a list.`;
    case "not_a_text":
      return `${name} must be a string.`;
    case "not_base64url":
      return `${name} must be base64url without padding, and no longer than 8192 bits.`;
    case "missing":
      return `${name} is missing.`;
    case "unfit_name":
      return `${name} must be 1 to 255 characters of well-formed text.`;
    case "unsupported":
      return `${name} must be ${rejection.supported}.`;
    case "unusable":
      return `${name} is not a key that works: its numbers do not belong together.`;
    case "certificate_mismatch":
      return `${name} must hold certificates in base64 DER, the first of them for this very key.`;
  }
}

function prove(read: JsonWebKey): Result<JsonWebKey, JwkRejection> {
  const fault = findFault(read);
  if (fault !== undefined) return err(fault);

  const jwk = completeRsaKey(pickMembers(read, [...labels, ...numbersOf(read)]));
  if (!works(jwk)) return err({ reason: "unusable", path: "" });
  if (!certifies(jwk)) return err({ reason: "certificate_mismatch", path: "x5c" });
  return ok(jwk);
}

const labels = ["use", "kid", "alg", "x5c", "x5u", "x5t", "x5t#S256"] as const;

function readMembers(value: unknown): Result<JsonWebKey, JwkRejection> {
  if (!isJsonObject(value)) return err({ reason: "not_an_object", path: "" });

  const present = jwkMembers.filter((member) => !isAbsent(value[member]));
  for (const member of present) {
    const texts: unknown = member === "x5c" ? value[member] : [value[member]];
    if (!Array.isArray(texts)) return err({ reason: "not_a_list", path: member });
    const wrong = texts.findIndex((text) => typeof text !== "string");
    if (wrong === -1) continue;
    return err({ reason: "not_a_text", path: member === "x5c" ? `x5c[${wrong}]` : member });
  }
  if (typeof value["kty"] !== "string") return err({ reason: "missing", path: "kty" });
  return ok({
    kty: value["kty"],
    ...Object.fromEntries(present.map((member) => [member, value[member]])),
  });
}

function within(place: string, rejection: JwkRejection): JwkRejection {
  return { ...rejection, path: rejection.path === "" ? place : `${place}.${rejection.path}` };
}

// Encoders that write every member they have a field for write the empty ones too.
function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}
