import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import {
  bitString,
  der,
  objectIdentifier,
  sequence,
  set,
  time,
  unsignedInteger,
  utf8String,
} from "../../src/crypto/der.ts";
import { ipOctets, toPem } from "../../src/crypto/self-signed.ts";

/** RFC 5280 — a certificate and its key. It is valid for a year from now. */
export interface TestCertificate {
  /** In PEM, as is `key`. */
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  /** RFC 8705 §3.1: `x5t#S256`. */
  readonly thumbprint: string;
}

/** What a certificate is for. */
interface CertificateOptions {
  /** As OpenSSL writes it: `/C=DE/O=Example/CN=photos`. */
  readonly subject: string;
  /** Extensions as OpenSSL writes them: `subjectAltName=DNS:photos.example`. */
  readonly extensions?: readonly string[];
  /** It signs itself when left out. */
  readonly issuer?: TestCertificate;
  readonly key_type?: "ec" | "rsa";
}

/** Makes a certificate. */
export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { subject, extensions = ["basicConstraints=critical,CA:FALSE"], issuer } = options;
  const key = generateKey(options.key_type ?? "ec");
  const signer = issuer === undefined ? key : createPrivateKey(issuer.key);
  const algorithm = signer.asymmetricKeyType === "rsa" ? RSA_WITH_SHA256 : ECDSA_WITH_SHA256;
  const now = Math.floor(Date.now() / 1_000);
  const toBeSigned = sequence(
    der(0xa0, unsignedInteger(Buffer.of(2))), // version 3
    unsignedInteger(randomBytes(16)), // serial number
    algorithm,
    issuer === undefined ? writeName(subject) : subjectOf(issuer),
    sequence(time(now), time(now + 365 * 86_400)),
    writeName(subject),
    createPublicKey(key).export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions.map(writeExtension))),
  );
  const certificate = sequence(
    toBeSigned,
    algorithm,
    bitString(sign("sha256", toBeSigned, signer)),
  );
  return {
    cert: toPem(certificate.toString("base64")),
    key: key.export({ type: "pkcs8", format: "pem" }),
    der: certificate,
    thumbprint: hash("sha256", certificate, "base64url"),
  };
}

/** Makes a certificate authority. */
export function makeAuthority(subject: string, issuer?: TestCertificate): TestCertificate {
  const extensions = ["basicConstraints=critical,CA:TRUE", "keyUsage=keyCertSign"];
  return makeCertificate({ subject, extensions, ...(issuer && { issuer }) });
}

function generateKey(type: "ec" | "rsa"): KeyObject {
  return type === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
    : generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const RSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.113549.1.1.11"), der(0x05));

const ATTRIBUTES: Readonly<Record<string, string>> = {
  CN: "2.5.4.3",
  C: "2.5.4.6",
  O: "2.5.4.10",
  OU: "2.5.4.11",
  UID: "0.9.2342.19200300.100.1.1",
  emailAddress: "1.2.840.113549.1.9.1",
};

/** §4.1.2.4. A backslash makes the next character ordinary; `+` joins attributes of one part. */
function writeName(subject: string): Buffer {
  const parts = splitAt("/", subject).slice(1);
  return sequence(...parts.map((part) => set(...splitAt("+", part).map(writeAttribute))));
}

/** Splits at each separator that no backslash precedes. */
function splitAt(separator: string, text: string): string[] {
  const parts = [""];
  for (const [character] of text.matchAll(/\\.|./gsu)) {
    if (character === separator) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function writeAttribute(attribute: string): Buffer {
  const [type = "", ...rest] = attribute.split("=");
  const text = rest.join("=").replaceAll(/\\(.)/gu, "$1");
  const value = type === "C" ? der(0x13, Buffer.from(text)) : utf8String(text);
  return sequence(objectIdentifier(named(ATTRIBUTES, type)), value);
}

/** The name as it is encoded in the certificate: after version, serial number, algorithm, issuer and validity. */
function subjectOf({ der: certificate }: TestCertificate): Buffer {
  const [to_be_signed = Buffer.of()] = contentsOf(certificate);
  return contentsOf(to_be_signed)[5] ?? Buffer.of();
}

/** The values inside a value, each with its tag and length. */
function contentsOf(value: Buffer): Buffer[] {
  const values: Buffer[] = [];
  for (let rest = value.subarray(headerLength(value)); rest.length > 0;) {
    const length = headerLength(rest) + contentLength(rest);
    values.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return values;
}

const headerLength = (value: Buffer): number => 2 + (value[1]! < 0x80 ? 0 : value[1]! & 0x7f);
const contentLength = (value: Buffer): number =>
  value[1]! < 0x80 ? value[1]! : value.readUIntBE(2, value[1]! & 0x7f);

/** §4.2.1 */
function writeExtension(extension: string): Buffer {
  const [name = "", ...rest] = extension.split("=");
  const words = rest.join("=").split(",");
  const isCritical = words[0] === "critical";
  const { oid, write } = named(EXTENSIONS, name);
  const value = der(0x04, write(words.slice(isCritical ? 1 : 0)));
  return sequence(objectIdentifier(oid), ...(isCritical ? [TRUE] : []), value);
}

const TRUE = der(0x01, Buffer.of(0xff));

const EXTENSIONS: Readonly<
  Record<string, { readonly oid: string; readonly write: (words: readonly string[]) => Buffer }>
> = {
  basicConstraints: {
    oid: "2.5.29.19",
    write: ([word]) => (word === "CA:TRUE" ? sequence(TRUE) : sequence()),
  },
  keyUsage: {
    oid: "2.5.29.15",
    write: ([word]) => der(0x03, named({ keyCertSign: Buffer.of(2, 0b0000_0100) }, word ?? "")),
  },
  extendedKeyUsage: {
    oid: "2.5.29.37",
    write: (words) => sequence(...words.map((word) => objectIdentifier(named(USAGES, word)))),
  },
  subjectAltName: { oid: "2.5.29.17", write: (words) => sequence(...words.map(writeGeneralName)) },
};

const USAGES: Readonly<Record<string, string>> = {
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
  anyExtendedKeyUsage: "2.5.29.37.0",
};

/** §4.2.1.6 */
function writeGeneralName(name: string): Buffer {
  const [kind = "", ...rest] = name.split(":");
  const value = rest.join(":");
  if (kind === "IP") return der(0x87, ipOctets(value));
  return der(named({ email: 0x81, DNS: 0x82, URI: 0x86 }, kind), Buffer.from(value));
}

function named<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = table[name];
  if (found === undefined) throw new Error(`Certificates of tests have no ${name}.`);
  return found;
}
