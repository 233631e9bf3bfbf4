import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { JsonWebKey } from "@latchkey/api";
import { terminatesTls } from "../config/derived.ts";
import type { Config } from "../config/settings.ts";
import { createSelfSigned, toPem } from "../crypto/self-signed.ts";
import { keySets } from "../context/keyring.ts";
import { readAuthorities } from "../crypto/binding/certificate.ts";
import type { TlsOptions } from "../http/listener/listen.ts";
import type { Keys } from "../store/port/key-store.ts";

const SELF_SIGNED_DAYS = 397;

/** A private key and its certificate. */
export type TlsPair = Pick<TlsOptions, "key" | "cert">;

/** How a listener requests certificates of clients; undefined where none does. */
export function clientCertificatesOf(config: Config): TlsOptions["client_certificates"] {
  return config["serve.mtls.certificates"] === "tls" ? { ca: authoritiesPem(config) } : undefined;
}

/** The authorities of client certificates, in PEM. Throws an error that names the setting where they cannot be read. */
export function authoritiesPem(config: Config): string | undefined {
  try {
    const pem = pemOf(config["serve.mtls.ca.path"], config["serve.mtls.ca.base64"]);
    if (pem !== undefined) readAuthorities(pem);
    return pem;
  } catch (error) {
    throw new Error("serve.mtls.ca must have certificates in PEM that can be read.", {
      cause: error,
    });
  }
}

/** The key and certificate of the settings, else a self-signed pair; undefined where this server does not terminate TLS. */
export async function findTlsPair(
  config: Config,
  keys: Keys,
  now: number,
): Promise<TlsPair | undefined> {
  if (!terminatesTls(config)) return undefined;
  const key = pemOf(config["serve.tls.key.path"], config["serve.tls.key.base64"]);
  const cert = pemOf(config["serve.tls.cert.path"], config["serve.tls.cert.base64"]);
  if (key !== undefined && cert !== undefined) return { key, cert };
  return selfSignedPair(config, keys, now);
}

/** A self-signed certificate, stored in the database so that all servers use the same one, also after a restart. */
async function selfSignedPair(config: Config, keys: Keys, now: number): Promise<TlsPair> {
  const { hostname } = new URL(config["urls.self.issuer"]);
  if ((await keys.findSet(keySets.tls)).length === 0) {
    const hosts = [...new Set([hostname, "localhost", "127.0.0.1", "::1"])];
    const { key } = await createSelfSigned({ hosts, days: SELF_SIGNED_DAYS, now });
    await keys.addFirst(keySets.tls, { ...key, kid: key.kid ?? keySets.tls });
  }
  const certified = (await keys.findSet(keySets.tls)).find(hasCertificate);
  if (certified === undefined) {
    throw new Error(
      `The key set ${keySets.tls} has no key with a certificate (x5c): add one, or delete the set.`,
    );
  }
  return {
    key: createPrivateKey({ key: certified, format: "jwk" }).export({
      type: "pkcs8",
      format: "pem",
    }),
    cert: certified.x5c.map(toPem).join(""),
  };
}

function hasCertificate(key: JsonWebKey): key is JsonWebKey & { x5c: string[] } {
  return key.x5c !== undefined && key.x5c.length > 0;
}

function pemOf(path: string | undefined, base64: string | undefined): string | undefined {
  if (path !== undefined) return readFileSync(path, "utf8");
  return base64 === undefined ? undefined : Buffer.from(base64, "base64").toString("utf8");
}
