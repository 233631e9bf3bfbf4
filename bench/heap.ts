import { once } from "node:events";

/** Heap sizes of a child process in bytes, read through the Node inspector protocol. */
export interface Heap {
  /** Reserved by V8, including garbage. */
  held(): Promise<number>;
  /** In use after a forced collection. */
  live(): Promise<number>;
  close(): void;
}

export async function openHeap(debugger_port: number): Promise<Heap> {
  const listed = await fetch(`http://127.0.0.1:${debugger_port}/json/list`);
  const [target]: { webSocketDebuggerUrl: string }[] = JSON.parse(await listed.text());
  if (target === undefined) throw new Error("The server cannot be debugged.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, "open");
  const usage = (): Promise<Usage> => ask(socket, "Runtime.getHeapUsage");
  return {
    held: async () => (await usage()).totalSize,
    async live() {
      await ask(socket, "HeapProfiler.collectGarbage");
      return (await usage()).usedSize;
    },
    close: () => socket.close(),
  };
}

interface Usage {
  readonly usedSize: number;
  readonly totalSize: number;
}

/** Asks one thing at a time, so the next message is its answer. */
async function ask<T>(socket: WebSocket, method: string): Promise<T> {
  socket.send(JSON.stringify({ id: 1, method }));
  const [message]: MessageEvent<string>[] = await once(socket, "message");
  const { result, error }: Reply<T> = JSON.parse(message?.data ?? "{}");
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

interface Reply<T> {
  readonly result: T;
  readonly error?: { readonly message: string };
}
