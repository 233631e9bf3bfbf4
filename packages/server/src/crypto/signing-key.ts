import {
  constants,
  createHmac,
  createPrivateKey,
  createSecretKey,
  sign,
  type KeyObject,
  type SignKeyObjectInput,
} from "node:crypto";
import type { JsonWebKey } from "@latchkey/api";
import { algOf } from "./jwk.ts";
import { traitsOf, type AlgorithmTraits, type SigningAlgorithm } from "./signing-algorithm.ts";

/** A key made ready to sign. Opening one costs more than a signature, so it is done once. */
export interface SigningKey {
  readonly alg: SigningAlgorithm;
  readonly kid: string | undefined;
  /** The base64url signature of a text. All but HMAC, which takes microseconds, is computed in the thread pool. */
  readonly sign: (input: string) => string | Promise<string>;
}

/** Makes a private or symmetric key ready to sign. Throws when it cannot: keys are checked when they come in. */
export function openSigningKey(jwk: JsonWebKey): SigningKey {
  const { kid } = jwk;
  const alg = algOf(jwk);
  if (alg === undefined) throw new TypeError(`The key ${kid} is not made for signing.`);

  const traits = traitsOf(alg);
  if (traits.kty === "oct") {
    const key = createSecretKey(jwk.k ?? "", "base64url");
    const authenticate = (input: string): string =>
      createHmac(traits.digest, key).update(input).digest("base64url");
    return { alg, kid, sign: authenticate };
  }

  const key = withScheme(traits, createPrivateKey({ key: jwk, format: "jwk" }));
  const digest = traits.kty === "OKP" ? null : traits.digest; // Ed25519 brings its own
  return { alg, kid, sign: (input) => signInThreadPool(digest, key, input) };
}

function withScheme(traits: AlgorithmTraits, key: KeyObject): SignKeyObjectInput {
  if (traits.kty === "EC") return { key, dsaEncoding: "ieee-p1363" }; // RFC 7518 §3.4: R ‖ S
  if (traits.kty !== "RSA" || traits.pss !== true) return { key };
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants;
  return { key, padding, saltLength }; // RFC 7518 §3.5: a salt as long as the digest
}

function signInThreadPool(
  digest: string | null,
  key: SignKeyObjectInput,
  input: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    sign(digest, Buffer.from(input), key, (error, signature) => {
      if (error === null) resolve(signature.toString("base64url"));
      else reject(error);
    });
  });
}
