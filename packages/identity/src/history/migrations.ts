import type { StoredTables } from "@latchkey/server/feature/store";

/**
 * What happened to accounts. Sweeps find rows by `event_id`, which begins the key; the other index is the order in which events
 * are shown, and in which the oldest are removed.
 */
export const historyTables: StoredTables = {
  migrations: [
    {
      name: "identity-0005-history",
      placement: { account_event: { by: "subject" } },
      statements: () => [
        `create table account_event (
          event_id text not null,
          subject text not null references account (subject) on delete cascade,
          kind text not null,
          at bigint not null,
          count bigint not null,
          by_administrator bigint not null,
          device text not null,
          address text,
          details text not null,
          expires_at bigint not null,
          primary key (event_id, subject)
        )`,
        "create index account_event_subject on account_event (subject, at, event_id)",
        "create index account_event_expiry on account_event (expires_at)",
      ],
    },
  ],
  expiring: [{ table: "account_event", key: "event_id", kind: "others", key_is_expiry: false }],
};
