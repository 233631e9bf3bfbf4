import type { StoredTables } from "@latchkey/server/feature/store";

/**
 * Failed sign-ins that are alike, counted by ten minutes. Ids begin with these ten minutes, in hexadecimal digits, which sort alike
 * everywhere: the order of an export. Lists have the order of the first index.
 */
export const failedSignInTables: StoredTables = {
  migrations: [
    {
      name: "identity-0009-failed-sign-ins",
      placement: { failed_sign_in: { by: "failure_id" } },
      statements: () => [
        `create table failed_sign_in (
          failure_id text primary key,
          first_at bigint not null,
          last_at bigint not null,
          count bigint not null,
          subject text,
          typed_name text,
          method text not null,
          reason text not null,
          throttle text,
          provider_id text,
          network text,
          device text not null,
          request_ids text not null,
          expires_at bigint not null
        )`,
        "create index failed_sign_in_time on failed_sign_in (first_at, failure_id)",
        "create index failed_sign_in_subject on failed_sign_in (subject, first_at)",
        "create index failed_sign_in_expiry on failed_sign_in (expires_at)",
      ],
    },
  ],
  expiring: [{ table: "failed_sign_in", key: "failure_id", kind: "others", key_is_expiry: false }],
};
