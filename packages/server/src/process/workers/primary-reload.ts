import type { Problem } from "../../config/problem.ts";
import type { ReloadOutcome } from "../../config/reload.ts";
import type { Config } from "../../config/settings.ts";
import { err, ok, type Result } from "../../result.ts";
import type { ReloaderOptions, ReloadSettings } from "../reload-settings.ts";
import { errorOf, reasonsOf } from "./error-reasons.ts";
import type { FailedReload, PreparationOutcome, ToPrimary, ToWorker } from "./messages.ts";
import type { WorkerHandle } from "./spawn.ts";

/** Passes settings on to the workers. */
export interface WorkerSettings {
  /** The settings that a new worker starts with. */
  config(): Config;
  /** Prepares all workers that accept requests: none applies the settings unless all can. */
  readonly prepare: ReloaderOptions["prepare"];
  /** Handles a message of a worker that is about settings. */
  receive(message: ToPrimary): void;
  /** Gives a worker that was started before a reload the settings of it, once it accepts requests. */
  catchUp(worker: WorkerHandle, startedWith: Config): Promise<void>;
}

/** What the primary needs to pass settings on. */
interface WorkerSettingsOptions {
  readonly config: Config;
  /** The workers that accept requests. */
  readonly running: () => Iterable<WorkerHandle>;
  /** How long a worker may take to prepare. */
  readonly timeout_ms?: number;
}

/** What a worker answers; undefined for one that exits, whose successor starts with the settings of then. */
type Outcome = PreparationOutcome | FailedReload | undefined;

interface Answer {
  readonly worker: WorkerHandle;
  readonly reload: number;
  readonly outcome: Outcome;
}

function isPrepared(outcome: Outcome): outcome is Extract<PreparationOutcome, { ok: true }> {
  return outcome !== undefined && "ok" in outcome && outcome.ok;
}

/** Problems with settings are returned, and everything else is thrown. */
function asFailure(outcome: PreparationOutcome | FailedReload): Result<never, readonly Problem[]> {
  if ("reasons" in outcome) throw errorOf(outcome.reasons);
  return err(outcome.ok ? [] : outcome.error);
}

const TIMEOUT_MS = 10_000;

export function createWorkerSettings({
  config: first,
  running,
  timeout_ms = TIMEOUT_MS,
}: WorkerSettingsOptions): WorkerSettings {
  let current = first;
  let reloads = 0;
  const waiting = new Map<number, (outcome: Outcome) => void>();

  const ask = async (
    worker: WorkerHandle,
    message: Extract<ToWorker, { readonly reload: number }>,
  ): Promise<Outcome> => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const late: FailedReload = { reasons: [`Worker ${worker.number} did not respond in time.`] };
    const timer = setTimeout(() => resolve(late), timeout_ms);
    waiting.set(message.reload, resolve);
    worker.send(message);
    const outcome = await Promise.race([promise, worker.exited.then(() => undefined)]);
    clearTimeout(timer);
    waiting.delete(message.reload);
    return outcome;
  };

  const prepareOne = async (worker: WorkerHandle, config: Config): Promise<Answer> => {
    reloads += 1;
    const reload = reloads;
    const outcome = await ask(worker, { kind: "prepare_settings", reload, config });
    return { worker, reload, outcome };
  };

  /** Waits until the worker has them, so that all have them when the reload is reported. */
  const applyOne = async ({ worker, reload }: Answer): Promise<void> => {
    await ask(worker, { kind: "apply_settings", reload });
  };

  return {
    config: () => current,

    async prepare(config) {
      const workers = [...running()];
      const answers = await Promise.all(workers.map((worker) => prepareOne(worker, config)));
      const discard = (): void => {
        for (const { worker, reload } of answers) worker.send({ kind: "discard_settings", reload });
      };
      const failed = answers.find(({ outcome }) => outcome !== undefined && !isPrepared(outcome));
      if (failed?.outcome !== undefined) {
        discard();
        return asFailure(failed.outcome);
      }
      const files = answers.flatMap(({ outcome }) => (isPrepared(outcome) ? outcome.value : []));
      return ok({
        changed_files: [...new Set(files)],
        discard,
        async apply() {
          current = config;
          await Promise.all(answers.map(applyOne));
        },
      });
    },

    receive(message) {
      if (message.kind === "settings_prepared") waiting.get(message.reload)?.(message.outcome);
      if (message.kind === "settings_applied") waiting.get(message.reload)?.(ok([]));
    },

    async catchUp(worker, startedWith) {
      let known = startedWith;
      while (known !== current) {
        known = current;
        const answer = await prepareOne(worker, known);
        if (answer.outcome === undefined) return;
        if (!isPrepared(answer.outcome)) asFailure(answer.outcome);
        await applyOne(answer);
      }
    },
  };
}

/** Reloads for a worker whose operation was called. */
export async function answerReload(
  worker: WorkerHandle,
  request: number,
  reload: ReloadSettings | undefined,
): Promise<void> {
  const outcome = await attempt(reload);
  worker.send({ kind: "settings_reloaded", request, outcome });
}

async function attempt(reload: ReloadSettings | undefined): Promise<ReloadOutcome | FailedReload> {
  try {
    if (reload === undefined) throw new Error("The server has no source of settings.");
    return await reload();
  } catch (error) {
    return { reasons: reasonsOf(error) };
  }
}
