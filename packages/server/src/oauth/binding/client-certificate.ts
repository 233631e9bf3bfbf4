/** RFC 8705 §2: clients that authenticate with a TLS client certificate. */

import { canonicalIpAddress } from "@latchkey/api";
import type { Client, ClientMetadata } from "../client.ts";
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
export type CertificateRejection =
  | { readonly reason: "certificate_missing" }
  | { readonly reason: "certificate_malformed" }
  | { readonly reason: "certificate_expired" }
  | { readonly reason: "certificate_not_yet_valid" }
  | { readonly reason: "certificate_chain_not_verified" }
  | { readonly reason: "certificate_name_mismatch"; readonly field: string }
  | { readonly reason: "certificate_not_registered"; readonly detail?: string };

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

/** What operators read about a certificate that was not accepted. */
export function describeCertificateRejection(rejection: CertificateRejection): string {
  switch (rejection.reason) {
    case "certificate_missing":
      return "The request came without a TLS client certificate, or serve.mtls.certificates is off, or the proxy is not in serve.trusted_proxies.";
    case "certificate_malformed":
      return "The header with the TLS client certificate cannot be read: it must be sent once, in the format of serve.mtls.header.format.";
    case "certificate_expired":
      return "The TLS client certificate has expired.";
    case "certificate_not_yet_valid":
      return "The TLS client certificate is not valid yet.";
    case "certificate_chain_not_verified":
      return "No authority of serve.mtls.ca issued the TLS client certificate.";
    case "certificate_name_mismatch":
      return `The TLS client certificate does not have the name of the client's ${rejection.field}.`;
    case "certificate_not_registered":
      return `The TLS client certificate is not in an x5c of the client's keys${rejection.detail === undefined ? "." : `: ${rejection.detail}.`}`;
  }
}
