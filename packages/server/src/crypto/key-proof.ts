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

/** Whether a key can be used: it imports, and what its private half signs its public half verifies. */
export function works(jwk: JsonWebKey): boolean {
  if (jwk.kty === "oct") return Buffer.from(jwk.k ?? "", "base64url").length > 0;
  try {
    const open = importPublicHalf(jwk);
    return !isPrivate(jwk) || belongTogether(createPrivateKey({ key: jwk, format: "jwk" }), open);
  } catch {
    return false; // OpenSSL does not take it
  }
}

/** Whether the certificates of a key can be read and the first is for that key. A key without any is content. */
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

function belongTogether(hidden: KeyObject, open: KeyObject): boolean {
  const message = Buffer.from("a key that works");
  const digest = hidden.asymmetricKeyType === "ed25519" ? null : "sha256";
  return verify(digest, message, open, sign(digest, message, hidden));
}
