import { parseArgs } from "node:util";

/** Rounds, durations and store size of a run. */
export interface Pace {
  readonly rounds: number;
  readonly round_s: number;
  readonly warm_up_s: number;
  /** Live tokens, and clients, that a large store holds. */
  readonly rows: number;
}

export interface Options {
  readonly pace: Pace;
  readonly quick: boolean;
  /** Workloads to run, by the start of their names; all when empty. */
  readonly only: readonly string[];
  readonly url: string | undefined;
  /** `id:secret` of a client registered at `url`. */
  readonly client: string | undefined;
  /** The workload to profile. */
  readonly profile: string | undefined;
  readonly without_postgres: boolean;
}

export const help = `npm run bench -- [flags]

  --quick              about a minute: one short round of six workloads, SQLite only, no lower bound
  --only name          only workloads whose name starts with this; may be repeated
  --url address        also measure a server on this machine
  --client id:secret   a client registered there, for the workloads that need one
  --profile name       write a .cpuprofile and a flame graph of Latchkey for one workload
  --without-postgres   exclude PostgreSQL
`;

const FULL: Pace = { rounds: 7, round_s: 2, warm_up_s: 5, rows: 100_000 };
const QUICK: Pace = { rounds: 1, round_s: 1, warm_up_s: 1, rows: 100_000 };

/** Parses the command line. Throws on an unknown flag and on a URL that is not loopback. */
export function parseOptions(typed: readonly string[]): Options | "help" {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      help: { type: "boolean", short: "h" },
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      url: { type: "string" },
      client: { type: "string" },
      profile: { type: "string" },
      "without-postgres": { type: "boolean", default: false },
    },
  });
  if (values.help === true) return "help";
  const { quick, url, client, profile } = values;
  if (url !== undefined && !isLoopback(url)) {
    throw new Error(`${url} is not on this machine. Only loopback addresses may be benchmarked.`);
  }
  return {
    quick,
    pace: quick ? QUICK : FULL,
    only: profile === undefined ? values.only : [profile],
    url: url?.replace(/\/$/, ""),
    client,
    profile,
    without_postgres: values["without-postgres"] || quick || profile !== undefined,
  };
}

function isLoopback(url: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(new URL(url).hostname);
}
