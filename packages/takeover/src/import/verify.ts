import { isDeepStrictEqual } from "node:util";
import { wireValuesOf } from "@latchkey/server/feature/rules";
import { bytes, findByKeys, pick } from "@latchkey/server/feature/store";
import { tokenKey } from "../keys.ts";
import type { ClientRecord, GrantRecord, RecordKind, TakenRecord, TokenRecord } from "../record.ts";
import { recordKey } from "../record-key.ts";
import type { Source } from "../source.ts";
import { createTakenStore } from "../store.ts";
import { taken_record } from "../tables.ts";
import { clientOf, findClientState, readClientState } from "./client-rows.ts";
import { carryGrant } from "./grant-rows.ts";
import { rowKey } from "./remembered.ts";
import type { Target } from "./target.ts";

/** A field that is not here as it is at the source. */
export interface Difference {
  readonly kind: RecordKind;
  readonly key: string;
  readonly field: string;
}

/** What became of the samples. */
export interface Verification {
  readonly checked: number;
  readonly differences: readonly Difference[];
}

/** Samples of records, spread over the import. */
export interface Samples {
  add(records: readonly TakenRecord[]): void;
  of(): ReadonlyMap<RecordKind, readonly TakenRecord[]>;
}

const SAMPLES = 20;

/** One of each batch, and of later batches ever fewer, so that the last ones count, too. */
export function createSamples(): Samples {
  const kept = new Map<RecordKind, TakenRecord[]>();
  let batches = 0;
  return {
    add(records) {
      batches += 1;
      for (const record of records.length > SAMPLES ? records.slice(0, SAMPLES) : records) {
        const samples = kept.get(record.kind) ?? [];
        kept.set(record.kind, samples);
        if (samples.length < SAMPLES) samples.push(record);
        else samples[(batches * 7) % SAMPLES] = record;
      }
    },
    of: () => kept,
  };
}

/** Reads the samples again from the source, and compares each field with what the store returns. */
export async function verifySamples(
  samples: Samples,
  source: Source,
  target: Target,
  now: number,
): Promise<Verification> {
  const differences: Difference[] = [];
  let checked = 0;
  for (const [kind, records] of samples.of()) {
    const keys = records.map(recordKey);
    const again =
      source.readSome === undefined ? records : (await source.readSome(kind, keys, now)).records;
    const states = await statesOf(again, target);
    for (const record of again) {
      const state = states.get(recordKey(record));
      const fields = await compare(record, state, target, now);
      if (fields === undefined) continue;
      checked += 1;
      const key = record.kind === "token" ? "" : recordKey(record);
      differences.push(...fields.map((field) => ({ kind, key, field })));
    }
  }
  return { checked, differences };
}

const findStates = findByKeys(
  taken_record,
  { name: "record_key", column: bytes },
  pick(taken_record.columns, "source_key", "state"),
);

/** What was written of the records that were carried, by their keys. */
async function statesOf(
  records: readonly TakenRecord[],
  { store }: Target,
): Promise<ReadonlyMap<string, string>> {
  const keys = records.map((record) => rowKey(record.kind, recordKey(record)));
  const rows = await store.tools.database.read(() => findStates(keys));
  return new Map(rows.map(({ source_key, state }) => [source_key, state]));
}

/**
 * The fields that differ; undefined where there is nothing to compare: servers may be running on the target, and what was changed or
 * ended here since it was carried is not to be as it is at the source. The row with the state was written with the record, so that
 * one without the other has ended.
 */
async function compare(
  record: TakenRecord,
  state: string | undefined,
  target: Target,
  now: number,
): Promise<readonly string[] | undefined> {
  const { store } = target;
  switch (record.kind) {
    case "client":
      return compareClient(record, state, target);
    case "key": {
      const { kid = "", kty, alg, n, x, y } = record.key;
      const found = await store.keys.find(record.set, kid);
      return found === undefined ? ["kid"] : differing({ kty, alg, n, x, y }, { ...found });
    }
    case "session": {
      const { sid, subject, authenticated_at, acr } = record;
      const found = await store.login_sessions.find(sid, now);
      if (found === undefined) return state === undefined ? ["sid"] : undefined;
      if (state !== `${found.authenticated_at} ${found.expires_at}`) return undefined;
      return differing({ subject, authenticated_at, acr }, { ...found });
    }
    case "subject": {
      const { client_id, subject, identifier } = record;
      const found = await createTakenStore(store.tools).subjects.find(client_id, subject);
      return found === identifier ? [] : ["identifier"];
    }
    case "grant":
      return compareGrant(record, state, target, now);
    case "token":
      return compareToken(record, target, now);
    case "issuer":
    case "account":
    case "assertion":
    case "flow":
    case "logout":
      return undefined;
  }
}

async function compareClient(
  record: ClientRecord,
  state: string | undefined,
  { store }: Target,
): Promise<readonly string[] | undefined> {
  const { client_id } = record.client;
  const found = await store.clients.findCurrent(client_id);
  if (state === undefined) return found === undefined ? ["client_id"] : undefined; // There before: left out.
  const carried = readClientState(state);
  const now = await findClientState(client_id, store);
  if (found === undefined || now?.description !== carried.description) return undefined;
  const fields = differing(wireValuesOf(clientOf(record).created), wireValuesOf(found));
  return now.secret === carried.secret
    ? fields
    : fields.filter((field) => field !== "client_secret_hash"); // Hashed anew at its first use.
}

async function compareGrant(
  record: GrantRecord,
  state: string | undefined,
  { store }: Target,
  now: number,
): Promise<readonly string[] | undefined> {
  const client = await store.clients.findCurrent(record.client_id);
  if (client === undefined) return undefined; // Left out, and reported as such.
  const { grant } = carryGrant(record, client, now);
  if (grant.expires_at <= now) return undefined;
  const found = await store.grants.findById(grant.grant_id);
  if (found === undefined) return state === undefined ? ["id"] : undefined;
  if (found.generation !== grant.generation || found.revoked_at !== undefined) return undefined; // Used here since.
  const { session, ...columns } = grant;
  const fields = differing(columns, { ...found }).filter((field) => field !== "expires_at");
  const tokens = createTakenStore(store.tools).tokens;
  const live = [
    ...record.refresh_tokens.map((token) => ["refresh", token] as const),
    ...record.access_tokens.map((token) => ["access", token] as const),
    ...(record.code === undefined ? [] : [["code", record.code] as const]),
  ].filter(([, { expires_at = Infinity }]) => expires_at > now);
  const missing = await Promise.all(
    live.map(async ([use, { signature }]) =>
      (await tokens.find(tokenKey(use, signature))) === undefined ? [`${use} token`] : [],
    ),
  );
  return [...fields, ...differing({ ...session }, { ...found.session }), ...missing.flat()];
}

async function compareToken(
  record: TokenRecord,
  { store }: Target,
  now: number,
): Promise<readonly string[] | undefined> {
  const { client_id, subject, scope, audience, issued_at, expires_at, signature, ext } = record;
  if ((expires_at ?? Infinity) <= now || (await store.clients.find(client_id)) === undefined)
    return undefined;
  const taken = await createTakenStore(store.tools).tokens.find(tokenKey("access", signature));
  if (taken === undefined || !("of_row" in taken)) return ["signature"];
  const row = await store.access_tokens.find(taken.of_row);
  if (row === undefined) return undefined; // Revoked here.
  return differing({ client_id, subject, scope, audience, issued_at, ext }, { ...row });
}

/** The fields that are given and differ. */
function differing(
  expected: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(expected).filter(
    (name) =>
      expected[name] !== undefined && !isDeepStrictEqual(plain(expected[name]), plain(found[name])),
  );
}

/** As JSON has it: documents hold no undefined fields. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
