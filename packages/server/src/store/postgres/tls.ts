import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ConnectionOptions, createSecureContext, type SecureVersion } from "node:tls";
import { explainUnreadable } from "../../config/setting-file.ts";
import { codeOf } from "../port/error-code.ts";

/** The values of libpq's `sslmode`, each of which demands more than the one before it. */
const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof MODES)[number];

/** Whether and how connections to a database server are encrypted. */
export interface TlsPolicy {
  readonly mode: SslMode;
  /** Whether the certificate of the server is verified. */
  readonly is_verified: boolean;
  /** `channel_binding`: whether SCRAM is bound to the TLS connection, and whether it must be. */
  readonly binds: boolean;
  readonly must_bind: boolean;
  /** Options for the driver. Reads the files each time, so that a renewed certificate is used for the next connection. */
  options(): ConnectionOptions;
}

/** A connection that the dsn does not allow, or that it describes wrongly. Waiting does not help. */
export class TlsError extends Error {
  override readonly name = "TlsError";
}

/**
 * The TLS parameters of a DSN, which mean what they mean to libpq (PostgreSQL's documentation, "SSL Support" and "Connection
 * Strings"), and never less. They are removed from `parameters`: the driver understands some of them differently. One that is
 * left out is taken from libpq's environment variable, such as `PGSSLMODE`.
 */
export function readTls(
  parameters: URLSearchParams,
  environment: NodeJS.ProcessEnv = process.env,
): TlsPolicy {
  const take = (name: string): string | undefined => {
    const value = valueOf(name, parameters, environment);
    parameters.delete(name);
    return value;
  };
  rejectUnsupported(parameters, environment);
  parameters.delete("uselibpqcompat");
  const root = take("sslrootcert");
  const mode = modeOf(take("sslmode"), take("ssl"), root);
  const files: TlsFiles = {
    ca: root === "system" ? undefined : named("sslrootcert", root),
    cert: named("sslcert", take("sslcert")),
    key: named("sslkey", take("sslkey")),
  };
  if ((files.cert === undefined) !== (files.key === undefined)) {
    throw new TlsError("In the dsn, sslcert and sslkey must be set together.");
  }
  const passphrase = take("sslpassword");
  const minVersion = versionOf("ssl_min_protocol_version", take("ssl_min_protocol_version"));
  const maxVersion = versionOf("ssl_max_protocol_version", take("ssl_max_protocol_version"));
  const binding = bindingOf(take("channel_binding"), mode);
  const is_verified = mode === "verify-ca" || mode === "verify-full" || files.ca !== undefined;
  return {
    mode,
    is_verified,
    binds: binding !== "disable",
    must_bind: binding === "require",
    options: () => ({
      secureContext: contextOf(files, { passphrase, minVersion, maxVersion }),
      rejectUnauthorized: is_verified,
      ...(mode !== "verify-full" && { checkServerIdentity: () => undefined }),
    }),
  };
}

/** The value of a parameter, or of its variable: `channel_binding` and `PGCHANNELBINDING`. An empty one is none. */
function valueOf(
  name: string,
  parameters: URLSearchParams,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const variable = `PG${name.replaceAll("_", "").toUpperCase()}`;
  const value = parameters.get(name) ?? environment[variable];
  return value === "" ? undefined : value;
}

/** The mode of `sslmode`, or of the driver's own `ssl=true`. As with libpq, `prefer` when nothing is written. */
function modeOf(
  written: string | undefined,
  ssl: string | undefined,
  root: string | undefined,
): SslMode {
  const mode =
    aliasOf(written) ?? modeOfFlag(ssl) ?? (root === "system" ? "verify-full" : "prefer");
  if (!isMode(mode)) {
    throw new TlsError(`In the dsn, sslmode must be one of ${MODES.join(", ")}.`);
  }
  if (root === "system" && mode !== "verify-full") {
    throw new TlsError("In the dsn, sslrootcert=system needs sslmode=verify-full.");
  }
  if (root === undefined && mode === "verify-ca") {
    // Public authorities issue certificates to everyone, so that without the host name nothing is verified.
    throw new TlsError("In the dsn, sslmode=verify-ca needs sslrootcert; or use verify-full.");
  }
  return mode;
}

/** `no-verify` is the driver's word for what `require` means to libpq. */
function aliasOf(written: string | undefined): string | undefined {
  return written === "no-verify" ? "require" : written;
}

function modeOfFlag(ssl: string | undefined): SslMode | undefined {
  switch (ssl) {
    case undefined:
      return undefined;
    case "true":
    case "1":
      return "verify-full";
    case "no-verify":
      return "require";
    case "false":
    case "0":
      return "disable";
    default:
      throw new TlsError("In the dsn, use sslmode in place of ssl.");
  }
}

function isMode(mode: string): mode is SslMode {
  return MODES.some((known) => known === mode);
}

const VERSIONS: readonly SecureVersion[] = ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"];

function versionOf(name: string, written: string | undefined): SecureVersion | undefined {
  if (written === undefined) return undefined;
  const version = VERSIONS.find((known) => known.toLowerCase() === written.toLowerCase());
  if (version === undefined) throw new TlsError(`In the dsn, ${name} must be TLSv1.2 or TLSv1.3.`);
  return version;
}

function bindingOf(written: string | undefined, mode: SslMode): string {
  if (written === undefined) return "disable";
  if (!["disable", "prefer", "require"].includes(written)) {
    throw new TlsError("In the dsn, channel_binding must be disable, prefer or require.");
  }
  if (written === "require" && MODES.indexOf(mode) < MODES.indexOf("require")) {
    throw new TlsError("In the dsn, channel_binding=require needs sslmode=require or more.");
  }
  return written;
}

/** Parameters of libpq that demand something of the server which the driver cannot check: to ignore them would be less secure. */
const UNSUPPORTED = ["require_auth", "requirepeer", "sslcrl", "sslcrldir"];

function rejectUnsupported(parameters: URLSearchParams, environment: NodeJS.ProcessEnv): void {
  const isSet = (name: string): boolean => valueOf(name, parameters, environment) !== undefined;
  const found = UNSUPPORTED.find(isSet);
  if (found !== undefined) throw new TlsError(`In the dsn, ${found} is not supported.`);
  if (valueOf("gssencmode", parameters, environment) === "require") {
    throw new TlsError("In the dsn, gssencmode=require is not supported: use sslmode.");
  }
}

/** A file that a parameter names. */
interface NamedFile {
  readonly parameter: string;
  readonly path: string;
}

interface TlsFiles {
  readonly ca: NamedFile | undefined;
  readonly cert: NamedFile | undefined;
  readonly key: NamedFile | undefined;
}

function named(parameter: string, path: string | undefined): NamedFile | undefined {
  return path === undefined ? undefined : { parameter, path };
}

function contextOf(
  { ca, cert, key }: TlsFiles,
  others: Pick<ConnectionOptions, "passphrase" | "minVersion" | "maxVersion">,
) {
  const read = { ca: textOf(ca), cert: textOf(cert), key: textOf(key) };
  try {
    return createSecureContext({ ...read, ...others });
  } catch (cause) {
    const names = [ca, cert, key].flatMap((file) => file?.parameter ?? []).join(", ");
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TlsError(`The files of ${names} in the dsn cannot be used: ${reason}.`, { cause });
  }
}

function textOf(file: NamedFile | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file.path, "utf8");
  } catch (cause) {
    const { parameter, path } = file;
    const text = `In the dsn, ${parameter} names ${resolve(path)}, ${explainUnreadable(cause)}.`;
    throw new TlsError(text, { cause });
  }
}

/** Whether a connection without TLS may be tried after this failure of one with TLS: the server offers none, or rejects it. */
export function mayBePlain({ mode }: TlsPolicy, failure: unknown): boolean {
  if (mode !== "prefer" && mode !== "allow") return false;
  return NO_TLS.test(messageOf(failure)) || /^(?:28000|EPROTO|ERR_SSL_.*)$/.test(codeOf(failure));
}

/** The error for the operator, who may have to change the dsn or a certificate. */
export function explainTlsFailure(failure: unknown, { mode }: TlsPolicy): unknown {
  const [message, code] = [messageOf(failure), codeOf(failure)];
  const explain = (text: string): TlsError => new TlsError(text, { cause: failure });
  if (message.includes("does not support SSL")) {
    return explain(`The database server offers no TLS, which sslmode=${mode} in the dsn demands.`);
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return explain(
      `The certificate of the database server is for another host, which sslmode=${mode} in the dsn rejects: ${message}`,
    );
  }
  const [alert] = CLIENT_REJECTED.exec(message) ?? [];
  if (alert !== undefined) {
    return explain(`The database server rejects the certificate of sslcert in the dsn: ${alert}.`);
  }
  if (UNVERIFIED.test(code)) {
    return explain(
      `The certificate of the database server cannot be verified: ${message}. The file of sslrootcert in the dsn must have its authority.`,
    );
  }
  return failure;
}

/** What the driver says when the server answers an SSLRequest with no, or with an error. */
const NO_TLS = /does not support SSL|error establishing an SSL/;
const UNVERIFIED = /CERT|UNABLE_TO_VERIFY|CRL/;
/** Alerts of the server about the client's certificate. */
const CLIENT_REJECTED = /alert (?:unknown ca|(?:bad |unsupported )?certificate[a-z ]*)/;

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : "";
}
