import type { StoredTables } from "@latchkey/server/feature/store";
import { sealedTokens } from "./store/kept-tokens.ts";

/** The tokens of providers. They go with the link that they came with, and so with the account and the provider. */
export const vaultTables: StoredTables = {
  migrations: [
    {
      name: "identity-0008-vault",
      placement: { kept_token: { by: "subject" } },
      statements: ({ bytes }) => [
        `create table kept_token (
          subject text not null,
          provider_id text not null,
          sealed ${bytes} not null,
          kept_at bigint not null,
          expires_at bigint not null,
          primary key (subject, provider_id),
          foreign key (subject, provider_id) references linked_identity (subject, provider_id) on delete cascade
        )`,
        "create index kept_token_provider on kept_token (provider_id)",
        "create index kept_token_expiry on kept_token (expires_at)",
      ],
    },
  ],
  expiring: [{ table: "kept_token", key: "subject", kind: "others", key_is_expiry: false }],
  sealed: [sealedTokens],
};
