import { createPublicKey, verify } from "node:crypto";
import type { JsonWebKey } from "@latchkey/api";
import { nestsDeeperThan, parseJson } from "../limits/json-depth.ts";
import { err, ok, type Result } from "../result.ts";
import { isJsonObject } from "../limits/json-depth.ts";
import { isPrivate, publicHalf } from "./jwk.ts";
import { fits, isSigningAlgorithm, type SigningAlgorithm } from "./signing-algorithm.ts";
import { encodePart, type SigningKey } from "./signing-key.ts";

/** RFC 7519 — JSON Web Token, in the compact serialization of RFC 7515 §7.1. */

/** The two readable parts of a JWT. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Seconds that the clock of another signer may be off. */
export const CLOCK_LEEWAY = 10;

/** Why a JWT is not valid. After `key_unknown`, fetching the signer's keys again may help. */
export type JwtRejection =
  | { readonly reason: "malformed" }
  | { readonly reason: "algorithm_refused"; readonly alg: unknown }
  | { readonly reason: "extension_unknown"; readonly crit: unknown }
  | { readonly reason: "key_unknown"; readonly kid: unknown }
  | { readonly reason: "signature_mismatch"; readonly kid: unknown };

/** Signs the claims. `alg` and `kid` are added to the header; its default `typ` is `JWT`. */
export async function signJwt(key: SigningKey, claims: object, header?: object): Promise<string> {
  const { alg, kid } = key;
  const head = header === undefined ? key.header : encodePart({ typ: "JWT", ...header, alg, kid });
  const input = `${head}.${encodePart(claims)}`;
  return `${input}.${await key.sign(input)}`;
}

/** Which signatures are verified. */
interface JwtPolicy {
  readonly algorithms: readonly string[];
  /** Keys that a signature is verified with, where its `kid` does not say which one. */
  readonly max_keys_tried?: number;
}

/** Verifies the signature of a JWT. Its claims, `exp` included, are not checked here. */
export async function verifyJwt(
  jwt: string,
  keys: readonly JsonWebKey[],
  { algorithms, max_keys_tried = MAX_KEYS_TRIED }: JwtPolicy,
): Promise<Result<DecodedJwt, JwtRejection>> {
  const decoded = decodeJwt(jwt);
  if (decoded === undefined) return err({ reason: "malformed" });

  const { alg, crit, kid } = decoded.header;
  if (!isSigningAlgorithm(alg) || !algorithms.includes(alg)) {
    return err({ reason: "algorithm_refused", alg });
  }
  if (crit !== undefined) return err({ reason: "extension_unknown", crit }); // RFC 7515 §4.1.11: none are supported.

  const named = keys.filter((key) => kid !== undefined && key.kid === kid);
  const candidates = named.length > 0 ? named : keys;
  const fitting = candidates.filter((key) => fits(alg, key) && key.use !== "enc");
  for (const key of fitting.slice(0, max_keys_tried)) {
    if (await isSignedBy(key, alg, jwt)) return ok(decoded);
  }
  return err({ reason: named.length > 0 ? "signature_mismatch" : "key_unknown", kid });
}

/**
 * OpenID Connect Core §10.1: a set of several keys needs a `kid`. Without a limit, one request of a stranger could cost as many
 * verifications as there are keys in a set: with P-521, each takes some milliseconds.
 */
const MAX_KEYS_TRIED = 4;

/** For the server's own sets: a token of another server whose keys were imported may name its key otherwise. */
export const MAX_OWN_KEYS_TRIED = 32;

/** Decodes a JWT without verifying it; undefined when it is malformed. */
export function decodeJwt(jwt: string): DecodedJwt | undefined {
  const parts = COMPACT.exec(jwt);
  const header = decodeObject(parts?.[1]);
  const claims = decodeObject(parts?.[2]);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

/** The header of a JWS or JWE in the compact serialization; undefined when it is malformed. */
export function decodeHeader(token: string): DecodedJwt["header"] | undefined {
  return decodeObject(token.slice(0, Math.max(0, token.indexOf("."))));
}

/** Whether header or claims of a JWT have more than `limit` levels of nesting. */
export function jwtNestsDeeperThan(limit: number, jwt: string): boolean {
  const [header, claims] = COMPACT.exec(jwt)?.slice(1).map(decodeText) ?? [];
  return [header, claims].some((text) => text !== undefined && nestsDeeperThan(limit, text));
}

const COMPACT = /^([\w-]+)\.([\w-]+)\.[\w-]*$/; // An unsecured JWT ends with its second dot: RFC 7519 §6.

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decodeObject(part: string | undefined): DecodedJwt["claims"] | undefined {
  const text = part === undefined ? undefined : decodeText(part);
  const value = text === undefined ? undefined : parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

function decodeText(part: string): string | undefined {
  try {
    return utf8.decode(Buffer.from(part, "base64url"));
  } catch {
    return undefined;
  }
}

async function isSignedBy(key: JsonWebKey, alg: SigningAlgorithm, jwt: string): Promise<boolean> {
  const verifying = isPrivate(key) ? (publicHalf(key) ?? key) : key;
  if (key.kty === "AKP") return isSignedWithMlDsa(verifying, jwt);
  const { compactVerify } = await import("jose"); // Loaded with the first JWT to verify, not at every start.
  try {
    await compactVerify(jwt, verifying, { algorithms: [alg] });
    return true;
  } catch {
    return false; // Also when the key cannot be imported.
  }
}

/** By OpenSSL: the Web Crypto API, which jose uses, has these algorithms as an experiment yet. */
function isSignedWithMlDsa(key: JsonWebKey, jwt: string): boolean {
  const dot = jwt.lastIndexOf(".");
  const signature = Buffer.from(jwt.slice(dot + 1), "base64url");
  try {
    const publicKey = createPublicKey({ key, format: "jwk" });
    return verify(null, Buffer.from(jwt.slice(0, dot)), publicKey, signature);
  } catch {
    return false; // The key cannot be imported.
  }
}
