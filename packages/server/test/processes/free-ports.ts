import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Two free ports of loopback. */
export async function freePorts(): Promise<readonly [number, number]> {
  const first = await freePort();
  for (;;) {
    const second = await freePort();
    if (second !== first) return [first, second];
  }
}

/** Whether a port of loopback can be had. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

async function freePort(): Promise<number> {
  for (;;) {
    // Below what the system hands out by itself, so that no connection takes it before we do.
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}
