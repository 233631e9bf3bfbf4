/** RFC 8705 §2: clients that authenticate with a TLS client certificate. */

import { canonicalIpAddress } from "@latchkey/api";
import type { Client, ClientMetadata } from "../client.ts";
import { authenticationFailed } from "../oauth-error.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";
import {
  type DistinguishedName,
  isSameName,
  parseDistinguishedName,
} from "./distinguished-name.ts";

/** A certificate that the caller has the private key of: TLS, here or at a proxy, verified that. */
export interface ClientCertificate {
  /** RFC 8705 §3.1: `x5t#S256`. */
  readonly thumbprint: string;
  /** Undefined when it cannot be compared. */
  readonly subject: DistinguishedName | undefined;
  readonly dns: readonly string[];
  readonly uri: readonly string[];
  /** In the form of `canonicalIpAddress`. */
  readonly ip: readonly string[];
  readonly email: readonly string[];
  /** Unix seconds, as is `valid_until`. */
  readonly valid_from: number;
  readonly valid_until: number;
  /** Whether a trusted certificate authority issued it. */
  readonly is_chain_verified: boolean;
}

/** Why a certificate is not accepted. */
export type CertificateRejection = RejectionOf<typeof certificateRejections>;

/** The client fields of §2.1.2: exactly one of them names the certificate of a client. */
export const certificateNameFields = [
  "tls_client_auth_subject_dn",
  "tls_client_auth_san_dns",
  "tls_client_auth_san_uri",
  "tls_client_auth_san_ip",
  "tls_client_auth_san_email",
] as const satisfies readonly (keyof ClientMetadata)[];

/** RFC 5280 §4.1.2.5: whether the certificate is valid now. Undefined when it is. */
export function verifyValidity(
  { valid_from, valid_until }: ClientCertificate,
  now: number,
): CertificateRejection | undefined {
  if (now < valid_from) return { reason: "certificate_not_yet_valid" };
  return now > valid_until ? { reason: "certificate_expired" } : undefined;
}

/** §2.1: a certificate that an authority issued to the name that the client registered. Undefined when it is. */
export function verifyIssuedCertificate(
  certificate: ClientCertificate,
  client: Client,
): CertificateRejection | undefined {
  if (!certificate.is_chain_verified) return { reason: "certificate_chain_not_verified" };
  const field = certificateNameFields.find((name) => client[name] !== undefined);
  const expected = field && client[field];
  if (field === undefined || expected === undefined)
    return { reason: "certificate_name_mismatch", field: "tls_client_auth_subject_dn" };
  return hasName(certificate, field, expected)
    ? undefined
    : { reason: "certificate_name_mismatch", field };
}

function hasName(
  certificate: ClientCertificate,
  field: (typeof certificateNameFields)[number],
  expected: string,
): boolean {
  switch (field) {
    case "tls_client_auth_subject_dn": {
      const name = parseDistinguishedName(expected);
      const { subject } = certificate;
      return name !== undefined && subject !== undefined && isSameName(name, subject);
    }
    case "tls_client_auth_san_dns":
      return certificate.dns.some((name) => name.toLowerCase() === expected.toLowerCase());
    case "tls_client_auth_san_uri":
      return certificate.uri.includes(expected);
    case "tls_client_auth_san_ip":
      return certificate.ip.includes(canonicalIpAddress(expected) ?? "");
    case "tls_client_auth_san_email":
      return certificate.email.some((address) => isSameMailbox(address, expected));
  }
}

/** RFC 5321 §2.4: the local part has case, the domain has none. */
function isSameMailbox(one: string, other: string): boolean {
  return withLowerCaseDomain(one) === withLowerCaseDomain(other);
}

function withLowerCaseDomain(address: string): string {
  const domain = address.lastIndexOf("@") + 1;
  return address.slice(0, domain) + address.slice(domain).toLowerCase();
}

/** Only operators read which reason it was. */
export const certificateRejections = {
  certificate_missing: {
    ...authenticationFailed,
    debug:
      "The request came without a TLS client certificate, or serve.mtls.certificates is off, or the proxy is not in serve.trusted_proxies.",
    reference: "RFC 8705 §2",
    fix: "Present the certificate, at a URL of mtls_endpoint_aliases if there are any. Behind a proxy, check serve.mtls.header and serve.trusted_proxies.",
  },
  certificate_malformed: {
    ...authenticationFailed,
    debug:
      "The header with the TLS client certificate cannot be read: it must be sent once, in the format of serve.mtls.header.format.",
    reference: "RFC 9440 §2",
    fix: "Set serve.mtls.header.format to what the proxy sends, and let the proxy replace the header of the caller.",
  },
  certificate_expired: {
    ...authenticationFailed,
    debug: "The TLS client certificate has expired.",
    reference: "RFC 5280 §4.1.2.5",
    fix: "Renew the certificate of the client.",
  },
  certificate_not_yet_valid: {
    ...authenticationFailed,
    debug: "The TLS client certificate is not valid yet.",
    reference: "RFC 5280 §4.1.2.5",
    fix: "Check the clock of the server and the dates of the certificate.",
  },
  certificate_chain_not_verified: {
    ...authenticationFailed,
    debug: "No authority of serve.mtls.ca issued the TLS client certificate.",
    reference: "RFC 8705 §2.1",
    fix: "Add the authority to serve.mtls.ca, intermediate ones too, or use self_signed_tls_client_auth.",
  },
  certificate_name_mismatch: {
    ...authenticationFailed,
    debug: ({ field }: { field: string }) =>
      `The TLS client certificate does not have the name of the client's ${field}.`,
    reference: "RFC 8705 §2.1.2",
    fix: "Set the client's tls_client_auth_subject_dn to the subject of its certificate: openssl x509 -noout -subject -nameopt RFC2253.",
  },
  certificate_not_registered: {
    ...authenticationFailed,
    debug: ({ detail }: { detail?: string }) =>
      `The TLS client certificate is not in an x5c of the client's keys${detail === undefined ? "." : `: ${detail}.`}`,
    reference: "RFC 8705 §2.2.2",
    fix: "Add the certificate to the client's jwks or jwks_uri, as x5c of its key.",
  },
} satisfies Rejections;
