import { loadFeatures, tablesOf } from "../../src/feature/load-features.ts";
import { standardFeatures } from "../../src/features/standard.ts";
import { migrationsOf } from "../../src/store/migrations/migrations.ts";

/** The tables of the standard features. */
export const standardTables = tablesOf(await loadFeatures(standardFeatures));

/** Every migration of a server with the standard features, in their order. */
export const migrations = migrationsOf(standardTables);
