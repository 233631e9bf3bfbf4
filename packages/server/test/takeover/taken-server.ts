import assert from "node:assert/strict";
import { handleKey, tokenKey } from "../../../takeover/src/keys.ts";
import {
  handleRows,
  type taken_handle,
  type taken_token,
  tokenRows,
  takeover as takeover_table,
} from "../../../takeover/src/tables.ts";
import type { HandleUse, TokenUse } from "../../../takeover/src/taken-store.ts";
import { issueOpaque } from "../../../takeover/test/support/issued.ts";
import { features } from "../../../cli/src/features.ts";
import type { Context } from "../../src/context/context.ts";
import { readGrantToken } from "../../src/crypto/grant-token.ts";
import type { GrantToken } from "../../src/oauth/grant.ts";
import type { RowOf } from "../../src/store/database/columns.ts";
import { insertValues } from "../../src/store/database/sql.ts";
import { command, newRow } from "../../src/store/database/statement.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** The system secret of the server whose data was taken over: the older one of this server. */
export const SECRET = "the system secret of the other server";
const NEW_SECRET = "a system secret for tests only";

const FOREVER = 2_000_000_000;

/** A server with the rows of an import. */
export interface TakenServer extends TestServer {
  readonly context: Context;
  /** What the other server would have issued in the place of one of our codes and tokens. */
  readonly issueLike: (
    use: "code" | "access" | "refresh",
    ours: string,
    prefix?: string,
  ) => Promise<string>;
  readonly addToken: (
    use: TokenUse,
    signature: string,
    of: Partial<RowOf<typeof taken_token.columns>>,
  ) => Promise<void>;
  readonly addHandle: (
    use: HandleUse,
    text: string,
    to: Pick<RowOf<typeof taken_handle.columns>, "request_url" | "target_id">,
  ) => Promise<void>;
}

const kinds = {
  code: "authorization_code",
  access: "access_token",
  refresh: "refresh_token",
} as const;

const { columns } = takeover_table;
const insertTakeover = command({
  given: columns,
  sql: `insert into takeover ${insertValues(columns)}`,
});

/** Starts a server that has taken something over, which lasts until `last_expires_at`. */
export async function startTakenServer(
  settings: Readonly<Record<string, unknown>> = {},
  last_expires_at = FOREVER,
): Promise<TakenServer> {
  let opened: Context | undefined;
  const composed = features.map((feature) =>
    feature.name === "takeover"
      ? {
          ...feature,
          async load() {
            const code = await feature.load();
            return {
              ...code,
              open(core: Context) {
                opened = core;
                return code.open?.(core) ?? {};
              },
            };
          },
        }
      : feature,
  );
  const secrets = { "secrets.system": [NEW_SECRET, SECRET] };
  const world = await startTestServer({ ...secrets, ...settings }, { features: composed });
  const context = opened;
  assert.ok(context, "the feature was not opened");
  const { database } = context.store.tools;
  await database.write(() =>
    insertTakeover({
      takeover_id: "one",
      source: "Ory Hydra 1.9 on SQLite",
      hydra: 1,
      began_at: world.clock.now,
      ended_at: world.clock.now,
      last_expires_at,
      followed_at: undefined,
      failing_since: undefined,
    }),
  );

  const addToken: TakenServer["addToken"] = async (token_use, signature, of) => {
    await database.insert(
      newRow(tokenRows, {
        token_key: tokenKey(token_use, signature),
        token_use,
        grant_id: undefined,
        subject_key: undefined,
        generation: undefined,
        issued_at: world.clock.now,
        narrowing: undefined,
        row_signature: undefined,
        client_id: undefined,
        forgotten: false,
        expires_at: FOREVER,
        ...of,
      }),
    );
  };

  return {
    ...world,
    context,
    addToken,
    async issueLike(use, ours, prefix) {
      const found: GrantToken | undefined = readGrantToken(context.signer, kinds[use], ours);
      assert.ok(found, "this token is not of a grant");
      const { token, signature } = issueOpaque(SECRET, prefix);
      await addToken(use, signature, found);
      return token;
    },
    async addHandle(handle_use, text, to) {
      await database.insert(
        newRow(handleRows, {
          handle_key: handleKey(handle_use, text),
          handle_use,
          csrf: undefined,
          forgotten: false,
          expires_at: FOREVER,
          ...to,
        }),
      );
    },
  };
}
