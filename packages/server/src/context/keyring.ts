import type { JsonWebKey } from "@latchkey/api";
import { algOf, generateJwk, isPrivate, publicHalf } from "../crypto/jwk.ts";
import { randomId } from "../crypto/random.ts";
import type { SigningAlgorithm } from "../crypto/signing-algorithm.ts";
import { openSigningKey, type SigningKey } from "../crypto/signing-key.ts";
import { memoize } from "../memoize.ts";
import type { Keys } from "../store/port/store.ts";

/** The key sets the server itself signs with. Operators rotate them under these names. */
export const keySets = {
  id_token: "hydra.openid.id-token",
  access_token: "hydra.jwt.access-token",
  tls: "hydra.https-tls",
} as const;

/** Keys at hand: made when missing, opened once, and followed when somebody rotates them. */
export interface Keyring {
  /** Makes a key for the algorithm if the set has none, and resolves when there is one. */
  prepare(set: string, alg: SigningAlgorithm): Promise<void>;
  /** The newest key of the set that signs with the algorithm, or with any if none is named. One is made where there is none. */
  signingKey(set: string, alg?: SigningAlgorithm): Promise<SigningKey>;
  /** What the world may see of these sets, the newest first. Symmetric keys are no part of it. */
  publicKeys(sets: readonly string[]): Promise<readonly JsonWebKey[]>;
}

export function createKeyring(
  keys: Keys,
  options: { alg: SigningAlgorithm; rsa_bits: number },
): Keyring {
  // The store answers with the same objects until a key changes, so what was made of them is forgotten exactly then.
  const open = memoize(openSigningKey);
  const halve = memoize(publicHalf);
  const making = new Map<string, Promise<void>>();

  const makeKey = async (set: string, alg: SigningAlgorithm, isEmpty: boolean): Promise<void> => {
    const kid = randomId();
    const key = {
      ...(await generateJwk({ alg, kid, use: "sig", rsa_bits: options.rsa_bits })),
      kid,
    };
    // Another server may have been quicker to make the first; then its key serves.
    await (isEmpty ? keys.addFirst(set, key) : keys.add(set, key));
  };

  const makeOnce = async (set: string, alg: SigningAlgorithm, isEmpty: boolean): Promise<void> => {
    const name = JSON.stringify([set, alg]);
    const under_way =
      making.get(name) ?? makeKey(set, alg, isEmpty).finally(() => making.delete(name));
    making.set(name, under_way);
    await under_way;
  };

  const findKey = async (set: string, alg: SigningAlgorithm | undefined): Promise<JsonWebKey> => {
    const held = await keys.findSet(set);
    const found = held.find((jwk) => canSign(jwk, alg));
    if (found !== undefined) return found;
    await makeOnce(set, alg ?? options.alg, held.length === 0);
    return findKey(set, alg);
  };

  return {
    async prepare(set, alg) {
      await findKey(set, alg);
    },

    async signingKey(set, alg) {
      return open(await findKey(set, alg));
    },

    async publicKeys(sets) {
      const held = await Promise.all([...new Set(sets)].map((set) => keys.findSet(set)));
      return held.flat().flatMap((jwk) => halve(jwk) ?? []);
    },
  };
}

function canSign(jwk: JsonWebKey, alg: SigningAlgorithm | undefined): boolean {
  const signsWith = algOf(jwk);
  if (jwk.kty === "oct" || !isPrivate(jwk) || jwk.use === "enc" || signsWith === undefined)
    return false;
  return alg === undefined || signsWith === alg;
}
