import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { serve } from "../../server/test/processes/latchkey-process.ts";

/** `latchkey serve all --demo` in an empty directory. */
export interface DemoProcess {
  readonly demo_url: string;
  readonly public_url: string;
  readonly admin_url: string;
  /** Stops the process and deletes its directory. */
  readonly stop: () => Promise<void>;
}

/** Starts the command on free ports and waits until the demo responds. */
export async function startDemoProcess(): Promise<DemoProcess> {
  const cwd = mkdtempSync(join(tmpdir(), "latchkey-demo-"));
  const [port] = await freePorts();
  const settings = { demo: "true", "serve.demo.port": String(port), "log.level": "warn" };
  const { public_url, admin_url, kill } = await serve({ cwd, settings });
  const demo_url = `http://127.0.0.1:${port}`;
  await untilResponding(demo_url);
  return {
    demo_url,
    public_url,
    admin_url,
    async stop() {
      await kill("SIGTERM");
      rmSync(cwd, { recursive: true });
    },
  };
}

async function untilResponding(url: string): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      await (await fetch(url)).text();
      return;
    } catch {
      await pause(PAUSE_MS);
    }
  }
  throw new Error("The demo did not respond.");
}

const ATTEMPTS = 1_000;
const PAUSE_MS = 20;
