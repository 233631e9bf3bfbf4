import {
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  X509Certificate,
  type KeyObject,
} from "node:crypto";
import type { JsonWebKey } from "@latchkey/api";
import { isPrivate, publicHalf } from "./jwk.ts";

/** Whether a key is usable: OpenSSL imports it, and its public half verifies what its private half signs. */
export function works(jwk: JsonWebKey): boolean {
  if (jwk.kty === "oct") return Buffer.from(jwk.k ?? "", "base64url").length > 0;
  try {
    const publicKey = importPublicHalf(jwk);
    return !isPrivate(jwk) || isPair(createPrivateKey({ key: jwk, format: "jwk" }), publicKey);
  } catch {
    return false; // OpenSSL rejects it.
  }
}

/** Whether the certificates of a key parse and the first is for that key. True for a key without certificates. */
export function certifies(jwk: JsonWebKey): boolean {
  if (jwk.x5c === undefined) return true;
  if (jwk.kty === "oct") return false;
  try {
    const [leaf] = jwk.x5c.map((der) => new X509Certificate(Buffer.from(der, "base64")));
    return leaf?.publicKey.equals(importPublicHalf(jwk)) === true; // RFC 7517 §4.7
  } catch {
    return false;
  }
}

function importPublicHalf(jwk: JsonWebKey): KeyObject {
  return createPublicKey({ key: publicHalf(jwk) ?? jwk, format: "jwk" });
}

function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const message = Buffer.from("a key that works");
  const hasDigest = /^(?:rsa|ec)$/.test(privateKey.asymmetricKeyType ?? "");
  const digest = hasDigest ? "sha256" : null; // Ed25519 and ML-DSA have their own.
  return verify(digest, message, publicKey, sign(digest, message, privateKey));
}
