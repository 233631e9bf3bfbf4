import { hash } from "node:crypto";
import type { Client } from "@latchkey/server/feature/rules";
import {
  END_OF_TIME,
  type NewRow,
  type Store,
  bytes,
  carriedClientRows,
  carriedGrantRow,
  carriedLogoutRow,
  carriedSessionRow,
  carriedTokenRow,
  client,
  findByKeys,
  newRow,
  pick,
  text,
  visitOf,
} from "@latchkey/server/feature/store";
import { handleKey, tokenKey } from "../keys.ts";
import type {
  ClientRecord,
  FlowRecord,
  GrantRecord,
  KeyRecord,
  LogoutRecord,
  SessionRecord,
  TakenRecord,
  TokenRecord,
} from "../record.ts";
import { recordKey } from "../record-key.ts";
import type { LeftOut } from "../source.ts";
import { assertionRows, handleRows, subjectRows, taken_record, tokenRows } from "../tables.ts";
import type { HandleUse } from "../taken-store.ts";
import { clientOf, registrationRows, stateOfRow, writeClientState } from "./client-rows.ts";
import { carryGrant, endOf, stateOfGrant } from "./grant-rows.ts";
import { rememberedRow, rowKey } from "./remembered.ts";
import type { Target } from "./target.ts";

/** The rows of one record, or why there are none. */
export interface Prepared {
  readonly rows: readonly NewRow[];
  readonly left_out?: readonly LeftOut[];
  /** Of what depends on this server knowing the other's formats. */
  readonly expires_at?: number;
}

/** The rows of records of one kind. */
export async function prepare(
  records: readonly TakenRecord[],
  target: Target,
  now: number,
): Promise<readonly Prepared[]> {
  const [first] = records;
  if (first?.kind === "client") return prepareClients(records.filter(isClient), target);
  if (first?.kind === "key") return prepareKeys(records.filter(isKey), target);
  return Promise.all(records.map((record) => prepareOne(record, target, now)));
}

function isClient(record: TakenRecord): record is ClientRecord {
  return record.kind === "client";
}

function isKey(record: TakenRecord): record is KeyRecord {
  return record.kind === "key";
}

const findClients = findByKeys(
  client,
  { name: "client_id", column: text },
  pick(client.columns, "client_id"),
);

/** A client that is here already, under the same id, is left as it is: its tokens are carried all the same. */
async function prepareClients(
  records: readonly ClientRecord[],
  { store }: Target,
): Promise<readonly Prepared[]> {
  const ids = records.map(({ client: { client_id } }) => client_id);
  const found = await store.tools.database.read(() => findClients(ids));
  const existing = new Set(found.map(({ client_id }) => client_id));
  return records.map((record) => {
    const { client_id } = record.client;
    if (existing.has(client_id))
      return leftOut("client", "A client with this id exists here already.", client_id);
    const { created } = clientOf(record);
    const rows = carriedClientRows(created, store.tools);
    return {
      rows: [
        ...rows,
        ...registrationRows(record),
        rememberedRow(record, writeClientState(stateOfRow(rows[0])), END_OF_TIME),
      ],
      ...(record.registration_token !== undefined && { expires_at: END_OF_TIME }),
    };
  });
}

const findKids = findByKeys(
  taken_record,
  { name: "record_key", column: bytes },
  pick(taken_record.columns, "record_key"),
);

/**
 * Keys are few, and their order matters: the newest of a set signs. Where a set has keys that were not carried, those sign, and the
 * carried ones verify what they signed.
 */
async function prepareKeys(
  records: readonly KeyRecord[],
  { store }: Target,
): Promise<readonly Prepared[]> {
  const sets = Map.groupBy(records, ({ set }) => set);
  const { database } = store.tools;
  for (const [set, of_set] of sets) {
    const held = (await store.keys.findSet(set)).map(({ kid = "" }) => kid);
    const carried = await database.read(() =>
      findKids(held.map((kid) => rowKey("key", JSON.stringify([set, kid])))),
    );
    const oldestFirst = of_set.toSorted((a, b) => a.created_at - b.created_at);
    const keys = oldestFirst.flatMap(({ key: { kid, ...key } }) =>
      kid === undefined ? [] : [{ ...key, kid }],
    );
    await store.keys.adopt(set, keys, carried.length === held.length);
  }
  return records.map((record) => ({ rows: [rememberedRow(record, "", END_OF_TIME)] }));
}

async function prepareOne(record: TakenRecord, target: Target, now: number): Promise<Prepared> {
  switch (record.kind) {
    case "session":
      return prepareSession(record, now);
    case "subject": {
      const { subject, client_id, identifier } = record;
      const row = newRow(subjectRows, { subject, client_id, identifier });
      return { rows: [row, rememberedRow(record, "", END_OF_TIME)], expires_at: END_OF_TIME };
    }
    case "grant":
      return prepareGrant(record, target, now);
    case "token":
      return prepareToken(record, target, now);
    case "assertion": {
      const { jti_sha256, expires_at } = record;
      if (expires_at <= now) return expired("assertion");
      const digest = Buffer.from(jti_sha256, "hex");
      return { rows: [newRow(assertionRows, { digest, expires_at })], expires_at };
    }
    case "flow":
      return prepareFlow(record, now);
    case "logout":
      return prepareLogout(record, target, now);
    case "issuer":
    case "account":
      return carryWithFeature(record, target, now);
    case "client":
    case "key":
      return { rows: [] }; // Prepared together.
  }
}

/** Records of features, each in a transaction of its own. */
async function carryWithFeature(
  record: TakenRecord,
  { store, carriers }: Target,
  now: number,
): Promise<Prepared> {
  const carry = carriers[record.kind];
  if (carry === undefined)
    return leftOut(record.kind, "This server is composed without the feature that stores them.");
  const reason = await carry(record, store.tools, now);
  return reason === undefined
    ? { rows: [rememberedRow(record, "", END_OF_TIME)] }
    : leftOut(record.kind, reason, recordKey(record));
}

/** Browsers keep a cookie for 400 days at most (RFC 6265bis §5.5): so long a session lives that had no end. */
const LONGEST_SESSION = 400 * 24 * 60 * 60;

function prepareSession(record: SessionRecord, now: number): Prepared {
  const { sid, subject, authenticated_at, acr } = record;
  const expires_at = Math.min(record.expires_at ?? Infinity, now + LONGEST_SESSION);
  if (expires_at <= now) return expired("session");
  const session = { sid, subject, authenticated_at, expires_at, ...(acr !== undefined && { acr }) };
  const state = `${authenticated_at} ${expires_at}`;
  return {
    rows: [carriedSessionRow(session), rememberedRow(record, state, expires_at)],
    expires_at,
  };
}

async function prepareGrant(
  record: GrantRecord,
  { store }: Target,
  now: number,
): Promise<Prepared> {
  const found = await store.clients.find(record.client_id);
  if (found === undefined) return withoutClient("grant", record.id);
  const { grant, tokens } = carryGrant(record, found, now);
  if (grant.expires_at <= now) return expired("grant");
  const session = grant.sid === "" ? undefined : await store.login_sessions.find(grant.sid, now);
  const visits = session?.subject === grant.subject ? visitOf(grant, session.expires_at) : [];
  return {
    rows: [
      carriedGrantRow(grant, store.tools.sealer),
      ...tokens,
      ...visits,
      rememberedRow(record, stateOfGrant(grant), grant.expires_at),
    ],
    expires_at: tokens.length > 0 ? grant.expires_at : 0,
  };
}

async function prepareToken(
  record: TokenRecord,
  { store }: Target,
  now: number,
): Promise<Prepared> {
  const found = await store.clients.find(record.client_id);
  if (found === undefined) return withoutClient("token");
  const expires_at = endOf(record.expires_at);
  if (expires_at <= now) return expired("token");
  return { rows: rowsOfToken(record, found, expires_at, store), expires_at };
}

function rowsOfToken(
  record: TokenRecord,
  { client_id, access_token_epoch }: Client,
  expires_at: number,
  { tools: { sealer } }: Store,
): NewRow[] {
  const { subject, scope, audience, issued_at, ext } = record;
  const signature = rowSignature(record.signature, expires_at);
  return [
    carriedTokenRow(
      {
        signature,
        client_id,
        client_epoch: access_token_epoch,
        subject,
        scope,
        audience,
        issued_at,
        expires_at,
        details: undefined,
        sources: undefined,
        ...(ext !== undefined && { ext }),
      },
      sealer,
    ),
    newRow(tokenRows, {
      token_key: tokenKey("access", record.signature),
      token_use: "access",
      grant_id: undefined,
      subject_key: undefined,
      generation: undefined,
      issued_at,
      narrowing: undefined,
      row_signature: signature,
      client_id: undefined,
      forgotten: false,
      expires_at,
    }),
  ];
}

/** The key of the row of an access token: the time at which it expires, and 18 bytes that its signature always leads to. */
function rowSignature(signature: string, expires_at: number): Uint8Array {
  const key = Buffer.alloc(24);
  key.writeUIntBE(expires_at * 1000, 0, 6);
  hash("sha256", `token\0${signature}`, "buffer").copy(key, 6, 0, 18);
  return key;
}

/** An old link leads back to the beginning for a day. */
const FLOW_LIFESPAN = 24 * 60 * 60;

function prepareFlow(record: FlowRecord, now: number): Prepared {
  const { request_url, login_csrf, consent_csrf } = record;
  const expires_at = now + FLOW_LIFESPAN;
  const handles: readonly (readonly [HandleUse, string | undefined, string | undefined])[] = [
    ["login_challenge", record.login_challenge, undefined],
    ["login_verifier", record.login_verifier, login_csrf],
    ["consent_challenge", record.consent_challenge, undefined],
    ["consent_verifier", record.consent_verifier, consent_csrf],
  ];
  const rows = handles.flatMap(([handle_use, handle, csrf]) =>
    handle === undefined || handle === ""
      ? []
      : [
          newRow(handleRows, {
            handle_key: handleKey(handle_use, handle),
            handle_use,
            target_id: undefined,
            request_url,
            csrf,
            forgotten: false,
            expires_at,
          }),
        ],
  );
  return { rows, expires_at };
}

/** A logout whose source names no end has an hour. */
const LOGOUT_LIFESPAN = 60 * 60;

function prepareLogout(record: LogoutRecord, { store }: Target, now: number): Prepared {
  const { challenge, verifier, request_url, client_id } = record;
  const expires_at = record.expires_at ?? now + LOGOUT_LIFESPAN;
  if (expires_at <= now) return expired("logout");
  const logout_id = hash("sha256", `logout\0${challenge}`, "buffer")
    .subarray(0, 16)
    .toString("base64url");
  const request = {
    logout_id,
    version: 1,
    state: record.state,
    subject: record.subject,
    sid: record.sid,
    request_url,
    rp_initiated: record.rp_initiated,
    client_id,
    post_logout_redirect_uri: record.redirect_uri,
    requested_at: record.requested_at ?? now,
  };
  const handles = [
    ["logout_challenge", challenge],
    ["logout_verifier", verifier],
  ] as const;
  return {
    rows: [
      carriedLogoutRow(request, expires_at, store.tools.sealer),
      ...handles.map(([handle_use, handle]) =>
        newRow(handleRows, {
          handle_key: handleKey(handle_use, handle),
          handle_use,
          target_id: logout_id,
          request_url,
          csrf: undefined,
          forgotten: false,
          expires_at,
        }),
      ),
      rememberedRow(record, "", expires_at),
    ],
    expires_at,
  };
}

function leftOut(table: string, reason: string, key?: string): Prepared {
  return { rows: [], left_out: [{ table, reason, ...(key !== undefined && { key }) }] };
}

function expired(table: string): Prepared {
  return leftOut(table, "It has expired.");
}

function withoutClient(table: string, key?: string): Prepared {
  return leftOut(table, "Its client was not carried.", key);
}
