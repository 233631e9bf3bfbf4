import assert from "node:assert/strict";
import { it } from "node:test";
import { type Columns, type Table, text } from "../../../src/store/database/columns.ts";
import { names } from "../../../src/store/database/sql.ts";
import { query } from "../../../src/store/database/statement.ts";
import { migration_table } from "../../../src/store/migrations/migration-table.ts";
import { access_token } from "../../../src/store/tables/access-tokens.ts";
import { account } from "../../../src/store/tables/accounts.ts";
import { api } from "../../../src/store/tables/apis.ts";
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
import { installation } from "../../../../workspace/src/store/installations.ts";
import { integration } from "../../../../workspace/src/store/integration-table.ts";
import { webhook_delivery } from "../../../../workspace/src/store/webhook-deliveries.ts";
import { json_web_key } from "../../../src/store/tables/keys.ts";
import { lease } from "../../../src/store/tables/leases.ts";
import { login_session, session_visit } from "../../../src/store/tables/login-sessions.ts";
import { logout_delivery } from "../../../src/store/tables/logout-deliveries.ts";
import { logout_request } from "../../../src/store/tables/logout-requests.ts";
import { workspace_member } from "../../../../workspace/src/store/members.ts";
import { pushed_request } from "../../../src/store/tables/pushed-requests.ts";
import { registration_token } from "../../../src/features/registration/store.ts";
import { revision } from "../../../src/store/tables/revision.ts";
import {
  account_search,
  api_search,
  client_search,
} from "../../../src/store/tables/search-index.ts";
import { seen_assertion } from "../../../src/store/tables/seen-assertions.ts";
import { sign_in_failure } from "../../../src/store/tables/sign-in-failures.ts";
import { running_server, signing_secret } from "../../../src/store/tables/system-secrets.ts";
import { trusted_issuer } from "../../../src/features/trusted-issuers/store.ts";
import { workspace_grant } from "../../../../workspace/src/store/workspace-grants.ts";
import { integration_search } from "../../../../workspace/src/store/integrations.ts";
import { workspace, workspace_search } from "../../../../workspace/src/store/workspaces.ts";
import type { Servers } from "./example.ts";

/** Every table but `write_attempt`, which only PostgreSQL's writer uses. */
const tables: readonly Table<Columns>[] = [
  access_token,
  account,
  account_search,
  api,
  api_search,
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
  flow,
  inspected_flow,
  inspected_step,
  installation,
  integration,
  integration_search,
  json_web_key,
  lease,
  login_session,
  logout_delivery,
  logout_request,
  migration_table,
  pushed_request,
  registration_token,
  revision,
  running_server,
  signing_secret,
  seen_assertion,
  session_visit,
  sign_in_failure,
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
    const is_sqlite = database.dialect.bytes === "blob";
    const rows = await database.read(() =>
      query({
        returns: { name: text },
        sql: is_sqlite
          ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
          : "select table_name as name from information_schema.tables where table_schema = current_schema()",
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
      const is_sqlite = database.dialect.bytes === "blob";
      const found = await database.read(() =>
        query({
          given: { table: text },
          returns: { column: text, type: text, is_nullable: text },
          sql: is_sqlite
            ? `select name as "column", lower(type) as type, case when "notnull" = 0 and pk = 0 then 'yes' else 'no' end as is_nullable
               from pragma_table_info(:table)`
            : `select column_name as "column", data_type as type, lower(is_nullable) as is_nullable
               from information_schema.columns where table_schema = current_schema() and table_name = :table`,
        })({ table: name }),
      );
      const declared = Object.entries(columns).map(([name_of_column, column]) => ({
        column: name_of_column,
        type: is_sqlite && column.type === "bytea" ? "blob" : column.type,
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
