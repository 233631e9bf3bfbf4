import type { StoredTables, Tables } from "@latchkey/server/feature/store";

/** How the built-in pages look: one row, which does not expire. */
const branding: Tables = () => [
  `create table branding (
    name text primary key,
    document text not null
  )`,
];

export const brandingTables: StoredTables = {
  migrations: [
    {
      name: "identity-0007-branding",
      statements: branding,
      placement: {
        branding: "reference",
      },
    },
  ],
  expiring: [],
};
