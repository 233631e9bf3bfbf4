import type { Migration } from "../migration.ts";

/** Types of authorization details, those that devices request, the details of a grant's generation and of the one before, and the authentication level of a session. */
export const consentInDetail: Migration = {
  name: "0019-consent-in-detail",
  statements: () => [
    `create table authorization_details_type (
       type text primary key,
       document text not null,
       created_at bigint not null,
       updated_at bigint not null
     )`,
    `alter table authorization_grant add column narrowed_details text`,
    `alter table authorization_grant add column previous_details text`,
    `alter table login_session add column acr text`,
    `alter table device_authorization add column authorization_details text`,
  ],
};
