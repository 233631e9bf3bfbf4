import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Where a listener is to be found. */
export interface Place {
  /** A name or address, or `unix:` and the path of a socket. */
  readonly host: string;
  /** 0 takes any port that is free. */
  readonly port: number;
  /** Where the settings of this listener begin, such as `serve.public`: a refusal names them. */
  readonly setting: string;
  /** Other processes of ours listen here too, at the port that the first of them has taken; undefined for the first. */
  readonly sharing?: { readonly port: number | undefined } | undefined;
}

/** Binds a server to its place and answers the port it really got. A refusal says which setting to change. */
export async function bind(server: Server, place: Place): Promise<number> {
  try {
    return await take(server, place);
  } catch (error) {
    throw new Error(explain(error, place), { cause: error });
  }
}

async function take(server: Server, place: Place): Promise<number> {
  const { host, port, sharing } = place;
  const path = unixPathOf(host);
  if (path !== undefined) return whenListening(server.listen({ path }));
  if (sharing === undefined || !kernelDealsOut) return whenListening(server.listen({ host, port }));
  // A port that is shared by permission can be had even if another server shares it: the first asks for it alone.
  const own = sharing.port ?? (await probe(host, port));
  return whenListening(server.listen({ host, port: own, reusePort: true }));
}

/** Elsewhere Node passes connections from the primary to the workers, which costs more and works too. */
const kernelDealsOut = process.platform === "linux" || process.platform === "freebsd";

async function whenListening(server: Server): Promise<number> {
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A port that nobody else listens on, whatever they permit. */
async function probe(host: string, port: number): Promise<number> {
  const server = createServer((socket) => socket.destroy()); // Too early: nobody can answer yet.
  const own = await whenListening(server.listen({ host, port, exclusive: true }));
  server.close();
  await once(server, "close");
  return own;
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
