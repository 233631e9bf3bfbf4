import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keepAwake } from "./keep-awake.ts";
import { type External, describeExternal } from "./subjects/external.ts";
import type { Subject } from "./subjects/subject.ts";
import { type Baseline, startBaseline } from "./subjects/baseline.ts";
import { type Latchkey, type LatchkeyOptions, startLatchkey } from "./subjects/latchkey.ts";
import { startOidcProvider } from "./subjects/oidc-provider.ts";
import { type LowerBoundOptions, startLowerBound } from "./subjects/lower-bound.ts";
import { type PostgresServer, startPostgresServer } from "./subjects/postgres.ts";
import type { Options, Pace } from "./options.ts";
import { cores } from "./machine.ts";
import { folders } from "./programs.ts";

/** Starts the subjects of one workload, and stops them when it closes. */
export interface Environment {
  /** Temporary; removed when the environment closes. */
  readonly directory: string;
  readonly pace: Pace;
  readonly external: External | undefined;
  baseline(): Promise<Baseline>;
  /** On SQLite, and on PostgreSQL unless excluded. Empty with `--quick`. */
  lowerBound(options: Omit<LowerBoundOptions, "directory" | "dsn">): Promise<Subject[]>;
  oidcProvider(options?: Parameters<typeof startOidcProvider>[0]): Promise<Subject>;
  latchkey(options?: Partial<LatchkeyOptions>): Promise<Latchkey>;
  /** Undefined when PostgreSQL is excluded. From then on the server core is kept out of idle states (see `keepAwake`). */
  latchkeyOnPostgres(): Promise<Latchkey | undefined>;
  close(): Promise<void>;
}

/** What lasts for the whole run: the PostgreSQL server, the external server, the data folder. */
export interface BenchRun {
  openEnvironment(name: string): Environment;
  close(): Promise<void>;
}

export async function openBenchRun(
  options: Pick<Options, "pace" | "quick" | "url" | "client" | "profile" | "without_postgres">,
  /** The Latchkey to measure; that of this checkout when left out. */
  program?: string,
): Promise<BenchRun> {
  const root = join(folders.data, String(process.pid));
  mkdirSync(root, { recursive: true });
  process.once("exit", () => rmSync(root, { recursive: true, force: true })); // Also after SIGINT.
  const { url, client } = options;
  const external = url === undefined ? undefined : await describeExternal(url, client);
  let postgres: Promise<PostgresServer> | undefined;
  const shared: Shared = {
    options,
    program,
    external,
    postgres: () => (postgres ??= startPostgresServer()),
  };
  return {
    openEnvironment: (name) => openEnvironment(join(root, name), shared),
    async close() {
      await (await postgres)?.stop();
    },
  };
}

interface Shared {
  readonly options: Parameters<typeof openBenchRun>[0];
  readonly program: string | undefined;
  readonly external: External | undefined;
  /** Started on first use. */
  readonly postgres: () => Promise<PostgresServer>;
}

function openEnvironment(
  directory: string,
  { options, program, external, postgres }: Shared,
): Environment {
  mkdirSync(directory, { recursive: true });
  const profile = options.profile === undefined ? undefined : folders.results;
  const started: Pick<Subject, "stop">[] = [];
  const keep = async <T extends Subject>(starting: Promise<T>): Promise<T> => {
    const subject = await starting;
    started.push(subject);
    return subject;
  };
  return {
    directory,
    pace: options.pace,
    external,
    baseline: () => keep(startBaseline()),
    async lowerBound(chosen) {
      if (options.quick) return [];
      const place = join(directory, chosen.name ?? "lower-bound");
      const onSqlite = await keep(startLowerBound({ directory: place, ...chosen }));
      if (options.without_postgres || chosen.all_cores === true) return [onSqlite];
      const { dsn } = await postgres();
      const name = "lower-bound-postgres";
      return [onSqlite, await keep(startLowerBound({ ...chosen, directory: place, name, dsn }))];
    },
    oidcProvider: (chosen) => keep(startOidcProvider(chosen)),
    latchkey: (chosen = {}) =>
      keep(startLatchkey({ program, directory: join(directory, "latchkey"), profile, ...chosen })),
    async latchkeyOnPostgres() {
      if (options.without_postgres) return undefined;
      const { dsn } = await postgres();
      const place = join(directory, "postgres");
      const awake = keepAwake(cores.server);
      if (awake !== undefined) started.push(awake);
      return keep(startLatchkey({ name: "latchkey-postgres", program, directory: place, dsn }));
    },
    async close() {
      await Promise.all(started.map((subject) => subject.stop()));
      rmSync(directory, { recursive: true });
    },
  };
}
