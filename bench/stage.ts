import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keepAwake } from "./awake.ts";
import { type Another, meetAnother } from "./contenders/another.ts";
import type { Contender } from "./contenders/contender.ts";
import { type Floor, startFloor } from "./contenders/floor.ts";
import { type Latchkey, type LatchkeyOptions, startLatchkey } from "./contenders/latchkey.ts";
import { startOidcProvider } from "./contenders/oidc-provider.ts";
import { type PartsOptions, startParts } from "./contenders/parts.ts";
import { type PostgresServer, startPostgresServer } from "./contenders/postgres.ts";
import type { Options, Pace } from "./options.ts";
import { cores } from "./machine.ts";
import { folders } from "./programs.ts";

/** Where the contenders of one work meet. Whatever is started on it is stopped when it closes. */
export interface Stage {
  /** For this work alone; gone when the stage closes. */
  readonly directory: string;
  readonly pace: Pace;
  readonly another: Another | undefined;
  floor(): Promise<Floor>;
  /** On SQLite, and on PostgreSQL where that is not left out. Nobody when in a hurry. */
  parts(options: Omit<PartsOptions, "directory" | "dsn">): Promise<Contender[]>;
  oidcProvider(options?: Parameters<typeof startOidcProvider>[0]): Promise<Contender>;
  latchkey(options?: Partial<LatchkeyOptions>): Promise<Latchkey>;
  /** Undefined when PostgreSQL is left out. Whoever waits for it must not sleep, so from then on nobody on that core does. */
  latchkeyOnPostgres(): Promise<Latchkey | undefined>;
  close(): Promise<void>;
}

/** The theatre: what lasts for the whole run. */
export interface Theatre {
  openStage(name: string): Stage;
  close(): Promise<void>;
}

export async function openTheatre(options: Options): Promise<Theatre> {
  const root = join(folders.data, String(process.pid));
  mkdirSync(root, { recursive: true });
  process.once("exit", () => rmSync(root, { recursive: true, force: true })); // Also when somebody interrupts us.
  const { url, client } = options;
  const another = url === undefined ? undefined : await meetAnother(url, client);
  let postgres: Promise<PostgresServer> | undefined;
  const house: House = {
    options,
    another,
    postgres: () => (postgres ??= startPostgresServer()),
  };
  return {
    openStage: (name) => openStage(join(root, name), house),
    async close() {
      await (await postgres)?.stop();
    },
  };
}

interface House {
  readonly options: Options;
  readonly another: Another | undefined;
  /** Started by whoever needs it first. */
  readonly postgres: () => Promise<PostgresServer>;
}

function openStage(directory: string, { options, another, postgres }: House): Stage {
  mkdirSync(directory, { recursive: true });
  const profile = options.profile === undefined ? undefined : folders.results;
  const started: Pick<Contender, "stop">[] = [];
  const keep = async <T extends Contender>(starting: Promise<T>): Promise<T> => {
    const contender = await starting;
    started.push(contender);
    return contender;
  };
  return {
    directory,
    pace: options.pace,
    another,
    floor: () => keep(startFloor()),
    async parts(chosen) {
      if (options.quick) return [];
      const place = join(directory, chosen.name ?? "parts");
      const onSqlite = await keep(startParts({ directory: place, ...chosen }));
      if (options.without_postgres || chosen.all_cores === true) return [onSqlite];
      const { dsn } = await postgres();
      const name = "parts-postgres";
      return [onSqlite, await keep(startParts({ ...chosen, directory: place, name, dsn }))];
    },
    oidcProvider: (chosen) => keep(startOidcProvider(chosen)),
    latchkey: (chosen = {}) =>
      keep(startLatchkey({ directory: join(directory, "latchkey"), profile, ...chosen })),
    async latchkeyOnPostgres() {
      if (options.without_postgres) return undefined;
      const { dsn } = await postgres();
      const place = join(directory, "postgres");
      const awake = keepAwake(cores.server);
      if (awake !== undefined) started.push(awake);
      return keep(startLatchkey({ name: "latchkey-postgres", directory: place, dsn }));
    },
    async close() {
      await Promise.all(started.map((contender) => contender.stop()));
      rmSync(directory, { recursive: true });
    },
  };
}
