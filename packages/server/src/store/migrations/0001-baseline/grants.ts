import type { Tables } from "../migration.ts";

/**
 * What users granted to clients. A grant is placed by `subject_key`, a hash of its subject that its codes and tokens carry, so that
 * the grants of a user are together. The key begins with the id: a grant is found by its id alone, too. Rows stay whole, as flows do.
 */
export const grants: Tables = ({ bytes }) => [
  `create table authorization_grant (
    grant_id ${bytes} not null,
    subject_key bigint not null,
    subject text not null,
    sid text not null,
    client_id text not null,
    client_key bigint not null,
    client_epoch bigint not null,
    scope text not null,
    audience text not null,
    granted_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint,
    remembered_until bigint,
    skipped bigint not null,
    generation bigint not null,
    generation_at_ms bigint not null,
    redeemed_at_ms bigint,
    suspects bigint not null,
    cnf text,
    previous_cnf text,
    narrowed_details text,
    previous_details text,
    sealed ${bytes} not null,
    primary key (grant_id, subject_key)
  )`,
  "create index authorization_grant_expiry on authorization_grant (expires_at)",
  "create index authorization_grant_subject on authorization_grant (subject, granted_at)",
  `create index authorization_grant_remembered
    on authorization_grant (subject, client_id, remembered_until) where remembered_until is not null`,
  "create index authorization_grant_client on authorization_grant (client_id)",
];
