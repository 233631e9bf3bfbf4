import type { ClientConfig } from "pg";

/** A database server that a DSN names. */
export interface DatabaseServer {
  readonly config: ClientConfig;
  /** `sslmode=prefer`: TLS where the server offers it. */
  readonly prefers_tls: boolean;
}

/**
 * The servers of a DSN, in its order: `postgres://user@a:5432,b:5432/name` names two. The driver takes one host at a time.
 *
 * `sslmode` means what it means to libpq. The driver would take `require` and `verify-ca` for `verify-full`.
 */
export function readServers(dsn: string): readonly DatabaseServer[] {
  const [, scheme, user = "", hosts = "", path = "", search = ""] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(dsn) ?? [];
  if (scheme === undefined) throw new Error("The dsn names no PostgreSQL server.");
  const parameters = new URLSearchParams(search);
  checkSessionAttributes(parameters.get("target_session_attrs"));
  parameters.delete("target_session_attrs");
  const mode = parameters.get("sslmode");
  const prefers_tls = mode === "prefer" || mode === "allow";
  if (prefers_tls) parameters.delete("sslmode");
  if (mode === "require" || mode === "verify-ca") parameters.set("uselibpqcompat", "true");
  const query = parameters.size > 0 ? `?${parameters.toString()}` : "";
  return hosts.split(",").map((host) => ({
    config: { connectionString: `${scheme}${user}${host}${path}${query}` },
    prefers_tls,
  }));
}

/** A server that accepts no writes is never used, so only these values are supported. */
function checkSessionAttributes(wanted: string | null): void {
  if (wanted === null || ["any", "read-write", "primary"].includes(wanted)) return;
  throw new Error("In the dsn, target_session_attrs must be read-write, primary or any.");
}
