import { argon2, pbkdf2, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { bcryptHash } from "./bcrypt-hash.ts";

/**
 * A hash of a secret or password in the format of other servers, `$name$…`. It is slow, so it is computed in a queue, and
 * replaced by a hash of our own when it matched.
 */
export interface SecretHash {
  /** Whether a stored text has this format. */
  owns(stored: string): boolean;
  /** Whether the secret has this hash; never for a text that cannot be read. */
  verify(secret: string, stored: string): Promise<boolean>;
  /** Whether no other secret can have the same hash; always, if absent. Another hash replaces it only then. */
  isExact?(secret: string): boolean;
}

/** Whether a stored text may be a hash in the format of another server. */
export function isForeignHash(stored: string): boolean {
  return stored.startsWith("$");
}

/** `$pbkdf2-sha256$i=25000,l=32$SALT$HASH`, in base64 without padding: RFC 8018 §5.2. */
const pbkdf2Hash: SecretHash = {
  owns: (stored) => /^\$pbkdf2-sha(?:256|512)\$/.test(stored),
  async verify(secret, stored) {
    const parts = PBKDF2.exec(stored)?.groups;
    const { digest = "", iterations, length, salt = "", hash = "" } = parts ?? {};
    const expected = Buffer.from(hash, "base64");
    const rounds = Number(iterations);
    if (parts === undefined || expected.length !== Number(length) || expected.length === 0)
      return false;
    if (rounds < 1 || rounds > MAX_ROUNDS || expected.length > MAX_HASH_BYTES) return false;
    const bytes = Buffer.from(salt, "base64");
    return timingSafeEqual(
      await derivePbkdf2(secret, bytes, rounds, expected.length, digest),
      expected,
    );
  },
};

/** `$argon2id$v=19$m=65536,t=1,p=4$SALT$HASH`, in base64 without padding: RFC 9106. */
const argon2Hash: SecretHash = {
  owns: (stored) => /^\$argon2(?:id|i)\$/.test(stored),
  async verify(secret, stored) {
    const parts = ARGON2.exec(stored)?.groups;
    if (parts === undefined) return false;
    const [memory, passes, parallelism] = [parts["m"], parts["t"], parts["p"]].map(Number);
    const expected = Buffer.from(parts["hash"] ?? "", "base64");
    const nonce = Buffer.from(parts["salt"] ?? "", "base64");
    if (memory === undefined || passes === undefined || parallelism === undefined) return false;
    const isLegal =
      memory >= 8 * parallelism && passes >= 1 && parallelism >= 1 && nonce.length >= 8;
    const isBounded = memory <= MAX_MEMORY_KIB && passes <= MAX_PASSES && parallelism <= MAX_LANES;
    const hasLength = expected.length >= 4 && expected.length <= MAX_HASH_BYTES;
    if (!isLegal || !isBounded || !hasLength) return false;
    const parameters = { message: secret, nonce, tagLength: expected.length };
    const cost = { memory, passes, parallelism };
    const name = parts["name"] === "argon2id" ? "argon2id" : "argon2i";
    return timingSafeEqual(await deriveArgon2(name, { ...parameters, ...cost }), expected);
  },
};

/** `$scrypt$ln=15,r=8,p=1$SALT$HASH`, in base64 without padding: RFC 7914. `ln` is the binary logarithm of the cost. */
const scryptHash: SecretHash = {
  owns: (stored) => stored.startsWith("$scrypt$"),
  async verify(secret, stored) {
    const parts = SCRYPT.exec(stored)?.groups;
    if (parts === undefined) return false;
    const [ln = 0, r = 0, p = 0] = [parts["ln"], parts["r"], parts["p"]].map(Number);
    const expected = Buffer.from(parts["hash"] ?? "", "base64");
    const salt = Buffer.from(parts["salt"] ?? "", "base64");
    const N = 2 ** ln;
    const memory = 128 * r * (N + p);
    const isBounded = ln >= 1 && r >= 1 && p >= 1 && p <= MAX_LANES;
    // The beginning of a scrypt hash is one, too: a text that was cut off must not match.
    const hasLength = SCRYPT_BYTES.includes(expected.length);
    if (!isBounded || memory > MAX_MEMORY_KIB * 1024 || !hasLength) return false;
    const options = { N, r, p, maxmem: memory + 1024 * 1024 };
    return timingSafeEqual(await deriveScrypt(secret, salt, expected.length, options), expected);
  },
};

const formats: readonly SecretHash[] = [pbkdf2Hash, argon2Hash, scryptHash, bcryptHash];

/** The format of a stored hash, if it is one of another server. */
export function formatOf(stored: string): SecretHash | undefined {
  return formats.find((one) => one.owns(stored));
}

const PBKDF2 =
  /^\$pbkdf2-(?<digest>sha256|sha512)\$i=(?<iterations>\d{1,9}),l=(?<length>\d{1,4})\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/;
const ARGON2 =
  /^\$(?<name>argon2id|argon2i)\$v=19\$m=(?<m>\d{1,9}),t=(?<t>\d{1,9}),p=(?<p>\d{1,9})\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/;

const SCRYPT_BYTES = [16, 32, 64];
const SCRYPT =
  /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,4}),p=(?<p>\d{1,4})\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/;

/** No server is configured to spend more; a stored text must not make a check take minutes. */
const MAX_ROUNDS = 10_000_000;
const MAX_MEMORY_KIB = 1_048_576;
const MAX_PASSES = 64;
const MAX_LANES = 64;
const MAX_HASH_BYTES = 512;

const derivePbkdf2 = promisify(pbkdf2);
const deriveArgon2 = promisify(argon2);
const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
