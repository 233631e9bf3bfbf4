import { baseline } from "./0001-baseline.ts";
import { keyTakeovers } from "./0002-key-takeovers.ts";
import { resealing } from "./0003-resealing.ts";
import { confirmedGenerations } from "./0004-confirmed-generations.ts";
import { suspensions } from "./0005-suspensions.ts";
import type { Migration } from "./migration.ts";
import type { StoredTables } from "../tables/stored-tables.ts";

/** Those of the core, oldest first. The names are stored, so they stay, whatever folder the file is in. */
const core: readonly Migration[] = [
  baseline,
  keyTakeovers,
  resealing,
  confirmedGenerations,
  suspensions,
];

/** Every migration of a server: those of the core, oldest first, then those of each feature. */
export function migrationsOf(features: readonly StoredTables[]): readonly Migration[] {
  return [...core, ...features.flatMap(({ migrations }) => migrations)];
}
