import type { Revision, Script } from "@latchkey/server/feature/store";
import {
  homeWorkspace,
  type InstallationRecord,
  type IntegrationRecord,
} from "../rules/records.ts";
import type { Integrations } from "./port.ts";
import { changeInstallation, findOwned, makeDormant, writeInstallation } from "./installations.ts";
import { lockWorkspace } from "./workspace-lock.ts";

/** Parts of scripts that read or write one integration. */
interface IntegrationScripts {
  /** False when the id is taken. */
  readonly add: (record: IntegrationRecord) => Script<boolean>;
  readonly read: (id: string) => Script<IntegrationRecord | undefined>;
  readonly write: (record: IntegrationRecord) => Script<void>;
}

/** Integrations that belong to one workspace: each has a bot there, and static tokens. */
export function createInternalIntegrations(
  revision: Revision,
  { add, read, write }: IntegrationScripts,
): Pick<Integrations, "createInternal" | "issueToken" | "revokeTokens"> {
  return {
    createInternal: (record, { new_bot_id, now }) =>
      revision.change(function* createInternal() {
        yield* revision.increment();
        const workspace_id = yield* lockHome(record);
        if (workspace_id === undefined) return "workspace_missing";
        if (!(yield* add(record))) return "taken";
        const bot = newBot(record.id, workspace_id, new_bot_id, now);
        yield* changeInstallation(undefined, bot);
        return "created";
      }),

    issueToken: (id, next, { new_bot_id, now }) =>
      revision.change(function* issueToken() {
        yield* revision.increment(); // Also a lock: concurrent changes are made one after the other.
        const record = yield* read(id);
        if (record === undefined) return undefined;
        const workspace_id = yield* lockHome(record);
        if (workspace_id === undefined) return "workspace_missing";
        const bot = yield* findOwned(id, workspace_id, "");
        const tokens = next(bot?.status === "disconnected" ? [] : record.tokens);
        if (tokens === undefined) return "too_many";
        const active = { status: "active", updated_at: now } as const;
        const installed = { ...(bot ?? newBot(id, workspace_id, new_bot_id, now)), ...active };
        if (bot?.status === "active") yield* writeInstallation(installed);
        else yield* changeInstallation(bot, installed);
        const changed = { ...record, tokens, updated_at: now };
        yield* write(changed);
        return changed;
      }),

    revokeTokens: (id, now) =>
      revision.change(function* revokeTokens() {
        yield* revision.increment();
        const record = yield* read(id);
        if (record === undefined) return false;
        yield* write({ ...record, tokens: [], updated_at: now });
        const bot = yield* findOwned(id, homeWorkspace(record) ?? "", "");
        if (bot !== undefined) yield* makeDormant(bot.bot_id, now);
        return true;
      }),
  };
}

/** Locks the workspace of an internal integration, as every script that installs into it; undefined when it does not exist. */
function* lockHome(record: IntegrationRecord): Script<string | undefined> {
  const workspace_id = homeWorkspace(record);
  if (workspace_id === undefined) return undefined;
  return (yield* lockWorkspace(workspace_id)) ? workspace_id : undefined;
}

/** A bot that acts for its workspace, with no resource shared yet. */
function newBot(
  integration_id: string,
  workspace_id: string,
  bot_id: string,
  now: number,
): InstallationRecord {
  return {
    bot_id,
    integration_id,
    workspace_id,
    owner_type: "workspace",
    owner_user_id: null,
    status: "active",
    external_account: null,
    resources: [],
    created_at: now,
    updated_at: now,
  };
}
