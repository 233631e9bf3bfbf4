import { contentEncryptions, type JsonWebKey, requestEncryptionAlgorithms } from "@latchkey/api";
import type { Encryption } from "../oauth/client/encryption.ts";
import { err, ok, type Result } from "../result.ts";
import { decodeHeader } from "./jwt.ts";

/** RFC 7516 — JSON Web Encryption, in the compact serialization of §7.1, with asymmetric keys only. */

/** Why a JWE cannot be decrypted. */
export type JweRejection =
  | { readonly reason: "malformed" }
  | { readonly reason: "algorithm_refused"; readonly alg: unknown }
  | { readonly reason: "content_encryption_refused"; readonly enc: unknown }
  | { readonly reason: "compressed" }
  | { readonly reason: "extension_unknown"; readonly crit: unknown }
  | { readonly reason: "key_unknown"; readonly kid: unknown }
  | { readonly reason: "decryption_failed"; readonly kid: unknown };

/** The plaintext of a JWE, and how it was encrypted. */
export interface DecryptedJwe extends Encryption {
  readonly plaintext: string;
}

/** A response cannot be encrypted, because the client has no key that fits or its keys cannot be fetched. */
export class ClientKeyError extends Error {
  override readonly name = "ClientKeyError";
}

/** Whether a text has the five parts of a JWE. */
export function isJwe(text: string): boolean {
  return JWE.test(text);
}

const JWE = /^[\w-]+(?:\.[\w-]*){4}$/; // With ECDH-ES the second part is empty.

/** Encrypts a text to a public key. `cty` is `JWT` for a JWT (RFC 7519 §5.2). */
export async function encrypt(
  plaintext: string,
  key: JsonWebKey,
  { alg, enc, cty }: Encryption & { readonly cty?: "JWT" },
): Promise<string> {
  const { CompactEncrypt } = await import("jose"); // Loaded with the first use, not at every start.
  const { kid } = key;
  const header = { alg, enc, ...(cty && { cty }), ...(kid !== undefined && { kid }) };
  return new CompactEncrypt(Buffer.from(plaintext)).setProtectedHeader(header).encrypt(key);
}

/**
 * Decrypts a JWE with the server's own keys. The header is checked first, so that it cannot select costly work: no passwords
 * (`p2c`), no symmetric keys, no compression (RFC 8725 §3.6).
 */
export async function decrypt(
  jwe: string,
  keys: readonly JsonWebKey[],
): Promise<Result<DecryptedJwe, JweRejection>> {
  const header = isJwe(jwe) ? decodeHeader(jwe) : undefined;
  if (header === undefined) return err({ reason: "malformed" });
  const { kid, crit, zip } = header;
  const alg = requestEncryptionAlgorithms.find((known) => known === header["alg"]);
  if (alg === undefined) return err({ reason: "algorithm_refused", alg: header["alg"] });
  const enc = contentEncryptions.find((known) => known === header["enc"]);
  if (enc === undefined) return err({ reason: "content_encryption_refused", enc: header["enc"] });
  if (zip !== undefined) return err({ reason: "compressed" });
  if (crit !== undefined) return err({ reason: "extension_unknown", crit }); // RFC 7516 §4.1.13: none are supported.

  const fitting = keys.filter((key) => key.alg === alg && (kid === undefined || key.kid === kid));
  for (const key of fitting) {
    const plaintext = await openWith(key, jwe, { alg, enc });
    if (plaintext !== undefined) return ok({ plaintext, alg, enc });
  }
  return err({ reason: fitting.length > 0 ? "decryption_failed" : "key_unknown", kid });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

async function openWith(
  key: JsonWebKey,
  jwe: string,
  { alg, enc }: Encryption,
): Promise<string | undefined> {
  const { compactDecrypt } = await import("jose");
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [alg],
      contentEncryptionAlgorithms: [enc],
      maxDecompressedLength: 0,
    });
    return utf8.decode(plaintext);
  } catch {
    return undefined; // RFC 7516 §11.5: every failure looks the same.
  }
}
