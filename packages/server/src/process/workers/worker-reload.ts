import type { ReloadOutcome } from "../../config/reload.ts";
import type { PreparedReload, ReloadSettings } from "../reload-settings.ts";
import type { Server } from "../server.ts";
import { errorOf, reasonsOf } from "./error-reasons.ts";
import type { PreparationOutcome, FailedReload, ToPrimary, ToWorker } from "./messages.ts";

/** The part of a worker in reloads, which the primary leads. */
export interface WorkerReload {
  /** Asks the primary to reload the settings of all workers. */
  readonly request: ReloadSettings;
  /** Handles a message of the primary that is about settings. */
  receive(message: ToWorker, server: Pick<Server, "prepareReload" | "context">): Promise<void>;
}

/** `send` sends to the primary. */
export function createWorkerReload(send: (message: ToPrimary) => void): WorkerReload {
  const pending = new Map<number, PromiseWithResolvers<ReloadOutcome>>();
  let requests = 0;
  const prepared = new Map<number, { readonly level: Level; apply(): void }>();

  return {
    request() {
      requests += 1;
      const waiting = Promise.withResolvers<ReloadOutcome>();
      pending.set(requests, waiting);
      send({ kind: "reload_settings", request: requests });
      return waiting.promise;
    },

    async receive(message, server) {
      if (message.kind === "prepare_settings") {
        const { reload, config } = message;
        const found = await prepare(() => server.prepareReload(config));
        if ("ok" in found && found.ok)
          prepared.set(reload, { level: config["log.level"], apply: found.value.apply });
        send({ kind: "settings_prepared", reload, outcome: withoutCode(found) });
      }
      if (message.kind === "discard_settings") prepared.delete(message.reload);
      if (message.kind === "apply_settings") {
        const settings = prepared.get(message.reload);
        prepared.delete(message.reload);
        settings?.apply();
        if (settings !== undefined) server.context.log.setLevel(settings.level);
        send({ kind: "settings_applied", reload: message.reload });
      }
      if (message.kind === "settings_reloaded") {
        const waiting = pending.get(message.request);
        pending.delete(message.request);
        const { outcome } = message;
        if ("reasons" in outcome) waiting?.reject(errorOf(outcome.reasons));
        else waiting?.resolve(outcome);
      }
    },
  };
}

type Level = Parameters<Server["context"]["log"]["setLevel"]>[0];
type Preparation = Awaited<ReturnType<Server["prepareReload"]>> | FailedReload;

async function prepare(work: () => ReturnType<Server["prepareReload"]>): Promise<Preparation> {
  try {
    return await work();
  } catch (error) {
    return { reasons: reasonsOf(error) };
  }
}

/** Functions cannot be sent between processes. */
function withoutCode(found: Preparation): PreparationOutcome | FailedReload {
  return "ok" in found && found.ok ? { ok: true, value: changedFiles(found.value) } : found;
}

const changedFiles = ({ changed_files }: PreparedReload): readonly string[] => changed_files;
