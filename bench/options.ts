import { parseArgs } from "node:util";

/** How long everything is measured. */
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
  /** Works to run, by the beginning of their names; all of them when empty. */
  readonly only: readonly string[];
  readonly url: string | undefined;
  /** `id:secret` of a client that the server at `url` knows. */
  readonly client: string | undefined;
  /** The work to profile. */
  readonly profile: string | undefined;
  readonly without_postgres: boolean;
}

export const help = `npm run bench -- [flags]

  --quick              a look in about a minute: one short round of six works, SQLite alone, no bare parts
  --only name          only works whose name begins so; may be given several times
  --url address        measure another server too, on this machine
  --client id:secret   a client it knows, for the works that need one
  --profile name       leave a .cpuprofile and a flame graph of Latchkey at one work
  --without-postgres   leave PostgreSQL out
`;

const thorough: Pace = { rounds: 7, round_s: 2, warm_up_s: 5, rows: 100_000 };
const hasty: Pace = { rounds: 1, round_s: 1, warm_up_s: 1, rows: 100_000 };

/** Reads the command line. Throws on a flag nobody knows, and on a server that is not on this machine. */
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
    throw new Error(
      `${url} is not on this machine. A benchmark of somebody else's server is an attack.`,
    );
  }
  return {
    quick,
    pace: quick ? hasty : thorough,
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
