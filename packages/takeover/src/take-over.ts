import { type Carrier, type Store, withMigratedStore } from "@latchkey/server/feature/store";
import { currentTime, type TakeoverOptions, type TakeoverReport } from "./import/options.ts";
import { runTakeover } from "./import/run.ts";
import { takeoverTables } from "./migrations.ts";

type StoreConfig = Parameters<typeof withMigratedStore>[0];
type StoreUse = NonNullable<Parameters<typeof withMigratedStore>[2]>;

/** What is taken over, and into which server. */
export interface TakeOverOptions extends Omit<TakeoverOptions, "target"> {
  /** The settings of the server, whose database and system secrets are used. */
  readonly config: StoreConfig;
  /** What the server is composed of, beside its core. */
  readonly features?: StoreUse["features"];
  readonly onBlocked?: StoreUse["onBlocked"];
}

/**
 * Carries what a source has into the database of a server, which may be running. The source is examined first: where it cannot be
 * read, the database is not even opened. Its schema is migrated where needed. The caller closes the source.
 */
export async function takeOver(options: TakeOverOptions): Promise<TakeoverReport> {
  const { config, features, onBlocked, ...rest } = options;
  await rest.source.examine((rest.now ?? currentTime)());
  const use = {
    command: "takeover",
    tables: [takeoverTables],
    ...(features !== undefined && { features }),
    ...(onBlocked !== undefined && { onBlocked }),
  };
  return withMigratedStore(config, (target: OpenedTarget) => runTakeover({ ...rest, target }), use);
}

interface OpenedTarget {
  readonly store: Store;
  readonly carriers: Readonly<Record<string, Carrier>>;
}
