import { hash, randomBytes } from "node:crypto";
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
 * A verifier that pays for argon2id once. Later checks are answered from memory by a keyed digest of client, secret and
 * stored hash: a digest that is worth nothing elsewhere, and that a changed secret no longer matches.
 */
export function createSecretVerifier(options: { remembered_max?: number } = {}): SecretVerifier {
  const { remembered_max = 10_000 } = options;
  const key = randomBytes(32).toString("base64url");
  const right = new Set<string>();
  const underWay = new Map<string, Promise<boolean>>();

  return (client_id, secret, stored) => {
    if (!isSlowHash(stored)) return equalInConstantTime(hashGeneratedSecret(secret), stored);

    const question = digest(key, client_id, secret, stored);
    if (right.has(question)) return true;

    const asked = underWay.get(question);
    if (asked !== undefined) return asked;

    const answer = verifySlowly(secret, stored)
      .then((matches) => {
        if (matches) remember(right, question, remembered_max);
        return matches;
      })
      .finally(() => underWay.delete(question));
    underWay.set(question, answer);
    return answer;
  };
}

// The lengths keep (ab, c) and (a, bc) apart. The digest never leaves this process.
function digest(key: string, client_id: string, secret: string, stored: string): string {
  const lengths = `${client_id.length}:${secret.length}`;
  return hash("sha256", `${key}:${lengths}:${client_id}${secret}${stored}`, "base64url");
}

function remember(right: Set<string>, question: string, max: number): void {
  for (const oldest of right) {
    if (right.size < max) break;
    right.delete(oldest);
  }
  right.add(question);
}
