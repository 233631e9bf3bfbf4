import {
  type ReportUnreadable,
  type RowOf,
  type Script,
  type StoreTools,
  command,
  documents,
  documentText,
  insertValues,
  integer,
  listSorted,
  names,
  oneOf,
  or,
  pick,
  query,
  readOr,
  replacing,
  required,
  table,
  text,
} from "@latchkey/server/feature/store";
import type { InstallationRecord } from "../rules/records.ts";
import type { Installations } from "./port.ts";
import { notifyOfInstallation } from "./webhook-deliveries.ts";
import { showInstallation, workspaceObject } from "./workspace-changes.ts";
import { lockWorkspace } from "./workspace-lock.ts";

export const installation = table("installation", {
  bot_id: text,
  integration_id: text,
  workspace_id: text,
  /** Empty where it acts for the whole workspace. */
  owner_user_id: text,
  status: oneOf<InstallationRecord["status"]>("active", "dormant", "disconnected"),
  document: documentText,
});

export const installationDocuments = documents<InstallationRecord>({
  table: "installation",
  fields: {
    bot_id: required("text"),
    integration_id: required("text"),
    workspace_id: required("text"),
    owner_type: required("text"),
    owner_user_id: or(null, "text"),
    status: required("text"),
    external_account: or(null, "object"),
    resources: or([]),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

const { columns } = installation;
const byKey = pick(columns, "bot_id");
const ofOwner = pick(columns, "integration_id", "workspace_id", "owner_user_id");
const returns = pick(columns, "bot_id", "status", "document");
const select = query({
  given: byKey,
  returns,
  sql: `select ${names(returns)} from installation where bot_id = :bot_id`,
});
const selectWorkspace = query({
  given: byKey,
  returns: pick(columns, "workspace_id"),
  sql: "select workspace_id from installation where bot_id = :bot_id",
});
/** Reads an installation and locks it, so that it does not become dormant meanwhile. */
const lock = query({
  given: byKey,
  returns,
  sql: `update installation set document = document where bot_id = :bot_id returning ${names(returns)}`,
});
const matching = `from installation where (:integration_id = '' or integration_id = :integration_id)
  and (:workspace_id = '' or workspace_id = :workspace_id)
  and (:owner_user_id = '' or owner_user_id = :owner_user_id)`;
const page = query({
  given: { ...ofOwner, limit: integer, offset: integer },
  returns,
  sql: `select ${names(returns)} ${matching} order by bot_id limit :limit offset :offset`,
});
const count = query({
  given: ofOwner,
  returns: { total: integer },
  sql: `select count(*) as total ${matching}`,
});
const selectOwned = query({
  given: ofOwner,
  returns,
  sql: `select ${names(returns)} from installation where integration_id = :integration_id
   and workspace_id = :workspace_id and owner_user_id = :owner_user_id`,
});
const selectAllOwned = query({
  given: pick(columns, "workspace_id", "owner_user_id"),
  returns,
  sql: `select ${names(returns)} from installation
   where workspace_id = :workspace_id and owner_user_id = :owner_user_id`,
});
const upsert = command({
  given: replacing(columns),
  sql: `insert into installation ${insertValues(columns)}
   on conflict (bot_id) do update set status = excluded.status, document = excluded.document`,
});
const setStatus = command({
  given: pick(columns, "bot_id", "status"),
  sql: "update installation set status = :status where bot_id = :bot_id",
});
const setDormant = query({
  given: byKey,
  returns,
  sql: `update installation set status = 'dormant' where bot_id = :bot_id and status = 'active'
   returning ${names(returns)}`,
});
const selectSubscribed = query({
  given: pick(columns, "workspace_id"),
  returns,
  sql: `select installation.bot_id, installation.status, installation.document from installation
   join integration on integration.id = installation.integration_id
   where installation.workspace_id = :workspace_id and installation.status <> 'disconnected'
     and integration.webhook is not null`,
});
const revokeGrants = command({
  given: { bot_id: text, now: integer },
  sql: "update workspace_grant set revoked_at = :now where bot_id = :bot_id and revoked_at is null",
});

export function createInstallations({
  changes,
  database,
  onUnreadable: report,
}: StoreTools): Installations {
  return {
    async find(bot_id) {
      const [row] = await database.read(() => select({ bot_id }));
      return row && fromRow(row);
    },

    findOfWorkspace: (integration_id, workspace_id) =>
      database.read(() => findOwned(integration_id, workspace_id, "")),

    list: ({ integration_id = "", workspace_id = "", user_id = "" }, wanted) =>
      database.read(() => {
        const filter = { integration_id, workspace_id, owner_user_id: user_id };
        return listSorted(
          {
            select: (part) => page({ ...filter, ...part }),
            count: count(filter),
            read: fromRow,
            compare: (one, other) => other.created_at - one.created_at,
            report,
          },
          wanted,
        );
      }),

    share(bot_id, resources, now) {
      const record = changes.recorder();
      return database.write(function* share() {
        if (!(yield* lockWorkspaceOf(bot_id))) return undefined;
        const [row] = yield* lock({ bot_id });
        const present = row && fromRow(row);
        if (present === undefined) return undefined;
        const shared = { ...present, ...(resources && { resources }), updated_at: now };
        yield* changeInstallation(present, shared);
        yield* record({
          action: "installation_updated",
          object: workspaceObject(present.workspace_id),
          before: showInstallation(present),
          after: showInstallation(shared),
        });
        return shared;
      });
    },

    disconnect(bot_id, now) {
      const record = changes.recorder();
      return database.write(function* disconnect() {
        const [place] = yield* selectWorkspace({ bot_id });
        if (place === undefined || !(yield* lockWorkspace(place.workspace_id))) return false;
        const [row] = yield* select({ bot_id });
        if (row === undefined) return false;
        yield* disconnectOne(row, now, report);
        const found = readOr(() => fromRow(row), undefined, report);
        if (found?.status !== "disconnected")
          yield* record({
            action: "installation_disconnected",
            object: workspaceObject(place.workspace_id),
            before: found === undefined ? { bot_id } : showInstallation(found),
          });
        return true;
      });
    },
  };
}

/** Locks the workspace that a bot is in; part of scripts that change what is installed. False when there is no such bot. */
export function* lockWorkspaceOf(bot_id: string): Script<boolean> {
  const [row] = yield* selectWorkspace({ bot_id });
  return row !== undefined && (yield* lockWorkspace(row.workspace_id));
}

/** The installation of an integration for a user of a workspace, or for the whole workspace when the user id is empty. */
export function* findOwned(
  integration_id: string,
  workspace_id: string,
  owner_user_id: string,
): Script<InstallationRecord | undefined> {
  const [row] = yield* selectOwned({ integration_id, workspace_id, owner_user_id });
  return row && fromRow(row);
}

/** Inserts or replaces an installation and notifies its integration; part of scripts. */
export function* changeInstallation(
  before: InstallationRecord | undefined,
  after: InstallationRecord,
): Script<void> {
  yield* writeInstallation(after);
  yield* notifyOfInstallation(before, after);
}

/** Inserts or replaces an installation without a change that its integration need know; part of scripts. */
export function* writeInstallation(record: InstallationRecord): Script<void> {
  const { bot_id, integration_id, workspace_id, owner_user_id, status } = record;
  const [before] = yield* select({ bot_id });
  yield* upsert({
    bot_id,
    integration_id,
    workspace_id,
    owner_user_id: owner_user_id ?? "",
    status,
    document: installationDocuments.replace(before?.document, record),
  });
}

/** Makes a bot dormant that lost its last tokens; part of scripts. */
export function* makeDormant(bot_id: string, now: number): Script<void> {
  const [row] = yield* setDormant({ bot_id });
  const record =
    row &&
    readOr(
      () => fromRow(row),
      undefined,
      () => {},
    );
  if (record !== undefined)
    yield* notifyOfInstallation({ ...record, status: "active" }, { ...record, updated_at: now });
}

/** Notifies the integrations of a workspace that is deleted with all that is installed into it; part of its deletion. */
export function* notifyOfAll(workspace_id: string, now: number): Script<void> {
  for (const row of yield* selectSubscribed({ workspace_id })) {
    const record = readOr(
      () => fromRow(row),
      undefined,
      () => {},
    );
    if (record === undefined) continue;
    const removed = { status: "disconnected", resources: [], updated_at: now } as const;
    yield* notifyOfInstallation(record, { ...record, ...removed });
  }
}

/** Disconnects all installations of a user; part of the script that removes the user from a workspace, which is locked. */
export function* disconnectOwned(
  workspace_id: string,
  owner_user_id: string,
  now: number,
  report: ReportUnreadable,
): Script<void> {
  const rows = yield* selectAllOwned({ workspace_id, owner_user_id });
  for (const row of rows) yield* disconnectOne(row, now, report);
}

/** Revokes the tokens whether or not the document can be read; part of scripts that lock the workspace. */
export function* disconnectOne(
  row: StoredRow,
  now: number,
  report: ReportUnreadable,
): Script<void> {
  const { bot_id } = row;
  yield* revokeGrants({ bot_id, now });
  const record = readOr(() => fromRow(row), undefined, report);
  const status = "disconnected";
  if (record === undefined) yield* setStatus({ bot_id, status });
  else yield* changeInstallation(record, { ...record, status, resources: [], updated_at: now });
}

type StoredRow = RowOf<typeof returns>;

function fromRow({ bot_id, document, status }: StoredRow): InstallationRecord {
  return { ...installationDocuments.read(bot_id, document), status };
}
