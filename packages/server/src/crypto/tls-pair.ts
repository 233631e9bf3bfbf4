import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { readAuthorities } from "./binding/certificate.ts";

/** A private key and the chain of its certificate, in PEM. */
export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

/** What prevents the use of a pair: in which part, and as the rest of a sentence that names it. */
export interface PairProblem {
  readonly part: "key" | "cert";
  readonly message: string;
}

/** Checks a pair before a listener uses it: Node starts without a certificate, too, and names no setting. */
export function findPairProblem({ key, cert }: TlsPair): PairProblem | undefined {
  const certificate = attempt(() => new X509Certificate(cert)); // The first of the chain.
  if (certificate === undefined) return { part: "cert", message: NO_CERTIFICATE };
  if (ENCRYPTED.test(key)) return { part: "key", message: KEY_ENCRYPTED };
  const parsed = attempt(() => createPrivateKey(key));
  if (parsed === undefined) return { part: "key", message: NO_KEY };
  if (!certificate.checkPrivateKey(parsed)) {
    return { part: "cert", message: hasCertificateOf(parsed, cert) ? WRONG_ORDER : MISMATCH };
  }
  return findOpensslProblem({ key, cert });
}

/** When the certificate of the key is valid. */
export function validityOf({ cert }: TlsPair): { readonly from: Date; readonly until: Date } {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  return { from: validFromDate, until: validToDate };
}

const NO_CERTIFICATE =
  "must have the certificate in PEM: convert one in DER with openssl x509 -inform der";
const NO_KEY = "must have the private key in PEM";
const KEY_ENCRYPTED =
  "is encrypted: write it without a passphrase, with openssl pkey, for this user alone to read";
const MISMATCH = "has a certificate of another key: take both from the same issuance";
const WRONG_ORDER = "must begin with the certificate of the key: put those of its issuers after it";
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

function hasCertificateOf(key: KeyObject, chain: string): boolean {
  const certificates = attempt(() => readAuthorities(chain)) ?? [];
  return certificates.some((certificate) => certificate.checkPrivateKey(key));
}

/** What OpenSSL does not accept in a server, such as a key that is too short. */
function findOpensslProblem(pair: TlsPair): PairProblem | undefined {
  try {
    createSecureContext(pair);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*::/, "") : String(error);
    return { part: "cert", message: `cannot be used for TLS: ${reason}` };
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
