import type { Migration } from "../migration.ts";

/**
 * One row for each batch of writes on PostgreSQL, inserted in the batch's own transaction: when the connection is lost before
 * the answer, the row tells whether the batch was committed. SQLite answers in the same process and leaves the table empty.
 */
export const writeAttempts: Migration = {
  name: "0008-write-attempts",
  statements: ({ bytes, in_key_order }) => [
    `create table write_attempt (
       attempt_id ${bytes} primary key,
       expires_at bigint not null,
       fenced bigint not null,
       made text
     ) ${in_key_order}`,
  ],
};
