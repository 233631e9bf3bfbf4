import { connect, createServer, type Socket } from "node:net";

/** A TCP relay that can be cut as a network is: bytes vanish in both directions, and neither side notices. */
export interface Relay {
  /** Cuts the connections from these ports of the callers, or all of them. The ports are asked for with each new connection. */
  cut(from?: () => ReadonlySet<number>): void;
  /** Passes new connections on again. Those that lost bytes are ended. */
  mend(): void;
  close(): Promise<void>;
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  /** The port of the caller. */
  readonly from: number;
  is_lost: boolean;
}

/** Listens at one place and leads to another. */
export async function startRelay(from: Endpoint, to: Endpoint): Promise<Relay> {
  let isCutFrom = (_port: number): boolean => false;
  const pairs = new Set<Pair>();

  const listener = createServer((near) => {
    const port = near.remotePort ?? 0;
    const far = connect(to.port, to.host);
    const pair: Pair = { near, far, from: port, is_lost: isCutFrom(port) };
    pairs.add(pair);
    join(pair, near, far);
    join(pair, far, near);
    near.once("close", () => pairs.delete(pair));
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(from.port, from.host, resolve);
  });

  const end = (pair: Pair): void => {
    pair.near.destroy();
    pair.far.destroy();
  };
  return {
    cut(ports) {
      isCutFrom = ports === undefined ? () => true : (port) => ports().has(port);
      const present = ports?.();
      for (const pair of pairs) pair.is_lost ||= present === undefined || present.has(pair.from);
    },
    mend() {
      isCutFrom = () => false;
      for (const pair of pairs) if (pair.is_lost) end(pair);
    },
    async close() {
      for (const pair of pairs) end(pair);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Passes on what one side sends, and that it closed, unless the pair is lost. */
function join(pair: Pair, side: Socket, other: Socket): void {
  side.setNoDelay(true);
  side.on("error", () => {});
  side.on("data", (bytes) => {
    if (!pair.is_lost) other.write(bytes);
  });
  side.on("close", () => {
    if (!pair.is_lost) other.destroy();
  });
}
