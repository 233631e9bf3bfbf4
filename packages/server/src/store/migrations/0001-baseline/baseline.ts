import type { Migration, Tables } from "../migration.ts";
import { accounts } from "./accounts.ts";
import { apis } from "./apis.ts";
import { bookkeeping } from "./bookkeeping.ts";
import { clients } from "./clients.ts";
import { flows } from "./flows.ts";
import { grants } from "./grants.ts";
import { keys } from "./keys.ts";
import { sessions } from "./sessions.ts";
import { tokens } from "./tokens.ts";

/** The schema of the first release: a file for each subject. */
const subjects: readonly Tables[] = [
  bookkeeping,
  clients,
  apis,
  keys,
  tokens,
  flows,
  grants,
  sessions,
  accounts,
];

export const baseline: Migration = {
  name: "0001-baseline",
  statements: (dialect) => subjects.flatMap((tables) => tables(dialect)),
};
