import type { Migration } from "../migration.ts";

/** When a client may be removed that no one registered: null for all others. */
export const clientExpiry: Migration = {
  name: "0014-client-expiry",
  statements: () => [
    "alter table client add column expires_at bigint",
    "create index client_expiry on client (expires_at) where expires_at is not null",
  ],
};
