import { generateKeyPair, randomBytes, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { type JsonWebKey, privateKeyFields } from "@latchkey/api";
import { encryptionKeyTypes, isKeyEncryption, type KeyEncryption } from "./encryption-algorithm.ts";
import {
  fits,
  jwsAlgorithms,
  algorithmTraits,
  type SigningAlgorithm,
} from "./signing-algorithm.ts";

/** RFC 7517 — JSON Web Key, with the fields of RFC 7518 §6. */

/** Generates a key, private fields included, in the thread pool: an RSA key may take a second. */
export async function generateJwk(wanted: {
  readonly alg: SigningAlgorithm | KeyEncryption;
  readonly kid: string;
  readonly use: string;
  readonly rsa_bits: number;
}): Promise<JsonWebKey> {
  const { alg, kid, use, rsa_bits } = wanted;
  return pickFields({ ...(await generateFields(alg, rsa_bits)), alg, kid, use }, jwkFields);
}

/** The public half of a key; undefined for a symmetric key, which has none. */
export function publicHalf(jwk: JsonWebKey): JsonWebKey | undefined {
  return jwk.kty === "oct" ? undefined : pickFields(jwk, publicFields);
}

/** A key without its secrets: of a symmetric one, only its description is left. */
export function withoutSecrets(jwk: JsonWebKey): JsonWebKey {
  const fields = jwk.kty === "oct" ? descriptiveFields : [...publicFields, ...signerFields];
  return pickFields(jwk, fields);
}

/** Whether the key has private fields. */
export function isPrivate(jwk: JsonWebKey): boolean {
  return secretFields.some((field) => jwk[field] !== undefined);
}

/** Whether the private half of a key is in a signer. */
export function isInSigner(jwk: JsonWebKey): boolean {
  return jwk.signer !== undefined;
}

/** The JWS algorithm that a key signs with: its `alg`, else the default for its type; undefined when there is none. */
export function algOf(jwk: JsonWebKey): SigningAlgorithm | undefined {
  return jwsAlgorithms.find((alg) => fits(alg, jwk));
}

const descriptiveFields = ["kty", "use", "alg", "kid"] as const;
const publicFields = [
  ...descriptiveFields,
  ...(["crv", "x", "y", "n", "e", "pub"] as const), // public numbers
  ...(["x5c", "x5u", "x5t", "x5t#S256"] as const), // certificate
];
/** Where the private half is, if it is outside of the server. Neither secret nor published. */
const signerFields = ["signer", "signer_key"] as const;
const secretFields = privateKeyFields.filter((field) => field !== "oth"); // RSA keys of more than two primes are not supported.

/** The supported fields of a JWK. All are strings but `x5c`, a list of strings. */
export const jwkFields = [...publicFields, ...signerFields, ...secretFields];

/** A supported field of a JWK. */
export type JwkField = (typeof jwkFields)[number];

/** A JWK with these fields only. An empty field counts as absent. */
export function pickFields(
  source: { readonly kty: string } & {
    readonly [Field in JwkField]?: JsonWebKey[Field] | undefined;
  },
  fields: readonly JwkField[],
): JsonWebKey {
  const present = fields.filter((field) => source[field] !== undefined && source[field] !== "");
  return {
    kty: source.kty,
    ...Object.fromEntries(present.map((field) => [field, source[field]])),
  };
}

const generatePair = promisify(generateKeyPair);

async function generateFields(alg: SigningAlgorithm | KeyEncryption, rsa_bits: number) {
  const traits = isKeyEncryption(alg) ? encryptionKeyTypes[alg] : algorithmTraits(alg);
  switch (traits.kty) {
    case "RSA":
      return exportFields(await generatePair("rsa", { modulusLength: rsa_bits }));
    case "EC":
      return exportFields(await generatePair("ec", { namedCurve: traits.crv }));
    case "OKP":
      return exportFields(await generatePair("ed25519"));
    case "AKP":
      return exportFields(await generatePair(traits.type));
    case "oct":
      return { kty: "oct", k: randomBytes(traits.key_bytes).toString("base64url") };
  }
}

function exportFields({ privateKey }: { privateKey: KeyObject }) {
  const { kty = "", ...fields } = privateKey.export({ format: "jwk" });
  return { kty, ...fields };
}
