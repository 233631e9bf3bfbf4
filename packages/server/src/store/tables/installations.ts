import type { InstallationRecord } from "../../workspace/records.ts";
import type { Database } from "../database/database.ts";
import { readEach, readOr, type ReportUnreadable } from "../port/documents.ts";
import { type Script, statement } from "../database/script.ts";
import { installationDocuments } from "./workspace-documents.ts";
import { enterWorkspace } from "./workspace-resources.ts";
import type { Installations } from "../port/workspace-store.ts";

interface InstallationRow {
  readonly bot_id: string;
  readonly status: InstallationRecord["status"];
  readonly document: string;
}

const select = statement<InstallationRow>(
  "select bot_id, status, document from installation where bot_id = $1",
);
const matching = `from installation where ($1 = '' or integration_id = $1)
  and ($2 = '' or workspace_id = $2) and ($3 = '' or owner_user_id = $3)`;
const page = statement<InstallationRow>(
  `select bot_id, status, document ${matching} order by bot_id limit $4 offset $5`,
);
const count = statement<{ total: number }>(`select count(*) as total ${matching}`);
const ofOwner = statement<InstallationRow>(
  `select bot_id, status, document from installation
   where integration_id = $1 and workspace_id = $2 and owner_user_id = $3`,
);
const owned = statement<InstallationRow>(
  "select bot_id, status, document from installation where workspace_id = $1 and owner_user_id = $2",
);
const upsert = statement(
  `insert into installation (bot_id, integration_id, workspace_id, owner_user_id, status, document)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (bot_id) do update set status = excluded.status, document = excluded.document`,
);
const setStatus = statement(
  "update installation set status = $2 where bot_id = $1 and status = $3",
);
const forceStatus = statement("update installation set status = $2 where bot_id = $1");
const revokeGrants = statement(
  "update workspace_grant set revoked_at = $2 where bot_id = $1 and revoked_at is null",
);

export function createInstallations(database: Database, report: ReportUnreadable): Installations {
  return {
    async find(bot_id) {
      return open((await database.read(() => select(bot_id)))[0]);
    },

    findOfWorkspace: (integration_id, workspace_id) =>
      database.read(() => findOwned(integration_id, workspace_id, "")),

    list: ({ integration_id = "", workspace_id = "", user_id = "" }, { limit, offset }) =>
      database.read(function* list() {
        const rows = yield* page(integration_id, workspace_id, user_id, limit, offset);
        const [all] = yield* count(integration_id, workspace_id, user_id);
        return { items: readEach(rows, open, report), total: all?.total ?? 0 };
      }),

    share: (bot_id, resources, now) =>
      database.write(function* share() {
        const seen = open((yield* select(bot_id))[0]);
        if (seen === undefined || !(yield* enterWorkspace(seen.workspace_id))) return undefined;
        const found = open((yield* select(bot_id))[0]) ?? seen;
        const shared = { ...found, resources, updated_at: now };
        yield* keepInstallation(shared);
        return shared;
      }),

    disconnect: (bot_id, now) =>
      database.write(function* disconnect() {
        const [row] = yield* select(bot_id);
        if (row === undefined) return false;
        yield* disconnectOne(row, now, report);
        return true;
      }),
  };
}

/** The installation of an integration for somebody in a workspace, or for all of it when the owner is empty. */
export function* findOwned(
  integration_id: string,
  workspace_id: string,
  owner_user_id: string,
): Script<InstallationRecord | undefined> {
  return open((yield* ofOwner(integration_id, workspace_id, owner_user_id))[0]);
}

/** Writes an installation down; part of the scripts that bring one about or change it. */
export function* keepInstallation(record: InstallationRecord): Script<void> {
  const { bot_id, integration_id, workspace_id, owner_user_id, status } = record;
  const document = installationDocuments.write(record);
  yield* upsert(bot_id, integration_id, workspace_id, owner_user_id ?? "", status, document);
}

/** Lets a bot sleep that lost its last tokens. */
export function* letSleep(bot_id: string): Script<void> {
  yield* setStatus(bot_id, "dormant", "active");
}

/** Disconnects all that somebody installed; part of the script by which they leave. */
export function* disconnectOwned(
  workspace_id: string,
  user_id: string,
  now: number,
  report: ReportUnreadable,
): Script<void> {
  for (const row of yield* owned(workspace_id, user_id)) yield* disconnectOne(row, now, report);
}

/** The tokens end whether or not the document can be read. */
function* disconnectOne(row: InstallationRow, now: number, report: ReportUnreadable): Script<void> {
  yield* revokeGrants(row.bot_id, now);
  const installation = readOr(() => open(row), undefined, report);
  if (installation === undefined) {
    yield* forceStatus(row.bot_id, "disconnected");
    return;
  }
  yield* keepInstallation({
    ...installation,
    status: "disconnected",
    resources: [],
    updated_at: now,
  });
}

function open(row: InstallationRow | undefined): InstallationRecord | undefined {
  return row && { ...installationDocuments.read(row.bot_id, row.document), status: row.status };
}
