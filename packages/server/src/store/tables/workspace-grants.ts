import type { Sealer } from "../../crypto/sealed.ts";
import type { InstallationRecord, WorkspaceGrant } from "../../workspace/records.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toId } from "../port/ids.ts";
import { findOwned, keepInstallation, letSleep } from "./installations.ts";
import { type Lookup, type Script, statement } from "../database/script.ts";
import { sealedDocuments } from "../port/sealed-documents.ts";
import { workspaceGrantDocuments } from "./workspace-documents.ts";
import type { Exchange, WorkspaceGrants } from "../port/workspace-store.ts";
import { addResource, enterWorkspace } from "./workspace-resources.ts";

type Nullable<T> = {
  readonly [K in keyof T]: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

type GrantRow = Nullable<Omit<WorkspaceGrant, "grant_id" | "session">> & {
  readonly grant_id: Uint8Array;
  readonly sealed: Uint8Array;
};

const columns = `grant_id, integration_id, bot_id, generation, generation_at_ms, exchanged_at_ms, failures,
  created_at, expires_at, revoked_at, sealed`;
const byId: Lookup = {
  given: { grant_id: "bytea" },
  select: `select ${columns} from workspace_grant where grant_id = given.grant_id`,
  bytes: ["grant_id", "sealed"],
};
const insert = statement(
  `insert into workspace_grant (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);
const spend = statement(
  `update workspace_grant
   set generation = 1, generation_at_ms = $2, exchanged_at_ms = $2, expires_at = $3
   where grant_id = $1 and generation = 0 and revoked_at is null returning grant_id`,
);
const assign = statement("update workspace_grant set bot_id = $2 where grant_id = $1");
const rotate = statement(
  `update workspace_grant set generation = generation + 1, generation_at_ms = $3, expires_at = $4, sealed = $5
   where grant_id = $1 and generation = $2 and revoked_at is null returning generation`,
);
const unspend = statement(
  `update workspace_grant set generation = 0, exchanged_at_ms = null
   where grant_id = $1 and generation = 1 and generation_at_ms = $2`,
);
const rotateBack = statement(
  `update workspace_grant set generation = $2
   where grant_id = $1 and generation = $2 + 1 and generation_at_ms = $3`,
);
const present = statement("select id from integration where id = $1");
const fail = statement(
  "update workspace_grant set failures = failures + 1 where grant_id = $1 and generation = 0 returning failures",
);
const revoke = statement(
  "update workspace_grant set revoked_at = $2 where grant_id = $1 and revoked_at is null returning bot_id",
);
const alive = statement<{ grant_id: Uint8Array }>(
  `select grant_id from workspace_grant
   where bot_id = $1 and revoked_at is null and expires_at > $2 order by generation_at_ms desc, grant_id desc`,
);

export function createWorkspaceGrants(database: Database, sealer: Sealer): WorkspaceGrants {
  return {
    async find(grant_id) {
      const row = (await database.find(byId, toBytes(grant_id))) as unknown as GrantRow | undefined;
      return row && fromRow(row, sealer);
    },

    exchange(grant, exchange) {
      const id = toBytes(grant.grant_id);
      const spendCode = function* spendCode(): Script<InstallationRecord | "gone" | undefined> {
        // The turnstile: those who install into one workspace at once do so one after the other.
        if (!(yield* enterWorkspace(grant.session.workspace_id))) return "gone";
        if ((yield* present(grant.integration_id)).length === 0) return "gone";
        const spent = yield* spend(id, exchange.generation_at_ms, exchange.expires_at);
        if (spent.length === 0) return undefined;
        const installation = yield* install(grant, exchange);
        yield* assign(id, installation.bot_id);
        yield* retireOldest(installation.bot_id, id, exchange);
        return installation;
      };
      // The code is valid again; the installation stays, and is found by the next exchange.
      return database.write(spendCode, { undo: () => unspend(id, exchange.generation_at_ms) });
    },

    async rotate(grant, generation_at_ms, expires_at) {
      const id = toBytes(grant.grant_id);
      // Sealed anew, so that a grant in use outlives the secret it began under.
      const sealed = sessions(sealer).seal(grant.grant_id, grant.session);
      const rows = await database.write(
        () => rotate(id, grant.generation, generation_at_ms, expires_at, sealed),
        { undo: () => rotateBack(id, grant.generation, generation_at_ms) },
      );
      return rows.length > 0;
    },

    async countFailure(grant_id, allowed, now) {
      await database.write(function* count() {
        const id = toBytes(grant_id);
        const [row] = (yield* fail(id)) as readonly { failures: number }[];
        if ((row?.failures ?? 0) >= allowed) yield* revoke(id, now);
      });
    },

    async revoke(grant_id, now) {
      await database.write(function* end() {
        const [row] = (yield* revoke(toBytes(grant_id), now)) as readonly {
          bot_id: string | null;
        }[];
        if (row === undefined || row.bot_id === null) return;
        const others = yield* alive(row.bot_id, now);
        if (others.length === 0) yield* letSleep(row.bot_id);
      });
    },
  };
}

/** Writes a grant down; part of the script that completes a flow. */
export function* insertWorkspaceGrant(grant: WorkspaceGrant, sealer: Sealer): Script<void> {
  yield* insert(
    toBytes(grant.grant_id),
    grant.integration_id,
    grant.bot_id ?? null,
    grant.generation,
    grant.generation_at_ms,
    grant.exchanged_at_ms ?? null,
    grant.failures,
    grant.created_at,
    grant.expires_at,
    grant.revoked_at ?? null,
    sessions(sealer).seal(grant.grant_id, grant.session),
  );
}

/** Creates the bot, or revives it, and shares with it what was chosen. */
function* install(grant: WorkspaceGrant, exchange: Exchange): Script<InstallationRecord> {
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
    resources: [...new Set([...resources, ...copy])], // What the person chose last, and nothing they took back.
    created_at: found?.created_at ?? exchange.now,
    updated_at: exchange.now,
  };
  yield* keepInstallation(installation);
  return installation;
}

/** The newest stays, whatever the clocks of two servers say. */
function* retireOldest(
  bot_id: string,
  newest: Uint8Array,
  { grants_at_most, now }: Exchange,
): Script<void> {
  const others = (yield* alive(bot_id, now)).filter(
    ({ grant_id }) => Buffer.compare(grant_id, newest) !== 0,
  );
  for (const { grant_id } of others.slice(grants_at_most - 1)) yield* revoke(grant_id, now);
}

function fromRow({ sealed, ...row }: GrantRow, sealer: Sealer): WorkspaceGrant | undefined {
  const grant_id = toId(row.grant_id);
  const session = sessions(sealer).open(grant_id, sealed);
  return (
    session && {
      ...row,
      grant_id,
      bot_id: row.bot_id ?? undefined,
      exchanged_at_ms: row.exchanged_at_ms ?? undefined,
      revoked_at: row.revoked_at ?? undefined,
      session,
    }
  );
}

function sessions(sealer: Sealer) {
  return sealedDocuments("workspace grant", sealer, workspaceGrantDocuments);
}
