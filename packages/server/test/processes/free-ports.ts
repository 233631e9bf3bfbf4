import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Two free ports of loopback. No other call, in this process or another, returns them until this process ends. */
export async function freePorts(): Promise<readonly [number, number]> {
  return [await reservePort(), await reservePort()];
}

/** Whether a port of loopback can be had. */
export async function isFree(port: number): Promise<boolean> {
  const listener = await listen(port);
  if (listener === undefined) return false;
  await new Promise((resolve) => listener.close(resolve));
  return true;
}

// Ports and reservations are below what the system hands out by itself, so that no connection takes one. They are above 10080,
// the highest port that fetch refuses to call.
const LOWEST = 10_100;
const COUNT = 11_000;

/** A port whose reservation, a listener on another port, could be had too. */
async function reservePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + randomInt(COUNT);
    const reservation = await listen(port + COUNT);
    if (reservation === undefined) continue;
    reservation.unref(); // It ends with the process.
    if (await isFree(port)) return port;
  }
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const listener = createServer((socket) => socket.destroy());
    listener.once("error", () => resolve(undefined));
    listener.listen(port, "127.0.0.1", () => resolve(listener));
  });
}
