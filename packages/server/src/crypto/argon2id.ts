import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createGate } from "./gate.ts";

/** RFC 9106 — Argon2id, with the parameters OWASP's password storage page asks for. */

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const HASH_BYTES = 32;

/** Hashes under a fresh salt, as `argon2id:m=19456,t=2,p=1:<salt>:<hash>`. */
export async function hashSlowly(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM };
  const derived = await derive(secret, salt, HASH_BYTES, parameters);
  return `argon2id:m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}:${salt.toString("base64url")}:${derived.toString("base64url")}`;
}

/** Whether this stored text is a hash that `verifySlowly` can read. */
export function isSlowHash(stored: string): boolean {
  return stored.startsWith("argon2id:");
}

/** Whether the secret has this hash, whichever parameters it was made with. */
export async function verifySlowly(secret: string, stored: string): Promise<boolean> {
  const parts = STORED.exec(stored)?.groups;
  if (parts === undefined) throw new TypeError("A stored argon2id hash cannot be read.");

  const expected = Buffer.from(parts["hash"] ?? "", "base64url");
  const derived = await derive(
    secret,
    Buffer.from(parts["salt"] ?? "", "base64url"),
    expected.length,
    {
      memory: Number(parts["memory"]),
      passes: Number(parts["passes"]),
      parallelism: Number(parts["parallelism"]),
    },
  );
  return timingSafeEqual(derived, expected);
}

const STORED =
  /^argon2id:m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+):(?<salt>[\w-]+):(?<hash>[\w-]+)$/;

const deriveInThreadPool = promisify(argon2);

// Signatures share the four threads of the pool: two are left to them, whoever keeps guessing secrets.
const gate = createGate({ width: 2, waiting_max: 1_000 });

function derive(
  message: string,
  nonce: Buffer,
  tagLength: number,
  parameters: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return gate(() => deriveInThreadPool("argon2id", { message, nonce, tagLength, ...parameters }));
}
