import { setTimeout as pause } from "node:timers/promises";
import { type Number3, THREE } from "./addresses.ts";
import type { Cluster } from "./cluster.ts";
import type { Part } from "./part.ts";

/** Something that happens to a cluster under load. */
export interface FaultEvent {
  readonly name: string;
  /** How many seconds of errors it may cause. */
  readonly may_fail_for: number;
  /** Resolves when everything runs again that this stopped. Parts may still be recovering. */
  run(cluster: Cluster): Promise<void>;
}

/** What is allowed while the database has no primary. */
const FAILOVER_S = 10;

/** As `RestartSec=1s` of systemd. */
const RESTART_MS = 1_000;
/** For how long a machine is gone or hangs: longer than everything that could notice. */
const GONE_MS = 15_000;

const nothing: FaultEvent = { name: "nothing", may_fail_for: 0, run: () => pause(10_000) };

const killed = (parts: (cluster: Cluster) => readonly Part[], what: string): FaultEvent[] =>
  THREE.map((number) => ({
    name: `${what} ${number} killed`,
    may_fail_for: 0,
    run: (cluster) => killAndRestart(partOf(parts(cluster), number), RESTART_MS),
  }));

const restarted: FaultEvent[] = THREE.map((number) => ({
  name: `Latchkey ${number} restarted (SIGTERM)`,
  may_fail_for: 0,
  async run({ latchkeys }) {
    const part = partOf(latchkeys, number);
    await part.terminate();
    part.start();
  },
}));

const latchkeyFrozen: FaultEvent = {
  name: "Latchkey 1 frozen for 15 s",
  may_fail_for: 0,
  run: ({ latchkeys }) => freeze([partOf(latchkeys, 1)]),
};

const etcdFollowerKilled: FaultEvent = {
  name: "an etcd killed that follows",
  may_fail_for: 0,
  async run(cluster) {
    const leader = await cluster.etcdLeader();
    const follower = THREE.find((number) => number !== leader) ?? 1;
    await killAndRestart(partOf(cluster.etcds, follower), RESTART_MS);
  },
};

const etcdLeaderKilled: FaultEvent = {
  name: "the etcd killed that leads",
  may_fail_for: 0,
  async run(cluster) {
    await killAndRestart(partOf(cluster.etcds, await cluster.etcdLeader()), RESTART_MS);
  },
};

const standbyPostgresKilled: FaultEvent = {
  name: "PostgreSQL of the synchronous standby killed",
  may_fail_for: 0,
  async run(cluster) {
    cluster.killPostgres(await synchronousOf(cluster));
    await pause(5_000);
  },
};

const standbyKilled: FaultEvent = {
  name: "machine of the synchronous standby killed for 15 s",
  may_fail_for: 0,
  run: async (cluster) => killMachine(cluster, await synchronousOf(cluster)),
};

const standbyFrozen: FaultEvent = {
  name: "PostgreSQL and Patroni of the synchronous standby frozen for 15 s",
  may_fail_for: 0,
  run: async (cluster) => freeze([partOf(cluster.patronis, await synchronousOf(cluster))]),
};

const primaryPostgresKilled: FaultEvent = {
  name: "PostgreSQL of the primary killed",
  may_fail_for: FAILOVER_S,
  async run(cluster) {
    cluster.killPostgres(await primaryOf(cluster));
    await pause(5_000);
  },
};

const primaryKilled: FaultEvent = {
  name: "machine of the primary killed for 15 s",
  may_fail_for: FAILOVER_S,
  run: async (cluster) => killMachine(cluster, await primaryOf(cluster)),
};

const primaryFrozen: FaultEvent = {
  name: "PostgreSQL and Patroni of the primary frozen for 15 s",
  may_fail_for: FAILOVER_S,
  run: async (cluster) => freeze([partOf(cluster.patronis, await primaryOf(cluster))]),
};

const primaryIsolated: FaultEvent = {
  name: "primary cut off from etcd and both standbys for 15 s",
  may_fail_for: FAILOVER_S,
  async run(cluster) {
    const network = cluster.isolate(await primaryOf(cluster));
    await pause(GONE_MS);
    network.mend();
  },
};

const machineKilled: FaultEvent = {
  name: "HAProxy 1, Latchkey 1 and PgBouncer 1 killed at once",
  may_fail_for: 0,
  async run({ haproxies, latchkeys, pgbouncers }) {
    const parts = [partOf(haproxies, 1), partOf(latchkeys, 1), partOf(pgbouncers, 1)];
    await Promise.all(parts.map((part) => killAndRestart(part, RESTART_MS)));
  },
};

/** Each part in turn, then the network. */
export const allEvents: readonly FaultEvent[] = [
  nothing,
  ...killed(({ latchkeys }) => latchkeys, "Latchkey"),
  ...restarted,
  latchkeyFrozen,
  ...killed(({ pgbouncers }) => pgbouncers, "PgBouncer"),
  ...killed(({ haproxies }) => haproxies, "HAProxy"),
  machineKilled,
  etcdFollowerKilled,
  etcdLeaderKilled,
  standbyPostgresKilled,
  standbyKilled,
  standbyFrozen,
  primaryPostgresKilled,
  primaryKilled,
  primaryFrozen,
  primaryIsolated,
];

/** What the short form does. */
export const fewEvents: readonly FaultEvent[] = [
  ...killed(({ latchkeys }) => latchkeys, "Latchkey").slice(0, 1),
  primaryPostgresKilled,
];

async function killAndRestart(part: Part, after_ms: number): Promise<void> {
  await part.kill();
  await pause(after_ms);
  part.start();
}

/** Kills PostgreSQL, Patroni and etcd of a machine. */
async function killMachine({ patronis, etcds }: Cluster, number: Number3): Promise<void> {
  const parts = [partOf(patronis, number), partOf(etcds, number)];
  await Promise.all(parts.map((part) => part.kill()));
  await pause(GONE_MS);
  for (const part of parts.toReversed()) part.start();
}

async function freeze(parts: readonly Part[]): Promise<void> {
  for (const part of parts) part.freeze();
  await pause(GONE_MS);
  for (const part of parts) part.thaw();
}

function partOf(parts: readonly Part[], number: Number3): Part {
  const part = parts[number - 1];
  if (part === undefined) throw new Error(`There is no part ${number}.`);
  return part;
}

async function primaryOf(cluster: Cluster): Promise<Number3> {
  const { primary } = await cluster.roles();
  if (primary === undefined) throw new Error("There is no primary.");
  return primary;
}

async function synchronousOf(cluster: Cluster): Promise<Number3> {
  const { synchronous } = await cluster.roles();
  if (synchronous === undefined) throw new Error("There is no synchronous standby.");
  return synchronous;
}
