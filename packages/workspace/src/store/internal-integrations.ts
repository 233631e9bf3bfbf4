import type { Script, StoreTools } from "@latchkey/server/feature/store";
import {
  homeWorkspace,
  type InstallationRecord,
  type IntegrationRecord,
} from "../rules/records.ts";
import { describeIntegration } from "../rules/integration-input.ts";
import type { Integrations } from "./port.ts";
import { changeInstallation, findOwned, makeDormant, writeInstallation } from "./installations.ts";
import { integrationObject } from "./workspace-changes.ts";
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
  { changes, revision }: Pick<StoreTools, "changes" | "revision">,
  { add, read, write }: IntegrationScripts,
): Pick<Integrations, "createInternal" | "issueToken" | "revokeTokens"> {
  return {
    createInternal(created, { new_bot_id, now }) {
      const record = changes.recorder();
      return revision.change(function* createInternal() {
        yield* revision.increment();
        const workspace_id = yield* lockHome(created);
        if (workspace_id === undefined) return "workspace_missing";
        if (!(yield* add(created))) return "taken";
        const bot = newBot(created.id, workspace_id, new_bot_id, now);
        yield* changeInstallation(undefined, bot);
        yield* record({
          action: "created",
          object: integrationObject(created.id),
          after: describeIntegration(created),
        });
        return "created";
      });
    },

    issueToken(id, next, { new_bot_id, now }) {
      const record = changes.recorder();
      return revision.change(function* issueToken() {
        yield* revision.increment(); // Also a lock: concurrent changes are made one after the other.
        const present = yield* read(id);
        if (present === undefined) return undefined;
        const workspace_id = yield* lockHome(present);
        if (workspace_id === undefined) return "workspace_missing";
        const bot = yield* findOwned(id, workspace_id, "");
        const tokens = next(bot?.status === "disconnected" ? [] : present.tokens);
        if (tokens === undefined) return "too_many";
        const active = { status: "active", updated_at: now } as const;
        const installed = { ...(bot ?? newBot(id, workspace_id, new_bot_id, now)), ...active };
        if (bot?.status === "active") yield* writeInstallation(installed);
        else yield* changeInstallation(bot, installed);
        const changed = { ...present, tokens, updated_at: now };
        yield* write(changed);
        yield* record({ action: "token_issued", object: integrationObject(id) });
        return changed;
      });
    },

    revokeTokens(id, now) {
      const record = changes.recorder();
      return revision.change(function* revokeTokens() {
        yield* revision.increment();
        const present = yield* read(id);
        if (present === undefined) return false;
        yield* write({ ...present, tokens: [], updated_at: now });
        const bot = yield* findOwned(id, homeWorkspace(present) ?? "", "");
        if (bot !== undefined) yield* makeDormant(bot.bot_id, now);
        yield* record({ action: "tokens_revoked", object: integrationObject(id) });
        return true;
      });
    },
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
