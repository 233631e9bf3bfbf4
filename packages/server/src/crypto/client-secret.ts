import { createHmac, createSecretKey, hash, randomBytes, type KeyObject } from "node:crypto";
import type { Soon } from "../soon.ts";
import { hashSlowly, isSlowHash, verifySlowly } from "./argon2id.ts";
import { equalInConstantTime } from "./constant-time.ts";

/** A secret nobody can guess (192 bits), under a prefix that secret scanners can learn. */
export function generateClientSecret(): string {
  return `lk_cs_${randomBytes(24).toString("base64url")}`;
}

/** How a secret of ours is stored. It is too random to be guessed, so a fast hash guards it. */
export function hashGeneratedSecret(secret: string): string {
  return `sha256:${hash("sha256", secret, "base64url")}`;
}

/** How a secret that a person may have chosen is stored: guessing it shall cost. */
export function hashChosenSecret(secret: string): Promise<string> {
  return hashSlowly(secret);
}

/** Whether a client's secret is the one whose hash is stored. Answers at once where it can. */
export type SecretVerifier = (client_id: string, secret: string, stored: string) => Soon<boolean>;

/**
 * A verifier that computes argon2id once for each secret. Secrets that were found right are kept in an LRU cache, as an HMAC
 * of client, secret and stored hash under a key of this process: the cache gives no secret away, and a changed secret is
 * not found in it.
 */
export function createSecretVerifier(options: { cached_max?: number } = {}): SecretVerifier {
  const { cached_max = 10_000 } = options;
  const key = createSecretKey(randomBytes(32));
  const verified = new Set<string>();
  const underWay = new Map<string, Promise<boolean>>();

  return (client_id, secret, stored) => {
    if (!isSlowHash(stored)) return equalInConstantTime(hashGeneratedSecret(secret), stored);

    const question = digest(key, client_id, secret, stored);
    if (verified.delete(question)) {
      verified.add(question); // A set keeps the order of insertion: the first one is the least recently used.
      return true;
    }

    const asked = underWay.get(question);
    if (asked !== undefined) return asked;

    const answer = verifySlowly(secret, stored)
      .then((matches) => {
        if (matches) addBounded(verified, question, cached_max);
        return matches;
      })
      .finally(() => underWay.delete(question));
    underWay.set(question, answer);
    return answer;
  };
}

// JSON keeps (ab, c) and (a, bc) apart.
function digest(key: KeyObject, client_id: string, secret: string, stored: string): string {
  const text = JSON.stringify([client_id, secret, stored]);
  return createHmac("sha256", key).update(text).digest("base64url");
}

function addBounded(verified: Set<string>, question: string, max: number): void {
  for (const oldest of verified) {
    if (verified.size < max) break;
    verified.delete(oldest);
  }
  verified.add(question);
}
