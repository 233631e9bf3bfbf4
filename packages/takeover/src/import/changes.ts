import {
  type ExpectedGeneration,
  type RowOf,
  type Script,
  bytes,
  command,
  deleteSession,
  findByKeys,
  insertRow,
  pick,
  replaceCarriedGrant,
  revokeCarriedGrant,
} from "@latchkey/server/feature/store";
import type { ClientRecord, GrantRecord, SessionRecord } from "../record.ts";
import { changedTokenRows, taken_record, taken_token } from "../tables.ts";
import {
  type ClientState,
  clientOf,
  findClientState,
  readClientState,
  registrationRows,
  writeClientState,
} from "./client-rows.ts";
import { carryGrant, grantIdOf, stateOfGrant } from "./grant-rows.ts";
import { rememberedRow } from "./remembered.ts";
import type { Target } from "./target.ts";
import type { ChangedRecord } from "./writer.ts";

/** What was done with a change at the source: `kept` where it was changed here, too, which wins. */
export type Applied = "applied" | "kept";

type RecordRow = RowOf<typeof taken_record.columns>;

/** Carries a change of a record that was carried before. */
export async function applyChange(
  { record, before }: ChangedRecord,
  target: Target,
  now: number,
): Promise<Applied> {
  const { store } = target;
  switch (record.kind) {
    case "grant":
      return changeGrant(record, before, target, now);
    case "client":
      return changeClient(record, before, target);
    case "session":
      return changeSession(record, before, target, now);
    case "key":
    case "subject":
    case "issuer":
    case "account":
    case "logout":
    case "token":
    case "assertion":
    case "flow": {
      // Keys, forced identifiers and the records of features stay as they were carried: only that they were seen is noted.
      await store.tools.database.insert(rememberedRow(record, before.state, before.expires_at));
      return "kept";
    }
  }
}

async function changeGrant(
  record: GrantRecord,
  before: RecordRow,
  { store }: Target,
  now: number,
): Promise<Applied> {
  const found = await store.clients.find(record.client_id);
  if (found === undefined) return "kept";
  const { grant, tokens } = carryGrant(record, found, now);
  const { database, sealer, cached_grants } = store.tools;
  const isReplaced = await database.write(function* change(): Script<boolean> {
    const made = yield* replaceCarriedGrant(grant, expectedOf(before.state), sealer);
    const state = made ? stateOfGrant(grant) : before.state;
    if (made) for (const row of tokens) yield* insertRow({ ...row, insertion: changedTokenRows });
    yield* insertRow(rememberedRow(record, state, Math.max(grant.expires_at, before.expires_at)));
    return made;
  });
  cached_grants.delete(grant.grant_id);
  return isReplaced ? "applied" : "kept";
}

function expectedOf(state: string): ExpectedGeneration {
  const [generation, generation_at_ms] = state.split(" ").map(Number);
  return { generation: generation ?? -1, generation_at_ms: generation_at_ms ?? -1 };
}

/** The description and the secret are changed on their own: a secret that was hashed anew here stays. */
async function changeClient(
  record: ClientRecord,
  before: RecordRow,
  { store }: Target,
): Promise<Applied> {
  const { client_id } = record.client;
  const carried = readClientState(before.state);
  const current = await store.clients.findCurrent(client_id);
  const found = await findClientState(client_id, store);
  const remember = (state: ClientState): Promise<void> =>
    store.tools.database.insert(
      rememberedRow(record, writeClientState(state), before.expires_at),
      ...registrationRows(record),
    );
  // Deleted or described otherwise here.
  if (current === undefined || found === undefined || found.description !== carried.description) {
    await remember(carried);
    return "kept";
  }
  const { client_secret_hash, ...description } = clientOf(record).created;
  const isSameSecret =
    found.secret !== carried.secret || client_secret_hash === current.client_secret_hash;
  const replaced = await store.clients.replaceUnchanged(current, {
    ...description,
    client_secret_hash: isSameSecret ? undefined : client_secret_hash,
  });
  if (replaced === undefined || replaced === "changed") return "kept";
  const after = await findClientState(client_id, store);
  if (after !== undefined)
    await remember(isSameSecret ? { ...after, secret: carried.secret } : after);
  return "applied";
}

async function changeSession(
  record: SessionRecord,
  before: RecordRow,
  { store }: Target,
  now: number,
): Promise<Applied> {
  const { sid, subject, authenticated_at, acr } = record;
  const found = await store.login_sessions.find(sid, now);
  const isUntouched =
    found !== undefined && `${found.authenticated_at} ${found.expires_at}` === before.state;
  const expires_at = Math.min(record.expires_at ?? before.expires_at, before.expires_at);
  const state = isUntouched ? `${authenticated_at} ${expires_at}` : before.state;
  if (isUntouched) {
    const session = { sid, subject, authenticated_at, expires_at };
    await store.login_sessions.remember({ ...session, ...(acr !== undefined && { acr }) });
  }
  await store.tools.database.insert(rememberedRow(record, state, before.expires_at));
  return isUntouched ? "applied" : "kept";
}

const forgetRecord = command({
  given: pick(taken_record.columns, "record_key"),
  sql: "delete from taken_record where record_key = :record_key",
});
const forgetToken = command({
  given: pick(taken_token.columns, "token_key"),
  sql: "update taken_token set forgotten = 1 where token_key = :token_key",
});
const findToken = findByKeys(
  taken_token,
  { name: "token_key", column: bytes },
  pick(taken_token.columns, "row_signature"),
);

/** Ends what is gone at the source, if it is here as it was carried. */
export async function applyRemoval(
  { kind, source_key, record_key, state }: RecordRow,
  { store }: Target,
  now: number,
): Promise<Applied> {
  const { database, cached_grants } = store.tools;
  switch (kind) {
    case "grant": {
      const grant_id = grantIdOf(source_key);
      const grant = await store.grants.findById(grant_id);
      const key = { grant_id, subject_key: grant?.subject_key ?? 0 };
      const isRevoked = await database.write(function* remove(): Script<boolean> {
        yield* forgetRecord({ record_key });
        return yield* revokeCarriedGrant(key, expectedOf(state), now);
      });
      cached_grants.delete(grant_id);
      return isRevoked ? "applied" : "kept";
    }
    case "session": {
      const found = await store.login_sessions.find(source_key, now);
      const isUntouched =
        found !== undefined && `${found.authenticated_at} ${found.expires_at}` === state;
      await database.write(function* remove(): Script<void> {
        yield* forgetRecord({ record_key });
        if (isUntouched) yield* deleteSession(source_key);
      });
      return isUntouched ? "applied" : "kept";
    }
    case "client": {
      const found = await findClientState(source_key, store);
      const isUntouched = found?.description === readClientState(state).description;
      await database.write(() => forgetRecord({ record_key }));
      if (isUntouched) await store.clients.delete(source_key);
      return isUntouched ? "applied" : "kept";
    }
    case "key":
    case "subject":
    case "issuer":
    case "account":
    case "logout":
    case "token":
    case "assertion":
    case "flow":
      return "kept"; // Published keys and forced identifiers stay; logouts end by themselves.
  }
}

/** Revokes an access token without a grant that is gone at the source. */
export async function revokeToken(token_key: Uint8Array, { store }: Target): Promise<void> {
  const { database } = store.tools;
  const [row] = await database.read(() => findToken([token_key]));
  await database.write(() => forgetToken({ token_key }));
  if (row?.row_signature !== undefined) await store.access_tokens.revoke(row.row_signature);
}
