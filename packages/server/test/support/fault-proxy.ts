import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy in front of PostgreSQL that fails on demand in the ways networks and servers do. */
export interface FaultProxy {
  /** The same DSN, by way of the proxy. */
  readonly dsn: string;
  /** Ends every connection at once, as a restart does. New ones are let through. */
  drop(): void;
  /** Passes nothing on in either direction, and keeps what comes meanwhile. */
  stall(): void;
  /** Throws away what comes in either direction, on the connections there are and on new ones, and ends none. */
  blackHole(): void;
  /** Ends every connection, and new ones as they come. */
  refuse(): void;
  /** Passes everything on again. Connections whose bytes were thrown away stay as they are. */
  mend(): void;
  /**
   * Lets the next transaction that writes be committed and ends its connection before the answer is passed on: as many times
   * as `times` says. `then` is what happens to the network at that moment.
   */
  cutAfterCommit(times?: number, then?: () => void): void;
  /** How often that has happened. */
  readonly cuts: () => number;
  /** Leads new connections to another server, and ends those there are. */
  leadTo(dsn: string): void;
  close(): Promise<void>;
}

type Mode = "pass" | "stall" | "black hole" | "refuse";

/** Starts a proxy in front of the server that a DSN names. */
export async function startFaultProxy(dsn: string): Promise<FaultProxy> {
  let target = addressOf(dsn);
  let mode: Mode = "pass";
  let cutsLeft = 0;
  let cuts = 0;
  let afterCut = (): void => {};
  const links = new Set<Link>();

  const accept = (client: Socket): void => {
    client.on("error", () => {});
    if (mode === "refuse") return void client.destroy();
    const link = openLink(client, connect(target));
    links.add(link);
    if (mode === "stall") link.pause();
    if (mode === "black hole") link.is_lost = true;
    link.server.on("data", (bytes: Buffer) => {
      if (cutsLeft > 0 && link.has_written && endsTransaction(bytes)) {
        cutsLeft -= 1;
        cuts += 1;
        link.destroy();
        afterCut();
      } else if (!link.is_lost) client.write(bytes);
    });
    client.on("data", (bytes: Buffer) => {
      link.has_written ||= WRITES.test(bytes.toString("latin1"));
      if (!link.is_lost) link.server.write(bytes);
    });
    link.server.on("close", () => links.delete(link)); // One that is lost may outlive its client.
  };

  const listener = createServer(accept);
  const port = await listen(listener);
  const dropAll = (): void => {
    for (const link of links) link.destroy();
  };

  return {
    dsn: viaPort(dsn, port),
    drop: dropAll,
    stall() {
      mode = "stall";
      for (const link of links) link.pause();
    },
    blackHole() {
      mode = "black hole";
      for (const link of links) link.is_lost = true;
    },
    refuse() {
      mode = "refuse";
      dropAll();
    },
    mend() {
      mode = "pass";
      for (const link of links) link.resume();
    },
    cutAfterCommit(times = 1, then = () => {}) {
      cutsLeft = times;
      afterCut = then;
    },
    cuts: () => cuts,
    leadTo(other) {
      target = addressOf(other);
      dropAll();
    },
    async close() {
      dropAll();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** A connection of a client, and the one to the server that belongs to it. */
interface Link {
  readonly server: Socket;
  /** Whether a statement that writes came by. */
  has_written: boolean;
  is_lost: boolean;
  pause(): void;
  resume(): void;
  destroy(): void;
}

function openLink(client: Socket, server: Socket): Link {
  const both = [client, server];
  const link: Link = {
    server,
    has_written: false,
    is_lost: false,
    pause: () => both.forEach((socket) => socket.pause()),
    resume: () => both.forEach((socket) => socket.resume()),
    destroy: () => both.forEach((socket) => socket.destroy()),
  };
  server.on("error", () => {});
  // Of an end that is lost on the way, the other side hears nothing.
  client.on("close", () => link.is_lost || server.destroy());
  server.on("close", () => link.is_lost || client.destroy());
  return link;
}

/** Statements are sent with their text the first time; what follows on that connection writes too. */
const WRITES = /\b(?:insert into|update|delete from)\b/;

/** Whether an answer of PostgreSQL ends with ReadyForQuery outside of a transaction. */
function endsTransaction(bytes: Buffer): boolean {
  return bytes.subarray(-6).equals(READY_AND_IDLE);
}

const READY_AND_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

function addressOf(dsn: string): { host: string; port: number } {
  const { hostname, port } = new URL(dsn);
  return { host: hostname, port: Number(port) };
}

function viaPort(dsn: string, port: number): string {
  const url = new URL(dsn);
  url.port = String(port);
  return url.href;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
