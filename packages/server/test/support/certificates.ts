import { execFileSync } from "node:child_process";
import { hash, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A certificate and its key, made by OpenSSL. It is valid for a year from now. */
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
}

/** Makes a certificate. */
export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { subject, extensions = ["basicConstraints=critical,CA:FALSE"], issuer } = options;
  const directory = mkdtempSync(join(tmpdir(), "latchkey-certificate-"));
  const at = (name: string): string => join(directory, name);
  try {
    writeFileSync(at("openssl.cnf"), "[req]\ndistinguished_name = dn\n[dn]\n");
    if (issuer !== undefined) {
      writeFileSync(at("ca.pem"), issuer.cert);
      writeFileSync(at("ca.key"), issuer.key);
    }
    const signer = issuer === undefined ? [] : ["-CA", at("ca.pem"), "-CAkey", at("ca.key")];
    const command =
      "req -x509 -utf8 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365".split(" ");
    execFileSync(
      "openssl",
      [
        ...command,
        "-config",
        at("openssl.cnf"),
        "-subj",
        subject,
        "-keyout",
        at("key.pem"),
        "-out",
        at("cert.pem"),
        ...extensions.flatMap((extension) => ["-addext", extension]),
        ...signer,
      ],
      { stdio: "pipe" },
    );
    const cert = readFileSync(at("cert.pem"), "utf8");
    const der = new X509Certificate(cert).raw;
    const thumbprint = hash("sha256", der, "base64url");
    return { cert, key: readFileSync(at("key.pem"), "utf8"), der, thumbprint };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Makes a certificate authority. */
export function makeAuthority(subject: string, issuer?: TestCertificate): TestCertificate {
  const extensions = ["basicConstraints=critical,CA:TRUE", "keyUsage=keyCertSign"];
  return makeCertificate({ subject, extensions, ...(issuer && { issuer }) });
}
