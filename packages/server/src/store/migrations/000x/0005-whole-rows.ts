import type { Migration } from "../migration.ts";

/**
 * Where a table lies in the order of its key, SQLite keeps a quarter of a page of each row in place and sends the rest to a
 * page of its own. Flows and grants are larger than that, and written often: they become tables whose rows stay whole, and
 * a step of a flow writes half as much.
 */
export const wholeRows: Migration = {
  name: "0005-whole-rows",
  statements: ({ bytes, in_key_order }) =>
    in_key_order === ""
      ? [] // Elsewhere rows are whole already.
      : [
          `create table whole_flow (
            flow_id ${bytes} primary key,
            version bigint not null,
            sealed ${bytes} not null,
            expires_at bigint not null
          )`,
          `insert into whole_flow select * from flow`,
          `drop table flow`,
          `alter table whole_flow rename to flow`,
          `create index flow_expiry on flow (expires_at)`,
          `create table whole_grant (
            grant_id ${bytes} primary key,
            client_id text not null,
            client_key bigint not null,
            client_epoch bigint not null,
            subject text not null,
            sid text not null,
            scope text not null,
            audience text not null,
            generation bigint not null,
            generation_at_ms bigint not null,
            redeemed_at_ms bigint,
            suspects bigint not null,
            granted_at bigint not null,
            expires_at bigint not null,
            revoked_at bigint,
            remembered_until bigint,
            skipped bigint not null,
            sealed ${bytes} not null
          )`,
          `insert into whole_grant select * from authorization_grant`,
          `drop table authorization_grant`,
          `alter table whole_grant rename to authorization_grant`,
          `create index authorization_grant_expiry on authorization_grant (expires_at)`,
          `create index authorization_grant_subject on authorization_grant (subject, granted_at)`,
          `create index authorization_grant_remembered
            on authorization_grant (subject, client_id, remembered_until) where remembered_until is not null`,
          `create index authorization_grant_client on authorization_grant (client_id)`,
        ],
};
