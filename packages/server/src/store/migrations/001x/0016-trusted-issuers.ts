import type { Migration } from "../migration.ts";

/** Issuers whose JWTs are exchanged for access tokens; and what an exchanged access token depends on. */
export const trustedIssuers: Migration = {
  name: "0016-trusted-issuers",
  statements: ({ bytes, in_key_order }) => [
    `create table trusted_issuer (
      id text primary key,
      issuer text not null,
      subject text not null,
      digest ${bytes} not null unique,
      document text not null,
      created_at bigint not null,
      expires_at bigint not null
    ) ${in_key_order}`,
    "create index trusted_issuer_subject on trusted_issuer (issuer, subject)",
    "create index trusted_issuer_expires_at on trusted_issuer (expires_at)",
    "alter table access_token add column source text",
  ],
};
