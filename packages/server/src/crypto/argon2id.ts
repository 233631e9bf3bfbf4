import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import {
  createHashQueue,
  defaultHashLimits,
  type HashCaller,
  type HashQueue,
} from "./hash-queue.ts";

/** RFC 9106 — Argon2id, with the parameters of OWASP's Password Storage Cheat Sheet. */

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const HASH_BYTES = 32;

/** Hashes a new secret under a fresh salt, as `argon2id:m=19456,t=2,p=1:<salt>:<hash>`. */
export function hashSlowly(secret: string): Promise<string> {
  return newSecrets.run({ address: "", name: "" }, async () => {
    const salt = randomBytes(16);
    const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM };
    const derived = await derive(secret, salt, HASH_BYTES, parameters);
    return `argon2id:m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}:${salt.toString("base64url")}:${derived.toString("base64url")}`;
  });
}

/** New secrets have a queue of their own, so that a flood of logins does not delay administrators. */
const newSecrets = createHashQueue({
  ...defaultHashLimits,
  queue_length_per_caller: defaultHashLimits.queue_length,
  longest_wait_ms: 60_000,
});

/** Whether a stored text is an argon2id hash. */
export function isSlowHash(stored: string): boolean {
  return stored.startsWith("argon2id:");
}

/** The queue in which a check waits, and the caller it is counted for. */
export interface HashSlot {
  readonly queue: HashQueue;
  readonly caller: HashCaller;
}

/** Whether the secret has this hash. The parameters are read from the stored text. */
export async function verifySlowly(
  secret: string,
  stored: string,
  { queue, caller }: HashSlot,
): Promise<boolean> {
  const parts = STORED.exec(stored)?.groups;
  if (parts === undefined) throw new TypeError("A stored argon2id hash cannot be read.");

  const expected = Buffer.from(parts["hash"] ?? "", "base64url");
  const salt = Buffer.from(parts["salt"] ?? "", "base64url");
  const derived = await queue.run(caller, () =>
    derive(secret, salt, expected.length, {
      memory: Number(parts["memory"]),
      passes: Number(parts["passes"]),
      parallelism: Number(parts["parallelism"]),
    }),
  );
  return timingSafeEqual(derived, expected);
}

const STORED =
  /^argon2id:m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+):(?<salt>[\w-]+):(?<hash>[\w-]+)$/;

const deriveInThreadPool = promisify(argon2);

function derive(
  message: string,
  nonce: Buffer,
  tagLength: number,
  parameters: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return deriveInThreadPool("argon2id", { message, nonce, tagLength, ...parameters });
}
