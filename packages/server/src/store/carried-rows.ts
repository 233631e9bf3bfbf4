/** Rows of what another server had. A row that exists is left as it is, so that they can be written twice. */

import type { Sealer } from "../crypto/sealed.ts";
import type { LoginSession } from "../interaction/login-session.ts";
import type { LogoutRequest } from "../interaction/logout-request.ts";
import type { NewClient } from "../oauth/client.ts";
import { originsOf } from "../oauth/client/cors-origins.ts";
import type { Grant } from "../oauth/grant.ts";
import {
  type Column,
  type Columns,
  integer,
  pick,
  type RowOf,
  type Table,
} from "./database/columns.ts";
import { type Insertion, names } from "./database/sql.ts";
import { command, newRow, type NewRow, query, type Script } from "./database/statement.ts";
import type { NewAccessToken } from "./port/grant-store.ts";
import type { StoreTools } from "./store-tools.ts";
import { access_token, accessTokenRow, tokenClaims } from "./tables/access-tokens.ts";
import { rowOfNew } from "./tables/clients/client-lifecycle.ts";
import { client_origin } from "./tables/clients/client-origins.ts";
import { client } from "./tables/clients/client-row.ts";
import { authorization_grant, grantRow, grantSessions } from "./tables/grants/grant-table.ts";
import { login_session } from "./tables/login-sessions.ts";
import { logout_request, logoutRow } from "./tables/logout-requests.ts";
import { suspension } from "./tables/suspensions.ts";

/** Leaves a row with the same key as it is. */
export function orLeave<C extends Columns>(
  { name, columns }: Table<C>,
  ...key: readonly (keyof C & string)[]
): Insertion<C> {
  const [first = ""] = key;
  return { table: name, columns, on_conflict: { key, set: `${first} = excluded.${first}` } };
}

const clientRows = orLeave(client, "client_id");
const suspensionRows = orLeave(suspension, "kind", "name");
const originRows = orLeave(client_origin, "origin", "client_id");
const grantRows = orLeave(authorization_grant, "grant_id", "subject_key");
const tokenRows = orLeave(access_token, "signature");
const sessionRows = orLeave(login_session, "sid");
const logoutRows = orLeave(logout_request, "logout_id");

/** A client, its origins and the words it is found by. The caller increments the revision. */
export function carriedClientRows(
  created: NewClient,
  { client_indexes }: Pick<StoreTools, "client_indexes">,
): NewRow[] {
  const { client_id } = created;
  return [
    newRow(clientRows, rowOfNew(created)),
    ...(created.enabled === false ? [newRow(suspensionRows, suspensionOf(created))] : []),
    ...originsOf(created).map((origin) => newRow(originRows, { origin, client_id })),
    client_indexes.searchRow(created),
  ];
}

function suspensionOf({ client_id, updated_at }: NewClient): RowOf<typeof suspension.columns> {
  const since = { is_active: true, changed_at: updated_at, expires_at: undefined };
  return { kind: "client", name: client_id, ...since };
}

export function carriedGrantRow(grant: Grant, sealer: Sealer): NewRow {
  return grantRow(grant, sealer, grantRows);
}

export function carriedTokenRow(token: NewAccessToken, sealer: Sealer): NewRow {
  return accessTokenRow(token, tokenClaims(sealer), tokenRows);
}

export function carriedSessionRow({ acr, ...session }: LoginSession): NewRow {
  return newRow(sessionRows, { ...session, acr });
}

export function carriedLogoutRow(
  request: LogoutRequest,
  expires_at: number,
  sealer: Sealer,
): NewRow {
  return logoutRow(request, expires_at, sealer, logoutRows);
}

const { columns } = authorization_grant;
const ofGrant = pick(columns, "grant_id", "subject_key");
const expected = { expected_generation: integer, expected_at_ms: integer };
const asExpected = `grant_id = :grant_id and subject_key = :subject_key and revoked_at is null
    and generation = :expected_generation and generation_at_ms = :expected_at_ms`;
const replaced = pick(
  columns,
  "client_epoch",
  "expires_at",
  "remembered_until",
  "generation",
  "generation_at_ms",
  "redeemed_at_ms",
  "sealed",
);
const replace = command({
  given: { ...ofGrant, ...expected, ...replaced },
  sql: `update authorization_grant set ${Object.keys(replaced)
    .map((name) => `${name} = :${name}`)
    .join(", ")} where ${asExpected} returning grant_id`,
});
const revoke = command({
  given: { ...ofGrant, ...expected, now: integer },
  sql: `update authorization_grant set revoked_at = :now, remembered_until = null where ${asExpected} returning grant_id`,
});

/** The generation that a grant must still have, so that nothing is overwritten that happened here. */
export interface ExpectedGeneration {
  readonly generation: number;
  readonly generation_at_ms: number;
}

/** Replaces a grant that is as it was carried; part of a script. False where it is not. */
export function* replaceCarriedGrant(
  grant: Grant,
  { generation, generation_at_ms }: ExpectedGeneration,
  sealer: Sealer,
): Script<boolean> {
  const sealed = grantSessions(sealer).seal(grant.grant_id, grant.session);
  const was = { expected_generation: generation, expected_at_ms: generation_at_ms };
  return (yield* replace({ ...grant, ...was, sealed })) > 0;
}

/** Revokes a grant that is as it was carried; part of a script. False where it is not. */
export function* revokeCarriedGrant(
  { grant_id, subject_key }: Pick<Grant, "grant_id" | "subject_key">,
  { generation, generation_at_ms }: ExpectedGeneration,
  now: number,
): Script<boolean> {
  const was = { expected_generation: generation, expected_at_ms: generation_at_ms };
  return (yield* revoke({ grant_id, subject_key, ...was, now })) > 0;
}

/** Finds the rows that have one of these values in a column: a hundred with each statement, which is prepared once. */
export function findByKeys<C extends Columns, R extends Columns, T>(
  { name }: Table<C>,
  key: { readonly name: keyof C & string; readonly column: Column<T> },
  returns: R,
): (keys: readonly T[]) => Script<readonly RowOf<R>[]> {
  const places = Array.from({ length: CHUNK }, (_, index) => `key_${index}`);
  const given: Readonly<Record<string, Column<T>>> = Object.fromEntries(
    places.map((place) => [place, key.column]),
  );
  const list = places.map((place) => `:${place}`).join(", ");
  const select = query({
    given,
    returns,
    sql: `select ${names(returns)} from ${name} where ${key.name} in (${list})`,
  });
  return function* find(keys) {
    const found: RowOf<R>[] = [];
    for (let start = 0; start < keys.length; start += CHUNK) {
      const chunk = keys.slice(start, start + CHUNK);
      const [first] = chunk;
      if (first === undefined) break;
      const values = places.map((place, index) => [place, chunk[index] ?? first] as const);
      found.push(...(yield* select(Object.fromEntries(values))));
    }
    return found;
  };
}

const CHUNK = 100;
