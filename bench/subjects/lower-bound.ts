import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Subject, SubjectName } from "./subject.ts";

/** The algorithm of ID tokens. */
export type Alg = "ES256" | "RS256";

/** Cryptographic and storage operations that a request cannot do without. */
export interface Primitives {
  /** SHA-256 of a line of text: verification of a secret. */
  readonly hashes?: number;
  /** HMAC-SHA-256 of a line of text: a signed id or token, issued or verified. */
  readonly macs?: number;
  /** AES-256-GCM over the bytes of a row. */
  readonly seals?: number;
  /** Lookups of a row by its key. */
  readonly finds?: number;
  /** Inserted rows, in one durable commit with concurrent writes. */
  readonly inserts?: number;
  /** Updated rows, likewise. */
  readonly updates?: number;
  readonly signature?: Alg;
}

/** The primitives and the response of a path. */
export interface FixedRoute {
  readonly primitives: Primitives;
  /** Size of its rows. */
  readonly row_bytes: number;
  readonly answer: unknown;
}

export interface LowerBoundOptions {
  readonly directory: string;
  /** PostgreSQL DSN; a SQLite file in the directory when omitted. */
  readonly dsn?: string | undefined;
  /** By path. */
  readonly routes?: Readonly<Record<string, FixedRoute>>;
  /** Responds to code flows, with ID tokens signed by this algorithm. */
  readonly flows?: Alg;
  readonly name?: SubjectName;
  readonly all_cores?: boolean;
  readonly workers?: number;
}

/** Input of the lower-bound process. */
export type LowerBoundPlan = Pick<LowerBoundOptions, "directory" | "dsn" | "flows"> &
  Required<Pick<LowerBoundOptions, "routes" | "workers">>;

/** Starts the lower-bound server: it performs the primitives of each request and sends a fixed response. */
export async function startLowerBound(options: LowerBoundOptions): Promise<Subject> {
  const { directory, dsn, flows, name = "lower-bound", all_cores = false } = options;
  const { routes = {}, workers = 1 } = options;
  const plan = { directory, dsn, flows, routes, workers };
  const child = launch([process.execPath, programs.lower_bound, JSON.stringify(plan)], {
    core: all_cores ? undefined : cores.server,
  });
  const url = await child.firstLine;
  return { name, public_url: url, admin_url: url, pid: child.pid, stop: () => child.stop() };
}
