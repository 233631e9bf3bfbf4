import {
  type Script,
  type StoreTools,
  bytes,
  command,
  documents,
  insertValues,
  integer,
  names,
  optional,
  or,
  pick,
  query,
  replacing,
  required,
  sealedDocument,
  sealedDocuments,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import { accountObject } from "../../store/account-changes.ts";
import type { KeptTokens } from "../rules/kept-tokens.ts";
import type { KeptTokenStore, TokenOwner } from "./port.ts";

export const kept_token = table("kept_token", {
  subject: text,
  provider_id: text,
  sealed: sealedDocument,
  kept_at: integer,
  expires_at: integer,
});

export const sealedTokens = sealedColumn(kept_token, {
  column: "sealed",
  key: ["subject", "provider_id"],
  contextsOf: (owner) => documentContexts(nameOf(owner), "kept tokens"),
});

const { columns } = kept_token;
const byOwner = pick(columns, "subject", "provider_id");
const asFound = { ...byOwner, seen: bytes };
/** No link is removed, and no other sign-in keeps its tokens, until the transaction ends. */
const lockLink = query({
  given: byOwner,
  returns: { subject: text },
  sql: `update linked_identity set label = label where subject = :subject and provider_id = :provider_id returning subject`,
});
/** Expired rows included, as long as they are there: their refresh token may be the only one that the provider issues. */
const selectLocked = query({
  given: byOwner,
  returns: pick(columns, "sealed"),
  sql: `update kept_token set kept_at = kept_at where subject = :subject and provider_id = :provider_id returning sealed`,
});
const upsert = command({
  given: replacing(columns),
  sql: `insert into kept_token ${insertValues(columns)} on conflict (subject, provider_id) do update
   set sealed = excluded.sealed, expires_at = excluded.expires_at`,
});
const select = query({
  given: { ...byOwner, now: integer },
  returns: columns,
  sql: `select ${names(columns)} from kept_token
   where subject = :subject and provider_id = :provider_id and expires_at > :now`,
});
const replace = command({
  given: { ...asFound, ...replacing(pick(columns, "sealed", "expires_at")) },
  sql: `update kept_token set sealed = :sealed, expires_at = :expires_at
   where subject = :subject and provider_id = :provider_id and sealed = :seen returning subject`,
});
const discard = command({
  given: asFound,
  sql: `delete from kept_token
   where subject = :subject and provider_id = :provider_id and sealed = :seen returning subject`,
});
const ofUser = query({
  given: { ...pick(columns, "subject"), now: integer },
  returns: columns,
  sql: `select ${names(columns)} from kept_token
   where subject = :subject and expires_at > :now order by provider_id`,
});
const remove = command({
  given: byOwner,
  sql: "delete from kept_token where subject = :subject and provider_id = :provider_id returning subject",
});
const removeOfUser = command({
  given: pick(columns, "subject"),
  sql: "delete from kept_token where subject = :subject returning subject",
});
const removeOfProvider = command({
  given: pick(columns, "provider_id"),
  sql: "delete from kept_token where provider_id = :provider_id",
});

const tokenDocuments = documents<KeptTokens>({
  table: "kept_token",
  fields: {
    access_token: required("text"),
    access_token_expires_at: optional("number"),
    refresh_token: optional("text"),
    scope: or([]),
    provider_subject: required("text"),
    issued_by: required("text"),
  },
});

export function createKeptTokens({
  changes,
  database,
  sealer,
}: Pick<StoreTools, "changes" | "database" | "sealer">): KeptTokenStore {
  const documentsOf = sealedDocuments("kept tokens", sealer, tokenDocuments);
  const seal = (of: TokenOwner, before: Uint8Array | undefined, tokens: KeptTokens) =>
    documentsOf.replace(nameOf(of), before, tokens);
  const open = (of: TokenOwner, sealed: Uint8Array): KeptTokens | undefined =>
    documentsOf.open(nameOf(of), sealed);

  return {
    keep: ({ subject, provider_id }, next, { now, expires_at }) =>
      database.write(function* keep(): Script<boolean> {
        const of = { subject, provider_id };
        const [link] = yield* lockLink(of);
        if (link === undefined) return false;
        const [present] = yield* selectLocked(of);
        const tokens = next(present && open(of, present.sealed));
        const sealed = seal(of, present?.sealed, tokens);
        yield* upsert({ ...of, sealed, kept_at: now, expires_at });
        return true;
      }),

    async find({ subject, provider_id }, now) {
      const of = { subject, provider_id };
      const [row] = await database.read(() => select({ ...of, now }));
      const tokens = row && open(of, row.sealed);
      return tokens && { ...of, tokens, expires_at: row.expires_at, sealed: row.sealed };
    },

    async replace({ subject, provider_id, sealed: seen }, tokens, expires_at) {
      const of = { subject, provider_id };
      const sealed = seal(of, seen, tokens);
      return (await database.write(() => replace({ ...of, seen, sealed, expires_at }))) > 0;
    },

    discard: async ({ subject, provider_id, sealed: seen }) =>
      (await database.write(() => discard({ subject, provider_id, seen }))) > 0,

    async list(subject, now) {
      const rows = await database.read(() => ofUser({ subject, now }));
      return rows.map(({ sealed, ...row }) => ({ ...row, scope: open(row, sealed)?.scope ?? [] }));
    },

    remove({ subject, provider_id }) {
      const record = changes.recorder();
      return database.write(function* removeKept(): Script<boolean> {
        if ((yield* remove({ subject, provider_id })) === 0) return false;
        const before = { provider_id };
        yield* record({ action: "kept_tokens_removed", object: accountObject(subject), before });
        return true;
      });
    },

    removeOfUser: (subject) => database.write(() => removeOfUser({ subject })),

    async removeOfProvider(provider_id) {
      await database.write(() => removeOfProvider({ provider_id }));
    },
  };
}

function nameOf({ subject, provider_id }: TokenOwner): string {
  return JSON.stringify([subject, provider_id]);
}
