import type { Migration } from "../migration.ts";

/** What a device requires of the authentication of its user, and the claims it requests, as JSON: mostly null. */
export const deviceAuthentication: Migration = {
  name: "0023-device-authentication",
  statements: () => ["alter table device_authorization add column authentication text"],
};
