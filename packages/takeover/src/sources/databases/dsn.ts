import { SourceError } from "../../source.ts";

export type Dsn =
  | { readonly database: "sqlite"; readonly path: string }
  | { readonly database: "postgres"; readonly url: string; readonly tls: Tls }
  | { readonly database: "mysql"; readonly server: MysqlServer; readonly tls: Tls };

export interface MysqlServer {
  readonly user: string;
  readonly password: string;
  readonly host?: string;
  readonly port?: number;
  readonly socketPath?: string;
  readonly database: string;
}

/** `unverified` encrypts without a check of the certificate. */
export type Tls = "off" | "unverified" | "verified" | { readonly ca: string };

/** Reads a DSN as Ory Hydra writes it. An error never repeats it: it holds a password. */
export function parseDsn(dsn: string): Dsn {
  const scheme = /^([a-z0-9+]+):/u.exec(dsn)?.[1] ?? "";
  switch (scheme) {
    case "sqlite":
    case "sqlite3":
      return parseSqlite(dsn.slice(scheme.length + 1));
    case "postgres":
    case "postgresql":
    case "cockroach":
    case "crdb":
    case "cockroachdb":
      return parsePostgres(dsn.slice(scheme.length));
    case "mysql":
    case "mariadb":
      return parseMysql(dsn.slice(scheme.length).replace(/^:\/\//u, ""));
    default:
      throw new SourceError(
        dsn === "memory"
          ? "A server with the DSN memory keeps its data in its process: there is no database to take over."
          : "The source is not named by a DSN: one begins with sqlite://, postgres://, cockroach:// or mysql://.",
      );
  }
}

function parseSqlite(rest: string): Dsn {
  const path =
    rest
      .replace(/^\/\//u, "")
      .replace(/^file:/u, "")
      .split("?", 1)[0] ?? "";
  if (path === "" || path === ":memory:") {
    throw new SourceError("The DSN of the source names no file.");
  }
  return { database: "sqlite", path: decodeURIComponent(path) };
}

/** Parameters of Ory Hydra's connection pool, which a PostgreSQL does not know. */
const POOL_PARAMETERS = [
  "max_conns",
  "max_idle_conns",
  "max_conn_lifetime",
  "max_conn_idle_time",
  "pool_max_conns",
  "pool_min_conns",
  "connect_timeout",
];

function parsePostgres(rest: string): Dsn {
  let url: URL;
  try {
    url = new URL(`postgres${rest}`);
  } catch {
    throw new SourceError("The DSN of the source is not a URL that PostgreSQL takes.");
  }
  const mode = url.searchParams.get("sslmode") ?? "prefer";
  const ca = url.searchParams.get("sslrootcert");
  for (const name of [...POOL_PARAMETERS, "sslmode", "sslrootcert"]) url.searchParams.delete(name);
  return { database: "postgres", url: url.href, tls: postgresTls(mode, ca) };
}

function postgresTls(mode: string, ca: string | null): Tls {
  if (mode === "verify-ca" || mode === "verify-full") return ca === null ? "verified" : { ca };
  // `prefer` and `allow` go on without TLS: pg does not negotiate.
  return mode === "require" ? "unverified" : "off";
}

/** `user:password@tcp(host:port)/database?…`, or the same with `unix(path)`; a password may hold any character. */
function parseMysql(rest: string): Dsn {
  const parts =
    /^(?:([^:@]*)(?::(.*))?@)?(?:(tcp|unix)?\((.*)\)|([^/()]*))\/([^/?]*)(?:\?(.*))?$/su.exec(rest);
  if (parts === null || (parts[6] ?? "") === "") {
    throw new SourceError(
      "The DSN of the source is not one of MySQL: mysql://user:password@tcp(host:3306)/database.",
    );
  }
  const [, user = "", password = "", network, inBrackets, bare, database = "", query = ""] = parts;
  const address = inBrackets ?? bare ?? "";
  const tls = new URLSearchParams(query).get("tls") ?? "false";
  return {
    database: "mysql",
    server: {
      user,
      password,
      database,
      ...(network === "unix" ? { socketPath: address } : hostAndPort(address)),
    },
    tls:
      tls === "true" ? "verified" : tls === "false" || tls === "preferred" ? "off" : "unverified",
  };
}

function hostAndPort(address: string): { readonly host: string; readonly port: number } {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/u.exec(address);
  const host = (parts?.[1] ?? "").replace(/^\[|\]$/gu, "");
  return { host: host === "" ? "127.0.0.1" : host, port: Number(parts?.[2] ?? 3306) };
}
