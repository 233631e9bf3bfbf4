import { createHash, timingSafeEqual } from "node:crypto";

/** A client certificate, as DER. */
export type Certificate = Uint8Array;

/** RFC 8705 §3.1: whether a certificate has this thumbprint. */
export function confirmsCertificate(
  thumbprint: string,
  certificate: Certificate | undefined,
): boolean {
  if (certificate === undefined) return false;
  const expected = Buffer.from(thumbprint, "base64url");
  const found = createHash("sha256").update(certificate).digest();
  return expected.length === found.length && timingSafeEqual(expected, found);
}
