import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { Contender, ContenderName } from "./contender.ts";
import type { Alg } from "./parts-flow.ts";

/** What a request cannot do without, each called bare. */
export interface Parts {
  /** SHA-256 of a line of text: a proof of a secret. */
  readonly hashes?: number;
  /** A line of text under a MAC, which takes two hashes: a name or token of ours, given out or read. */
  readonly macs?: number;
  /** AES-256-GCM over a row's worth of text. */
  readonly seals?: number;
  /** Look-ups of a row by its key. */
  readonly finds?: number;
  /** New rows, in one durable commit with whatever others write meanwhile. */
  readonly inserts?: number;
  /** Changes of a row, likewise. */
  readonly updates?: number;
  readonly signature?: "ES256" | "RS256";
}

/** What a path does, and what it answers. */
export interface Lesson {
  readonly parts: Parts;
  /** How long its rows are. */
  readonly row_bytes: number;
  readonly answer: unknown;
}

export interface PartsOptions {
  readonly directory: string;
  /** A PostgreSQL to keep rows in; a SQLite file in the directory when left out. */
  readonly dsn?: string | undefined;
  /** By path. */
  readonly lessons?: Readonly<Record<string, Lesson>>;
  /** Answers the requests of code flows, whose ID tokens are signed so. */
  readonly flows?: Alg;
  readonly name?: ContenderName;
  readonly all_cores?: boolean;
  readonly workers?: number;
}

/** What the program of the parts is told. */
export type PartsAssignment = Pick<PartsOptions, "directory" | "dsn" | "flows"> &
  Required<Pick<PartsOptions, "lessons" | "workers">>;

/** Starts a server that decides nothing: it does the parts of each request and answers what it was told to. */
export async function startParts(options: PartsOptions): Promise<Contender> {
  const { directory, dsn, flows, name = "parts", all_cores = false } = options;
  const { lessons = {}, workers = 1 } = options;
  const assignment = { directory, dsn, flows, lessons, workers };
  const child = launch([process.execPath, programs.parts, JSON.stringify(assignment)], {
    core: all_cores ? undefined : cores.server,
  });
  const url = await child.firstLine;
  return { name, public_url: url, admin_url: url, pid: child.pid, stop: () => child.stop() };
}
