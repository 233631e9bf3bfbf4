import { createPrivateKey } from "node:crypto";
import { resolve } from "node:path";
import type { JsonWebKey } from "@latchkey/api";
import { type TlsListener, terminatesTls } from "../config/derived.ts";
import { readSettingFile, SettingFileError } from "../config/setting-file.ts";
import type { Config } from "../config/settings.ts";
import { createSelfSigned, toPem } from "../crypto/self-signed.ts";
import { findPairProblem, type TlsPair } from "../crypto/tls-pair.ts";
import { keySets } from "../context/keyring.ts";
import { readAuthorities } from "../crypto/binding/certificate.ts";
import type { TlsOptions } from "../http/listener/listen.ts";
import type { Keys } from "../store/port/key-store.ts";

const SELF_SIGNED_DAYS = 397;

/** How a listener requests certificates of clients; undefined where none does. */
export function clientCertificatesOf(config: Config): TlsOptions["client_certificates"] {
  return config["serve.mtls.certificates"] === "tls" ? { ca: authoritiesPem(config) } : undefined;
}

/** The authorities of client certificates, in PEM. Throws a SettingFileError where they cannot be read. */
export function authoritiesPem(config: Config): string | undefined {
  const pem = pemOf(config, "serve.mtls.ca");
  if (pem === undefined) return undefined;
  try {
    readAuthorities(pem);
  } catch (cause) {
    const message = "must have certificates in PEM that can be read";
    throw new SettingFileError({ key: settingOf(config, "serve.mtls.ca"), message }, { cause });
  }
  return pem;
}

/** The key and certificate of the settings; undefined where there are none. Throws a SettingFileError where they cannot be used. */
export function readTlsPair(config: Config, listener: TlsListener): TlsPair | undefined {
  const section = sectionOf(config, listener);
  const key = pemOf(config, `${section}.key`);
  const cert = pemOf(config, `${section}.cert`);
  if (key === undefined || cert === undefined) return undefined;
  const problem = findPairProblem({ key, cert });
  if (problem === undefined) return { key, cert };
  const { part, message } = problem;
  throw new SettingFileError({ key: settingOf(config, `${section}.${part}`), message });
}

/** The key and certificate of the settings, else a self-signed pair; undefined where the listener does not serve TLS. */
export async function findTlsPair(
  config: Config,
  listener: TlsListener,
  keys: Keys,
  now: number,
): Promise<TlsPair | undefined> {
  if (!terminatesTls(config, listener)) return undefined;
  return readTlsPair(config, listener) ?? selfSignedPair(config, keys, now);
}

/** A self-signed certificate, stored in the database so that all servers use the same one, also after a restart. */
async function selfSignedPair(config: Config, keys: Keys, now: number): Promise<TlsPair> {
  const { hostname } = new URL(config["urls.self.issuer"]);
  if ((await keys.findSet(keySets.tls)).length === 0) {
    const hosts = [...new Set([hostname, "localhost", "127.0.0.1", "::1"])];
    const { key } = await createSelfSigned({ hosts, days: SELF_SIGNED_DAYS, now });
    await keys.addFirst(keySets.tls, { ...key, kid: key.kid ?? keySets.tls }, now);
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

type TlsSection = "serve.tls" | `serve.${TlsListener}.tls`;
type PemSetting = `${TlsSection}.${"key" | "cert"}` | "serve.mtls.ca";

/** The section with the pair of a listener: its own, where it has one. */
function sectionOf(config: Config, listener: TlsListener): TlsSection {
  const own = `serve.${listener}.tls` as const;
  const hasKey = (config[`${own}.key.path`] ?? config[`${own}.key.base64`]) !== undefined;
  return hasKey ? own : "serve.tls";
}

function pemOf(config: Config, name: PemSetting): string | undefined {
  const path = config[`${name}.path`];
  const base64 = config[`${name}.base64`];
  if (path !== undefined) return readSettingFile(`${name}.path`, path);
  return base64 === undefined ? undefined : Buffer.from(base64, "base64").toString("utf8");
}

/** The setting that has a value, with the file it names. */
function settingOf(config: Config, name: PemSetting): string {
  const path = config[`${name}.path`];
  return path === undefined ? `${name}.base64` : `${name}.path (${resolve(path)})`;
}
