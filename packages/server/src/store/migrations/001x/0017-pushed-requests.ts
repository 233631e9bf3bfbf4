import type { Migration } from "../migration.ts";

/** Pushed authorization requests. A key begins with the time at which its row expires. */
export const pushedRequests: Migration = {
  name: "0017-pushed-requests",
  statements: ({ bytes, in_key_order }) => [
    `create table pushed_request (
       request_id ${bytes} primary key,
       sealed ${bytes} not null,
       used_by ${bytes},
       expires_at bigint not null
     ) ${in_key_order}`,
  ],
};
