/** One of the three machines of a kind. */
export type Number3 = 1 | 2 | 3;

export const THREE: readonly Number3[] = [1, 2, 3];

/**
 * Addresses of loopback, one for each machine, so that every program listens on the port of its configuration file. Machines of
 * the database also have an address for each way that leads to them by way of a relay, which can be cut.
 */
export interface Addresses {
  /** A machine with HAProxy, Latchkey and PgBouncer. */
  readonly app: (number: Number3) => string;
  /** A machine with PostgreSQL, Patroni and etcd. */
  readonly db: (number: Number3) => string;
  /** The same, as the other machines of the database reach it: replication and the REST API of Patroni. */
  readonly member: (number: Number3) => string;
  /** An etcd, as the Patroni of one machine reaches it. */
  readonly etcd: (seen_by: Number3, number: Number3) => string;
}

/** `run` keeps runs on one machine apart: 2 to 250. */
export function addressesOf(run: number): Addresses {
  return {
    app: (number) => `127.${run}.1.${number}`,
    db: (number) => `127.${run}.2.${number}`,
    member: (number) => `127.${run}.3.${number}`,
    etcd: (seen_by, number) => `127.${run}.${10 + seen_by}.${number}`,
  };
}

/** The other two, in the order of a ring. */
export function othersOf(number: Number3): readonly [Number3, Number3] {
  if (number === 1) return [2, 3];
  return number === 2 ? [3, 1] : [1, 2];
}

/** The ports of the files in deploy/ha. The first two are variables there. */
export const PORTS = {
  public: 8443,
  admin: 8445,
  latchkey: 4444,
  latchkey_admin: 4445,
  pgbouncer: 6432,
  primary: 5000,
  replicas: 5001,
  postgres: 5432,
  patroni: 8008,
  etcd: 2379,
};
