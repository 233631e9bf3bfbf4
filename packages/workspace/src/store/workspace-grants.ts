import {
  type Lookup,
  type RowOf,
  type Script,
  type StoreTools,
  type Sealer,
  bytes,
  command,
  documents,
  id,
  insertValues,
  integer,
  nullable,
  optional,
  or,
  pick,
  query,
  required,
  sealedDocuments,
  table,
  text,
  documentContexts,
  sealedColumn,
} from "@latchkey/server/feature/store";
import type {
  InstallationRecord,
  WorkspaceGrant,
  WorkspaceGrantSession,
} from "../rules/records.ts";
import type { Exchange, WorkspaceGrants } from "./port.ts";
import { changeInstallation, findOwned, lockWorkspaceOf, makeDormant } from "./installations.ts";
import { lockWorkspace } from "./workspace-lock.ts";
import { showInstallation, workspaceObject } from "./workspace-changes.ts";
import { addResource } from "./workspaces.ts";

export const workspace_grant = table("workspace_grant", {
  grant_id: id,
  integration_id: text,
  bot_id: nullable(text),
  generation: integer,
  generation_at_ms: integer,
  exchanged_at_ms: nullable(integer),
  failures: integer,
  created_at: integer,
  expires_at: integer,
  revoked_at: nullable(integer),
  sealed: bytes,
});

export const sealedWorkspaceGrants = sealedColumn(workspace_grant, {
  column: "sealed",
  key: ["grant_id"],
  tokens_end_at: "expires_at",
  contextsOf: ({ grant_id }) => documentContexts(grant_id, "workspace grant"),
});

export const workspaceGrantDocuments = documents<WorkspaceGrantSession>({
  table: "workspace_grant",
  fields: {
    redirect_uri: optional("text"),
    implied_redirect_uri: optional("text"),
    code_challenge: optional("text"),
    code_expires_at: required("number"),
    requested_at: optional("number"),
    subject: optional("text"),
    workspace_id: required("text"),
    owner: required("object"),
    resources: or([]),
    duplicated_template: or(null, "object"),
    capabilities: or([]),
    capability_revision: required("number"),
  },
});

const { columns } = workspace_grant;
const byKey = pick(columns, "grant_id");
const byId: Lookup<typeof byKey, typeof columns> = {
  table: "workspace_grant",
  given: byKey,
  returns: columns,
};
const insert = command({
  given: columns,
  sql: `insert into workspace_grant ${insertValues(columns)}`,
});
const redeem = command({
  given: pick(columns, "grant_id", "generation_at_ms", "expires_at"),
  sql: `update workspace_grant
   set generation = 1, generation_at_ms = :generation_at_ms, exchanged_at_ms = :generation_at_ms, expires_at = :expires_at
   where grant_id = :grant_id and generation = 0 and revoked_at is null returning grant_id`,
});
const undoRedeem = command({
  given: pick(columns, "grant_id", "generation_at_ms"),
  sql: `update workspace_grant set generation = 0, exchanged_at_ms = null
   where grant_id = :grant_id and generation = 1 and generation_at_ms = :generation_at_ms`,
});
const setBot = command({
  given: { grant_id: id, bot_id: text },
  sql: "update workspace_grant set bot_id = :bot_id where grant_id = :grant_id",
});
const rotate = command({
  given: pick(columns, "grant_id", "generation", "generation_at_ms", "expires_at", "sealed"),
  sql: `update workspace_grant set generation = generation + 1, generation_at_ms = :generation_at_ms,
     expires_at = :expires_at, sealed = :sealed
   where grant_id = :grant_id and generation = :generation and revoked_at is null returning generation`,
});
const undoRotate = command({
  given: pick(columns, "grant_id", "generation", "generation_at_ms"),
  sql: `update workspace_grant set generation = :generation
   where grant_id = :grant_id and generation = :generation + 1 and generation_at_ms = :generation_at_ms`,
});
const selectIntegration = query({
  given: pick(columns, "integration_id"),
  returns: { id: text },
  sql: "select id from integration where id = :integration_id",
});
const addFailure = query({
  given: byKey,
  returns: pick(columns, "failures"),
  sql: `update workspace_grant set failures = failures + 1
   where grant_id = :grant_id and generation = 0 returning failures`,
});
const selectBot = query({
  given: byKey,
  returns: pick(columns, "bot_id"),
  sql: "select bot_id from workspace_grant where grant_id = :grant_id",
});
const revoke = query({
  given: { grant_id: id, now: integer },
  returns: pick(columns, "bot_id"),
  sql: `update workspace_grant set revoked_at = :now
   where grant_id = :grant_id and revoked_at is null returning bot_id`,
});
const selectValid = query({
  given: { bot_id: text, now: integer },
  returns: byKey,
  sql: `select grant_id from workspace_grant where bot_id = :bot_id and revoked_at is null and expires_at > :now
   order by generation_at_ms desc, grant_id desc`,
});

export function createWorkspaceGrants({ changes, database, sealer }: StoreTools): WorkspaceGrants {
  return {
    insert({ session, ...row }) {
      return insert({ ...row, sealed: sessions(sealer).seal(row.grant_id, session) });
    },

    async find(grant_id) {
      const row = await database.find(byId, { grant_id });
      return row && fromRow(row, sealer);
    },

    exchange(grant, exchange) {
      const record = changes.recorder();
      const { grant_id, integration_id } = grant;
      const { generation_at_ms, expires_at } = exchange;
      const exchangeCode = function* exchangeCode(): Script<
        InstallationRecord | "gone" | undefined
      > {
        // Concurrent installations into one workspace are made one after the other.
        if (!(yield* lockWorkspace(grant.session.workspace_id))) return "gone";
        if ((yield* selectIntegration({ integration_id })).length === 0) return "gone";
        if ((yield* redeem({ grant_id, generation_at_ms, expires_at })) === 0) return undefined;
        const { before, installation } = yield* install(grant, exchange);
        const { bot_id, workspace_id } = installation;
        yield* setBot({ grant_id, bot_id });
        yield* revokeOldest(bot_id, grant_id, exchange);
        yield* record({
          action: "installed",
          object: workspaceObject(workspace_id),
          before: before && showInstallation(before),
          after: showInstallation(installation),
        });
        return installation;
      };
      // The code becomes valid again; the installation stays, and the next exchange finds it.
      const undo = () => undoRedeem({ grant_id, generation_at_ms });
      return database.write(exchangeCode, { undo });
    },

    async rotate(grant, generation_at_ms, expires_at) {
      const { grant_id, generation } = grant;
      // Sealed again, so that a grant in use outlives the secret it was sealed with.
      const sealed = sessions(sealer).seal(grant_id, grant.session);
      const rotated = await database.write(
        () => rotate({ grant_id, generation, generation_at_ms, expires_at, sealed }),
        { undo: () => undoRotate({ grant_id, generation, generation_at_ms }) },
      );
      return rotated > 0;
    },

    async countFailure(grant_id, allowed, now) {
      await database.write(function* countFailure() {
        const [row] = yield* addFailure({ grant_id });
        if ((row?.failures ?? 0) >= allowed) yield* revoke({ grant_id, now });
      });
    },

    async revoke(grant_id, now) {
      await database.write(function* revokeGrant() {
        // Locked first, as in `exchange`: another grant of the bot is exchanged before this one is revoked, or afterwards.
        const [before] = yield* selectBot({ grant_id });
        if (before?.bot_id !== undefined) yield* lockWorkspaceOf(before.bot_id);
        const [row] = yield* revoke({ grant_id, now });
        if (row?.bot_id === undefined) return;
        if (before?.bot_id === undefined) yield* lockWorkspaceOf(row.bot_id); // Exchanged since it was read.
        const others = yield* selectValid({ bot_id: row.bot_id, now });
        if (others.length === 0) yield* makeDormant(row.bot_id, now);
      });
    },
  };
}

/** Creates the bot, or reactivates it, and shares the chosen resources with it. */
function* install(
  grant: WorkspaceGrant,
  exchange: Exchange,
): Script<{
  readonly before: InstallationRecord | undefined;
  readonly installation: InstallationRecord;
}> {
  const { workspace_id, owner, resources, duplicated_template } = grant.session;
  const owner_user_id = owner.type === "user" ? owner.user_id : null;
  const found = yield* findOwned(grant.integration_id, workspace_id, owner_user_id ?? "");
  if (duplicated_template !== null)
    yield* addResource(workspace_id, duplicated_template, exchange.now);

  const copy = duplicated_template === null ? [] : [duplicated_template.id];
  const installation: InstallationRecord = {
    bot_id: found?.bot_id ?? exchange.new_bot_id,
    integration_id: grant.integration_id,
    workspace_id,
    owner_type: owner.type,
    owner_user_id,
    status: "active",
    external_account: exchange.external_account ?? found?.external_account ?? null,
    resources: [...new Set([...resources, ...copy])], // The user's latest choice replaces earlier ones.
    created_at: found?.created_at ?? exchange.now,
    updated_at: exchange.now,
  };
  yield* changeInstallation(found, installation);
  return { before: found, installation };
}

/** Revokes the oldest grants of a bot above the limit, never the newest, whatever the clocks of two servers say. */
function* revokeOldest(
  bot_id: string,
  newest: string,
  { max_grants, now }: Exchange,
): Script<void> {
  const valid = yield* selectValid({ bot_id, now });
  const others = valid.filter(({ grant_id }) => grant_id !== newest);
  for (const { grant_id } of others.slice(max_grants - 1)) yield* revoke({ grant_id, now });
}

/** Undefined when no system secret opens the session any more. */
function fromRow(row: RowOf<typeof columns>, sealer: Sealer): WorkspaceGrant | undefined {
  const { sealed, ...rest } = row;
  const session = openSession(row.grant_id, sealed, sealer);
  return session && { ...rest, session };
}

/** Undefined when no system secret opens it any more. */
export function openSession(
  grant_id: string,
  sealed: Uint8Array,
  sealer: Sealer,
): WorkspaceGrantSession | undefined {
  return sessions(sealer).open(grant_id, sealed);
}

function sessions(sealer: Sealer) {
  return sealedDocuments("workspace grant", sealer, workspaceGrantDocuments);
}
