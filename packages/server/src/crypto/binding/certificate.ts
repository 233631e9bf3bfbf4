import { hash, X509Certificate } from "node:crypto";
import { canonicalIpAddress } from "@latchkey/api";
import type { ClientCertificate } from "../../oauth/binding/client-certificate.ts";
import type { DistinguishedName, NameAttribute } from "../../oauth/binding/distinguished-name.ts";
import { type DerValue, readObjectIdentifier, readText, readValues } from "./read-der.ts";

/** RFC 5280 — reads TLS client certificates. OpenSSL parses and verifies them; their names are read from the DER. */

/** How the issuer of a certificate is verified: it was already, or an authority must have issued it. `now` is in unix seconds. */
export type ChainVerification =
  | { readonly is_chain_verified: boolean }
  | { readonly authorities: Authorities; readonly now: number };

/** Reads a certificate; undefined when the bytes are none. */
export function readCertificate(
  der: Buffer,
  verification: ChainVerification,
): ClientCertificate | undefined {
  const certificate = parse(der);
  const fields = certificate && readFields(der);
  if (certificate === undefined || fields === undefined) return undefined;
  return {
    thumbprint: thumbprintOf(der),
    ...fields,
    valid_from: unixSeconds(certificate.validFromDate),
    valid_until: unixSeconds(certificate.validToDate),
    is_chain_verified:
      "authorities" in verification
        ? isIssuedByAny(certificate, verification.authorities, verification.now)
        : verification.is_chain_verified,
  };
}

/** RFC 8705 §3.1: the SHA-256 of the certificate, in base64url. */
export function thumbprintOf(der: Uint8Array): string {
  return hash("sha256", der, "base64url");
}

/** Certificate authorities. Each one is trusted by itself, also one that another authority issued. */
export type Authorities = readonly X509Certificate[];

/** Reads certificates in PEM, one after another. Throws where one cannot be read, or there is none. */
export function readAuthorities(pem: string): Authorities {
  const blocks = pem.match(CERTIFICATE) ?? [];
  const authorities = blocks.map((block) => new X509Certificate(block));
  if (authorities.length === 0) throw new Error("It has no certificate in PEM.");
  return authorities;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z\d+/=\s]+-----END CERTIFICATE-----/g;

function parse(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

/** Whether an authority that is valid now issued the certificate, for TLS clients. */
function isIssuedByAny(
  certificate: X509Certificate,
  authorities: Authorities,
  now: number,
): boolean {
  if (!isForClients(certificate)) return false;
  return authorities.some(
    (authority) =>
      authority.ca &&
      certificate.checkIssued(authority) &&
      unixSeconds(authority.validFromDate) <= now &&
      now <= unixSeconds(authority.validToDate) &&
      certificate.verify(authority.publicKey),
  );
}

const CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
const ANY_USAGE = "2.5.29.37.0";

/** RFC 5280 §4.2.1.12: without the extension, a certificate is for every use. */
function isForClients({ keyUsage }: X509Certificate): boolean {
  // Node calls the extended key usage keyUsage, and leaves it undefined where there is none.
  const usages: readonly string[] | undefined = keyUsage;
  return (
    usages === undefined || usages.includes(CLIENT_AUTHENTICATION) || usages.includes(ANY_USAGE)
  );
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

const SEQUENCE = 0x30;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";

/** §4.1: the subject, and the names of the extension. */
function readFields(
  der: Buffer,
): Pick<ClientCertificate, "subject" | "dns" | "uri" | "ip" | "email"> | undefined {
  const [whole] = readValues(der) ?? [];
  const [signed] = readValues(whole?.content ?? EMPTY) ?? [];
  const fields = readValues(signed?.content ?? EMPTY) ?? [];
  // serialNumber, signature, issuer, validity, subject; a version may come first.
  const subject = fields[fields[0]?.tag === VERSION ? 5 : 4];
  if (subject?.tag !== SEQUENCE) return undefined;
  const extensions = fields.find(({ tag }) => tag === EXTENSIONS);
  return { subject: readName(subject), ...readAlternativeNames(extensions) };
}

const EMPTY = Buffer.alloc(0);

/** §4.1.2.4. Undefined when it cannot be read. */
function readName({ content }: DerValue): DistinguishedName | undefined {
  const names = readValues(content)?.map((set) => readValues(set.content)?.map(readAttribute));
  const isComplete = (name: (NameAttribute | undefined)[] | undefined): name is NameAttribute[] =>
    name !== undefined && name.length > 0 && !name.includes(undefined);
  return names?.every(isComplete) === true ? names : undefined;
}

function readAttribute({ content }: DerValue): NameAttribute | undefined {
  const [type, value] = readValues(content) ?? [];
  if (type === undefined || value === undefined) return undefined;
  const text = readText(value);
  const identifier = readObjectIdentifier(type.content);
  if (text !== undefined) return { type: identifier, value: text, is_der: false };
  return { type: identifier, value: value.encoded.toString("hex"), is_der: true };
}

/** §4.2.1.6: [1] is an email address, [2] a DNS name, [6] a URI, [7] an IP address. */
function readAlternativeNames(extensions: DerValue | undefined) {
  const names = alternativeNamesIn(extensions);
  const textsOf = (wanted: number): string[] =>
    names.filter(({ tag }) => tag === wanted).map(({ content }) => content.toString("latin1"));
  return {
    email: textsOf(0x81),
    dns: textsOf(0x82),
    uri: textsOf(0x86),
    ip: names
      .filter(({ tag }) => tag === 0x87)
      .flatMap(({ content }) => canonicalIpAddress(addressIn(content)) ?? []),
  };
}

function alternativeNamesIn(extensions: DerValue | undefined): readonly DerValue[] {
  const [list] = readValues(extensions?.content ?? EMPTY) ?? [];
  for (const extension of readValues(list?.content ?? EMPTY) ?? []) {
    const parts = readValues(extension.content) ?? [];
    const [type] = parts;
    if (type === undefined || readObjectIdentifier(type.content) !== SUBJECT_ALTERNATIVE_NAME)
      continue;
    const [names] = readValues(parts.at(-1)?.content ?? EMPTY) ?? []; // After a flag, whether it is critical.
    return readValues(names?.content ?? EMPTY) ?? [];
  }
  return [];
}

function addressIn(octets: Buffer): string {
  if (octets.length === 4) return octets.join(".");
  return octets.toString("hex").match(/.{4}/g)?.join(":") ?? "";
}
