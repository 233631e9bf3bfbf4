import { explain, oauth2Client, read } from "@latchkey/api";
import { describeClient } from "../oauth/client.ts";
import { integer, pick } from "./database/columns.ts";
import { query } from "./database/statement.ts";
import type { Cursor } from "./port/page.ts";
import type { Store } from "./port/store.ts";
import { access_token } from "./tables/access-tokens.ts";
import { authorization_grant } from "./tables/grants/grant-table.ts";
import { login_session } from "./tables/login-sessions.ts";

/** Whether the rows of a table can be read as a server reads them: `latchkey backup verify`. */
export interface RowCheck {
  readonly table: string;
  /** Reads so many rows at most, or all where they are few. Throws at the first that cannot be read. */
  readRows(most: number): Promise<RowsRead>;
}

export interface RowsRead {
  readonly read: number;
  /** Those that ended with the secret that they were sealed with. */
  readonly ended: number;
}

/** The checks of the core: all keys and clients, and those grants, tokens and sessions that are valid for longest. */
export function coreRowChecks(store: Store): readonly RowCheck[] {
  return [
    { table: "json_web_key", readRows: () => readKeys(store) },
    { table: "client", readRows: () => readClients(store) },
    { table: "authorization_grant", readRows: (most) => readGrants(store, most) },
    { table: "access_token", readRows: (most) => readTokens(store, most) },
    { table: "login_session", readRows: (most) => readSessions(store, most) },
  ];
}

const PAGE = 250;

async function readKeys({ keys }: Store): Promise<RowsRead> {
  let count = 0;
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await keys.list({ limit: PAGE, offset });
    for (const { set } of items) count += (await keys.findSet(set)).length;
    if (items.length < PAGE) return { read: count, ended: 0 };
  }
}

async function readClients({ clients }: Store): Promise<RowsRead> {
  let count = 0;
  let after: Cursor | undefined;
  do {
    const { items, next } = await clients.list({ limit: PAGE, offset: 0, after });
    for (const client of items) {
      const reading = read(oauth2Client, describeClient(client));
      if (!reading.ok)
        throw new Error(`The client ${client.client_id} is invalid: ${explain(reading.error)}`);
    }
    count += items.length;
    after = next;
  } while (after !== undefined);
  return { read: count, ended: 0 };
}

const limit = { limit: integer };
const selectGrants = query({
  given: limit,
  returns: pick(authorization_grant.columns, "grant_id", "subject_key"),
  sql: "select grant_id, subject_key from authorization_grant order by expires_at desc limit :limit",
});
const selectTokens = query({
  given: limit,
  returns: pick(access_token.columns, "signature"),
  sql: "select signature from access_token order by signature desc limit :limit",
});
const selectSessions = query({
  given: limit,
  returns: pick(login_session.columns, "sid"),
  sql: "select sid from login_session order by expires_at desc limit :limit",
});

async function readGrants({ tools, grants }: Store, most: number): Promise<RowsRead> {
  const keys = await tools.database.read(() => selectGrants({ limit: most }));
  return readEach(keys, (key) => grants.find(key));
}

async function readTokens({ tools, access_tokens }: Store, most: number): Promise<RowsRead> {
  const keys = await tools.database.read(() => selectTokens({ limit: most }));
  return readEach(keys, ({ signature }) => access_tokens.find(signature));
}

async function readSessions({ tools, login_sessions }: Store, most: number): Promise<RowsRead> {
  const keys = await tools.database.read(() => selectSessions({ limit: most }));
  return readEach(keys, ({ sid }) => login_sessions.find(sid, 0));
}

async function readEach<Key>(
  keys: readonly Key[],
  find: (key: Key) => Promise<object | undefined>,
): Promise<RowsRead> {
  let ended = 0;
  for (const key of keys) if ((await find(key)) === undefined) ended += 1;
  return { read: keys.length - ended, ended };
}
