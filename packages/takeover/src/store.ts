import { hash } from "node:crypto";
import {
  type Database,
  END_OF_TIME,
  type Lookup,
  type RowOf,
  type Script,
  type StoreTools,
  command,
  integer,
  names,
  pick,
  query,
} from "@latchkey/server/feature/store";
import type { GrantToken } from "@latchkey/server/feature/rules";
import { taken_assertion, taken_handle, taken_subject, taken_token, takeover } from "./tables.ts";
import type {
  TakenAssertions,
  TakenHandle,
  TakenHandles,
  TakenStore,
  TakenSubjects,
  TakenToken,
  TakenTokens,
  TakeoverLeft,
  Takeovers,
} from "./taken-store.ts";

/** The tables of this feature, as a server uses them. */
export function createTakenStore(tools: StoreTools): TakenStore {
  const { database } = tools;
  return tools.traced({
    tokens: createTokens(database),
    handles: createHandles(database),
    subjects: createSubjects(database),
    assertions: createAssertions(database),
    takeovers: createTakeovers(database),
  });
}

const tokenByKey: Lookup<
  Pick<typeof taken_token.columns, "token_key">,
  typeof taken_token.columns
> = {
  table: taken_token.name,
  given: pick(taken_token.columns, "token_key"),
  returns: taken_token.columns,
};
const forgetToken = command({
  given: pick(taken_token.columns, "token_key"),
  sql: "update taken_token set forgotten = 1 where token_key = :token_key",
});

function createTokens(database: Database): TakenTokens {
  return {
    async find(token_key) {
      const row = await database.find(tokenByKey, { token_key });
      return row === undefined || row.forgotten ? undefined : tokenOf(row);
    },
    async forget(token_key) {
      await database.write(() => forgetToken({ token_key }));
    },
  };
}

/** What a row stands for; undefined for one that is incomplete. */
function tokenOf(row: RowOf<typeof taken_token.columns>): TakenToken | undefined {
  const { token_use: use, row_signature: of_row, client_id } = row;
  if (use === "registration") return client_id === undefined ? undefined : { use, client_id };
  if (of_row !== undefined) return use === "access" ? { use, of_row } : undefined;
  const { grant_id, subject_key, generation, issued_at, expires_at, narrowing } = row;
  if (grant_id === undefined || subject_key === undefined || generation === undefined)
    return undefined;
  const of_grant: GrantToken = {
    grant_id,
    subject_key,
    generation,
    issued_at,
    expires_at,
    ...(narrowing !== undefined && { narrowing }),
  };
  return { use, of_grant };
}

const handleByKey: Lookup<
  Pick<typeof taken_handle.columns, "handle_key">,
  typeof taken_handle.columns
> = {
  table: taken_handle.name,
  given: pick(taken_handle.columns, "handle_key"),
  returns: taken_handle.columns,
};
const forgetHandle = command({
  given: pick(taken_handle.columns, "handle_key"),
  sql: "update taken_handle set forgotten = 1 where handle_key = :handle_key",
});

function createHandles(database: Database): TakenHandles {
  return {
    async find(handle_key) {
      const row = await database.find(handleByKey, { handle_key });
      return row === undefined || row.forgotten ? undefined : handleOf(row);
    },
    async forget(handle_key) {
      await database.write(() => forgetHandle({ handle_key }));
    },
  };
}

function handleOf(row: RowOf<typeof taken_handle.columns>): TakenHandle {
  const { handle_use: use, target_id: id, request_url, csrf, expires_at } = row;
  return {
    use,
    ...(id !== undefined && { id }),
    request_url,
    ...(csrf !== undefined && { csrf }),
    expires_at,
  };
}

const bySubject = pick(taken_subject.columns, "subject", "client_id");
const identifierOf: Lookup<typeof bySubject, Pick<typeof taken_subject.columns, "identifier">> = {
  table: taken_subject.name,
  given: bySubject,
  returns: pick(taken_subject.columns, "identifier"),
};

function createSubjects(database: Database): TakenSubjects {
  return {
    find: async (client_id, subject) =>
      (await database.find(identifierOf, { subject, client_id }))?.identifier,
  };
}

const assertionByDigest: Lookup<
  Pick<typeof taken_assertion.columns, "digest">,
  Pick<typeof taken_assertion.columns, "expires_at">
> = {
  table: taken_assertion.name,
  given: pick(taken_assertion.columns, "digest"),
  returns: pick(taken_assertion.columns, "expires_at"),
};

function createAssertions(database: Database): TakenAssertions {
  return {
    async wasUsed(jti, now) {
      const row = await database.find(assertionByDigest, {
        digest: hash("sha256", jti, "buffer"),
      });
      return row !== undefined && row.expires_at > now;
    },
  };
}

const newest = query({
  returns: takeover.columns,
  sql: `select ${names(takeover.columns)} from takeover order by began_at desc limit 1`,
});
const countLive = query({
  given: { now: integer, max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from taken_token
     where expires_at > :now and token_use <> 'registration' limit :max
   ) as live`,
});
/** Of clients that have none of ours yet: with its first use here a token is known by its hash. */
export const countRegistrations = query({
  given: { end: integer, max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from taken_token join client on client.client_id = taken_token.client_id
     where taken_token.expires_at >= :end and token_use = 'registration' and forgotten = 0
       and client.registration_token_hash is null limit :max
   ) as live`,
});
export const unendingToken = query({
  given: { end: integer },
  returns: { expires_at: integer },
  sql: `select expires_at from taken_token
    where expires_at >= :end and token_use <> 'registration' and forgotten = 0 limit 1`,
});
export const lastToken = query({
  given: { end: integer },
  returns: { expires_at: integer },
  sql: "select expires_at from taken_token where expires_at < :end order by expires_at desc limit 1",
});
export const lastSession = query({
  given: { end: integer },
  returns: { expires_at: integer },
  sql: `select expires_at from taken_record
    where expires_at < :end and kind = 'session' order by expires_at desc limit 1`,
});

/** Counting goes no further than this. */
const MAX_COUNTED = 100_000;

function createTakeovers(database: Database): Takeovers {
  const status: Takeovers["status"] = async (now) => {
    const [row] = await database.read(() => newest({}));
    if (row === undefined) return undefined;
    const { source, hydra, began_at, ended_at, last_expires_at, followed_at, failing_since } = row;
    if (ended_at !== undefined && last_expires_at <= now) return undefined;
    return {
      source,
      ...((hydra === 1 || hydra === 2) && { hydra }),
      began_at,
      ...(ended_at !== undefined && { ended_at }),
      ...(ended_at === undefined && followed_at !== undefined && { followed_at }),
      ...(ended_at === undefined && failing_since !== undefined && { failing_since }),
      ...(last_expires_at < END_OF_TIME && { last_expires_at }),
    };
  };

  function* count(now: number, last_expires_at: number | undefined): Script<TakeoverLeft> {
    const end = END_OF_TIME;
    const [live] = yield* countLive({ now, max: MAX_COUNTED });
    const [registrations] = yield* countRegistrations({ end, max: MAX_COUNTED });
    const last = last_expires_at ?? (yield* lastEnd(end));
    return {
      live_tokens: live?.total ?? 0,
      registration_tokens: registrations?.total ?? 0,
      ...(last !== undefined && { last_expires_at: last }),
    };
  }

  return {
    status,
    async left(now) {
      const last_expires_at = (await status(now))?.last_expires_at;
      return database.read(() => count(now, last_expires_at));
    },
  };
}

/** When the last session, code or token expires, where some things do not. */
function* lastEnd(end: number): Script<number | undefined> {
  const [unending] = yield* unendingToken({ end });
  if (unending !== undefined) return undefined;
  const [token] = yield* lastToken({ end });
  const [session] = yield* lastSession({ end });
  return Math.max(token?.expires_at ?? 0, session?.expires_at ?? 0) || undefined;
}
