import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { TokenUse } from "../taken-store.ts";

/**
 * Opaque codes and tokens of Ory Hydra: an optional prefix (since 2.0) and `RANDOM.SIGNATURE`, both 32 bytes in base64url without
 * padding. The signature is HMAC-SHA-512/256 of the random bytes. The other server stored the signature in the clear, so only the
 * MAC shows that the holder has the random half.
 */
export interface OpaqueToken {
  /** What the prefix says it is; undefined without a prefix. Registration access tokens have that of access tokens. */
  readonly use: Exclude<TokenUse, "registration"> | undefined;
  readonly random: Buffer;
  /** As it is in the token. */
  readonly signature: string;
}

const prefixes = { ory_ac_: "code", ory_at_: "access", ory_rt_: "refresh" } as const;

const SHAPE = /^(?<prefix>ory_ac_|ory_at_|ory_rt_)?(?<random>[\w-]{43})\.(?<signature>[\w-]{43})$/;

/** The parts of a token; undefined for a text of another shape. */
export function parseOpaqueToken(text: string): OpaqueToken | undefined {
  const parts = SHAPE.exec(text)?.groups;
  const { prefix, random = "", signature = "" } = parts ?? {};
  if (parts === undefined) return undefined;
  return {
    use: isPrefix(prefix) ? prefixes[prefix] : undefined,
    random: Buffer.from(random, "base64url"),
    signature,
  };
}

function isPrefix(text: string | undefined): text is keyof typeof prefixes {
  return text !== undefined && Object.hasOwn(prefixes, text);
}

/** Whether the signature is that of the random half, under the key of one of the system secrets. */
export function isAuthentic({ random, signature }: OpaqueToken, keys: readonly Buffer[]): boolean {
  const presented = Buffer.from(signature, "base64url");
  return keys.some((key) => {
    const mac = createHmac("sha512-256", key).update(random).digest();
    return timingSafeEqual(mac, presented);
  });
}

/** The key that the other server derived from a system secret. */
export function systemKey(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** What the other server stored of an access token: from 2.1 on its digest, before that the signature itself. */
export function storedAccessSignatures({ signature }: OpaqueToken): readonly string[] {
  return [digestOf(signature), signature];
}

/** What it stored of a JWT: the digest of the third part. Undefined for a text of another shape. */
export function storedJwtSignature(text: string): string | undefined {
  const signature = JWT.exec(text)?.[1];
  return signature === undefined ? undefined : digestOf(signature);
}

const JWT = /^[\w-]+\.[\w-]+\.([\w-]+)$/;

function digestOf(signature: string): string {
  return hash("sha384", signature, "hex");
}
