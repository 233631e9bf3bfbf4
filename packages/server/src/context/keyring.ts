import { type JsonWebKey, requestEncryptionAlgorithms } from "@latchkey/api";
import { canDecrypt, type KeyEncryption } from "../crypto/encryption/encryption-algorithm.ts";
import { algOf, generateJwk, isPrivate, publicHalf } from "../crypto/jwk.ts";
import { randomId } from "../crypto/random.ts";
import type { SigningAlgorithm } from "../crypto/signing-algorithm.ts";
import { openSigningKey, type SigningKey } from "../crypto/signing-key.ts";
import { memoize } from "../memoize.ts";
import type { Keys } from "../store/port/key-store.ts";

/** The key sets that the server signs and decrypts with. Operators rotate them under these names. */
export const keySets = {
  id_token: "hydra.openid.id-token",
  access_token: "hydra.jwt.access-token",
  /** Keys for the algorithms that APIs chose for their access tokens. */
  api_access_token: "latchkey.jwt.api-access-token",
  /** What clients encrypt to: request objects. */
  encryption: "latchkey.encryption",
  tls: "hydra.https-tls",
} as const;

/** The server's keys: created when missing, imported once, and reloaded when they are rotated. */
export interface Keyring {
  /** Creates a key for the algorithm if the set has none, and resolves when there is one. */
  prepare(set: string, alg: SigningAlgorithm): Promise<void>;
  /** The newest key of the set that signs with the algorithm, or with any if none is named. One is created where there is none. */
  signingKey(set: string, alg?: SigningAlgorithm): Promise<SigningKey>;
  /** The private keys for encrypted request objects, the newest first. One is created for each algorithm that has none. */
  decryptionKeys(): Promise<readonly JsonWebKey[]>;
  /** The public halves of the keys of these sets, the newest first. Symmetric keys have none. */
  publicKeys(sets: readonly string[]): Promise<readonly JsonWebKey[]>;
}

/** Of a key that is created where the caller names none: what OpenID Connect Core §15.1 requires servers to support. */
const DEFAULT_ALGORITHM: SigningAlgorithm = "RS256";

export function createKeyring(keys: Keys, { rsa_bits }: { readonly rsa_bits: number }): Keyring {
  // The store returns the same objects until a key changes, so memoized results are dropped exactly then.
  const open = memoize(openSigningKey);
  const toPublic = memoize(publicHalf);
  const creating = new Map<string, Promise<void>>();

  const createKey = async (
    set: string,
    alg: SigningAlgorithm | KeyEncryption,
    isEmpty: boolean,
  ): Promise<void> => {
    const kid = randomId();
    const use = set === keySets.encryption ? "enc" : "sig";
    const key = { ...(await generateJwk({ alg, kid, use, rsa_bits })), kid };
    // Another server may have created the first key meanwhile; then its key is used.
    await (isEmpty ? keys.addFirst(set, key) : keys.add(set, key));
  };

  const createOnce = async (
    set: string,
    alg: SigningAlgorithm | KeyEncryption,
    isEmpty: boolean,
  ): Promise<void> => {
    const name = JSON.stringify([set, alg]);
    const in_flight =
      creating.get(name) ?? createKey(set, alg, isEmpty).finally(() => creating.delete(name));
    creating.set(name, in_flight);
    await in_flight;
  };

  const findKey = async (set: string, alg: SigningAlgorithm | undefined): Promise<JsonWebKey> => {
    const held = await keys.findSet(set);
    const found = held.find((jwk) => canSign(jwk, alg));
    if (found !== undefined) return found;
    await createOnce(set, alg ?? DEFAULT_ALGORITHM, held.length === 0);
    return findKey(set, alg);
  };

  return {
    async prepare(set, alg) {
      await findKey(set, alg);
    },

    async signingKey(set, alg) {
      return open(await findKey(set, alg));
    },

    async decryptionKeys() {
      for (const alg of requestEncryptionAlgorithms) {
        const held = await keys.findSet(keySets.encryption);
        if (!held.some((jwk) => canDecrypt(jwk, alg)))
          await createOnce(keySets.encryption, alg, held.length === 0);
      }
      return keys.findSet(keySets.encryption);
    },

    async publicKeys(sets) {
      const held = await Promise.all([...new Set(sets)].map((set) => keys.findSet(set)));
      return held.flat().flatMap((jwk) => toPublic(jwk) ?? []);
    },
  };
}

function canSign(jwk: JsonWebKey, alg: SigningAlgorithm | undefined): boolean {
  const signsWith = algOf(jwk);
  if (jwk.kty === "oct" || !isPrivate(jwk) || jwk.use === "enc" || signsWith === undefined)
    return false;
  return alg === undefined || signsWith === alg;
}
