import type { StoredTables, Tables } from "@latchkey/server/feature/store";

/**
 * Registrations that wait for the user to follow the link, invitations, and the row that is locked while registrations are counted.
 * The links of both are among the one-time links; what is here says whether they are still of use.
 */
const registration: Tables = ({ bytes }) => [
  `create table pending_registration (
    registration_id ${bytes} primary key,
    expires_at bigint not null
  )`,
  "create index pending_registration_expiry on pending_registration (expires_at)",
  `create table invitation (
    invitation_id text primary key,
    email text not null unique,
    details text not null,
    mailed bigint not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  "create index invitation_expiry on invitation (expires_at)",
  "insert into revision (name, value) values ('pending_registrations', 0)",
];

export const registrationTables: StoredTables = {
  migrations: [
    {
      name: "identity-0003-registration",
      statements: registration,
      placement: {
        pending_registration: { by: "registration_id" },
        invitation: "reference",
      },
    },
  ],
  expiring: [
    {
      table: "pending_registration",
      key: "registration_id",
      kind: "others",
      key_is_expiry: false,
    },
    { table: "invitation", key: "invitation_id", kind: "others", key_is_expiry: false },
  ],
};
