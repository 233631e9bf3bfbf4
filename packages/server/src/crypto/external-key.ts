import { createPublicKey, verify } from "node:crypto";
import type { JsonWebKey } from "@latchkey/api";
import { SignerUnavailableError } from "./external-signer.ts";
import { algOf, publicHalf } from "./jwk.ts";
import { algorithmTraits, type SigningAlgorithm } from "./signing-algorithm.ts";
import { encodePart, type SigningKey, withScheme } from "./signing-key.ts";

/** Signs with the key of a signer, within a deadline: `Signers` in `context/signers.ts`. */
export type SignElsewhere = (
  reference: KeyReference,
  alg: SigningAlgorithm,
  data: Uint8Array,
) => Promise<Uint8Array>;

/** Where a private key is. */
export interface KeyReference {
  readonly signer: string;
  readonly key: string;
}

/**
 * A key whose private half is in a signer. Every signature is verified with the key that is published: one that clients would
 * reject, because the signer has another key under the name by now, is not issued.
 */
export function openExternalKey(jwk: JsonWebKey, signElsewhere: SignElsewhere): SigningKey {
  const { kid, signer = "", signer_key: key = "" } = jwk;
  const alg = algOf(jwk);
  if (alg === undefined) throw new TypeError(`The key ${kid} is not a signing key.`);
  const isSigned = createVerifier(jwk, alg);
  return {
    alg,
    kid,
    header: encodePart({ typ: "JWT", alg, kid }),
    sign: async (input) => {
      const data = Buffer.from(input);
      const signature = await signElsewhere({ signer, key }, alg, data);
      if (!isSigned(data, signature))
        throw new SignerUnavailableError(
          `The signer ${signer} signed with another key than the published one, ${kid}.`,
        );
      return Buffer.from(signature).toString("base64url");
    },
  };
}

function createVerifier(
  jwk: JsonWebKey,
  alg: SigningAlgorithm,
): (data: Uint8Array, signature: Uint8Array) => boolean {
  const traits = algorithmTraits(alg);
  const imported = createPublicKey({ key: publicHalf(jwk) ?? jwk, format: "jwk" });
  const key = withScheme(traits, imported);
  const digest = "digest" in traits ? traits.digest : null; // Ed25519 and ML-DSA have their own.
  return (data, signature) => verify(digest, data, key, signature);
}
