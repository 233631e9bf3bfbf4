import {
  constants,
  createHmac,
  createPrivateKey,
  createSecretKey,
  sign,
  type KeyObject,
  type SignKeyObjectInput,
} from "node:crypto";
import { availableParallelism } from "node:os";
import type { JsonWebKey } from "@latchkey/api";
import type { MaybePromise } from "../maybe-promise.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import { algOf } from "./jwk.ts";
import {
  algorithmTraits,
  type AlgorithmTraits,
  type SigningAlgorithm,
} from "./signing-algorithm.ts";

/** A private key that is imported. Importing one costs more than a signature, so it is done once. */
export interface SigningKey {
  readonly alg: SigningAlgorithm;
  readonly kid: string | undefined;
  /** The default JWS header of its signatures, in base64url. */
  readonly header: string;
  /** The base64url signature of a text. Slow algorithms run in the thread pool. */
  readonly sign: (input: string) => MaybePromise<string>;
}

/** Imports a private or symmetric key. Throws when it cannot: keys are checked when they are stored. */
export function openSigningKey(jwk: JsonWebKey): SigningKey {
  const { kid } = jwk;
  const alg = algOf(jwk);
  if (alg === undefined) throw new TypeError(`The key ${kid} is not a signing key.`);

  const header = encodePart({ typ: "JWT", alg, kid });
  const traits = algorithmTraits(alg);
  if (traits.kty === "oct") {
    const key = createSecretKey(jwk.k ?? "", "base64url");
    const authenticate = (input: string): string =>
      createHmac(traits.digest, key).update(input).digest("base64url");
    return { alg, kid, header, sign: authenticate };
  }

  const key = withScheme(traits, createPrivateKey({ key: jwk, format: "jwk" }));
  const digest = "digest" in traits ? traits.digest : null; // Ed25519 and ML-DSA have their own.
  if (FAST.has(alg)) {
    const signNow = (input: string): string =>
      sign(digest, Buffer.from(input), key).toString("base64url");
    return { alg, kid, header, sign: signNow };
  }
  return {
    alg,
    kid,
    header,
    sign: (input) => limitConcurrency(() => signInThreadPool(digest, key, input)),
  };
}

/** One part of a JWS: JSON in base64url. */
export function encodePart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** A signature of these takes some 40 µs: less than a round trip to the thread pool. */
const FAST: ReadonlySet<SigningAlgorithm> = new Set(["ES256", "EdDSA"]);

/**
 * An RSA signature occupies a core for longer than most requests take. So one core is left to the event loop, and half of
 * the thread pool to other work: SQLite's commits are flushed to disk there.
 */
const limitConcurrency = createConcurrencyLimit({
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting_max: Infinity,
});

/** How Node signs and verifies with a key of the algorithm. */
export function withScheme(traits: AlgorithmTraits, key: KeyObject): SignKeyObjectInput {
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
