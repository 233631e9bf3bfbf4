import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@latchkey/client";
import { toFetch } from "../../../src/http/in-process.ts";
import { createServer, type Server } from "../../../src/process/server.ts";
import { createLog } from "../../../src/telemetry/log.ts";
import { testConfig } from "../../support/server.ts";
import { ttl } from "./state.ts";

/** A server that can be stopped and started again on what it wrote down, its clock in the test's hand. */
export interface World {
  readonly clock: { now_ms: number };
  readonly latchkey: Client;
  readonly fetch: typeof fetch;
  /** Removes what expired, which the server does by itself now and then. */
  sweep(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const clock = { now_ms: 1_800_000_000_000 };
  const directory = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "latchkey-model-"));
  const config = testConfig({
    dsn: `sqlite://${join(directory, "latchkey.sqlite")}`,
    "ttl.access_token": `${ttl.access_token}s`,
    "ttl.refresh_token": `${ttl.refresh_token}s`,
    "ttl.auth_code": `${ttl.auth_code}s`,
    "ttl.device_user_code": `${ttl.device}s`,
    "limits.user_code.failures_per_browser": 1_000, // Wrong codes are another test's matter.
    "limits.user_code.failures_per_address": 1_000_000,
    "ttl.login_consent_request": `${ttl.request}s`,
    "oidc.id_token_signed_response_alg": "ES256", // A system signs many, and none of them is read.
  });
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const start = (): Promise<Server> => createServer(config, { log, now_ms: () => clock.now_ms });

  let server = await start();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    return toFetch(host === "admin.test" ? server.admin : server.public)(input, init);
  };
  return {
    clock,
    fetch,
    latchkey: createClient({ admin: "http://admin.test", public: "http://public.test", fetch }),
    async sweep() {
      while ((await server.context.store.sweep(Math.floor(clock.now_ms / 1000), 1_000)) > 0);
    },
    async restart() {
      await server.close();
      server = await start();
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** These tests do not cut power, so the files are kept in memory where that is possible and need no disk. */
const MEMORY = "/dev/shm";
