import type { Dialect } from "./database.ts";

/** The dialects of the databases. */
export const dialects = {
  sqlite: { bytes: "blob", in_key_order: "without rowid" },
  postgres: { bytes: "bytea", in_key_order: "", has_sessions: true },
} as const satisfies Readonly<Record<string, Dialect>>;
