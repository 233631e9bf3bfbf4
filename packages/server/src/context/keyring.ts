import { type JsonWebKey, requestEncryptionAlgorithms } from "@latchkey/api";
import { announcePeriod, rotationPeriod, type SigningPurpose } from "../config/key-rotation.ts";
import type { Config } from "../config/settings.ts";
import { canDecrypt, type KeyEncryption } from "../crypto/encryption-algorithm.ts";
import { generateJwk, isInSigner, publicHalf } from "../crypto/jwk.ts";
import type { RotationSchedule } from "../crypto/key-rotation.ts";
import { canSign, findSigningKey, type ScheduledKey } from "../crypto/key-schedule.ts";
import { randomId } from "../crypto/random.ts";
import type { SigningAlgorithm } from "../crypto/signing-algorithm.ts";
import { openExternalKey, type SignElsewhere } from "../crypto/external-key.ts";
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

/** The sets with a signing key for each algorithm, and the one whose newest key signs, whatever its algorithm. */
export const signingSets: ReadonlyMap<string, SigningSet> = new Map([
  [keySets.id_token, { purpose: "id_token", is_one_signer: false }],
  [keySets.access_token, { purpose: "access_token", is_one_signer: true }],
  [keySets.api_access_token, { purpose: "api_access_token", is_one_signer: false }],
]);

interface SigningSet {
  readonly purpose: SigningPurpose;
  readonly is_one_signer: boolean;
}

/** When the keys of a set are replaced, as the settings have it now. */
export function rotationScheduleOf(config: Config, { purpose }: SigningSet): RotationSchedule {
  return {
    every: rotationPeriod(config, purpose),
    announce_period: announcePeriod(config),
    keep_period: config["oidc.key_rotation.keep_period"],
  };
}

/** The server's keys: created when missing, imported once, and reloaded when they are rotated. */
export interface Keyring {
  /** Creates a key for the algorithm, or for any if none is named, if the set has none, and resolves when there is one. */
  prepare(set: string, alg?: SigningAlgorithm): Promise<void>;
  /**
   * The key of the set that signs with the algorithm, or with any if none is named. One is created where there is none.
   * `lifespan`: of the token that is signed, in seconds; until then the key must not be retired.
   */
  signingKey(set: string, alg?: SigningAlgorithm, lifespan?: number): Promise<SigningKey>;
  /** The private keys for encrypted request objects, the newest first. One is created for each algorithm that has none. */
  decryptionKeys(): Promise<readonly JsonWebKey[]>;
  /** The public halves of the keys of these sets, the newest first. Symmetric keys have none. */
  publicKeys(sets: readonly string[]): Promise<readonly JsonWebKey[]>;
}

/** Of a key that is created where the caller names none: what OpenID Connect Core §15.1 requires servers to support. */
const DEFAULT_ALGORITHM: SigningAlgorithm = "RS256";

interface KeyringOptions {
  readonly rsa_bits: number;
  /** Unix seconds. */
  readonly now: () => number;
  /** Signs with the keys whose private half is in a signer. */
  readonly signElsewhere: SignElsewhere;
}

export function createKeyring(
  keys: Keys,
  { rsa_bits, now, signElsewhere }: KeyringOptions,
): Keyring {
  // The store returns the same objects until a key changes, so memoized results are dropped exactly then.
  const open = memoize((jwk: JsonWebKey) =>
    isInSigner(jwk) ? openExternalKey(jwk, signElsewhere) : openSigningKey(jwk),
  );
  const toPublic = memoize(publicHalf);
  const creating = new Map<string, Promise<void>>();
  /** The lifespans that this process recorded. Others are read with the keys. */
  const recorded = new WeakMap<ScheduledKey, number>();

  const createKey = async (
    set: string,
    alg: SigningAlgorithm | KeyEncryption,
    isAlike: (held: JsonWebKey) => boolean,
  ): Promise<void> => {
    const kid = randomId();
    const use = set === keySets.encryption ? "enc" : "sig";
    const key = { ...(await generateJwk({ alg, kid, use, rsa_bits })), kid };
    // Another server may have created one meanwhile; then its key is used.
    await keys.addFirst(set, key, now(), ({ jwk }) => isAlike(jwk));
  };

  const createOnce = async (
    set: string,
    alg: SigningAlgorithm | KeyEncryption,
    isAlike: (held: JsonWebKey) => boolean,
  ): Promise<void> => {
    const name = JSON.stringify([set, alg]);
    const inFlight =
      creating.get(name) ?? createKey(set, alg, isAlike).finally(() => creating.delete(name));
    creating.set(name, inFlight);
    await inFlight;
  };

  const findKey = async (set: string, alg: SigningAlgorithm | undefined): Promise<ScheduledKey> => {
    const found = findSigningKey(await keys.findSchedule(set), alg, now());
    if (found !== undefined) return found;
    await createOnce(set, alg ?? DEFAULT_ALGORITHM, (held) => canSign(held, alg));
    return findKey(set, alg);
  };

  return {
    async prepare(set, alg) {
      await findKey(set, alg);
    },

    async signingKey(set, alg, lifespan = 0) {
      const key = await findKey(set, alg);
      if (lifespan > Math.max(key.longest_lifespan, recorded.get(key) ?? 0)) {
        await keys.recordLifespan(set, key.jwk.kid, lifespan);
        recorded.set(key, lifespan);
      }
      return open(key.jwk);
    },

    async decryptionKeys() {
      for (const alg of requestEncryptionAlgorithms) {
        const held = await keys.findSet(keySets.encryption);
        if (!held.some((jwk) => canDecrypt(jwk, alg)))
          await createOnce(keySets.encryption, alg, (jwk) => canDecrypt(jwk, alg));
      }
      return keys.findSet(keySets.encryption);
    },

    async publicKeys(sets) {
      const held = await Promise.all([...new Set(sets)].map((set) => keys.findSet(set)));
      return held.flat().flatMap((jwk) => toPublic(jwk) ?? []);
    },
  };
}
