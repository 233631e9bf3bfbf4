import { baseline } from "./0001-baseline/baseline.ts";
import type { Migration } from "./migration.ts";

/** Every migration, oldest first. The names are stored, so they stay, whatever folder the file is in. */
export const migrations: readonly Migration[] = [baseline];
