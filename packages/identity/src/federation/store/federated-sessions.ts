import {
  type Database,
  type Sealer,
  bytes,
  command,
  documents,
  insertValues,
  integer,
  names,
  nullable,
  pick,
  query,
  required,
  sealedDocuments,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type { FederatedSessions } from "./port.ts";

export const federated_session = table("federated_session", {
  sid: text,
  subject: text,
  provider_id: text,
  sealed: nullable(bytes),
  expires_at: integer,
});

export const sealedIdTokens = sealedColumn(federated_session, {
  column: "sealed",
  key: ["sid"],
  contextsOf: ({ sid }) => documentContexts(sid, "federated session"),
});

const { columns } = federated_session;
const upsert = command({
  given: columns,
  sql: `insert into federated_session ${insertValues(columns)} on conflict (sid) do update
   set subject = excluded.subject, provider_id = excluded.provider_id, sealed = excluded.sealed, expires_at = excluded.expires_at`,
});
const select = query({
  given: { ...pick(columns, "sid"), now: integer },
  returns: columns,
  sql: `select ${names(columns)} from federated_session where sid = :sid and expires_at > :now`,
});

const hintDocuments = documents<{ readonly id_token: string }>({
  table: "federated_session",
  fields: { id_token: required("text") },
});

export function createFederatedSessions(database: Database, sealer: Sealer): FederatedSessions {
  const hints = sealedDocuments("federated session", sealer, hintDocuments);
  return {
    async add({ id_token, ...session }) {
      const sealed = id_token === undefined ? undefined : hints.seal(session.sid, { id_token });
      await database.write(() => upsert({ ...session, sealed }));
    },

    async find(sid, now) {
      const [row] = await database.read(() => select({ sid, now }));
      if (row === undefined) return undefined;
      const { sealed, ...session } = row;
      return { ...session, id_token: sealed && hints.open(sid, sealed)?.id_token };
    },
  };
}
