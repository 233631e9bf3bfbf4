import { createHash, randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeCertificate } from "../../packages/server/test/support/certificates.ts";
import { userOfPostgres } from "../../packages/server/test/support/postgres-programs.ts";
import { runSql } from "../../packages/server/test/support/sql.ts";
import { type Addresses, addressesOf, type Number3, othersOf, PORTS, THREE } from "./addresses.ts";
import { hasVersion, isOk, type Roles, rolesSeen, statusOfEtcd } from "./observe.ts";
import { createPart, type Part } from "./part.ts";
import { postgresProcesses } from "./postgres-processes.ts";
import type { Programs } from "./programs.ts";
import { type Relay, startRelay } from "./relay.ts";
import { render } from "./render.ts";
import { portsOf } from "./sockets.ts";
import { until } from "./until.ts";

/** Everything of deploy/ha, running on loopback. */
export interface Cluster {
  readonly addresses: Addresses;
  readonly api_key: string;
  readonly issuer: string;
  readonly folder: string;
  readonly haproxies: readonly Part[];
  readonly pgbouncers: readonly Part[];
  readonly latchkeys: readonly Part[];
  readonly etcds: readonly Part[];
  /** Patroni with the PostgreSQL that it runs. */
  readonly patronis: readonly Part[];
  /** Which machines of the database have which role, as Patroni says. */
  roles(): Promise<Roles>;
  /** Which machine's etcd leads. */
  etcdLeader(): Promise<Number3>;
  /** The process of PostgreSQL on a machine, without Patroni. */
  killPostgres(number: Number3): void;
  /** Cuts a machine of the database off from etcd and from the other two. Latchkey still reaches it. */
  isolate(number: Number3): { mend(): void };
  /** Waits until every part does its work. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

const COMMAND = fileURLToPath(new URL("../../packages/cli/bin/latchkey.js", import.meta.url));

/** Starts everything, and resolves when it is whole. `run` chooses the addresses (`addressesOf`). */
export async function startCluster(programs: Programs, run: number): Promise<Cluster> {
  const addresses = addressesOf(run);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-ha-"));
  chmodSync(folder, 0o755);
  const user = userOfPostgres();
  const issuer = "https://id.example.com";
  const api_key = `lk_key_${randomBytes(32).toString("base64url")}`;
  const passwords = {
    LATCHKEY_PASSWORD: randomBytes(12).toString("hex"),
    POSTGRES_PASSWORD: randomBytes(12).toString("hex"),
    REPLICATION_PASSWORD: randomBytes(12).toString("hex"),
  };
  const shared = {
    ...passwords,
    ...Object.fromEntries(THREE.map((number) => [`APP${number}`, addresses.app(number)])),
    ISSUER: issuer,
    SECRET: randomBytes(24).toString("hex"),
    API_KEY_HASH: createHash("sha256").update(api_key).digest("base64url"),
    NETWORK: "127.0.0.0/8",
    WATCHDOG: "off",
  };

  /** Makes a folder that the user of PostgreSQL owns. */
  const makeFolder = (...names: readonly string[]): string => {
    const path = join(folder, ...names);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  const write = (directory: string, name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };

  const relays = new Map<string, Relay>();
  for (const number of THREE) {
    const real = addresses.db(number);
    for (const port of [PORTS.postgres, PORTS.patroni]) {
      const from = { host: addresses.member(number), port };
      relays.set(`member ${number} ${port}`, await startRelay(from, { host: real, port }));
    }
    for (const seenBy of THREE) {
      const from = { host: addresses.etcd(seenBy, number), port: PORTS.etcd };
      const to = { host: real, port: PORTS.etcd };
      relays.set(`etcd ${seenBy} ${number}`, await startRelay(from, to));
    }
  }

  const realDatabases = Object.fromEntries(THREE.map((n) => [`DB${n}`, addresses.db(n)]));

  const startEtcd = (number: Number3): Part => {
    const directory = makeFolder(`etcd-${number}`);
    const file = write(
      directory,
      "etcd.yml",
      render("etcd.yml", {
        ...realDatabases,
        NAME: `db-${number}`,
        LISTEN: addresses.db(number),
        ETCD_DATA: join(directory, "data"),
      }),
    );
    return createPart({
      name: `etcd ${number}`,
      program: programs.etcd,
      arguments: ["--config-file", file],
      log_file: join(folder, `etcd-${number}.log`),
      user,
    });
  };

  const dataOf = (number: Number3): string => join(folder, `patroni-${number}`, "data");
  const startPatroni = (number: Number3): Part => {
    const directory = makeFolder(`patroni-${number}`);
    const seen = THREE.map((etcd) => [`ETCD${etcd}`, addresses.etcd(number, etcd)]);
    const file = write(
      directory,
      "patroni.yml",
      render("patroni.yml", {
        ...shared,
        ...Object.fromEntries(seen),
        NAME: `db-${number}`,
        LISTEN: addresses.db(number),
        ADDRESS: addresses.member(number),
        POSTGRES_DATA: dataOf(number),
        POSTGRES_PASS: join(directory, "pgpass"),
        SOCKETS: makeFolder(`patroni-${number}`, "sockets"),
      }),
    );
    return createPart({
      name: `Patroni and PostgreSQL ${number}`,
      program: programs.patroni,
      arguments: [file],
      log_file: join(folder, `patroni-${number}.log`),
      user,
      companions: () => postgresProcesses(dataOf(number)),
    });
  };

  const pair = makeCertificate({
    subject: "/CN=id.example.com",
    extensions: ["subjectAltName=DNS:id.example.com"],
  });
  const startHaproxy = (number: Number3): Part => {
    const directory = makeFolder(`haproxy-${number}`);
    const certificate = write(directory, "certificate.pem", pair.cert + pair.key);
    const app = addresses.app(number);
    const text = render("haproxy.cfg", {
      ...shared,
      ...realDatabases,
      PUBLIC_BIND: `${app}:${PORTS.public} ssl crt ${certificate} alpn h2,http/1.1`,
      ADMIN_BIND: `${app}:${PORTS.admin} ssl crt ${certificate} alpn h2,http/1.1`,
      POSTGRES_BIND: `${app}:${PORTS.primary}`,
      REPLICA_BIND: `${app}:${PORTS.replicas}`,
    });
    // It runs as another user already.
    const file = write(directory, "haproxy.cfg", text.replace(/^ +(?:user|group) haproxy\n/gm, ""));
    return createPart({
      name: `HAProxy ${number}`,
      program: programs.haproxy,
      arguments: ["-db", "-f", file],
      log_file: join(folder, `haproxy-${number}.log`),
      user,
    });
  };

  const startPgBouncer = (number: Number3): Part => {
    const directory = makeFolder(`pgbouncer-${number}`);
    const app = addresses.app(number);
    const file = write(
      directory,
      "pgbouncer.ini",
      render("pgbouncer.ini", {
        THIS_APP: app,
        ...shared,
        POSTGRES_PORT: String(PORTS.primary),
        REPLICA_PORT: String(PORTS.replicas),
        PGBOUNCER_USERS: write(directory, "userlist.txt", render("userlist.txt", shared)),
      }),
    );
    return createPart({
      name: `PgBouncer ${number}`,
      program: programs.pgbouncer,
      arguments: [file],
      log_file: join(folder, `pgbouncer-${number}.log`),
      user,
    });
  };

  const startLatchkey = (number: Number3): Part => {
    const [next, last] = othersOf(number);
    const directory = makeFolder(`latchkey-${number}`);
    const file = write(
      directory,
      "latchkey.yml",
      render("latchkey.yml", {
        ...shared,
        THIS_APP: addresses.app(number),
        NEXT_APP: addresses.app(next),
        LAST_APP: addresses.app(last),
      }),
    );
    return createPart({
      name: `Latchkey ${number}`,
      program: process.execPath,
      arguments: [COMMAND, "serve", "all", "-c", file],
      log_file: join(folder, `latchkey-${number}.log`),
      env: { SERVE_WORKERS: "1", LOG_LEVEL: "warn", NODE_COMPILE_CACHE: makeFolder("compiled") },
      user,
    });
  };

  const etcds = THREE.map(startEtcd);
  const patronis = THREE.map(startPatroni);
  const haproxies = THREE.map(startHaproxy);
  const pgbouncers = THREE.map(startPgBouncer);
  const latchkeys = THREE.map(startLatchkey);

  const roles = (): Promise<Roles> => rolesSeen(addresses);
  const primaryDsn = (number: Number3, database: string): string =>
    `postgres://postgres:${passwords.POSTGRES_PASSWORD}@${addresses.db(number)}:${PORTS.postgres}/${database}`;

  const untilDatabaseWhole = (): Promise<void> =>
    until("PostgreSQL has a primary, a synchronous standby and another one", 120, async () => {
      const { primary, synchronous, streaming } = await roles();
      return primary !== undefined && synchronous !== undefined && streaming.length === 2;
    });

  const untilEtcdWhole = (): Promise<void> =>
    until("etcd is whole", 60, async () => {
      const found = THREE.map((n) => isOk(`http://${addresses.db(n)}:${PORTS.etcd}/health`));
      return (await Promise.all(found)).every(Boolean);
    });

  const untilWhole = async (): Promise<void> => {
    await untilEtcdWhole();
    await untilDatabaseWhole();
    await until("every server of Latchkey is ready", 60, async () => {
      const ready = THREE.map((n) =>
        isOk(`http://${addresses.app(n)}:${PORTS.latchkey}/health/ready`),
      );
      return (await Promise.all(ready)).every(Boolean);
    });
  };

  const cluster: Cluster = {
    addresses,
    api_key,
    issuer,
    folder,
    haproxies,
    pgbouncers,
    latchkeys,
    etcds,
    patronis,
    roles,
    async etcdLeader() {
      for (const number of THREE) {
        const status = await statusOfEtcd(`http://${addresses.db(number)}:${PORTS.etcd}`);
        if (status !== undefined && status.leader === status.member) return number;
      }
      throw new Error("No etcd leads.");
    },
    killPostgres(number) {
      const [postmaster] = postgresProcesses(dataOf(number));
      if (postmaster === undefined) throw new Error(`PostgreSQL ${number} does not run.`);
      process.kill(postmaster, "SIGKILL");
    },
    isolate(number) {
      const part = patronis[number - 1];
      const own = (): ReadonlySet<number> =>
        portsOf([part?.pid() ?? 0, ...postgresProcesses(dataOf(number))]);
      for (const [name, relay] of relays) {
        const isToIt = name.startsWith(`member ${number} `);
        const isItsEtcd = name.startsWith(`etcd ${number} `);
        relay.cut(isToIt || isItsEtcd ? undefined : own);
      }
      const etcd = etcds[number - 1];
      etcd?.freeze();
      return {
        mend() {
          etcd?.thaw();
          for (const relay of relays.values()) relay.mend();
        },
      };
    },
    untilWhole,
    async stop() {
      const inOrder = [latchkeys, haproxies, pgbouncers, patronis, etcds];
      for (const parts of inOrder) await Promise.all(parts.map((part) => part.kill()));
      await Promise.all([...relays.values()].map((relay) => relay.close()));
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };

  for (const part of etcds) part.start();
  await untilEtcdWhole();
  await until("etcd has decided on its version", 60, () => hasVersion(addresses.db(1)));
  for (const part of patronis) part.start();
  await untilDatabaseWhole();
  const { primary = 1 } = await roles();
  await createDatabase(primaryDsn(primary, "postgres"), passwords.LATCHKEY_PASSWORD);
  for (const part of [...haproxies, ...pgbouncers]) part.start();
  const [first, ...others] = latchkeys;
  first?.start(); // The first one migrates.
  await until("the first server of Latchkey is ready", 60, () =>
    isOk(`http://${addresses.app(1)}:${PORTS.latchkey}/health/ready`),
  );
  for (const part of others) part.start();
  await untilWhole();
  return cluster;
}

/** The role and the database of Latchkey, with the timeouts that docs/operating.md has for PgBouncer. */
async function createDatabase(dsn: string, password: string): Promise<void> {
  for (const statement of [
    `create role latchkey login password '${password}'`,
    "alter role latchkey set statement_timeout = '4500ms'",
    "alter role latchkey set idle_in_transaction_session_timeout = '5s'",
    "create database latchkey owner latchkey",
  ]) {
    await runSql(dsn, statement);
  }
}
