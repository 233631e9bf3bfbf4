import { features } from "../../../cli/src/features.ts";
import { loadFeatures, tablesOf } from "../../src/feature/load-features.ts";
import { migrationsOf } from "../../src/store/migrations/migrations.ts";

/** The tables of the features of the command. */
export const featureTables = tablesOf(await loadFeatures(features));

/** Every migration of the server of the command, in their order. */
export const migrations = migrationsOf(featureTables);
