import {
  type JsonWebKey,
  type JsonWebKeySet,
  postQuantumAlgorithms,
  privateKeyFields,
} from "@latchkey/api";
import { isJsonObject } from "../limits/json-depth.ts";
import { err, ok, type Result } from "../result.ts";
import { jwkFields, type JwkField, pickFields, publicHalf } from "./jwk.ts";
import { certifies, works } from "./key-proof.ts";
import { fits, isSigningAlgorithm } from "./signing-algorithm.ts";

/** RFC 7517, RFC 7518 §6, RFC 8037 §2 and RFC 9964: reads JSON Web Keys and checks that they work. */

/** Why a value is not a usable key. `path` is where in the document, such as `keys[2].n`. */
export type JwkRejection =
  | { readonly reason: "not_an_object"; readonly path: string }
  | { readonly reason: "not_a_list"; readonly path: string }
  | { readonly reason: "not_a_text"; readonly path: string }
  | { readonly reason: "not_base64url"; readonly path: string }
  | { readonly reason: "missing"; readonly path: string }
  | { readonly reason: "unfit_name"; readonly path: string }
  | { readonly reason: "unsupported"; readonly path: string; readonly supported: string }
  | { readonly reason: "unusable"; readonly path: string }
  | { readonly reason: "private"; readonly path: string }
  | { readonly reason: "too_many"; readonly path: string; readonly max: number }
  | { readonly reason: "certificate_mismatch"; readonly path: string };

/** Parses a key and checks that it can sign and verify. Fields that its type does not have are dropped. */
export function parseJwk(value: unknown): Result<JsonWebKey, JwkRejection> {
  const read = readFields(value);
  return read.ok ? prove(read.value) : read;
}

/** Parses a public key of another party. One with a private field is rejected: it is not secret any more. */
export function parsePublicJwk(value: unknown): Result<JsonWebKey, JwkRejection> {
  const read = readFields(value);
  if (!read.ok) return read;
  const half = publicHalf(read.value);
  if (half === undefined)
    return err({ reason: "unsupported", path: "kty", supported: "that of a public key" });
  const secret = isJsonObject(value) && privateKeyFields.find((field) => !isAbsent(value[field]));
  return secret ? err({ reason: "private", path: secret }) : prove(half);
}

/** Parses a set of keys, each by `parse`. The first fault rejects the whole set; its path names the key. */
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

/** The public keys of a client, or a sentence that says what is wrong with them. */
export function checkJwks(jwks: unknown): Result<JsonWebKeySet, string> {
  const counted = verifyKeyCount(jwks);
  const parsed = counted.ok ? parseJwkSet(jwks, parsePublicJwk) : counted;
  return parsed.ok ? parsed : err(explainJwkRejection(parsed.error));
}

/** More keys than anyone needs who rotates them. Clients may be strangers, and each key costs time to import. */
const MAX_KEYS = 100;

/** Checks that the set of a client has no more keys than may be imported, before any of them is. */
export function verifyKeyCount(jwks: unknown): Result<void, JwkRejection> {
  const keys = isJsonObject(jwks) ? jwks["keys"] : undefined;
  return Array.isArray(keys) && keys.length > MAX_KEYS
    ? err({ reason: "too_many", path: "keys", max: MAX_KEYS })
    : ok(undefined);
}

/** The rejection as a sentence for the caller. It contains nothing of the key itself. */
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
    case "too_many":
      return `${name} must have at most ${rejection.max} entries.`;
    case "unusable":
      return `${name} is not a key that works: its numbers do not match.`;
    case "private":
      return `${name} is part of a private key. Send the public key of a new pair: this one is not secret any more.`;
    case "certificate_mismatch":
      return `${name} must be a list of certificates in base64 DER, the first of them for this key.`;
  }
}

function prove(read: JsonWebKey): Result<JsonWebKey, JwkRejection> {
  const fault = findFault(read);
  if (fault !== undefined) return err(fault);

  const jwk = completeRsaKey(pickFields(read, [...labels, ...numbersOf(read)]));
  if (!works(jwk)) return err({ reason: "unusable", path: "" });
  if (!certifies(jwk)) return err({ reason: "certificate_mismatch", path: "x5c" });
  return ok(jwk);
}

const labels = [
  "use",
  "kid",
  "alg",
  ...(["x5c", "x5u", "x5t", "x5t#S256"] as const),
  ...(["signer", "signer_key"] as const),
] as const;

function readFields(value: unknown): Result<JsonWebKey, JwkRejection> {
  if (!isJsonObject(value)) return err({ reason: "not_an_object", path: "" });

  const present = jwkFields.filter((field) => !isAbsent(value[field]));
  for (const field of present) {
    const texts: unknown = field === "x5c" ? value[field] : [value[field]];
    if (!Array.isArray(texts)) return err({ reason: "not_a_list", path: field });
    const wrong = texts.findIndex((text) => typeof text !== "string");
    if (wrong === -1) continue;
    return err({ reason: "not_a_text", path: field === "x5c" ? `x5c[${wrong}]` : field });
  }
  if (typeof value["kty"] !== "string") return err({ reason: "missing", path: "kty" });
  return ok({
    kty: value["kty"],
    ...Object.fromEntries(present.map((field) => [field, value[field]])),
  });
}

function within(place: string, rejection: JwkRejection): JwkRejection {
  return { ...rejection, path: rejection.path === "" ? place : `${place}.${rejection.path}` };
}

// Encoders that write a struct write its empty fields too.
function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

interface Shape {
  readonly curves?: readonly string[];
  /** The fields that every key of the type has. */
  readonly numbers: readonly JwkField[];
  /** The fields of a private key: all of them, or none. */
  readonly secrets: readonly JwkField[];
  /** The fields of a private key that can be computed from its others. */
  readonly derived?: readonly JwkField[];
}

const shapes = new Map<string, Shape>([
  ["RSA", { numbers: ["n", "e"], secrets: ["d", "p", "q"], derived: ["dp", "dq", "qi"] }],
  ["EC", { curves: ["P-256", "P-384", "P-521"], numbers: ["x", "y"], secrets: ["d"] }],
  ["OKP", { curves: ["Ed25519"], numbers: ["x"], secrets: ["d"] }],
  ["AKP", { numbers: ["pub"], secrets: ["priv"] }],
  ["oct", { numbers: ["k"], secrets: [] }],
]);

/** The first fault in the fields of a key; undefined when it has those of its type, well formed. */
function findFault(jwk: JsonWebKey): JwkRejection | undefined {
  const shape = shapes.get(jwk.kty);
  if (shape === undefined) return unsupported("kty", [...shapes.keys()]);
  return (
    checkPresence(jwk, shape) ??
    checkCurve(jwk, shape) ??
    checkNumbers(jwk, shape) ??
    checkModulus(jwk) ??
    checkAlgorithm(jwk) ??
    checkName(jwk) ??
    checkSigner(jwk)
  );
}

const MAX_NAME_LENGTH = 255;

/** Whether a text may be the name of a key or key set: databases store it unchanged. */
export function isKeyName(text: string): boolean {
  return (
    text.length > 0 && text.length <= MAX_NAME_LENGTH && text.isWellFormed() && !text.includes("\0")
  );
}

function checkName({ kid }: JsonWebKey): JwkRejection | undefined {
  return kid === undefined || isKeyName(kid) ? undefined : { reason: "unfit_name", path: "kid" };
}

/** A key in a signer has a name there, and no private half here. */
function checkSigner(jwk: JsonWebKey): JwkRejection | undefined {
  if (jwk.signer === undefined && jwk.signer_key === undefined) return undefined;
  const missing = (["signer", "signer_key"] as const).find((field) => !isKeyName(jwk[field] ?? ""));
  if (missing !== undefined) return { reason: "unfit_name", path: missing };
  const secret = privateKeyFields.find((field) => field !== "oth" && jwk[field] !== undefined);
  return secret && { reason: "private", path: secret };
}

/** The fields for the numbers of a key of this type, private ones included. */
function numbersOf({ kty }: JsonWebKey): readonly JwkField[] {
  const { curves, numbers = [], secrets = [], derived = [] } = shapes.get(kty) ?? {};
  return [...(curves === undefined ? [] : ["crv" as const]), ...numbers, ...secrets, ...derived];
}

function checkPresence(jwk: JsonWebKey, shape: Shape): JwkRejection | undefined {
  const { curves, numbers, secrets, derived = [] } = shape;
  const wanted: JwkField[] = curves === undefined ? [...numbers] : ["crv", ...numbers];
  if ([...secrets, ...derived].some((field) => jwk[field] !== undefined)) wanted.push(...secrets);

  const missing = wanted.find((field) => jwk[field] === undefined);
  return missing === undefined ? undefined : { reason: "missing", path: missing };
}

function checkCurve({ crv = "" }: JsonWebKey, { curves }: Shape): JwkRejection | undefined {
  return curves?.includes(crv) === false ? unsupported("crv", curves) : undefined;
}

function checkNumbers(jwk: JsonWebKey, shape: Shape): JwkRejection | undefined {
  const { numbers, secrets, derived = [] } = shape;
  const written = [...numbers, ...secrets, ...derived].filter((field) => jwk[field] !== undefined);
  const malformed = written.find((field) => {
    const form = field === "pub" ? BASE64URL_LONG : BASE64URL;
    return !form.test(String(jwk[field]));
  });
  return malformed === undefined ? undefined : { reason: "not_base64url", path: malformed };
}

function checkModulus(jwk: JsonWebKey): JwkRejection | undefined {
  if (jwk.kty !== "RSA") return undefined;
  if (rsaBits(jwk) < MIN_RSA_BITS)
    return unsupported("n", [`a modulus of ${MIN_RSA_BITS} bits or more`]);
  // With an exponent of 1 a signature equals its message, so anyone can forge one. With a long one, each signature takes as long
  // to verify as to make.
  const e = Buffer.from(jwk.e ?? "", "base64url")
    .toString("hex")
    .replace(/^0+/, "");
  return /^(?:[3579bdf]|.+[13579bdf])$/.test(e) && e.length <= MAX_EXPONENT_DIGITS
    ? undefined
    : unsupported("e", ["an odd number from 3 on, of at most 256 bits"]);
}

// An unknown `alg` may be one for encryption: keys may be stored here for other services. RFC 7518 §3.6: `none` needs no key.
function checkAlgorithm(jwk: JsonWebKey): JwkRejection | undefined {
  if (jwk.alg?.toLowerCase() === "none")
    return unsupported("alg", ["an algorithm that signs or encrypts"]);
  if (jwk.kty === "AKP" && !isSigningAlgorithm(jwk.alg)) {
    return unsupported("alg", [...postQuantumAlgorithms]); // RFC 9964 §3: required.
  }
  const isMisnamed = isSigningAlgorithm(jwk.alg) && !fits(jwk.alg, jwk);
  return isMisnamed ? unsupported("alg", ["an algorithm for this type of key"]) : undefined;
}

const MIN_RSA_BITS = 2_048; // RFC 7518 §3.3
const MAX_EXPONENT_DIGITS = 64; // In hexadecimal. FIPS 186-5 §5.4: less than 2^256.
const BASE64URL = /^[\w-]{1,1366}$/; // Up to 8192 bits: longer ones would only cost time.
const BASE64URL_LONG = /^[\w-]{1,3456}$/; // The 2592 bytes of a public key for ML-DSA-87.

function unsupported(path: string, supported: readonly string[]): JwkRejection {
  return {
    reason: "unsupported",
    path,
    supported: new Intl.ListFormat("en", { type: "disjunction" }).format(supported),
  };
}

/**
 * RFC 7518 §6.3.2: adds `dp`, `dq` and `qi` to a private RSA key with `d`, `p` and `q`, and returns any other key unchanged.
 * Some servers export d, p and q only, and OpenSSL needs all of them. This runs once, when an operator imports a key, so the
 * variable timing of BigInt leaks nothing.
 */
function completeRsaKey(jwk: JsonWebKey): JsonWebKey {
  if (jwk.d === undefined || jwk.p === undefined || jwk.q === undefined) return jwk;
  const [d, p, q] = [decode(jwk.d), decode(jwk.p), decode(jwk.q)];
  if (p < 3n || q < 3n) return jwk; // Not primes: the key will not work.

  const derived = { dp: encode(d % (p - 1n)), dq: encode(d % (q - 1n)), qi: encode(invert(q, p)) };
  return { ...jwk, ...derived };
}

/** The number of bits of the modulus; 0 when there is none. */
function rsaBits({ n = "" }: JsonWebKey): number {
  return n === "" ? 0 : decode(n).toString(2).length;
}

function decode(number: string): bigint {
  return BigInt(`0x0${Buffer.from(number, "base64url").toString("hex")}`);
}

function encode(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}

/** The inverse of a number modulo another, by Euclid's extended algorithm; 0 when they share a divisor. */
function invert(number: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, number % modulus];
  let [inverse, following] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [inverse, following] = [following, inverse - quotient * following];
  }
  return rest === 1n ? (inverse + modulus) % modulus : 0n;
}
