import { randomBytes } from "node:crypto";
import { type PostgresServer, startPostgresOf } from "./postgres-server.ts";
import { runSql } from "./sql.ts";

/** A cluster of Citus on loopback: PostgreSQL servers of which the first coordinates. */
export interface CitusCluster {
  /** Of the database at the coordinator. */
  readonly dsn: string;
  readonly coordinator: PostgresServer;
  readonly workers: readonly PostgresServer[];
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** The port of the coordinator; those of the workers follow. */
  readonly port: number;
  readonly workers: number;
  /** How many parts a distributed table has. */
  readonly shards: number;
}

/** Citus as it is installed for the PostgreSQL of LATCHKEY_TEST_POSTGRES_BIN. */
const SETTINGS = [
  "shared_preload_libraries=citus",
  "wal_level=logical",
  "max_prepared_transactions=300",
];

/** Starts a cluster with an empty database. */
export async function startCitus({ port, workers, shards }: ClusterOptions): Promise<CitusCluster> {
  const password = randomBytes(12).toString("hex");
  const settings = [...SETTINGS, `citus.shard_count=${shards}`];
  const ports = Array.from({ length: workers + 1 }, (_, index) => port + index);
  const nodes = await Promise.all(
    ports.map((one) => startPostgresOf({ port: one, password, settings })),
  );
  const [coordinator, ...others] = nodes;
  if (coordinator === undefined) throw new Error("A cluster has a coordinator.");
  for (const { url } of nodes) {
    await runSql(`${url}/postgres`, "create database latchkey");
    const dsn = `${url}/latchkey`;
    await runSql(dsn, "create extension citus");
    // Loopback of a test, without TLS.
    await runSql(dsn, "alter system set citus.node_conninfo = 'sslmode=disable'");
    await runSql(dsn, "select pg_reload_conf()");
    await runSql(
      dsn,
      `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, 'postgres', 'password=${password}')`,
    );
  }
  const dsn = `${coordinator.url}/latchkey`;
  await runSql(dsn, "select citus_set_coordinator_host('127.0.0.1', $1)", [port]);
  for (const one of ports.slice(1))
    await runSql(dsn, "select citus_add_node('127.0.0.1', $1)", [one]);
  return {
    dsn,
    coordinator,
    workers: others,
    stop: async () => {
      for (const node of nodes) await node.stop();
    },
  };
}

/** Makes schemas in the database of a cluster, each with tables of its own, and removes them. */
export function createSchemas(dsn: string) {
  const names: string[] = [];
  return {
    /** The DSN of an empty one. */
    async create(): Promise<string> {
      const name = `test_${randomBytes(8).toString("hex")}`;
      await runSql(dsn, `create schema ${name}`);
      names.push(name);
      const url = new URL(dsn);
      url.searchParams.set("options", `-c search_path=${name}`);
      return url.href;
    },
    async removeAll(): Promise<void> {
      for (const name of names.splice(0)) await runSql(dsn, `drop schema ${name} cascade`);
    },
  };
}
