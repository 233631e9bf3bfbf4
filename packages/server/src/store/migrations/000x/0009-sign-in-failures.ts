import type { Migration } from "../migration.ts";

/** Failed sign-ins, so that all servers count them together. The key is a hash of the account or of the address. */
export const signInFailures: Migration = {
  name: "0009-sign-in-failures",
  statements: ({ bytes }) => [
    `create table sign_in_failure (
       failure_key ${bytes} primary key,
       failures bigint not null,
       last_at bigint not null,
       expires_at bigint not null
     )`,
    `create index sign_in_failure_expiry on sign_in_failure (expires_at)`,
  ],
};
