import { randomBytes } from "node:crypto";
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePorts } from "../processes/free-ports.ts";
import type { TestCertificate } from "./certificates.ts";
import { findPostgresPrograms, userOfPostgres } from "./postgres-programs.ts";
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
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const [port] = await freePorts();
  const server = await prepare(port, newPassword(), flags);
  await server.initialise();
  await server.start();
  return server;
}

/** How a server of a cluster is started. */
interface ClusterMember {
  readonly port: number;
  readonly password: string;
  /** Settings of `postgresql.conf`. */
  readonly settings: readonly string[];
}

/** Starts a server of a cluster, whose members share a password. */
export async function startPostgresOf({
  port,
  password,
  settings,
}: ClusterMember): Promise<PostgresServer> {
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const server = await prepare(port, password, flags);
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
  const [port] = await freePorts();
  const server = await prepare(
    port,
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
  const [port, standby_port] = await freePorts();
  const password = newPassword();
  const primary = await prepare(port, password, ["-c", "synchronous_standby_names=*"]);
  await primary.initialise();
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  const standby = await prepare(standby_port, password, [
    "-c",
    `primary_conninfo=${conninfo}`,
    "-c",
    "wal_retrieve_retry_interval=100ms",
  ]);
  execFileSync("cp", ["-a", `${primary.directory}/.`, standby.directory]);
  writeFileSync(join(standby.directory, "standby.signal"), "");
  await Promise.all([primary.start(), standby.start()]);
  const promote = async (): Promise<void> => {
    await withClient(`${standby.url}/postgres`, (client) => client.query("select pg_promote()"));
  };
  return { primary, standby: { ...standby, promote } };
}

async function prepare(port: number, password: string, flags: readonly string[] = []) {
  const programs = findPostgresPrograms();
  const directory = mkdtempSync(join(tmpdir(), "latchkey-postgres-"));
  const user = userOfPostgres();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid);
  let running: ChildProcess | undefined;

  /** Starts it, and resolves with its messages if it ended instead. */
  const tryToStart = async (): Promise<string | undefined> => {
    const args = ["-D", directory, "-p", String(port), "-c", "max_connections=300"];
    // Installations differ in the folder of the Unix socket, which another user may not write to.
    args.push("-c", "unix_socket_directories=", ...flags);
    const child = spawn(programs.postgres, args, { ...user, stdio: ["ignore", "ignore", "pipe"] });
    let log = "";
    const isReady = await new Promise<boolean>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", () => resolve(false));
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        if (running !== child) log += text;
        if (READY.test(log)) resolve(true);
      });
    });
    if (!isReady) return log;
    running = child;
    started.add(child);
    return undefined;
  };

  /** After a kill, processes that are still about to end may keep the shared memory for a moment. */
  const start = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const log = await tryToStart();
      if (log === undefined) return;
      if (tries === 20) throw new Error(`PostgreSQL did not start:\n${log}`);
      await pause(250);
    }
  };

  const end = async (signal: "SIGINT" | "SIGKILL"): Promise<void> => {
    const child = running;
    running = undefined;
    if (child === undefined) return;
    started.delete(child);
    const exited = once(child, "exit");
    if (child.kill(signal)) await exited; // False where it has ended by itself.
  };

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}`,
    directory,
    async initialise(): Promise<void> {
      const passwordFile = `${directory}-password`;
      writeFileSync(passwordFile, password, { mode: 0o600 });
      if (user.uid !== undefined && user.gid !== undefined) {
        chownSync(passwordFile, user.uid, user.gid);
      }
      const args = [`--pgdata=${directory}`, `--pwfile=${passwordFile}`, "--lc-messages=C"];
      args.push("--auth=password", "--username=postgres");
      try {
        await promisify(execFile)(programs.initdb, args, user);
      } finally {
        rmSync(passwordFile);
      }
    },
    /** Writes a file into the directory of the server, for the user it runs as. */
    writeFile(name: string, text: string): void {
      const path = join(directory, name);
      writeFileSync(path, text, { mode: 0o600 });
      const { uid, gid } = statSync(join(directory, "PG_VERSION"));
      chownSync(path, uid, gid);
    },
    start,
    async kill() {
      await end("SIGKILL");
      while (await accepts(port)) await pause(10);
      await pause(200); // Its other processes notice that it is gone, and go too.
    },
    async restart() {
      await end("SIGINT");
      await start();
    },
    async stop() {
      await end("SIGINT");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const READY = /ready to accept (?:read-only )?connections/;

/** Servers that run. A test process that ends early does not leave them behind. */
const started = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of started) child.kill("SIGINT");
});

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
