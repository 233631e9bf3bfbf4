import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts } from "../processes/free-ports.ts";
import { accepts } from "./postgres-server.ts";

/** A PgBouncer in front of a PostgreSQL server. */
export interface PgBouncer {
  /** The DSN of the same database, by way of PgBouncer. */
  readonly dsn: string;
  stop(): Promise<void>;
}

/** Starts a PgBouncer. `settings` are lines of the section `[pgbouncer]` of its settings file. */
export async function startPgBouncer(
  program: string,
  dsn: string,
  settings: readonly string[],
): Promise<PgBouncer> {
  const url = new URL(dsn);
  const [port] = await freePorts();
  const directory = mkdtempSync(join(tmpdir(), "latchkey-pgbouncer-"));
  chmodSync(directory, 0o755);
  const lines = [
    "[databases]",
    `* = host=${url.hostname} port=${url.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${join(directory, "users")}`,
    ...settings,
  ];
  const file = join(directory, "pgbouncer.ini");
  writeFileSync(file, lines.join("\n"));
  writeFileSync(join(directory, "users"), `"${url.username}" "${url.password}"\n`);
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []; // It refuses to run as root.
  const child = spawn(program, [...user, file], { stdio: "ignore" });
  const ended = once(child, "exit");
  for (const giveUpAt = performance.now() + 60_000; !(await accepts(port));) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error("PgBouncer did not start.");
    await pause(20);
  }
  url.port = String(port);
  return {
    dsn: url.href,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
