import { once } from "node:events";

/** Bytes of a process's heap that are in use, its garbage collected first: over the debugger it listens for on this port. */
export async function liveHeapOf(debugger_port: number): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${debugger_port}/json/list`);
  const [target]: { webSocketDebuggerUrl: string }[] = JSON.parse(await listed.text());
  if (target === undefined) throw new Error("The server cannot be debugged.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, "open");
  try {
    await ask(socket, "HeapProfiler.collectGarbage");
    return (await ask<{ usedSize: number }>(socket, "Runtime.getHeapUsage")).usedSize;
  } finally {
    socket.close();
  }
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
