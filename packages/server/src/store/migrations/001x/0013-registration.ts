import type { Migration } from "../migration.ts";

/** Clients that register themselves: the hash of the token with which one manages itself, and the tokens with which they can register. */
export const registration: Migration = {
  name: "0013-registration",
  statements: () => [
    "alter table client add column registration_token_hash text",
    `create table registration_token (
       token_id text primary key,
       token_hash text not null unique,
       note text not null,
       scope text,
       uses bigint not null,
       max_uses bigint,
       created_at bigint not null,
       expires_at bigint
     )`,
    "create index registration_token_expiry on registration_token (expires_at)",
  ],
};
