import { readTls, type TlsPolicy } from "./tls.ts";

/** A database server that a DSN names. */
export interface DatabaseServer {
  /** Host and port, or the folder of a Unix socket, for the log. */
  readonly address: string;
  readonly connection_string: string;
  /** Undefined for a Unix socket, where libpq ignores the TLS parameters too. */
  readonly tls: TlsPolicy | undefined;
}

/**
 * The servers of a DSN, in its order: `postgres://user@a:5432,b:5432/name` names two, as does
 * `postgres://user@/name?host=a,b&port=5432`. The driver takes one host at a time.
 */
export function readServers(dsn: string): readonly DatabaseServer[] {
  const [, scheme, user = "", hosts = "", path = "", search = ""] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(dsn) ?? [];
  if (scheme === undefined) throw new Error("The dsn names no PostgreSQL server.");
  const parameters = new URLSearchParams(search);
  checkSessionAttributes(parameters.get("target_session_attrs"));
  parameters.delete("target_session_attrs");
  const tls = readTls(parameters);
  const connection = (authority: string): string =>
    `${scheme}${user}${authority}${path}${parameters.size > 0 ? `?${parameters.toString()}` : ""}`;
  const named = hostsOf(parameters);
  if (named.length === 0) {
    return hosts.split(",").map((host) => serverOf(host, undefined, connection(host), tls));
  }
  return named.map(({ host, port }) => {
    parameters.set("host", host);
    if (port !== undefined) parameters.set("port", port);
    return serverOf(host, port, connection(hosts), tls);
  });
}

function serverOf(
  host: string,
  port: string | undefined,
  connection_string: string,
  tls: TlsPolicy,
): DatabaseServer {
  const isSocket = /^(?:\/|%2f)/i.test(host);
  const named = host === "" ? "localhost" : host;
  const hasPort = port === undefined && /[^:]:\d+$|\]:\d+$/.test(named);
  const address = isSocket || hasPort ? named : `${named}:${port ?? 5432}`;
  return { address, connection_string, tls: isSocket ? undefined : tls };
}

/** The hosts of the parameter `host`, which libpq takes in place of the host of the URL, with their ports. */
function hostsOf(parameters: URLSearchParams): { host: string; port: string | undefined }[] {
  const hosts = parameters.get("host")?.split(",") ?? [];
  const ports = parameters.get("port")?.split(",") ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error("In the dsn, port must have one value, or as many as host.");
  }
  return hosts.map((host, index) => ({ host, port: ports[ports.length > 1 ? index : 0] }));
}

/** A server that accepts no writes is never used, so only these values are supported. */
function checkSessionAttributes(wanted: string | null): void {
  if (wanted === null || ["any", "read-write", "primary"].includes(wanted)) return;
  throw new Error("In the dsn, target_session_attrs must be read-write, primary or any.");
}
