import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from "node:crypto";
import { isIP } from "node:net";
import type { JsonWebKey } from "@latchkey/api";
import {
  bitString,
  der,
  objectIdentifier,
  sequence,
  set,
  time,
  unsignedInteger,
  utf8String,
} from "./der.ts";
import { generateJwk } from "./jwk.ts";
import { randomId } from "./random.ts";

/** RFC 5280 — a self-signed certificate, for a server without one in its settings. */

interface CertificateOptions {
  /** DNS names and IP addresses. */
  readonly hosts: readonly string[];
  readonly days: number;
  /** Unix seconds. */
  readonly now: number;
}

/** A new key with a certificate for these hosts: as a JWK with `x5c` for the database, and as PEM for the listener. */
export async function createSelfSigned(
  options: CertificateOptions,
): Promise<{ key: JsonWebKey; certificate_pem: string; key_pem: string }> {
  const jwk = await generateJwk({ alg: "ES256", kid: randomId(), use: "sig", rsa_bits: 0 });
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  const certificate = writeCertificate(key, options).toString("base64");
  return {
    key: { ...jwk, x5c: [certificate] },
    certificate_pem: toPem(certificate),
    key_pem: key.export({ type: "pkcs8", format: "pem" }),
  };
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const COMMON_NAME = objectIdentifier("2.5.4.3");
const SUBJECT_ALTERNATIVE_NAME = objectIdentifier("2.5.29.17");
const BASIC_CONSTRAINTS = objectIdentifier("2.5.29.19");
const EXTENDED_KEY_USAGE = objectIdentifier("2.5.29.37");
const SERVER_AUTHENTICATION = objectIdentifier("1.3.6.1.5.5.7.3.1");
const CRITICAL = der(0x01, Buffer.of(0xff));
const VERSION_3 = der(0xa0, unsignedInteger(Buffer.of(2)));

// §4.1
function writeCertificate(key: KeyObject, { hosts, days, now }: CertificateOptions): Buffer {
  const name = sequence(set(sequence(COMMON_NAME, utf8String("Latchkey self-signed"))));
  const toBeSigned = sequence(
    VERSION_3,
    unsignedInteger(randomBytes(16)), // serial number
    ECDSA_WITH_SHA256,
    name, // issuer
    sequence(time(now - 3_600), time(now + days * 86_400)), // from an hour ago, since clocks differ
    name, // subject
    createPublicKey(key).export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions(hosts))),
  );
  const signature = sign("sha256", toBeSigned, { key, dsaEncoding: "der" });
  return sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(signature));
}

// §4.2.1
function extensions(hosts: readonly string[]): Buffer[] {
  const names = sequence(...hosts.map(generalName));
  return [
    sequence(SUBJECT_ALTERNATIVE_NAME, octetString(names)),
    sequence(BASIC_CONSTRAINTS, CRITICAL, octetString(sequence())), // Empty: not a certificate authority.
    sequence(EXTENDED_KEY_USAGE, octetString(sequence(SERVER_AUTHENTICATION))),
  ];
}

// §4.2.1.6: [2] is a DNS name, [7] an IP address.
function generalName(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host, "ascii")) : der(0x87, ipOctets(host));
}

function octetString(content: Buffer): Buffer {
  return der(0x04, content);
}

/** The bytes of an IP address. */
export function ipOctets(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));

  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const gap = Array<string>(8 - head.length - tail.length).fill("0");
  const groups = [...head, ...gap, ...tail].map((group) => group.padStart(4, "0"));
  return Buffer.from(groups.join(""), "hex");
}

/** Converts a certificate from base64 DER, as in `x5c`, to PEM. */
export function toPem(base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
