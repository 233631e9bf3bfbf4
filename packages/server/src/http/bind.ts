import { once } from "node:events";
import type { Server } from "node:net";

/** Where a listener is to be found. */
export interface Place {
  /** A name or address, or `unix:` and the path of a socket. */
  readonly host: string;
  /** 0 takes any port that is free. */
  readonly port: number;
  /** Where the settings of this listener begin, such as `serve.public`: a refusal names them. */
  readonly setting: string;
}

/** Binds a server to its place and answers the port it really got. A refusal says which setting to change. */
export async function bind(server: Server, place: Place): Promise<number> {
  const path = unixPathOf(place.host);
  server.listen(path === undefined ? { host: place.host, port: place.port } : { path });
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(explain(error, place), { cause: error });
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : place.port;
}

/** The path of a Unix socket, when a host names one. */
export function unixPathOf(host: string): string | undefined {
  return host.startsWith("unix:") ? host.slice("unix:".length) : undefined;
}

function explain(error: unknown, { host, port, setting }: Place): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const path = unixPathOf(host);
  const where = path ?? `${host}:${port}`;
  const remedy = path === undefined ? `${setting}.port` : `${setting}.host`;
  switch (code) {
    case "EADDRINUSE":
      return `${where} is taken: stop what listens there${path === undefined ? "" : " or remove the socket"}, or change ${remedy}.`;
    case "EACCES":
      return `Listening on ${where} is not permitted: change ${remedy}.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine: change ${setting}.host.`;
    default:
      return `Listening on ${where} failed: change ${setting}.host or ${setting}.port.`;
  }
}
