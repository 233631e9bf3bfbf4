import { generateKeyPair, randomBytes, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { JsonWebKey } from "@latchkey/api";
import { fits, signingAlgorithms, traitsOf, type SigningAlgorithm } from "./signing-algorithm.ts";

/** RFC 7517 — JSON Web Key, with the members of RFC 7518 §6. */

/** Makes a key, private members included, in the thread pool: an RSA key may take a second. */
export async function generateJwk(wanted: {
  readonly alg: SigningAlgorithm;
  readonly kid: string;
  readonly use: string;
  readonly rsa_bits: number;
}): Promise<JsonWebKey> {
  const { alg, kid, use, rsa_bits } = wanted;
  return pickMembers({ ...(await generateMembers(alg, rsa_bits)), alg, kid, use }, jwkMembers);
}

/** The half that anybody may see; undefined for a symmetric key, which has none. */
export function publicHalf(jwk: JsonWebKey): JsonWebKey | undefined {
  return jwk.kty === "oct" ? undefined : pickMembers(jwk, publicMembers);
}

/** Whether the key holds what only its owner may know. */
export function isPrivate(jwk: JsonWebKey): boolean {
  return secretMembers.some((member) => jwk[member] !== undefined);
}

/** The JWS algorithm a key signs with: the one it names, else the usual one for its type; undefined when there is none. */
export function algOf(jwk: JsonWebKey): SigningAlgorithm | undefined {
  return signingAlgorithms.find((alg) => fits(alg, jwk));
}

const publicMembers = [
  ...(["kty", "use", "alg", "kid"] as const), // what it is
  ...(["crv", "x", "y", "n", "e"] as const), // its numbers
  ...(["x5c", "x5u", "x5t", "x5t#S256"] as const), // its certificate
];
const secretMembers = ["d", "p", "q", "dp", "dq", "qi", "k"] as const;

/** Every member of a JWK that we know. All are texts but `x5c`, a list of texts. */
export const jwkMembers = [...publicMembers, ...secretMembers];

/** A member of a JWK that we know. */
export type JwkMember = (typeof jwkMembers)[number];

/** A JWK of these members and no others. What is empty counts as absent. */
export function pickMembers(
  source: { readonly kty: string } & {
    readonly [Member in JwkMember]?: JsonWebKey[Member] | undefined;
  },
  members: readonly JwkMember[],
): JsonWebKey {
  const present = members.filter((member) => source[member] !== undefined && source[member] !== "");
  return {
    kty: source.kty,
    ...Object.fromEntries(present.map((member) => [member, source[member]])),
  };
}

const generatePair = promisify(generateKeyPair);

async function generateMembers(alg: SigningAlgorithm, rsa_bits: number) {
  const traits = traitsOf(alg);
  switch (traits.kty) {
    case "RSA":
      return exportMembers(await generatePair("rsa", { modulusLength: rsa_bits }));
    case "EC":
      return exportMembers(await generatePair("ec", { namedCurve: traits.crv }));
    case "OKP":
      return exportMembers(await generatePair("ed25519"));
    case "oct":
      return { kty: "oct", k: randomBytes(traits.key_bytes).toString("base64url") };
  }
}

function exportMembers({ privateKey }: { privateKey: KeyObject }) {
  const { kty = "", ...members } = privateKey.export({ format: "jwk" });
  return { kty, ...members };
}
