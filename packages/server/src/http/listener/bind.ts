import { once } from "node:events";
import { existsSync, lstatSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { dirname } from "node:path";

/** The address of a listener. */
export interface ListenAddress {
  /** A name or address, or `unix:` and the path of a socket. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The prefix of the settings of this listener, such as `serve.public`, for errors. */
  readonly setting: string;
  /** Set where other processes of this server listen here too; `port` is that of the first process, undefined for the first. */
  readonly sharing?: { readonly port: number | undefined } | undefined;
}

/** Binds a server and returns its port. The error names the setting to change. */
export async function bind(server: Server, address: ListenAddress): Promise<number> {
  try {
    return await listenOn(server, address);
  } catch (error) {
    throw new Error(explain(error, address), { cause: error });
  }
}

async function listenOn(server: Server, address: ListenAddress): Promise<number> {
  const { host, port, sharing } = address;
  const path = unixPathOf(host);
  if (path !== undefined) return listenOnPath(server, path);
  if (sharing === undefined || !isBalancedByKernel)
    return whenListening(server.listen({ host, port }));
  // SO_REUSEPORT would succeed even if another server has the port with the same option: the first process binds it alone first.
  const own = sharing.port ?? (await probe(host, port));
  return whenListening(server.listen({ host, port: own, reusePort: true }));
}

async function listenOnPath(server: Server, path: string): Promise<number> {
  try {
    return await whenListening(server.listen({ path }));
  } catch (error) {
    if (codeOf(error) !== "EADDRINUSE" || !(await isAbandoned(path))) throw error;
    rmSync(path);
    return whenListening(server.listen({ path }));
  }
}

/** Whether a path is a Unix socket on which no process listens: one that was killed could not remove it. */
async function isAbandoned(path: string): Promise<boolean> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true) return false; // Connections to files are refused too.
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return false;
  } catch (error) {
    return codeOf(error) === "ECONNREFUSED";
  } finally {
    socket.destroy();
  }
}

/** Elsewhere, and for Unix sockets, the processes share one accept queue. */
const isBalancedByKernel = process.platform === "linux" || process.platform === "freebsd";

async function whenListening(server: Server): Promise<number> {
  await once(server, "listening");
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : 0;
}

/** Binds a port exclusively, to find out that no other process has it, and releases it. */
async function probe(host: string, port: number): Promise<number> {
  const server = createServer((socket) => socket.destroy()); // No handler is ready yet.
  const own = await whenListening(server.listen({ host, port, exclusive: true }));
  server.close();
  await once(server, "close");
  return own;
}

/** The path of a Unix socket, when a host names one. */
export function unixPathOf(host: string): string | undefined {
  return host.startsWith("unix:") ? host.slice("unix:".length) : undefined;
}

function explain(error: unknown, { host, port, setting }: ListenAddress): string {
  const code = codeOf(error);
  const path = unixPathOf(host);
  const where = path ?? `${host}:${port}`;
  const remedy = path === undefined ? `${setting}.port` : `${setting}.host`;
  switch (code) {
    case "EADDRINUSE":
      return `${where} is in use: stop the process that listens there${path === undefined ? "" : " or remove the socket"}, or change ${remedy}.`;
    case "EACCES": // For a Unix socket, also where its folder does not exist.
      if (path !== undefined && !existsSync(dirname(path)))
        return `The folder of the socket ${path} does not exist: create it for the user who runs the server, or change ${remedy}.`;
      return path === undefined
        ? `Listening on ${where} is not permitted: change ${remedy}.`
        : `The socket ${path} may not be created: let the user who runs the server write its folder, or change ${remedy}.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine: change ${setting}.host.`;
    default:
      return `Listening on ${where} failed: change ${setting}.host or ${setting}.port.`;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
