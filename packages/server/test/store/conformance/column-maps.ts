import assert from "node:assert/strict";
import { it } from "node:test";
import { type Columns, type Table, text } from "../../../src/store/database/columns.ts";
import { names } from "../../../src/store/database/sql.ts";
import { query } from "../../../src/store/database/statement.ts";
import { migrationTable } from "../../../src/store/migrations/migration-table.ts";
import { access_token } from "../../../src/store/tables/access-tokens.ts";
import { account, account_email, account_search } from "../../../../identity/src/store/accounts.ts";
import { account_device } from "../../../../identity/src/store/account-devices.ts";
import { account_session } from "../../../../identity/src/store/account-sessions.ts";
import { mail_delivery } from "../../../../identity/src/mail/store/mail-outbox.ts";
import { invitation } from "../../../../identity/src/registration/store/invitations.ts";
import { pending_registration } from "../../../../identity/src/registration/store/registrations.ts";
import { one_time_code } from "../../../../identity/src/mail/store/one-time-codes.ts";
import { one_time_link } from "../../../../identity/src/mail/store/one-time-links.ts";
import { failed_sign_in } from "../../../../identity/src/failed-sign-ins/store.ts";
import { account_event } from "../../../../identity/src/history/store.ts";
import { account_factor, account_recovery_code } from "../../../../identity/src/store/factors.ts";
import { federated_session } from "../../../../identity/src/federation/store/federated-sessions.ts";
import { federation_attempt } from "../../../../identity/src/federation/store/federation-attempts.ts";
import { identity_provider } from "../../../../identity/src/federation/store/identity-providers.ts";
import { account_without_password } from "../../../../identity/src/store/ways-to-sign-in.ts";
import { linked_identity } from "../../../../identity/src/federation/store/linked-identities.ts";
import { branding } from "../../../../identity/src/branding/store.ts";
import { kept_token } from "../../../../identity/src/vault/store/kept-tokens.ts";
import { api } from "../../../src/store/tables/apis.ts";
import { audit_entry, audit_head } from "../../../src/features/audit/store/tables.ts";
import { authorization_details_type } from "../../../src/features/authorization-details/store.ts";
import { client_origin } from "../../../src/store/tables/clients/client-origins.ts";
import { client } from "../../../src/store/tables/clients/client-row.ts";
import {
  backchannel_delivery,
  backchannel_request,
  backchannel_slot,
} from "../../../src/features/backchannel/store.ts";
import { device_authorization, device_user_code } from "../../../src/features/device/store.ts";
import { flow } from "../../../src/store/tables/flows.ts";
import { authorization_grant } from "../../../src/store/tables/grants/grant-table.ts";
import { inspected_flow, inspected_step } from "../../../src/features/inspector/store.ts";
import { event_delivery } from "../../../src/features/signals/store/delivery-table.ts";
import { event_removed_subject } from "../../../src/features/signals/store/deliveries.ts";
import { event_receiver } from "../../../src/features/signals/store/receiver-table.ts";
import { event_known_user } from "../../../src/features/signals/store/write-events.ts";
import { installation } from "../../../../workspace/src/store/installations.ts";
import { integration } from "../../../../workspace/src/store/integration-table.ts";
import { webhook_delivery } from "../../../../workspace/src/store/webhook-deliveries.ts";
import { json_web_key } from "../../../src/store/tables/keys.ts";
import { lease } from "../../../src/store/tables/leases.ts";
import { login_session, session_visit } from "../../../src/store/tables/login-sessions.ts";
import { logout_delivery } from "../../../src/store/tables/logout-deliveries.ts";
import { logout_request } from "../../../src/store/tables/logout-requests.ts";
import {
  taken_assertion,
  taken_handle,
  taken_record,
  taken_subject,
  taken_token,
  takeover,
  takeover_progress,
} from "../../../../takeover/src/tables.ts";
import { workspace_member } from "../../../../workspace/src/store/members.ts";
import { pushed_request } from "../../../src/store/tables/pushed-requests.ts";
import { api_key } from "../../../src/features/operators/store/api-keys.ts";
import { operator, operator_session } from "../../../src/features/operators/store/operators.ts";
import { registration_token } from "../../../src/features/registration/store.ts";
import { resealing } from "../../../src/store/tables/resealing.ts";
import { suspension } from "../../../src/store/tables/suspensions.ts";
import { revision } from "../../../src/store/tables/revision.ts";
import { api_search, client_search } from "../../../src/store/tables/search-index.ts";
import { seen_assertion } from "../../../src/store/tables/seen-assertions.ts";
import { sign_in_failure } from "../../../src/store/tables/sign-in-failures.ts";
import { running_server, signing_secret } from "../../../src/store/tables/system-secrets.ts";
import { client_usage } from "../../../src/features/usage/store.ts";
import { managed_resource } from "../../../src/features/managed-resources/store.ts";
import { ended_grant, termination } from "../../../src/features/termination/store.ts";
import { trusted_issuer } from "../../../src/features/trusted-issuers/store.ts";
import { workspace_grant } from "../../../../workspace/src/store/workspace-grants.ts";
import { integration_search } from "../../../../workspace/src/store/integrations.ts";
import { workspace, workspace_search } from "../../../../workspace/src/store/workspaces.ts";
import type { Servers } from "./example.ts";

/** Every table but `write_attempt`, which only PostgreSQL's writer uses. */
export const tables: readonly Table<Columns>[] = [
  ended_grant,
  termination,
  access_token,
  account,
  account_event,
  failed_sign_in,
  account_factor,
  account_recovery_code,
  account_device,
  branding,
  account_email,
  account_search,
  account_session,
  account_without_password,
  api,
  api_search,
  audit_entry,
  audit_head,
  authorization_details_type,
  authorization_grant,
  client,
  client_origin,
  client_search,
  device_authorization,
  device_user_code,
  backchannel_request,
  backchannel_slot,
  backchannel_delivery,
  federated_session,
  federation_attempt,
  flow,
  identity_provider,
  inspected_flow,
  inspected_step,
  installation,
  integration,
  integration_search,
  json_web_key,
  kept_token,
  lease,
  linked_identity,
  invitation,
  login_session,
  logout_delivery,
  logout_request,
  migrationTable,
  mail_delivery,
  one_time_code,
  one_time_link,
  pending_registration,
  pushed_request,
  registration_token,
  api_key,
  operator,
  operator_session,
  resealing,
  suspension,
  revision,
  running_server,
  signing_secret,
  seen_assertion,
  session_visit,
  sign_in_failure,
  taken_assertion,
  taken_handle,
  taken_record,
  taken_subject,
  taken_token,
  takeover,
  takeover_progress,
  client_usage,
  managed_resource,
  event_delivery,
  event_known_user,
  event_receiver,
  event_removed_subject,
  trusted_issuer,
  webhook_delivery,
  workspace,
  workspace_grant,
  workspace_member,
  workspace_search,
];

/** The column maps agree with the schema that the migrations create. */
export function describeColumnMaps(servers: () => Servers): void {
  it("declares every table", async () => {
    const { database } = servers();
    const isSqlite = database.dialect.bytes === "blob";
    const rows = await database.read(() =>
      query({
        returns: { name: text },
        sql: isSqlite
          ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
          : `select relname::text as name from pg_class
             where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace`,
      })({}),
    );
    const declared = tables.map(({ name }) => name);
    assert.deepEqual(
      rows.map(({ name }) => name).toSorted(),
      [...declared, "write_attempt"].toSorted(),
    );
  });

  for (const { name, columns } of tables) {
    it(`declares the columns of ${name}, their types, and which may be null`, async () => {
      const { database } = servers();
      const isSqlite = database.dialect.bytes === "blob";
      const found = await database.read(() =>
        query({
          given: { table: text },
          returns: { column: text, type: text, is_nullable: text },
          sql: isSqlite
            ? `select name as "column", lower(type) as type, case when "notnull" = 0 and pk = 0 then 'yes' else 'no' end as is_nullable
               from pragma_table_info(:table)`
            : `select column_name as "column", data_type as type, lower(is_nullable) as is_nullable
               from information_schema.columns where table_schema = current_schema() and table_name = :table`,
        })({ table: name }),
      );
      const declared = Object.entries(columns).map(([name_of_column, column]) => ({
        column: name_of_column,
        type: isSqlite && column.type === "bytea" ? "blob" : column.type,
        is_nullable: acceptsNull(column) ? "yes" : "no",
      }));
      assert.deepEqual(found.toSorted(byColumn), declared.toSorted(byColumn));
      await database.read(() =>
        query({ returns: columns, sql: `select ${names(columns)} from ${name} limit 10` })({}),
      );
    });
  }
}

function byColumn(one: { readonly column: string }, other: { readonly column: string }): number {
  return one.column < other.column ? -1 : 1;
}

function acceptsNull(column: Columns[string]): boolean {
  try {
    column.read(null);
    return true;
  } catch {
    return false;
  }
}
