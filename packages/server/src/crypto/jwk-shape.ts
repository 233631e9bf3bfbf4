import type { JsonWebKey } from "@latchkey/api";
import type { JwkMember } from "./jwk.ts";
import { rsaBits } from "./rsa-members.ts";
import { fits, isSigningAlgorithm } from "./signing-algorithm.ts";

/** RFC 7518 §6 and RFC 8037 §2: which members make a key of each type. */

/** Why a value is no key that works, and where in the document the fault lies, such as `keys[2].n`. */
export type JwkRejection =
  | { readonly reason: "not_an_object"; readonly path: string }
  | { readonly reason: "not_a_list"; readonly path: string }
  | { readonly reason: "not_a_text"; readonly path: string }
  | { readonly reason: "not_base64url"; readonly path: string }
  | { readonly reason: "missing"; readonly path: string }
  | { readonly reason: "unfit_name"; readonly path: string }
  | { readonly reason: "unsupported"; readonly path: string; readonly supported: string }
  | { readonly reason: "unusable"; readonly path: string }
  | { readonly reason: "certificate_mismatch"; readonly path: string };

interface Shape {
  readonly curves?: readonly string[];
  /** The members without which there is no key. */
  readonly numbers: readonly JwkMember[];
  /** The members that make it private: all of them, or none. */
  readonly secrets: readonly JwkMember[];
  /** The members of a private key that follow from its others. */
  readonly derived?: readonly JwkMember[];
}

const shapes = new Map<string, Shape>([
  ["RSA", { numbers: ["n", "e"], secrets: ["d", "p", "q"], derived: ["dp", "dq", "qi"] }],
  ["EC", { curves: ["P-256", "P-384", "P-521"], numbers: ["x", "y"], secrets: ["d"] }],
  ["OKP", { curves: ["Ed25519"], numbers: ["x"], secrets: ["d"] }],
  ["oct", { numbers: ["k"], secrets: [] }],
]);

/** The first fault in the shape of a key; undefined when it has the members of its type, well written. */
export function findFault(jwk: JsonWebKey): JwkRejection | undefined {
  const shape = shapes.get(jwk.kty);
  if (shape === undefined) return unsupported("kty", [...shapes.keys()]);
  return (
    checkPresence(jwk, shape) ??
    checkCurve(jwk, shape) ??
    checkNumbers(jwk, shape) ??
    checkModulus(jwk) ??
    checkAlgorithm(jwk) ??
    checkName(jwk)
  );
}

const LONGEST_NAME = 255;

/** Whether a text may name a key or a set: databases keep it as it is, and find it again. */
export function isKeyName(text: string): boolean {
  return (
    text.length > 0 && text.length <= LONGEST_NAME && text.isWellFormed() && !text.includes("\0")
  );
}

function checkName({ kid }: JsonWebKey): JwkRejection | undefined {
  return kid === undefined || isKeyName(kid) ? undefined : { reason: "unfit_name", path: "kid" };
}

/** The members that a key of this type has for its numbers, whether or not this one is private. */
export function numbersOf({ kty }: JsonWebKey): readonly JwkMember[] {
  const { curves, numbers = [], secrets = [], derived = [] } = shapes.get(kty) ?? {};
  return [...(curves === undefined ? [] : ["crv" as const]), ...numbers, ...secrets, ...derived];
}

function checkPresence(jwk: JsonWebKey, shape: Shape): JwkRejection | undefined {
  const { curves, numbers, secrets, derived = [] } = shape;
  const wanted: JwkMember[] = curves === undefined ? [...numbers] : ["crv", ...numbers];
  if ([...secrets, ...derived].some((member) => jwk[member] !== undefined)) wanted.push(...secrets);

  const missing = wanted.find((member) => jwk[member] === undefined);
  return missing === undefined ? undefined : { reason: "missing", path: missing };
}

function checkCurve({ crv = "" }: JsonWebKey, { curves }: Shape): JwkRejection | undefined {
  return curves?.includes(crv) === false ? unsupported("crv", curves) : undefined;
}

function checkNumbers(jwk: JsonWebKey, shape: Shape): JwkRejection | undefined {
  const { numbers, secrets, derived = [] } = shape;
  const written = [...numbers, ...secrets, ...derived].filter(
    (member) => jwk[member] !== undefined,
  );
  const malformed = written.find((member) => !BASE64URL.test(String(jwk[member])));
  return malformed === undefined ? undefined : { reason: "not_base64url", path: malformed };
}

function checkModulus(jwk: JsonWebKey): JwkRejection | undefined {
  if (jwk.kty !== "RSA") return undefined;
  if (rsaBits(jwk) < RSA_BITS_MIN)
    return unsupported("n", [`a modulus of ${RSA_BITS_MIN} bits or more`]);
  // With an exponent of 1 a signature is its own message, and anybody can write one.
  const e = Buffer.from(jwk.e ?? "", "base64url")
    .toString("hex")
    .replace(/^0+/, "");
  return /^(?:[3579bdf]|.+[13579bdf])$/.test(e)
    ? undefined
    : unsupported("e", ["an odd number from 3 on"]);
}

// An `alg` we do not know is for an encryption we do not do: a key may be kept here for others.
function checkAlgorithm(jwk: JsonWebKey): JwkRejection | undefined {
  const misnamed = isSigningAlgorithm(jwk.alg) && !fits(jwk.alg, jwk);
  return misnamed ? unsupported("alg", ["an algorithm for this type of key"]) : undefined;
}

const RSA_BITS_MIN = 2_048; // RFC 7518 §3.3
const BASE64URL = /^[\w-]{1,1366}$/; // up to 8192 bits: more would only keep us busy

function unsupported(path: string, supported: readonly string[]): JwkRejection {
  return {
    reason: "unsupported",
    path,
    supported: new Intl.ListFormat("en", { type: "disjunction" }).format(supported),
  };
}
