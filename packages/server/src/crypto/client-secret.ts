import { hash } from "node:crypto";
import { createLruCache } from "../lru-cache.ts";
import type { Wait } from "../limits/rate-limiter.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { hashSlowly, isSlowHash, verifySlowly } from "./argon2id.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { createHashLanes, type HashLanes, laneOf } from "./hash-lanes.ts";
import { defaultHashLimits } from "./hash-queue.ts";
import { randomBytes } from "./random.ts";
import { formatOf } from "./secret-hash.ts";

/** A new secret of 192 random bits, with a prefix that secret scanners can recognise. */
export function generateClientSecret(): string {
  return `lk_cs_${randomBytes(24).toString("base64url")}`;
}

/** How a generated secret is stored. A fast hash suffices for 192 random bits. */
export function hashGeneratedSecret(secret: string): string {
  return `sha256:${hash("sha256", secret, "base64url")}`;
}

/** How a secret that a user may have chosen is stored: with a slow hash, since it may be guessable. */
export function hashChosenSecret(secret: string): Promise<string> {
  return hashSlowly(secret);
}

/** Whether a client's secret matches the stored hash. Synchronous for fast hashes and cached secrets. */
export type SecretVerifier = (
  client_id: string,
  secret: string,
  stored: string,
  caller?: SecretCaller,
) => MaybePromise<boolean>;

/** The caller that presents a secret. */
export interface SecretCaller {
  readonly address: string;
}

/** A slow hash was not computed because this address has presented too many secrets for this client. */
export class SecretThrottledError extends Error {
  override readonly name = "SecretThrottledError";
  /** Seconds. */
  readonly retry_after: number;

  constructor(retry_after: number) {
    super("Too many secrets were presented for this client from this address.");
    this.retry_after = retry_after;
  }
}

/** The parts of a verifier. */
export interface SecretVerifierOptions {
  /** Where slow hashes wait. */
  readonly lanes?: HashLanes;
  /** Counts the slow hashes of a client from an address, and returns the seconds to wait when there are too many. */
  readonly throttle?: (client_id: string, address: string) => Wait;
  readonly max_cached?: number;
}

/**
 * A verifier that computes argon2id, or the slow hash of another server, once for each secret. An LRU cache keeps secrets that matched: the stored hash, by the
 * SHA-256 of client and secret under a random salt of this process. A changed secret has another stored hash and does not
 * match. A cached secret is subject to no queue and no throttle, so that guesses of others do not slow a client down. The
 * cache may only lead to acceptance. Throws a SecretThrottledError, or a HashQueueError, where a slow hash is not computed.
 */
export function createSecretVerifier(options: SecretVerifierOptions = {}): SecretVerifier {
  const { lanes = createHashLanes(defaultHashLimits), throttle, max_cached = 10_000 } = options;
  const salt = randomBytes(32).toString("base64url");
  const verified = createLruCache<string, string>(max_cached);
  const inFlight = new Map<string, Promise<boolean>>();

  return (client_id, secret, stored, { address } = { address: "" }) => {
    const isOwn = isSlowHash(stored);
    if (!isOwn && !stored.startsWith("$"))
      return equalInConstantTime(hashGeneratedSecret(secret), stored);
    const other = isOwn ? undefined : formatOf(stored);
    if (!isOwn && other === undefined) return false;

    const digest = hash("sha256", `${salt}${client_id.length}:${client_id}${secret}`, "base64url");
    if (verified.get(digest) === stored) return true;

    const key = JSON.stringify([address, digest, stored]); // Per address, since the queue is fair between addresses.
    const pending = inFlight.get(key);
    if (pending !== undefined) return pending;
    const wait = throttle?.(client_id, address);
    if (wait !== undefined) throw new SecretThrottledError(wait);

    const caller = { address, name: client_id };
    const queue = laneOf(stored, lanes);
    const checked =
      other === undefined
        ? verifySlowly(secret, stored, { queue, caller })
        : queue.run(caller, () => other.verify(secret, stored));
    const answer = checked
      .then((matches) => {
        if (matches) verified.set(digest, stored);
        return matches;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, answer);
    return answer;
  };
}
